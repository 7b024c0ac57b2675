"""The phase "rotating": after a quake everybody in turn may turn one tile (Aftershocks).

r [part]                  which tile turns? as keys, band `part` of them, or a list
o menu cell               a tile chosen from a list
y cell [turn]             which orientation?
z cell turn               turn it
k [y]                     turn nothing? "y": nothing
"""

from dataclasses import replace

from bot.games.custom_ids import draft_id
from bot.games.panel import Command, CommandOption, Submit
from bot.games.people import accent
from bot.games.phase import Phase
from bot.games.screen import Button, Image, Row, Screen, Style, Suggestion, Text, text_block
from bot.games.seismic.captions import captions, changes
from bot.games.seismic.cell_choice import CellChoice, remembered
from bot.games.seismic.choosing_town import LATE_QUAKE
from bot.games.seismic.news import points_changed
from bot.games.seismic.orientation import (
    orientation_buttons,
    orientation_in_words,
    orientation_suggestions,
    orientation_typed,
)
from bot.games.seismic.placing import SURE
from bot.games.seismic.refusals import no_such_choice
from bot.games.seismic.view import Answer, View
from bot.games.seismic.words import (
    NOTHING,
    cell_name,
    cell_names,
    cell_of,
    digit,
    headed,
    magnitude,
    means_none,
    tile_name,
)
from bot.games.speech import clipped, folded
from engine.boards.hexes import Cell
from engine.errors import IllegalAction
from engine.games.seismic.actions import Action, KeepAll, Rotate
from engine.games.seismic.pieces import Laid
from engine.games.seismic.preview import rotated
from engine.games.seismic.state import Observation
from render.games.seismic import RENDERER


class Rotating(Phase[Observation, Action]):
    """The choice of a tile and of the orientation that it gets, or of none."""

    verbs = "royzk"

    @property
    def commands(self) -> tuple[Command[Action], ...]:
        return (
            LATE_QUAKE,
            Command(
                "rotate",
                "Rotate one tile after a quake (Aftershocks).",
                self.typed,
                (
                    CommandOption("cell", "of the tile, such as J8, or none", self.tiles_suggested),
                    CommandOption(
                        "orientation",
                        "which orientation, by its number",
                        self.orientations_suggested,
                        is_needed=False,
                    ),
                ),
                elsewhere="seismic-not-now",
            ),
        )

    def wanted(self, view: View, who: str) -> str:
        return view.words.say(
            "{who}, **after the {magnitude} quake you may rotate one tile.**",
            who=who,
            magnitude=magnitude(view.observation.quakes[-1].tile),
        )

    def rows(self, view: View) -> tuple[Row, ...]:
        turn = Button(view.words.say("Rotate a tile"), draft_id(view, "r"), Style.BLUE)
        return (Row((turn, keep_button(view))),)

    def ask(self, view: View, first: str = "") -> Screen:
        return which_tile(view, first=first)

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        match verb, args:
            case "k", ():
                return keep_all(view)
            case "k", (yes,) if yes == SURE:
                return Submit(KeepAll())
            case "r", _:
                part = args[0] if args else ""
                return remembered(which_tile(view, part), part)
            case ("o", (_, name)) | ("y", (name,)):
                return which_orientation(view, cell_to_turn(view, name))
            case "y", (name, turn, *_):
                cell = cell_to_turn(view, name)
                return which_orientation(view, cell, turn_to_make(view, cell, turn))
            case "z", (name, turn):
                cell = cell_to_turn(view, name)
                return Submit(Rotate(cell, turn_to_make(view, cell, turn)))
            case _:
                raise IllegalAction("seismic-not-now")

    def typed(self, view: View, name: str, way: str) -> Answer:
        """Return the rotation if it is clear, otherwise the question that is open."""
        if means_none(view.words, name):
            return Submit(KeepAll())
        cell = cell_to_turn(view, name)
        turn = orientation_typed(best_first(view, cell), way)
        if turn is None:
            return which_orientation(view, cell, first=no_such_choice(view, way))
        return Submit(Rotate(cell, turn))

    def tiles_suggested(self, view: View, text: str) -> list[Suggestion]:
        """Offer the tiles that can turn, and to turn nothing."""
        names = {cell_name(view.observation, cell): cell for cell in turnable(view.observation)}
        can = [
            Suggestion(headed(view.words, name, described(view, cell)), name)
            for name, cell in names.items()
            if folded(name).startswith(folded(text))
        ]
        none = Suggestion(view.words.say("don't rotate"), NOTHING)
        return can if text.strip() else [none, *can]

    def orientations_suggested(self, view: View, name: str, text: str) -> list[Suggestion]:
        """Offer the orientations that a tile may get, with where its roads lead then."""
        cell = cell_to_turn(view, name)
        tile = laid_on(view.observation, cell).tile
        return orientation_suggestions(view, cell, tile, best_first(view, cell), text)


def turnable(observation: Observation) -> dict[Cell, tuple[int, ...]]:
    """Return the rotations that tiles may get, column by column."""
    found: dict[Cell, tuple[int, ...]] = {}
    for rotate in observation.rotations:
        found[rotate.cell] = (*found.get(rotate.cell, ()), rotate.turn)
    return dict(sorted(found.items()))


def best_first(view: View, cell: Cell) -> tuple[int, ...]:
    """Return the orientations of a tile, those that bring the viewer most first.

    At a pure table they come as the tile turns.
    """
    observation = view.observation

    def points(turn: int) -> int:
        return rotated(observation, Rotate(cell, turn)).points[observation.asked[0]]

    turns = turnable(observation)[cell]
    return tuple(sorted(turns, key=lambda n: (-points(n), n))) if view.match.has_aids else turns


def cell_to_turn(view: View, name: str) -> Cell:
    """Return the cell of this name; raise `IllegalAction` if its tile can't turn."""
    cell = cell_of(view.observation, name)
    if cell not in turnable(view.observation):
        laid = view.observation.at(cell)
        rotated(view.observation, Rotate(cell, laid.turn if laid else 0))
    return cell


def turn_to_make(view: View, cell: Cell, text: str) -> int:
    """Return the orientation that an id names; raise `IllegalAction` if the tile can't lie so."""
    turn = digit(text)
    rotated(view.observation, Rotate(cell, turn))
    return turn


def laid_on(observation: Observation, cell: Cell) -> Laid:
    """Return the tile on a cell that has one."""
    laid = observation.at(cell)
    if laid is None:
        raise IllegalAction("seismic-no-tile-there", cell=cell)
    return laid


def keep_button(view: View) -> Button:
    """Return the button that asks whether to turn nothing."""
    return Button(view.words.say("Don't rotate"), draft_id(view, "k"))


def keep_all(view: View) -> Screen:
    """Ask whether nothing is to be turned."""
    words = view.words
    title = words.say("### Don't rotate?\nNothing is sent yet.")
    yes = Button(words.say("Don't rotate"), draft_id(view, "k", SURE), Style.GREEN)
    other = Button(words.say("Rotate a tile"), draft_id(view, "r"), Style.BLUE)
    return Screen((Text(title), Row((yes, other))), accent(view))


def which_tile(view: View, part: str = "", first: str = "") -> Screen:
    """Ask which tile turns, as a keypad or a list; from the start nothing may turn, too."""
    words, cells = view.words, tuple(turnable(view.observation))
    can = words.count("tile can be rotated", "tiles can be rotated", len(cells))

    def drawn(shown: tuple[Cell, ...]) -> Image:
        note = can if len(shown) == len(cells) else words.say("of {n} tiles", n=len(cells))
        names = cell_names(view.observation, shown)
        picture = RENDERER.turnable(
            view.observation,
            captions(view, words.say("Choose a tile")),
            {cell: cell_name(view.observation, cell) for cell in shown},
            (str(len(shown)), note),
        )
        return Image(
            picture, clipped(words.say("Tiles that can be rotated: {cells}.", cells=names))
        )

    return CellChoice(
        title=words.say("### Rotate which tile?"),
        count=words.count("{n} tile can be rotated.", "{n} tiles can be rotated.", len(cells)),
        part="r",
        menu="o",
        key="y",
        id=lambda verb, *rest: draft_id(view, verb, *rest),
        described=lambda cell: described(view, cell),
        picture=drawn,
        after=(keep_button(view),),
    ).screen(view, cells, part, first)


def described(view: View, cell: Cell) -> str:
    """Return "two straights, 2 orientations"."""
    return view.words.count(
        "{tile}, {n} orientation",
        "{tile}, {n} orientations",
        len(turnable(view.observation)[cell]),
        tile=tile_name(view.words, laid_on(view.observation, cell).tile),
    )


def which_orientation(view: View, cell: Cell, turn: int | None = None, first: str = "") -> Screen:
    """Ask in which orientation a tile lies, and let it turn; the best one comes first."""
    words, observation, turns = view.words, view.observation, best_first(view, cell)
    name = cell_name(observation, cell)
    tables = [rotated(observation, Rotate(cell, each)) for each in turns]
    chosen = 0 if turn is None else turns.index(turn)
    after = replace(view, observation=tables[chosen])
    laid = laid_on(tables[chosen], cell)
    tile = tile_name(words, laid.tile)

    title = words.say("### Rotate {tile} at {cell}?", tile=tile, cell=name)
    way = words.say("There is one other orientation.")
    if len(turns) > 1:
        way = words.say("Orientation {k} of {n}.", k=chosen + 1, n=len(turns))
    changed = changes(view, observation, tables[chosen])
    drawn = captions(after, words.say("Rotate it?"), name, changes=changed)
    told = orientation_in_words(after, cell, laid.tile, turns, turns[chosen])
    image = Image(
        RENDERER.turn(observation, drawn, cell, tables, chosen),
        clipped(told),
    )

    gain = ""
    if view.match.has_aids:
        before, now = observation.points, tables[chosen].points
        gained = points_changed(view, (b - a for a, b in zip(before, now, strict=True)))
        gain = gained or words.say("No one's points change.")
    send = words.say("Rotate {cell}", cell=name)
    buttons = (
        Button(send, draft_id(view, "z", name, turns[chosen]), Style.GREEN),
        keep_button(view),
        Button(words.say("Another tile"), draft_id(view, "r")),
    )
    blocks = (
        *text_block(first),
        Text(f"{title}\n{way} {words.say('Nothing is sent yet.')}"),
        image,
        *orientation_buttons(turns, turns[chosen], lambda each: draft_id(view, "y", name, each)),
        *text_block(gain),
        Row(buttons),
    )
    return Screen(blocks, accent(view))
