"""The whole table in words, made to be heard: real headings, whole directions, no symbols."""

from typing import Final

from bot.games.pages import paged
from bot.games.panel import Page, View
from bot.games.people import name
from bot.games.seismic.alt_texts import roads_in_words
from bot.games.seismic.fits import Offer, joined, neighbour_name, offers
from bot.games.seismic.news import is_worth_a_line, sentence
from bot.games.seismic.rotating import described, turnable
from bot.games.seismic.setups import variants_named
from bot.games.seismic.text_danger import danger, pile
from bot.games.seismic.text_sections import sections_page
from bot.games.seismic.ties import waiting
from bot.games.seismic.tile_names import full_name, magnitude
from bot.games.seismic.words import (
    cell_name,
    crew_of,
    crews,
    direction,
    line_from,
    match_name,
    table_of,
    tiles,
    turns_played,
)
from bot.games.speech import either, listed, points, strung
from bot.locale.localisation import mark
from engine.boards.hexes import Cell, neighbour
from engine.game import Seat
from engine.games.seismic.events import QuakeFlipped, QuakeStruck, TilePlaced, TileRotated
from engine.games.seismic.pieces import Laid, Quake
from engine.games.seismic.tiles import fragments

ASKED: Final = {
    "choosing_town": mark("A quake waits for the choice of the town that it strikes first."),
    "rotating": mark("One tile may be turned."),
    "extending": mark("A second tile may be placed."),
}
"""What is due besides the usual move."""


def text(view: View) -> tuple[Page, ...]:
    """Return the pages: now, sections, tiles, and where they fit while there is a choice."""
    words = view.words
    pages = (
        *paged("now", words.say("Now"), now(view)),
        *paged("sections", words.say("Roads"), sections_page(view)),
        *paged("tiles", words.say("Tiles"), tiles_page(view)),
    )
    if view.observation.outcome:
        return pages
    return (*pages, *paged("fit", words.say("Where they fit"), fit_page(view)))


def now(view: View) -> list[str]:
    """Return what is going on: who must act, what happened, what lies open to all."""
    observation = view.observation
    ways = listed(view.words, variants_named(view.words, observation.variants))
    played = [view.words.say("Variants: {names}.", names=ways)] if ways else []
    lines = [f"{_whose(view)} {_asked(view)}".rstrip(), *played, *_happened(view)]
    if observation.display:
        lines += [_heading(view.words.say("Tiles on offer"))]
        lines += [_on_offer(view, offer) for offer in offers(observation)]
    lines += [_heading(view.words.say("Players"))]
    lines += [f"{_player(view, Seat(n))}{_own_pile(view, n)}" for n in range(observation.seats)]
    if observation.outcome:
        return lines
    if not view.match.has_aids:
        return [*lines, _heading(view.words.say("Pile")), pile(view)]
    return [*lines, _heading(view.words.say("Quake danger")), danger(view)]


def _heading(title: str) -> str:
    return f"### {title}"


def _whose(view: View) -> str:
    words, observation = view.words, view.observation
    head = words.say("{match}, turn {n}.", match=match_name(view), n=turns_played(observation))
    if observation.to_act is None:
        return f"{head} {words.say('The match is over.')}"
    if observation.to_act == view.viewer:
        return f"{head} {words.say('Your move.')}"
    return f"{head} {words.say('{who} to move.', who=name(view, observation.to_act))}"


def _asked(view: View) -> str:
    words, phase = view.words, view.observation.phase
    quake = waiting(view.observation)
    if quake is None:
        return words.say(ASKED[phase]) if phase in ASKED else ""
    lines = either(view.words, [line_from(view, line, quake.town) for line in quake.tied])
    return view.words.say(
        "A {magnitude} quake waits for the choice of a line: {lines}.",
        magnitude=magnitude(quake.tile),
        lines=lines,
    )


def _happened(view: View) -> list[str]:
    observation = view.observation
    events: list[TilePlaced | QuakeStruck | QuakeFlipped | TileRotated] = []
    if observation.last and observation.last_by is not None:
        laid = observation.last
        crew = laid.crews[0].edge if laid.crews else None
        placed = TilePlaced(observation.last_by, laid.tile, laid.cell, laid.turn, crew)
        events.append(placed)
    events += [_quake_event(quake) for quake in observation.quakes]
    events += [TileRotated(each.seat, each.before, each.after) for each in observation.rotated]
    lines = [sentence(view, event) for event in events if is_worth_a_line(event)]
    return [line.replace("**", "") for line in lines]


def _quake_event(quake: Quake) -> QuakeStruck | QuakeFlipped:
    if quake.line is None:
        return QuakeFlipped(quake.tile, quake.tied, quake.town)
    return QuakeStruck(quake.tile, quake.line, quake.fallen, quake.lengths, None, quake.town)


def offer_named(view: View, offer: Offer) -> str:
    """Return "Tiles 1 and 3, two tight curves", or "Your own tile, straight" (Balance)."""
    numbers = listed(view.words, [str(number) for number in offer.numbers])
    if offer.own:
        tile = full_name(view.words, offer.tile)
        if not numbers:
            return view.words.say("The tile just drawn, {tile}", tile=tile)
        return view.words.say(
            "The tile just drawn and {numbers}, {tile}", numbers=numbers, tile=tile
        )
    return view.words.count(
        "Tile {numbers}, {tile}",
        "Tiles {numbers}, {tile}",
        len(offer.numbers),
        numbers=numbers,
        tile=full_name(view.words, offer.tile),
    )


def _on_offer(view: View, offer: Offer) -> str:
    words = view.words
    fit = words.count("Fits {n} cell.", "Fits {n} cells.", len(offer.ways))
    roads = [
        direction(words, a)
        if a == b
        else words.say("{a} to {b}", a=direction(words, a), b=direction(words, b))
        for a, b in fragments(offer.tile, 0)
    ]
    drawn = words.say(
        "{tile}: {roads} as drawn.", tile=offer_named(view, offer), roads=strung(words, roads)
    )
    return f"- {drawn} {fit}"


def _player(view: View, seat: Seat) -> str:
    words, observation = view.words, view.observation
    who = name(view, seat)
    if seat == view.viewer:
        who = words.say("{who} (you)", who=who)
    data = {"who": who, "crews": crews(words, observation.crews[seat])}
    scored = points(words, observation.points[seat])
    if not view.match.has_aids:
        return f"- {words.say('{who}: {crews} at home.', **data)}"
    if observation.outcome:
        return f"- {words.say('{who}: {points}, {crews} at home.', points=scored, **data)}"
    text = words.say(
        "{who}: {points} if the game ended now, {crews} at home.", points=scored, **data
    )
    return f"- {text}"


def _own_pile(view: View, seat: int) -> str:
    """Return what a seat has left to draw, after what else is said of it (Balance)."""
    piles = view.observation.piles
    if not piles:
        return ""
    words, pile = view.words, piles[seat]
    left = words.say("Left to draw: {tiles}.", tiles=tiles(words, pile.tiles))
    mixed = words.count(
        "{n} of them an intersection.", "{n} of them intersections.", pile.intersections
    )
    return f" {left} {mixed}" if pile.intersections else f" {left}"


def tiles_page(view: View) -> list[str]:
    """Return every tile, column by column, with where its roads lead."""
    observation = view.observation
    table, lines, column = table_of(observation), [], ""
    for laid in sorted(observation.tiles, key=_reading_order):
        if table.column(laid.cell.q) != column:
            column = table.column(laid.cell.q)
            lines.append(_heading(view.words.say("Column {first}", first=column)))
        lines.append(f"- {_tile(view, laid)}")
    return lines


def _reading_order(laid: Laid) -> Cell:
    return laid.cell


def _tile(view: View, laid: Laid) -> str:
    roads = roads_in_words(view, laid.cell, laid.tile, laid.turn)
    pieces = fragments(laid.tile, laid.turn)
    worked = [
        f"{road}, {_crews(view, laid, piece)}" if _crews(view, laid, piece) else road
        for road, piece in zip(roads, pieces, strict=True)
    ]
    cell = cell_name(view.observation, laid.cell)
    tile = full_name(view.words, laid.tile)
    return view.words.say(
        "{cell}, {tile}: {roads}.", cell=cell, tile=tile, roads=strung(view.words, worked)
    )


def _crews(view: View, laid: Laid, piece: tuple[int, int]) -> str:
    owners = [crew.seat for crew in laid.crews if crew.edge == piece[0]]
    return listed(view.words, [crew_of(view, seat) for seat in owners])


def fit_page(view: View) -> list[str]:
    """Return where each tile on offer fits, and what it would join there; or which can turn."""
    lines: list[str] = []
    if view.observation.phase == "rotating":
        return [f"- {_turns(view, cell)}" for cell in turnable(view.observation)]
    for offer in offers(view.observation):
        lines.append(_heading(_fit_heading(view, offer)))
        lines += [_fit(view, offer, cell) for cell in offer.ways]
    return lines or [view.words.say("No tile is on offer.")]


def _turns(view: View, cell: Cell) -> str:
    name = cell_name(view.observation, cell)
    return view.words.say("{cell}: {what}.", cell=name, what=described(view, cell))


def _fit_heading(view: View, offer: Offer) -> str:
    return view.words.count(
        "{tile}, {n} cell", "{tile}, {n} cells", len(offer.ways), tile=offer_named(view, offer)
    )


def _fit(view: View, offer: Offer, cell: Cell) -> str:
    words, observation = view.words, view.observation
    beside = [
        neighbour_name(words, observation, neighbour(cell, edge))
        for edge in joined(observation, cell)
    ]
    way = words.count(
        "{cell}, {n} orientation: joins {tiles}.",
        "{cell}, {n} orientations: joins {tiles}.",
        len(offer.ways[cell]),
        cell=cell_name(observation, cell),
        tiles=listed(words, list(dict.fromkeys(beside))),
    )
    return f"- {way}"
