"""The phases "placing" and "extending": a tile, and a second one (Road Crew's Dilemma).

w tile [part]             where? as keys, band `part` of them, or a list
l tile menu cell          a cell chosen from a list
p tile cell [turn]        how?
g tile cell turn crew     place it
n tile cell turn          which second tile, after this one?
e [y]                     no second tile? "y": none

While a first tile is a draft, w l p g begin with it: "tile cell turn +". Nothing is kept; ids hold
the draft.
"""

from typing import Final

from bot.games.custom_ids import draft_id
from bot.games.panel import Command, CommandOption, Submit
from bot.games.people import accent
from bot.games.phase import Phase
from bot.games.screen import Button, Image, Row, Screen, Style, Suggestion, Text, keypad, text_block
from bot.games.seismic.captions import captions, changes
from bot.games.seismic.cell_choice import CellChoice, remembered
from bot.games.seismic.choosing_town import LATE_QUAKE
from bot.games.seismic.offers import (
    AND,
    Draft,
    Offer,
    best_first,
    control_id,
    drafted,
    first_tile,
    fitting_offers,
    id_parts,
    is_second,
    joined_edges,
    offer_of,
    offers,
)
from bot.games.seismic.orientation import (
    orientation_buttons,
    orientation_in_words,
    orientation_suggestions,
    orientation_typed,
)
from bot.games.seismic.refusals import no_such_choice
from bot.games.seismic.sections import is_dead, section_state, section_through, short_worth
from bot.games.seismic.view import Answer, View
from bot.games.seismic.words import (
    NOTHING,
    cell_name,
    cell_names,
    cell_of,
    digit,
    direction,
    distinct_names,
    headed,
    is_exactly,
    is_tile,
    means_none,
    neighbour_name,
    tile_name,
)
from bot.games.speech import and_list, capitalised, clipped, folded, semicolon_list
from engine.boards.hexes import Cell, neighbour
from engine.errors import IllegalAction
from engine.games.seismic.actions import Action, EndTurn, Place
from engine.games.seismic.pieces import Section
from engine.games.seismic.preview import placed, refused, why_not
from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import TILES
from render.games.seismic import RENDERER
from render.games.seismic.captions import Choice
from render.picture import Picture

SURE: Final = "y"
"""Stands in the id of a button that sends what a plain one asked about."""


class Placing(Phase[Observation, Action]):
    """The choice of a tile, of its cell, of how it lies; then perhaps of a second one."""

    verbs = "wlpgne"

    @property
    def commands(self) -> tuple[Command[Action], ...]:
        return (
            Command(
                "place",
                "Place one of the tiles on offer.",
                self.typed,
                (
                    CommandOption("tile", "one of those on offer, such as 3", self.tiles_suggested),
                    CommandOption("cell", "where, such as J8", self.cells_suggested),
                    CommandOption(
                        "orientation",
                        "which orientation, by its number",
                        self.orientations_suggested,
                        is_needed=False,
                    ),
                    CommandOption(
                        "crew", "on which free road, or none", self.crews_suggested, is_needed=False
                    ),
                ),
            ),
            LATE_QUAKE,
        )

    def wanted(self, view: View, who: str) -> str:
        if is_second(view):
            return view.words.say("{who}, **a second tile**, if you like.", who=who)
        return view.words.say("{who}, **your move.**", who=who)

    def rows(self, view: View) -> tuple[Row, ...]:
        rows = [Row(tile_buttons(view))] if view.observation.display else []
        return (*rows, Row((end_button(view),))) if is_second(view) else tuple(rows)

    def ask(self, view: View, first: str = "") -> Screen:
        return which_tile(view, first)

    def refreshed(self, view: View, verb: str, args: tuple[str, ...]) -> Screen:
        """Keep the tile if it still fits."""
        offer = offer_of(view, args[0]) if args and verb in self.verbs else None
        return which_cell(view, offer) if offer else which_tile(view)

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        if verb == "e":
            if not is_second(view) or args not in ((), (SURE,)):
                raise IllegalAction("seismic-not-now")
            return Submit(EndTurn()) if args else no_second_tile(view)
        if AND in args:
            split = args.index(AND)
            if split != 3 or args[0] not in TILES:
                raise IllegalAction("seismic-not-now")
            first = Place(args[0], cell_of(view.observation, args[1]), digit(args[2]))
            return self.press(drafted(view, first), verb, args[split + 1 :])
        offer = offer_of(view, args[0] if args else "")
        if offer is None:
            return which_tile(view, view.words.say("That tile doesn't fit anymore."))
        match verb, args[1:]:
            case "w", rest:
                part = rest[0] if rest else ""
                return remembered(which_cell(view, offer, part), part)
            case ("l", (_, name)) | ("p", (name,)):
                return which_orientation(view, offer, cell_to_build(view, offer, name))
            case "p", (name, turn, *_):
                cell = cell_to_build(view, offer, name)
                return which_orientation(view, offer, cell, turn_to_build(view, offer, cell, turn))
            case "g", (name, turn, crew):
                cell = cell_to_build(view, offer, name)
                edge = None if crew == NOTHING else digit(crew)
                return submitted(view, Place(offer.tile, cell, digit(turn), edge))
            case "n", (name, turn):
                cell = cell_to_build(view, offer, name)
                lying = turn_to_build(view, offer, cell, turn)
                return which_tile(drafted(view, Place(offer.tile, cell, lying)))
            case _:
                raise IllegalAction("seismic-not-now")

    def typed(self, view: View, tile: str, cell: str, way: str, crew: str) -> Answer:
        """Return the move if it is complete and clear, otherwise the question that is open.

        Raises `IllegalAction` for a cell where the tile can't go.
        """
        if is_second(view) and means_none(view.words, tile):
            return Submit(EndTurn())
        offer = the_tile(view, tile)
        if offer is None:
            none = view.words.say("**That isn't one of the tiles that fit.**")
            return which_tile(view, none)
        there = the_cell(view, offer, cell)
        if there is None:
            return which_cell(view, offer)
        turn = orientation_typed(best_first(view, offer, there), way)
        if turn is None:
            return which_orientation(view, offer, there, first=no_such_choice(view, way))
        draft = Draft.of(view, offer, there, turn)
        if crew.strip() == AND and draft.may_go_on:
            return which_tile(drafted(view, draft.place()))
        if means_none(view.words, crew) or not (crew or draft.letters or draft.may_go_on):
            return submitted(view, draft.place())
        for edge, letter in draft.letters.items():
            if folded(letter) == folded(crew):
                return Submit(draft.place(edge))
        return which_orientation(view, offer, there, turn, no_such_choice(view, crew))

    def tiles_suggested(self, view: View, text: str) -> list[Suggestion]:
        """Offer the tiles that fit somewhere."""
        words, fitting, wanted = view.words, fitting_offers(view), text.strip()
        names = distinct_names(words, tuple(offer.tile for offer in fitting))
        offered = [
            Suggestion(
                words.count(
                    "{tile}: {n} cell",
                    "{tile}: {n} cells",
                    len(offer.fits),
                    tile=f"{offer.label(words)} · {capitalised(names[offer.tile])}",
                ),
                offer.tile,
            )
            for offer in fitting
            if not wanted
            or wanted in map(str, offer.numbers)
            or (offer.own and folded(words.say("Yours")).startswith(folded(wanted)))
            or is_tile(words, offer.tile, wanted)
        ]
        none = Suggestion(words.say("no second tile"), NOTHING)
        return [*offered, none] if is_second(view) else offered

    def cells_suggested(self, view: View, tile: str, text: str) -> list[Suggestion]:
        """Offer the cells where the tile fits."""
        offer = the_tile(view, tile)
        if offer is None:
            return []
        named = [(cell_name(view.observation, cell), cell) for cell in offer.fits]
        return [
            Suggestion(headed(view.words, name, cell_described(view, offer, cell)), name)
            for name, cell in named
            if folded(name).startswith(folded(text))
        ]

    def orientations_suggested(
        self, view: View, tile: str, cell: str, text: str
    ) -> list[Suggestion]:
        """Offer the orientations, with where the roads lead."""
        offer = the_tile(view, tile)
        there = the_cell(view, offer, cell) if offer else None
        if offer is None or there is None:
            return []
        return orientation_suggestions(
            view, there, offer.tile, best_first(view, offer, there), text
        )

    def crews_suggested(
        self, view: View, tile: str, cell: str, way: str, text: str
    ) -> list[Suggestion]:
        """Offer the free roads, and to place no crew."""
        offer = the_tile(view, tile)
        there = the_cell(view, offer, cell) if offer else None
        turn = orientation_typed(best_first(view, offer, there), way) if offer and there else None
        none = Suggestion(view.words.say("no crew"), NOTHING)
        if offer is None or there is None or turn is None:
            return [none]
        draft = Draft.of(view, offer, there, turn)
        offered = [
            Suggestion(headed(view.words, letter, section_state(draft.after, section)), letter)
            for letter, section in free_sections(draft).items()
        ]
        if draft.may_go_on:
            offered.append(Suggestion(view.words.say("no crew, then a second tile"), AND))
        wanted = folded(text)
        return [each for each in (*offered, none) if folded(each.name).startswith(wanted)]


def the_tile(view: View, typed: str) -> Offer | None:
    """Return the one tile that fits and that `typed` names by number, code or name."""
    fitting, words = fitting_offers(view), view.words
    readings = (
        [offer for offer in fitting if typed.strip() in map(str, offer.numbers)],
        [offer for offer in fitting if offer.own and folded(typed) == folded(words.say("Yours"))],
        [offer for offer in fitting if is_exactly(words, offer.tile, typed)],
        [offer for offer in fitting if is_tile(words, offer.tile, typed)],
    )
    found = next((each for each in readings if each), [])
    return found[0] if len(found) == 1 else None


def the_cell(view: View, offer: Offer, typed: str) -> Cell | None:
    """Return the cell that is typed, the only one if none is, or None."""
    if typed.strip():
        return cell_to_build(view, offer, typed)
    return next(iter(offer.fits)) if len(offer.fits) == 1 else None


def cell_to_build(view: View, offer: Offer, name: str) -> Cell:
    """Return the cell of this name; raise `IllegalAction` if the tile can't go there."""
    cell = cell_of(view.observation, name)
    if cell in offer.fits:
        return cell
    wrong = why_not(view.observation, offer.tile, cell, 0)
    if wrong and not wrong.key.endswith("tile-does-not-fit"):
        raise wrong
    # No orientation fits; the edges of one would be no answer.
    key = wrong.key if wrong else "seismic-tile-does-not-fit"
    raise IllegalAction(key, tile=offer.tile, cell=cell, edge=None, meets="any way")


def turn_to_build(view: View, offer: Offer, cell: Cell, text: str) -> int:
    """Return the orientation that an id names; raise `IllegalAction` if the tile can't lie so."""
    turn = digit(text)
    if turn not in offer.fits[cell]:
        wrong = why_not(view.observation, offer.tile, cell, turn)
        raise wrong or IllegalAction("seismic-no-such-turn", tile=offer.tile, turn=turn)
    return turn


def submitted(view: View, place: Place) -> Submit[Action]:
    """Return all that a last button plays: the first tile before a second, the end of the turn."""
    first = first_tile(view)
    if first:
        return Submit(first, place)
    # A placement that is no longer legal is refused where it is played.
    if place.crew is not None or is_second(view) or refused(view.observation, place):
        return Submit(place)
    goes_on = placed(view.observation, place).phase == "extending"
    return Submit(place, EndTurn()) if goes_on else Submit(place)


def tile_buttons(view: View) -> tuple[Button, ...]:
    """Return a button for each tile on offer; one that fits nowhere says so."""
    words, found = view.words, offers(view.observation)
    names = distinct_names(words, tuple(offer.tile for offer in found))
    buttons = []
    for offer in found:
        label = f"{offer.label(words)} · {capitalised(names[offer.tile])}"
        if not offer.fits:
            label = words.say("{tile}, fits nowhere", tile=label)
        control = control_id(view, "w", offer.tile)
        buttons.append(Button(label, control, Style.BLUE, disabled=not offer.fits))
    return tuple(buttons)


def other_tiles(view: View, offer: Offer) -> tuple[Button, ...]:
    """Return small buttons for the tiles on offer other than this one."""
    words = view.words
    return tuple(
        Button(
            each.label(words) if each.own else words.say("Tile {n}", n=each.label(words)),
            control_id(view, "w", each.tile),
            disabled=not each.fits,
        )
        for each in offers(view.observation)
        if each.tile != offer.tile
    )


def end_button(view: View) -> Button:
    """Return the button that asks whether to place no second tile."""
    return Button(view.words.say("No second tile"), draft_id(view, "e"))


def no_second_tile(view: View) -> Screen:
    """Ask whether no second tile is to be placed."""
    words = view.words
    title = words.say("### No second tile?\nNothing is sent yet.")
    yes = Button(words.say("No second tile"), draft_id(view, "e", SURE), Style.GREEN)
    return Screen((Text(title), Row((yes,)), *keypad(tile_buttons(view))), accent(view))


def which_tile(view: View, first: str = "") -> Screen:
    """Ask which tile, of which one can also go back or leave out a second one."""
    words, observation, draft = view.words, view.observation, first_tile(view)
    instead: tuple[Button, ...] = ()
    if draft:
        title = words.say(
            "### Which second tile?\nThe first is drawn in: {tile} at **{cell}**. Nothing is sent"
            " yet.",
            tile=tile_name(words, draft.tile),
            cell=cell_name(observation, draft.cell),
        )
        back = draft_id(view, "p", *id_parts(view, draft))
        instead = (Button(words.say("Back to the first tile"), back),)
    elif is_second(view):
        title = words.say("### A second tile?\nIt takes no crew. Nothing is sent yet.")
        instead = (end_button(view),)
    else:
        title = words.say("### Which tile?\nNothing is sent yet.")
    cells = {offer.tile: len(offer.fits) for offer in offers(observation)}
    names = distinct_names(words, tuple(cells))
    counted = [
        words.count("{tile}, {n} cell", "{tile}, {n} cells", n, tile=names[tile])
        for tile, n in cells.items()
    ]
    picture = RENDERER.tiles(
        observation,
        captions(view, words.say("Choose a tile")),
        tuple(words.count("{n} cell", "{n} cells", cells[tile]) for tile in observation.display),
        draft.cell if draft else None,
    )
    alt = clipped(words.say("Tiles on offer: {tiles}.", tiles=semicolon_list(words, counted)))
    buttons = keypad((*tile_buttons(view), *instead))
    return Screen((*text_block(first), Text(title), Image(picture, alt), *buttons), accent(view))


def which_cell(view: View, offer: Offer, part: str = "") -> Screen:
    """Ask which cell, as a keypad or a list; with one cell only, how the tile lies at once."""
    words, cells, name = (
        view.words,
        tuple(offer.fits),
        capitalised(tile_name(view.words, offer.tile)),
    )
    if len(cells) == 1:
        return which_orientation(view, offer, cells[0])
    fit = words.count("cell fits", "cells fit", len(cells))

    def drawn(shown: tuple[Cell, ...]) -> Image:
        # A band's picture counts its own, beside how many there are in all.
        note = fit if len(shown) == len(cells) else words.say("of {n} cells", n=len(cells))
        return Image(
            cells_picture(view, offer, shown, note),
            clipped(
                words.say(
                    "Where it fits ({tile}): {cells}.",
                    tile=name,
                    cells=cell_names(view.observation, shown),
                )
            ),
        )

    return CellChoice(
        title=words.say("### {tile}: where?", tile=name),
        count=words.count("{n} cell fits.", "{n} cells fit.", len(cells)),
        part="w",
        menu="l",
        key="p",
        id=lambda verb, *rest: control_id(view, verb, offer.tile, *rest),
        described=lambda cell: cell_described(view, offer, cell),
        picture=drawn,
        before=other_tiles(view, offer),
    ).screen(view, cells, part)


def cells_picture(view: View, offer: Offer, cells: tuple[Cell, ...], note: str) -> Picture:
    """Return the table with these cells lettered, and how many they are."""
    draft = first_tile(view)
    return RENDERER.where(
        view.observation,
        captions(view, view.words.say("Choose a cell")),
        offer.tile,
        {cell: cell_name(view.observation, cell) for cell in cells},
        (str(len(cells)), note),
        draft.cell if draft else None,
    )


def cell_described(view: View, offer: Offer, cell: Cell) -> str:
    """Return "4 orientations; highway from G10 (north-east) and H9 (south)"."""
    words, observation = view.words, view.observation
    joined = [
        words.say(
            "{cell} ({direction})",
            cell=neighbour_name(words, observation, neighbour(cell, edge)),
            direction=direction(words, edge),
        )
        for edge in joined_edges(observation, cell)
    ]
    return words.count(
        "{n} orientation; highway from {tiles}",
        "{n} orientations; highway from {tiles}",
        len(offer.fits[cell]),
        tiles=and_list(words, joined),
    )


def which_orientation(
    view: View, offer: Offer, cell: Cell, turn: int | None = None, first: str = ""
) -> Screen:
    """Ask how a tile lies on a cell, and whether with a crew; the last buttons are the move."""
    words, draft, before = view.words, Draft.of(view, offer, cell, turn), first_tile(view)
    name, turns, seat = cell_name(view.observation, cell), draft.turns, view.observation.to_act
    crews = 0 if seat is None else view.observation.crews[seat]

    def control(verb: str, *rest: str | int) -> str:
        return control_id(view, verb, offer.tile, name, *rest)

    tile = capitalised(tile_name(words, offer.tile))
    title = words.say("### {tile} at {cell}", tile=tile, cell=name)
    way = words.say("There is only one orientation.")
    if len(turns) > 1:
        way = words.say("Orientation {k} of {n}.", k=turns.index(draft.turn) + 1, n=len(turns))
    left = (
        "" if is_second(view) else words.count("You have {n} crew.", "You have {n} crews.", crews)
    )
    # The picture tells each free road; words, why there is none.
    no_road = ""
    if is_second(view):
        no_road = words.say("A second tile takes no crew.")
    elif not crews:
        no_road = words.say("You have no crews left.")
    elif not draft.letters:
        no_road = words.say("Every road on it already has a crew.")

    # The buttons that send; the road worth most first, if points are told at this table.
    free, edges = free_sections(draft), {letter: edge for edge, letter in draft.letters.items()}
    order = sorted(free, key=lambda each: -worth_now(free[each])) if view.match.has_aids else free
    sends = {control("g", draft.turn, edges[letter]): crew_label(draft, letter) for letter in order}
    bare = words.say("Place at {cell}", cell=name)
    if before:
        bare = words.say("Place both")
    elif draft.letters:
        bare = words.say("Place at {cell}, no crew", cell=name)
    sends[control("g", draft.turn, NOTHING)] = bare
    last = [Button(label, each, Style.GREEN) for each, label in sends.items()]
    if draft.may_go_on:
        second = words.say("Place, then a second tile")
        last.append(Button(second, control("n", draft.turn), Style.BLUE))

    # The way back: to the cells, or with one cell only to the other tiles.
    back = [Button(words.say("Back to the cells"), control_id(view, "w", offer.tile))]
    if len(offer.fits) == 1:
        back = [*other_tiles(view, offer)]
        if before:
            again = draft_id(view, "n", *id_parts(view, before))
            back.append(Button(words.say("Another tile"), again))
    blocks = (
        *text_block(first),
        Text(f"{title}\n{way} {left}".rstrip()),
        draft_image(draft),
        *orientation_buttons(turns, draft.turn, lambda each: control("p", each)),
        *text_block(no_road),
        *keypad(tuple(last)),
        *keypad(tuple(back)),
    )
    return Screen(blocks, accent(view))


def free_sections(draft: Draft) -> dict[str, Section]:
    """Return the roads on which a crew may stand, by their letters."""
    observation = draft.after.observation
    return {
        letter: section_through(observation, draft.cell, edge)
        for edge, letter in draft.letters.items()
    }


def crew_label(draft: Draft, letter: str) -> str:
    """Return the button that places the tile with a crew on this road: "Crew X, 7 points"."""
    worth, _ = short_worth(draft.after, free_sections(draft)[letter])
    return draft.view.words.say("Crew {letter}, {worth}", letter=letter, worth=worth)


def worth_now(section: Section) -> int:
    """Return the points of a road as it stands, 0 if it can never score."""
    return 0 if is_dead(section) else section.points


def draft_image(draft: Draft) -> Image:
    """Return the neighbourhood with the tile in place, its free sections lettered."""
    view, after, words = draft.view, draft.after, draft.view.words
    name, first = cell_name(view.observation, draft.cell), first_tile(view)
    free = free_sections(draft)
    headline = words.say("Choose a road") if free else words.say("Place it?")
    # What the tile alone would change, before any crew stands on it.
    changed = changes(view, view.observation, after.observation)
    picture = RENDERER.how(
        after.observation,
        captions(view, headline, name, changes=changed),
        (first, draft.place()) if first else draft.place(),
        draft.turns,
        draft.letters,
        tuple(Choice(letter, *short_worth(after, each)) for letter, each in free.items()),
    )
    told = orientation_in_words(after, draft.cell, draft.offer.tile, draft.turns, draft.turn)
    lettered = [
        f"{headed(words, letter, section_state(after, each))}." for letter, each in free.items()
    ]
    return Image(picture, clipped(" ".join([told, *lettered])))
