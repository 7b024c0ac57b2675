"""Looking back: what happened since one's turn, line by line, as a film."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.games import recap
from bot.games.abilities import Holding, StepMark
from bot.games.people import short_name
from bot.games.screen import Image, Screen
from bot.games.seismic.captions import captions, changes, signed, table_captions
from bot.games.seismic.news import Happened, happened
from bot.games.seismic.sections import end_name, open_ends, tile_ends
from bot.games.seismic.view import Moment, View
from bot.games.seismic.words import cell_name, crews, magnitude
from bot.games.speech import clipped, points, without_markdown
from bot.table.match.match import Status
from engine.boards.hexes import Cell
from engine.game import Event, Seat
from engine.games.seismic.events import QuakeStruck, TilePlaced, TileRotated
from engine.games.seismic.pieces import Laid
from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import TILES
from render.games.seismic import RENDERER
from render.games.seismic.captions import Choice
from render.games.seismic.view import MapWindow, map_window
from render.picture import Picture

MOST_SENTENCES = 24
"""A recap longer than this begins with the later ones; the history has them all."""

MOST_LINES = 6
"""As many stand beside the map."""


def through(moments: Sequence[Moment]) -> list[Happened]:
    """Return what is worth a line, in order."""
    befores = (None, *(each.view.observation for each in moments[:-1]))
    return [
        replace(each, joins=joined(before, moment.view.observation, each.event))
        for before, moment in zip(befores, moments, strict=False)
        for each in happened(moment.view, moment.events)
    ]


def joined(before: Observation | None, after: Observation, event: Event) -> tuple[Seat, ...]:
    """Return whose claimed sections an event has joined: it may change who owns the road."""
    match event:
        case TilePlaced(cell=cell) | TileRotated(after=Laid(cell=cell)) if before is not None:
            parts = {crew: n for n, each in enumerate(before.sections) for crew in each.crews}
        case _:
            return ()
    for section in after.sections:
        known = {parts[crew] for crew in section.crews if crew in parts}
        pieces = (*section.fragments, *section.stubs)
        if len(known) > 1 and any(piece.cell == cell for piece in pieces):
            return tuple(sorted({crew.seat for _, crew in section.crews}))
    return ()


def since(view: View, moments: Sequence[Moment]) -> Screen:
    """Return numbered sentences, the picture with the same numbers, one line about the reader."""
    every = through(moments)
    events = every[-MOST_SENTENCES:]
    told = [each.sentence for each in events]
    seat = view.viewer
    about_me = about(view, moments, Seat(seat)) if events and isinstance(seat, int) else ""
    drawn = partial(picture, view, moments, events)
    return recap.since(view, told, drawn, about_me, len(every) - len(events))


def picture(view: View, moments: Sequence[Moment], events: list[Happened]) -> Image:
    """Return the table with the numbers of the sentences where they happened."""
    marks, strikes = numbered_cells(view.observation, events)
    drawn = captions(
        view,
        recap.headline(view),
        changes=changes(view, moments[0].view.observation, view.observation),
    )
    lines = tuple(line for n, each in enumerate(events, 1) if (line := _line(each, str(n))))
    if len(lines) > MOST_LINES:
        # The first says how many are not there.
        latest = lines[1 - MOST_LINES :]
        more = view.words.say("+{n} earlier", n=len(lines) - len(latest))
        lines = (Choice("", more), *latest)
    image = RENDERER.since(view.observation, drawn, marks, strikes, lines)
    told = " ".join(f"{n}. {without_markdown(each.sentence)}" for n, each in enumerate(events, 1))
    return Image(image, clipped(view.words.say("Seismic, what happened: {events}", events=told)))


def numbered_cells(
    observation: Observation, events: list[Happened]
) -> tuple[dict[Cell, str], tuple[QuakeStruck, ...]]:
    """Return which number stands where, and what quakes took.

    A tile that still stands has its number, a quake one on a cell that it left empty.
    """
    marks: dict[Cell, str] = {}
    strikes: list[QuakeStruck] = []
    for number, each in enumerate(events, 1):
        match each.event:
            case TilePlaced(cell=cell) | TileRotated(after=Laid(cell=cell)) if observation.at(cell):
                marks[cell] = str(number)
            case QuakeStruck(fallen=gone) as strike:
                strikes.append(strike)
                bare = [each.cell for each in gone if observation.at(each.cell) is None]
                marks |= dict.fromkeys(
                    [cell for cell in bare if cell not in marks][:1], str(number)
                )
            case _:
                continue
    return marks, tuple(strikes)


def _line(each: Happened, number: str) -> Choice | None:
    """Return an event for the list in the picture."""
    match each.event:
        case TilePlaced(seat=seat, cell=cell, crew=crew):
            claim = "" if crew is None else "claim"
            sign = "join" if each.joins else claim
        case TileRotated(seat=seat, after=Laid(cell=cell)):
            sign = "turn"
        case QuakeStruck(tile=tile, fallen=fallen):
            lost = each.view.words.count("{n} tile lost", "{n} tiles lost", len(fallen))
            return Choice(number, lost, quake=tile)
        case _:
            return None
    who, where = short_name(each.view, seat), cell_name(each.view.observation, cell)
    others = tuple(other for other in each.joins if other != seat)
    return Choice(number, who, where, seat=seat, others=others, sign=sign)


def about(view: View, moments: Sequence[Moment], seat: Seat) -> str:
    """Return "You: 18 crews, +4 points. An intersection at **F9** would close …"."""
    words, observation = view.words, view.observation
    gained = observation.points[seat] - moments[0].view.observation.points[seat]
    home = crews(words, observation.crews[seat])
    change = words.count("{signed} point", "{signed} points", abs(gained), signed=signed(gained))
    head = words.say("You: {crews}, {change}.", crews=home, change=change)
    lacking = [
        each
        for each in observation.sections
        if seat in each.owners and (len(open_ends(each)), len(tile_ends(each))) == (1, 1)
    ]
    if not lacking:
        return head
    best = max(lacking, key=lambda section: section.points)
    close = words.say(
        "An intersection at **{cell}** would finish your road from {end} ({points} so far).",
        cell=end_name(view, open_ends(best)[0]),
        end=end_name(view, tile_ends(best)[0]),
        points=points(words, best.points),
    )
    return f"{head} {close}"


def history(moments: Sequence[Moment]) -> tuple[tuple[int, str], ...]:
    """Return (line, sentence) for each thing that happened."""
    return tuple((each.view.line, each.sentence) for each in through(moments))


def animation(moments: Sequence[Moment], start: int = 0) -> Image:
    """Return the match as a film: a picture for each tile and each quake."""
    kept = [moment for moment in moments[start:] if _is_a_step(moment)] or list(moments[-1:])
    drawn = [table_captions(moment.view) for moment in kept]
    before = sum(map(_is_a_step, moments[:start]))
    film = RENDERER.animation([moment.view.observation for moment in kept], drawn, before)
    alt = kept[-1].view.words.count(
        "Replay of the match: {n} frame.", "Replay of the match: {n} frames.", len(kept)
    )
    return Image(film, alt, "film")


def _is_a_step(moment: Moment) -> bool:
    return any(isinstance(event, TilePlaced | TileRotated | QuakeStruck) for event in moment.events)


def window(moments: Sequence[Moment]) -> MapWindow:
    """Return which part of the map the maps of these moments show."""
    grows = moments[-1].view.match.status is Status.PLAYING
    return map_window([each.view.observation for each in moments], grows=grows)


def maps(moments: Sequence[Moment], first: int = 0) -> Picture:
    """Return the maps of these moments from the first on, in the window of all."""
    shown = moments[first:]
    drawn = [table_captions(each.view) for each in shown]
    return RENDERER.maps([each.view.observation for each in shown], drawn, window(moments))


def holdings(view: View) -> tuple[Holding, ...]:
    """Return points and crews of each seat."""
    seats = zip(view.observation.points, view.observation.crews, strict=True)
    return tuple(Holding(points, crews(view.words, home)) for points, home in seats)


def marking(events: Sequence[Event]) -> StepMark | None:
    """Return the largest quake that struck."""
    struck = [each.tile for each in events if isinstance(each, QuakeStruck)]
    largest = max(struck, key=lambda code: TILES[code].value, default=None)
    return None if largest is None else StepMark("quake", magnitude(largest))
