"""The whole table in words, made to be heard: real headings, whole directions, no symbols."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Final, TypeAlias

from bot.games.panel import Page
from bot.games.people import is_without_result, name
from bot.games.seismic.captions import bottom
from bot.games.seismic.news import is_worth_a_line, quake_event, sentence
from bot.games.seismic.offers import Offer, built_around, joined_edges, offers
from bot.games.seismic.rotating import described, turnable
from bot.games.seismic.sections import (
    crossed,
    end_name,
    is_dead,
    open_ends,
    owner_names,
    roads_in_words,
    tile_ends,
)
from bot.games.seismic.setups import variants_named
from bot.games.seismic.view import View
from bot.games.seismic.words import (
    at_town,
    cell_name,
    crew_of,
    crews,
    direction,
    full_name,
    known_next,
    line_from,
    magnitude,
    match_name,
    neighbour_name,
    table_of,
    tiles,
    turns_played,
)
from bot.games.speech import and_list, or_list, paged, points, semicolon_list
from bot.locale.localisation import mark
from engine.boards.hexes import Cell, neighbour
from engine.game import Event, Seat
from engine.games.seismic.events import TilePlaced, TileRotated
from engine.games.seismic.pieces import Laid, Section
from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import TILES, fragments

ASKED: Final = {
    "choosing_town": mark("A quake waits for the choice of the town that it strikes first."),
    "rotating": mark("One tile may be rotated."),
    "extending": mark("A second tile may be placed."),
}
"""What is due besides the usual move, and the choice of a line."""
QUAKES: Final = frozenset(code for code, tile in TILES.items() if tile.kind == "quake")


Said: TypeAlias = dict[Hashable, str]
"""Lines of a match by what they are about: from moment to moment most stay as they are."""


def text(view: View) -> tuple[Page, ...]:
    """Return the pages: now, sections, tiles, and where they fit while there is a choice."""
    return _pages(view, {})


def texts(views: Sequence[View]) -> list[tuple[Page, ...]]:
    """Return the pages of moments of a match, for one viewer in one language."""
    said: Said = {}
    return [_pages(view, said) for view in views]


def _pages(view: View, said: Said) -> tuple[Page, ...]:
    words, offered = view.words, offers(view.observation)
    pages = (
        *paged("now", words.say("Now"), now(view, offered)),
        *paged("sections", words.say("Roads"), sections_page(view, said)),
        *paged("tiles", words.say("Tiles"), tiles_page(view, said)),
    )
    if view.observation.outcome:
        return pages
    return (*pages, *paged("fit", words.say("Where they fit"), fit_page(view, offered, said)))


def now(view: View, offered: Sequence[Offer]) -> list[str]:
    """Return what is going on: who must act, what happened, what lies open to all."""
    words, observation = view.words, view.observation
    due = [words.say("{match}, turn {n}.", match=match_name(view), n=turns_played(observation))]
    is_over = is_without_result(view)
    if observation.to_act is None or is_over:
        due.append(words.say("The match is over."))
    elif observation.to_act == view.viewer:
        due.append(words.say("Your move."))
    else:
        due.append(words.say("{who} to move.", who=name(view, observation.to_act)))
    if observation.phase == "striking" and not is_over:
        quake = observation.quakes[-1]
        tied = or_list(words, [line_from(view, line, quake.town) for line in quake.tied])
        due.append(
            words.say(
                "A {magnitude} quake waits for the choice of a line: {lines}.",
                magnitude=magnitude(quake.tile),
                lines=tied,
            )
        )
    elif observation.phase in ASKED and not is_over:
        due.append(words.say(ASKED[observation.phase]))
    lines = [" ".join(due)]
    if observation.variants:
        names = and_list(words, variants_named(words, observation.variants))
        lines.append(words.say("Variants: {names}.", names=names))

    events: list[Event] = []
    if observation.last and observation.last_by is not None:
        laid = observation.last
        crew = laid.crews[0].edge if laid.crews else None
        events = [TilePlaced(observation.last_by, laid.tile, laid.cell, laid.turn, crew)]
    events += [quake_event(quake) for quake in observation.quakes]
    events += [TileRotated(each.seat, each.before, each.after) for each in observation.rotated]
    happened = [sentence(view, event) for event in events if is_worth_a_line(event)]
    lines += [each.replace("**", "") for each in happened]

    if observation.display:
        lines += [f"### {words.say('Tiles on offer')}"]
        lines += [on_offer(view, offer) for offer in offered]
    lines += known_next(view)
    lines += [f"### {words.say('Players')}"]
    lines += [player(view, Seat(seat)) for seat in range(observation.seats)]
    if observation.outcome:
        return lines
    if view.match.has_aids:
        return [*lines, f"### {words.say('Quake danger')}", danger(view)]
    return [*lines, f"### {words.say('Pile')}", pile(view)]


def offer_named(view: View, offer: Offer) -> str:
    """Return "Tiles 1 and 3, two tight curves", or "The tile just drawn, straight" (Balance)."""
    words, tile = view.words, full_name(view.words, offer.tile)
    numbers = and_list(words, [str(number) for number in offer.numbers])
    if offer.own and not numbers:
        return words.say("The tile just drawn, {tile}", tile=tile)
    if offer.own:
        return words.say("The tile just drawn and {numbers}, {tile}", numbers=numbers, tile=tile)
    return words.count(
        "Tile {numbers}, {tile}",
        "Tiles {numbers}, {tile}",
        len(offer.numbers),
        numbers=numbers,
        tile=tile,
    )


def on_offer(view: View, offer: Offer) -> str:
    """Return a tile on offer: its roads as it is drawn, and how many cells it fits."""
    words = view.words
    fit = words.count("Fits {n} cell.", "Fits {n} cells.", len(offer.fits))
    roads = [
        direction(words, a)
        if a == b
        else words.say("{a} to {b}", a=direction(words, a), b=direction(words, b))
        for a, b in fragments(offer.tile, 0)
    ]
    drawn = words.say(
        "{tile}, as shown: {roads}.",
        tile=offer_named(view, offer),
        roads=semicolon_list(words, roads),
    )
    return f"- {drawn} {fit}"


def player(view: View, seat: Seat) -> str:
    """Return what a seat has: points, crews, and what is left to draw (Balance)."""
    words, observation, who = view.words, view.observation, name(view, seat)
    if seat == view.viewer:
        who = words.say("{who} (you)", who=who)
    home, scored = crews(words, observation.crews[seat]), points(words, observation.points[seat])
    if not view.match.has_aids:
        told = words.say("{who}: {crews} in hand.", who=who, crews=home)
    elif observation.outcome:
        told = words.say("{who}: {points}, {crews} in hand.", who=who, points=scored, crews=home)
    else:
        told = words.say(
            "{who}: {points} if the match ended now, {crews} in hand.",
            who=who,
            points=scored,
            crews=home,
        )
    if not observation.piles:
        return f"- {told}"
    own = observation.piles[seat]
    left = words.say("Left to draw: {tiles}.", tiles=tiles(words, own.tiles))
    mixed = words.count(
        "{n} of them an intersection.", "{n} of them intersections.", own.intersections
    )
    return f"- {told} {left} {mixed}" if own.intersections else f"- {told} {left}"


def danger(view: View) -> str:
    """Return how many tiles may bring a quake, and what it would strike."""
    words, observation = view.words, view.observation
    if not may_shake(observation):
        return f"{pile(view)} {words.say('No quake can come anymore.')}"
    told = [pile(view)]
    for town, lines in enumerate(observation.lines):
        longest, where = max(lines), at_town(words, observation, town)
        if not longest:
            told.append(words.say("No line out of {town} has a tile.", town=where))
            continue
        first = [direction(words, line) for line in range(6) if lines[line] == longest]
        data = {"lines": or_list(words, first), "tiles": tiles(words, longest)}
        told.append(
            words.say("The next quake takes the longest line: {lines}, {tiles}.", **data)
            if len(observation.towns) == 1
            else words.say(
                "Out of {town} the next quake takes the longest line: {lines}, {tiles}.",
                town=where,
                **data,
            )
        )
        others = [f"{direction(words, line)} {n}" for line, n in enumerate(lines) if n < longest]
        told += [words.say("Others: {lines}.", lines=", ".join(others))] if others else []
    return " ".join(told)


def pile(view: View) -> str:
    """Return how many tiles the pile has, and which quakes are certain to lie in it."""
    words, observation = view.words, view.observation
    told = words.count("{n} tile in the pile.", "{n} tiles in the pile.", observation.pile)
    if not observation.buried:
        return told
    certain = words.say("Certain to come: {quakes}.", quakes=bottom(words, observation))
    return f"{told} {certain}"


def may_shake(observation: Observation) -> bool:
    """Say whether a quake may still be in the pile."""
    come = sum(code in QUAKES for code in observation.discarded)
    # Every town came with a box of tiles.
    return observation.pile > 0 and come < len(QUAKES) * len(observation.towns)


def sections_page(view: View, said: Said) -> list[str]:
    """Return every section under the heading that says what can become of it.

    At a pure table without what they are worth.
    """
    words, viewer, has_aids = view.words, view.viewer, view.match.has_aids
    sections = view.observation.sections
    live = [each for each in sections if not each.complete and not is_dead(each)]
    lines: list[str] = []

    def line(section: Section, told: Callable[[View, Section], str]) -> str:
        key = section, told
        if key not in said:
            said[key] = f"- {told(view, section)}"
        return said[key]

    def part(title: str, found: Iterable[Section], told: Callable[[View, Section], str]) -> None:
        named = [line(each, told) for each in found]
        if named:
            lines.extend([f"### {title}, {len(named)}", *named])

    def worth(section: Section) -> tuple[bool, int]:
        return not section.owners, -section.points if has_aids else 0

    complete = (each for each in sections if each.complete)
    part(words.say("Complete"), sorted(complete, key=worth), complete_road)
    if view.observation.outcome is not None:
        # Bare stubs of nobody are not worth a line.
        known = (each for each in live if each.crews or each.fragments)
        part(words.say("Left open, worth nothing"), known, unfinished_road)
    else:
        mine = (each for each in live if viewer in each.owners)
        part(words.say("Your open roads"), mine, open_road)
        theirs = (each for each in live if each.crews and viewer not in each.owners)
        part(words.say("Other players' open roads"), theirs, open_road)
        free = (each for each in live if not each.crews)
        part(words.say("Unclaimed (extend to claim)"), free, open_road)
    dead = (each for each in sections if is_dead(each) and (each.crews or each.fragments))
    part(words.say("Dead ends"), dead, dead_road)
    return lines or [words.say("There is no road yet.")]


def complete_road(view: View, section: Section) -> str:
    """Return "Ann: San Andreas to +6 at J8, 1 fragment through I8. 13 points."."""
    words = view.words
    first, last = (end_name(view, end) for end in section.ends)
    text = words.say(
        "{who}: {a} to {b}, {run}.",
        who=owner_names(view, section),
        a=first,
        b=last,
        run=crossed(view, section),
    )
    return f"{text} {points(words, section.points)}." if view.match.has_aids else text


def open_road(view: View, section: Section) -> str:
    """Return "Bob: 1 fragment through H8, from San Andreas. Open at G7. 7 points so far.".

    One that is the viewer's alone, or nobody's, stands under a heading that says so.
    """
    words, head = view.words, _from(view, section)
    cells = and_list(
        words, list(dict.fromkeys(end_name(view, each) for each in open_ends(section)))
    )
    text = words.say("{head}. Open at {cells}.", head=head, cells=cells)
    if view.match.has_aids:
        text += f" {words.say('{points} so far.', points=points(words, section.points))}"
    if not section.crews or section.owners == (view.viewer,):
        return text
    return words.say("{who}: {what}", who=owner_names(view, section), what=text)


def unfinished_road(view: View, section: Section) -> str:
    """Return "Bob: 1 fragment through H8, from San Andreas."."""
    what = f"{_from(view, section)}."
    if not section.crews:
        return what
    return view.words.say("{who}: {what}", who=owner_names(view, section), what=what)


def dead_road(view: View, section: Section) -> str:
    """Return "Bob: 3 fragments through H8, H9 and I9, a loop."."""
    words, what = view.words, crossed(view, section)
    if section.ends:
        text = words.say("{run}, stopped at the edge of the table.", run=what)
    else:
        text = words.say("{run}, a loop.", run=what)
    if not section.crews:
        return text
    return words.say("{who}: {what}", who=owner_names(view, section), what=text)


def _from(view: View, section: Section) -> str:
    """Return "1 fragment through H8, from San Andreas"."""
    ends = [end_name(view, end) for end in tile_ends(section)]
    what = crossed(view, section)
    return view.words.say("{run}, from {end}", run=what, end=ends[0]) if ends else what


def tiles_page(view: View, said: Said) -> list[str]:
    """Return every tile, column by column, with where its roads lead."""
    words, observation = view.words, view.observation
    table, lines, column = table_of(observation), [], ""
    for laid in sorted(observation.tiles, key=lambda each: each.cell):
        if table.column(laid.cell.q) != column:
            column = table.column(laid.cell.q)
            lines.append(f"### {words.say('Column {first}', first=column)}")
        key = laid, built_around(observation, laid.cell)
        if key not in said:
            said[key] = f"- {tile_told(view, laid)}"
        lines.append(said[key])
    return lines


def tile_told(view: View, laid: Laid) -> str:
    """Return what a tile is and where its roads lead; it depends on where tiles lie around it."""
    words, roads = view.words, []
    pieces = fragments(laid.tile, laid.turn)
    named = roads_in_words(view, laid.cell, laid.tile, laid.turn)
    for road, (edge, _) in zip(named, pieces, strict=True):
        owners = [crew_of(view, crew.seat) for crew in laid.crews if crew.edge == edge]
        roads.append(f"{road}, {and_list(words, owners)}" if owners else road)
    return words.say(
        "{cell}, {tile}: {roads}.",
        cell=cell_name(view.observation, laid.cell),
        tile=full_name(words, laid.tile),
        roads=semicolon_list(words, roads),
    )


def fit_page(view: View, offered: Sequence[Offer], said: Said) -> list[str]:
    """Return where each tile on offer fits, and what it would join there; or which can turn."""
    words, observation = view.words, view.observation
    lines: list[str] = []
    if observation.phase == "rotating":
        for cell in turnable(observation):
            where, what = cell_name(observation, cell), described(view, cell)
            lines.append(f"- {words.say('{cell}: {what}.', cell=where, what=what)}")
        return lines
    for offer in offered:
        tile, n = offer_named(view, offer), len(offer.fits)
        counted = words.count("{tile}, {n} cell", "{tile}, {n} cells", n, tile=tile)
        lines.append(f"### {counted}")
        for cell, turns in offer.fits.items():
            joined = joined_edges(observation, cell)
            key = cell, len(turns), joined
            if key not in said:
                said[key] = f"- {fit_told(view, cell, len(turns), joined)}"
            lines.append(said[key])
    return lines or [words.say("No tile is on offer.")]


def fit_told(view: View, cell: Cell, turns: int, joined: Iterable[int]) -> str:
    """Return in how many ways a tile fits on a cell, and what it would join there."""
    words, observation = view.words, view.observation
    beside = [neighbour_name(words, observation, neighbour(cell, edge)) for edge in joined]
    return words.count(
        "{cell}, {n} orientation: joins {tiles}.",
        "{cell}, {n} orientations: joins {tiles}.",
        turns,
        cell=cell_name(observation, cell),
        tiles=and_list(words, list(dict.fromkeys(beside))),
    )
