"""The public message after each move: who must act, what happened, picture, buttons."""

from collections.abc import Sequence
from typing import Final

from bot.games.panel import View
from bot.games.people import is_person, mention, name, player_ids, standings, tally
from bot.games.seismic import due
from bot.games.seismic.news import actor, sentence, told
from bot.games.seismic.setups import variants_named
from bot.games.seismic.words import match_name
from bot.games.speech import earlier
from bot.views.screen import Post
from engine.event import Event
from engine.games.seismic.events import MatchBegun, TilePlaced
from engine.seat import Seat

MOST_TOLD: Final = 8
ROOM: Final = 900
"""Characters for what happened, beside who must act and how it stands."""


def post(view: View, news: Sequence[Event]) -> Post:
    """Return the table message; it pings who must act, unless that very person just acted."""
    seat = view.observation.to_act
    pinged = seat is not None and is_person(view, seat) and _mover(news) != seat
    lines = [*_told(view, _asked(view, pinged=pinged), told(news)), small_line(view)]
    return Post(
        "\n".join(line for line in lines if line),
        due.picture(view),
        due.buttons(view),
        player_ids(view, (seat,)) if seat is not None and pinged else (),
    )


def _mover(news: Sequence[Event]) -> Seat | None:
    """Return whose action made the news."""
    return next((seat for event in reversed(news) if (seat := actor(event)) is not None), None)


def _asked(view: View, *, pinged: bool) -> str:
    seat = view.observation.to_act
    if seat is None:
        return view.words.say("**The match is over.**")
    return due.asked(view, mention(view, seat) if pinged else f"**{name(view, seat)}**")


def _told(view: View, asked: str, events: list[Event]) -> list[str]:
    """Return what a locked phone shows, who must act and what was built, then the rest.

    After an outage much may have happened; then only the end of it is told, in its order.
    """
    fitting = _fitting(view, events)
    before, latest = events[: len(events) - fitting], events[len(events) - fitting :]
    built = [event for event in latest if isinstance(event, TilePlaced | MatchBegun)]
    if built and len({event.seat for event in built}) == 1:
        # Of one turn: with Road Crew's Dilemma it may have built two.
        rest = [event for event in latest if event not in built]
        return [" ".join([asked, *_sentences(view, [*built])]), *_sentences(view, rest)]
    skipped = [earlier(view.words, len(before))] if before else []
    return [asked, *skipped, *_sentences(view, latest)]


def _fitting(view: View, events: list[Event]) -> int:
    """Return how many of the latest events have room in the message."""
    told_, room = 0, ROOM
    for event in reversed(events[-MOST_TOLD:]):
        room -= len(sentence(view, event)) + 1
        if room < 0:
            break
        told_ += 1
    return told_


def _sentences(view: View, events: list[Event]) -> list[str]:
    return [sentence(view, event) for event in events]


def small_line(view: View) -> str:
    """Return "-# Seismic 42 · Aftershocks · turn 19 · Ann ■ 40 · 52 tiles in the pile"."""
    words, observation = view.words, view.observation
    turn = words.say("turn {n}", n=observation.turn)
    ways = [", ".join(variants_named(words, observation.variants))]
    parts = [match_name(view), *filter(None, ways), turn, *_standings(view), _left(view)]
    return f"-# {' · '.join(parts)}"


def _left(view: View) -> str:
    words, observation = view.words, view.observation
    if not observation.piles:
        return words.count("{n} tile in the pile", "{n} tiles in the pile", observation.pile)
    piles = [
        tally(words, name(view, Seat(seat)), pile.tiles)
        for seat, pile in enumerate(observation.piles)
    ]
    return words.say("left to draw: {piles}", piles=", ".join(piles))


def cover(view: View) -> str:
    """Return one line for the cover: turn, who is to move, standings."""
    words, observation = view.words, view.observation
    if observation.to_act is None:
        # The turn that stands in the state may never have been played: the tiles had run out.
        return " · ".join(standings(view))
    turn = words.say("Turn {n}", n=observation.turn)
    who = words.say("{who} to move", who=f"**{name(view, observation.to_act)}**")
    return " · ".join([turn, who, *_standings(view)])


def _standings(view: View) -> list[str]:
    """Return "Ann ■ 40" for each seat; nothing at a pure table, which counts once, at the end."""
    return standings(view) if view.match.has_aids else []


def headline(view: View) -> str:
    """Return one short line for lists of tables."""
    words, observation = view.words, view.observation
    if observation.to_act is None:
        return words.say("the match is over")
    if observation.to_act == view.viewer:
        return words.say("turn {n}, your move", n=observation.turn)
    who = name(view, observation.to_act)
    return words.say("turn {n}, {who} to move", n=observation.turn, who=who)
