"""Looking back: what happened since one's turn, line by line, as a film."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.games import recap
from bot.games.abilities import Holding, StepMark
from bot.games.people import short_name
from bot.games.san_andreas.captions import captions, table_captions
from bot.games.san_andreas.news import revealed, sentence, worth_a_line
from bot.games.san_andreas.view import Moment, View
from bot.games.san_andreas.words import coins, pawn_name, space_name
from bot.games.screen import Image, Screen
from bot.games.speech import clipped, points, without_markdown
from bot.table.match.match import Status
from engine.boards.squares import Space
from engine.game import Event, Seat
from engine.games.san_andreas.events import (
    CitiesScored,
    CityFounded,
    EpicenterSet,
    QuakeBegun,
    TileShifted,
    TurnPassed,
)
from engine.games.san_andreas.memory import remembered, retold
from engine.games.san_andreas.preview import space_of
from engine.games.san_andreas.state import Observation
from render.games.san_andreas import RENDERER
from render.games.san_andreas.captions import Line
from render.games.san_andreas.window import Window, window_of
from render.picture import Picture

MOST_LINES: Final = 8
"""As many stand beside the map."""


@dataclass(frozen=True, slots=True)
class Happened:
    """Something worth a line, with the table right after it."""

    view: View
    event: Event

    @property
    def sentence(self) -> str:
        """Return it in words; a scoring with the coins that were turned up, if they may be told."""
        event = retold(self.view.observation, self.event)
        coins = revealed(self.view, event.scores) if isinstance(event, CitiesScored) else []
        return " ".join([sentence(self.view, event), *coins])


def happened(moments: Sequence[Moment]) -> list[Happened]:
    """Return what is worth a line, in order."""
    return [Happened(each.view, event) for each in moments for event in worth_a_line(each.events)]


def history(moments: Sequence[Moment]) -> tuple[tuple[int, str], ...]:
    """Return (line, sentence) for each thing that happened."""
    return tuple((each.view.line, each.sentence) for each in happened(moments))


def since(view: View, moments: Sequence[Moment]) -> Screen:
    """Return numbered sentences, the picture with the same numbers, one line about the reader."""
    events = happened(moments)
    seat = view.viewer
    about_me = about(view, moments, Seat(seat)) if events and isinstance(seat, int) else ""
    told = [each.sentence for each in events]
    return recap.since(view, told, lambda: picture(view, events), about_me)


def picture(view: View, events: Sequence[Happened]) -> Image:
    """Return the table with the numbers of the sentences where they happened."""
    words = view.words
    lines = [line for n, each in enumerate(events, 1) if (line := _line(each, str(n)))]
    latest = lines[-MOST_LINES:]
    if len(latest) < len(lines):
        latest = [Line("", words.say("+{n} earlier", n=len(lines) - len(latest) + 1)), *latest[1:]]
    marks = _marks(view, events, {each.label for each in latest})
    image = RENDERER.since(
        view.observation, captions(view, recap.headline(view)), marks, tuple(latest)
    )
    alt = " ".join(without_markdown(each.sentence) for each in events)
    return Image(image, clipped(alt))


def _marks(view: View, events: Sequence[Happened], labels: set[str]) -> dict[Space, str]:
    """Return which number stands where, now that tiles may have moved."""
    marks: dict[Space, str] = {}
    for number, each in enumerate(events, 1):
        match each.event:
            case CityFounded(tile=tile, quarter=quarter) | EpicenterSet(tile=tile, quarter=quarter):
                space = space_of(view.observation.layout, tile, quarter)
                if space is not None and str(number) in labels:
                    marks[space] = str(number)
            case _:
                continue
    return marks


def _line(each: Happened, number: str) -> Line | None:
    """Return an event for the list in the picture."""
    words = each.view.words
    match each.event:
        case CityFounded(seat, tile, quarter):
            return Line(number, space_name(tile, quarter), seat=seat)
        case EpicenterSet(_, pawn, tile, quarter):
            text = f"{pawn_name(words, pawn)}, {space_name(tile, quarter)}"
            return Line(number, text, pawn=pawn)
        case TurnPassed(seat):
            return Line("", short_name(each.view, seat), seat=seat)
        case CitiesScored() if (quake := each.view.observation.quake) is not None:
            lost = len(quake.drowned) + sum(len(shift.ruins) for shift in quake.shifts)
            if not lost:
                return Line("", words.say("Quake {n}", n=quake.number))
            return Line("", words.say("Quake {n}: {lost} lost", n=quake.number, lost=lost))
        case _:
            return None


def about(view: View, moments: Sequence[Moment], seat: Seat) -> str:
    """Return "You: +4 points, 3 cities stand."."""
    words, now = view.words, view.observation
    gained = now.points[seat] - moments[0].view.observation.points[seat]
    standing = sum(city.seat == seat for city in now.layout.cities)
    cities = words.count("{n} city stands", "{n} cities stand", standing)
    return words.say("You: +{points}; {cities}.", points=points(words, gained), cities=cities)


def animation(moments: Sequence[Moment], start: int = 0) -> Image:
    """Return the match as a film: a picture for each turn and each shift, and how it stands."""
    steps = CityFounded | EpicenterSet | TileShifted
    kept = [
        *(each for each in moments[start:-1] if any(isinstance(one, steps) for one in each.events)),
        *moments[-1:],
    ]
    drawn = [table_captions(moment.view) for moment in kept]
    film = RENDERER.animation([moment.view.observation for moment in kept], drawn)
    alt = kept[-1].view.words.count(
        "Replay of the match: {n} frame.", "Replay of the match: {n} frames.", len(kept)
    )
    return Image(film, alt, "film")


def window(moments: Sequence[Moment]) -> Window:
    """Return which part of the coast the maps of these moments show."""
    return window_of([each.view.observation.layout for each in moments], ())


def maps(moments: Sequence[Moment], first: int = 0) -> Picture:
    """Return the maps of these moments from the first on, in the window of all."""
    shown = moments[first:]
    seen, drawn = list[Observation](), [table_captions(each.view) for each in shown]
    for each in shown:
        now, is_over = each.view.observation, each.view.match.status != Status.PLAYING
        # In the past stood values that are hidden again since.
        seen.append(now if is_over else remembered(now))
    return RENDERER.maps(seen, drawn, window(moments))


def holdings(view: View) -> tuple[Holding, ...]:
    """Return points of each seat, and the coins in its hand."""
    seats, words = zip(view.observation.points, view.observation.purses, strict=True), view.words
    return tuple(
        Holding(points, words.say("{coins} in hand", coins=coins(words, purse.hand)))
        for points, purse in seats
    )


def marking(events: Sequence[Event]) -> StepMark | None:
    """Return the scoring after a quake, or the beginning of one."""
    if any(isinstance(each, CitiesScored) for each in events):
        return StepMark("scoring")
    return StepMark("quake", "!") if any(isinstance(each, QuakeBegun) for each in events) else None
