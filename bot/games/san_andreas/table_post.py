"""The public message after each move: who must act, what happened, picture, buttons."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from bot.games.people import is_person, mention, name, player_ids, standings
from bot.games.san_andreas import views
from bot.games.san_andreas.news import islands, pointed, sentence, told, turned_up
from bot.games.san_andreas.phases import PHASES
from bot.games.san_andreas.view import View
from bot.games.san_andreas.words import dice_named, match_name, pawns_named
from bot.games.speech import earlier, fitting, listed
from bot.views.custom_ids import about_match
from bot.views.screen import Button, Image, Post, Row
from engine.event import Event
from engine.games.san_andreas.events import (
    CitiesScored,
    CityFounded,
    DiceRolled,
    EpicenterSet,
    IslandsSank,
    QuakeBegun,
    SwapDecided,
    TileShifted,
    TurnPassed,
)
from engine.games.san_andreas.memory import shown_again
from engine.games.san_andreas.reports import Shift
from engine.seat import Seat

MOST_TOLD: Final = 10
ROOM: Final = 1300
"""Characters of what happened: a message has 2,000, and the shell adds a line of its own."""
OF_THE_QUAKE: Final = (QuakeBegun, DiceRolled, TileShifted, IslandsSank)


def post(view: View, news: Sequence[Event]) -> Post:
    """Return the table message; it pings who must act, unless that very person just acted."""
    pinged = tuple(
        seat for seat in view.observation.to_act if is_person(view, seat) and seat != mover(news)
    )
    happened = fitting(view.words, _told(view, news), ROOM)
    lines = [*_opened(_asked(view, pinged), happened), small_line(view)]
    return Post(
        "\n".join(line for line in lines if line),
        image(view, news),
        buttons(view),
        player_ids(view, pinged),
    )


def _opened(asked: str, told: Sequence[str]) -> list[str]:
    """Return the lines with what a locked phone shows first: who must act, what was done."""
    return [" ".join([asked, *told[:1]]), *told[1:]]


def mover(news: Sequence[Event]) -> Seat | None:
    """Return whose turn the news is about."""
    turns = (
        event.seat
        for event in reversed(news)
        if isinstance(event, CityFounded | EpicenterSet | TurnPassed | QuakeBegun)
    )
    return next(turns, None)


def image(view: View, news: Sequence[Event]) -> Image:
    """Return the table, or the quake that has just been, or how it scored after a null's swap."""
    quake = view.observation.quake
    if quake is None or view.observation.phase in ("rolling", "ordering"):
        return views.public_board(view)
    scored = [each.scores for each in news if isinstance(each, CitiesScored) and each.scores]
    if scored and quake.is_over:
        # The next turn may have hidden again what is told here.
        view = replace(view, observation=shown_again(view.observation, scored[-1]))
    if any(isinstance(event, TileShifted) for event in news):
        return views.shaking(view)
    return views.scored(view) if scored else views.public_board(view)


def _asked(view: View, pinged: Sequence[Seat]) -> str:
    words, seats = view.words, view.observation.to_act
    if not seats:
        return words.say("**The match is over.**")
    called = [mention(view, s) if s in pinged else f"**{name(view, s)}**" for s in seats]
    who = listed(words, called)
    if not any(is_person(view, seat) for seat in seats):
        return words.say("{who} is next.", who=who)
    due = PHASES.due(view)
    return due.wanted(view, who) if due else ""


def _told(view: View, news: Sequence[Event]) -> list[str]:
    """Return what happened; a quake as a whole, one numbered line for each shift."""
    events = told(news)
    if any(isinstance(event, CitiesScored) for event in events):
        # Who has decided what stands there now.
        events = [event for event in events if not isinstance(event, SwapDecided)]
    if not any(isinstance(event, TileShifted) for event in events):
        return _sentences(view, events)
    first = _latest_quake(events)
    after = [event for event in events[first:] if not isinstance(event, OF_THE_QUAKE)]
    return [*_sentences(view, events[:first]), *report(view), *_sentences(view, after)]


def _latest_quake(events: Sequence[Event]) -> int:
    """Return where the latest quake begins; computer players may set off two in a row."""
    rolled = [n for n, event in enumerate(events) if isinstance(event, DiceRolled)]
    shaking = (n for n, event in enumerate(events) if isinstance(event, OF_THE_QUAKE))
    return rolled[-1] if rolled else next(shaking)


def _sentences(view: View, events: Sequence[Event]) -> list[str]:
    before, latest = events[:-MOST_TOLD], events[-MOST_TOLD:]
    skipped = [earlier(view.words, len(before))] if before else []
    return [*skipped, *(line for event in latest for line in _lines(view, event))]


def _lines(view: View, event: Event) -> list[str]:
    """Return an event as a sentence; below a scoring the coins that were turned up."""
    shown = turned_up(view, event.scores) if isinstance(event, CitiesScored) else []
    return [sentence(view, event), *shown]


def report(view: View, tell: Callable[[View, Shift], str] = pointed) -> list[str]:
    """Return the latest quake, whoever told how much of it before."""
    quake = view.observation.quake
    if quake is None:
        return []
    head = view.words.say(
        "**Quake {n}**, set off by {who}: {dice}.",
        n=quake.number,
        who=name(view, quake.seat),
        dice=dice_named(view.words, quake.dice),
    )
    # No markdown list: what stands below it would become part of its last item.
    steps = [f"{n}\\. {tell(view, each)}" for n, each in enumerate(quake.shifts, 1)]
    sunk = [islands(view, quake.sunk, quake.drowned)] if quake.sunk else []
    return [head, *steps, *sunk]


def small_line(view: View) -> str:
    """Return "-# San Andreas 42 · turn 19 · Ann ■ 4 · free: Sun and Moon"."""
    words, observation = view.words, view.observation
    turn = words.say("turn {n}", n=observation.turn)
    pool = pawns_named(words, observation.pool)
    count = len(observation.pool)
    free = [words.count("free: {pawns}", "free: {pawns}", count, pawns=pool)] if pool else []
    return f"-# {' · '.join([match_name(view), turn, *standings(view), *free])}"


def buttons(view: View) -> tuple[Row, ...]:
    """Return the public buttons: the first tap of the wizard."""
    due = PHASES.due(view)
    heights = Button(view.words.say("From the sea"), about_match("heights", view.match))
    if due is None:
        return () if view.observation.phase == "over" else (Row((heights,)),)
    return tuple(Row((*row.buttons, heights)) for row in due.rows(view))


def cover(view: View) -> str:
    """Return one line for the cover: turn, who is to move, standings."""
    words, observation = view.words, view.observation
    if not observation.to_act:
        return " · ".join(standings(view))
    turn = words.say("Turn {n}", n=observation.turn)
    names = listed(words, [f"**{name(view, seat)}**" for seat in observation.to_act])
    return " · ".join([turn, words.say("{who} to move", who=names), *standings(view)])


def headline(view: View) -> str:
    """Return one short line for lists of tables."""
    words, observation = view.words, view.observation
    if not observation.to_act:
        return words.say("the match is over")
    if view.viewer in observation.to_act:
        return words.say("turn {n}, your move", n=observation.turn)
    who = listed(words, [name(view, seat) for seat in observation.to_act])
    return words.say("turn {n}, {who} to move", n=observation.turn, who=who)
