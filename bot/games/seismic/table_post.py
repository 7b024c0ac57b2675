"""The public message after each move: who must act, what happened, picture, buttons."""

from collections.abc import Sequence
from typing import Final

from bot.games.panel import View
from bot.games.people import SHAPES, is_person, mention, name, player_ids
from bot.games.seismic.alt_texts import table_alt
from bot.games.seismic.captions import table_captions
from bot.games.seismic.controls import tile_buttons
from bot.games.seismic.news import sentence, told
from bot.games.seismic.ties import line_buttons, tie_image, waiting
from bot.games.seismic.tile_names import magnitude
from bot.games.seismic.words import match_name
from bot.games.speech import earlier
from bot.views.screen import Image, Post, Row
from engine.event import Event
from engine.games.seismic.events import MatchBegun, QuakeStruck, TilePlaced
from engine.games.seismic.state import Quake
from engine.seat import Seat
from render.games.seismic import RENDERER

MOST_TOLD: Final = 8


def post(view: View, news: Sequence[Event]) -> Post:
    """Return the table message; it pings who must act, unless that very person just acted."""
    quake = waiting(view.observation)
    seat = view.observation.to_act
    pinged = seat is not None and is_person(view, seat) and _mover(news) != seat
    asked = _asked(view, quake, pinged=pinged)
    lines = [*_told(view, asked, told(news)), small_line(view)]
    return Post(
        "\n".join(line for line in lines if line),
        picture(view, quake),
        _buttons(view, quake),
        player_ids(view, (seat,)) if seat is not None and pinged else (),
    )


def picture(view: View, quake: Quake | None) -> Image:
    """Return the table, or the tied lines while a quake waits for a choice."""
    if quake:
        title = view.words.say("Quake {magnitude}", magnitude=magnitude(quake.tile))
        return tie_image(view, quake, title)
    return board(view)


def board(view: View) -> Image:
    """Return the picture of the table."""
    return Image(RENDERER.board(view.observation, table_captions(view)), table_alt(view))


def _mover(news: Sequence[Event]) -> Seat | None:
    """Return whose action made the news."""
    for event in reversed(news):
        if isinstance(event, TilePlaced):
            return event.seat
        if isinstance(event, QuakeStruck) and event.by is not None:
            return event.by
    return None


def _told(view: View, asked: str, events: list[Event]) -> list[str]:
    """Return what a locked phone shows, who must act and what was built, then the rest.

    After an outage much may have happened; then only the end of it is told, in its order.
    """
    before, latest = events[:-MOST_TOLD], events[-MOST_TOLD:]
    built = [event for event in latest if isinstance(event, TilePlaced | MatchBegun)]
    if len(built) == 1:
        rest = [event for event in latest if event is not built[0]]
        return [f"{asked} {sentence(view, built[0])}", *_sentences(view, rest)]
    skipped = [earlier(view.words, len(before))] if before else []
    return [asked, *skipped, *_sentences(view, latest)]


def _sentences(view: View, events: list[Event]) -> list[str]:
    return [sentence(view, event) for event in events]


def _asked(view: View, quake: Quake | None, *, pinged: bool) -> str:
    words, seat = view.words, view.observation.to_act
    if seat is None:
        return words.say("**The match is over.**")
    who = mention(view, seat) if pinged else f"**{name(view, seat)}**"
    if quake:
        return words.say(
            "{who}, **a quake {magnitude}!** {n} lines are equally long: choose the one it takes.",
            who=who,
            magnitude=magnitude(quake.tile),
            n=len(quake.tied),
        )
    if not is_person(view, seat):
        return words.say("{who} is next.", who=who)
    return words.say("{who}, **your move.**", who=who)


def small_line(view: View) -> str:
    """Return "-# Seismic 42 · turn 19 · Ann ■ 40 · Bob ▲ 22 · 52 tiles in the pile"."""
    words, observation = view.words, view.observation
    pile = words.count("{n} tile in the pile", "{n} tiles in the pile", observation.pile)
    turn = words.say("turn {n}", n=observation.turn)
    return f"-# {' · '.join([match_name(view), turn, *standings(view), pile])}"


def standings(view: View) -> list[str]:
    """Return "Ann ■ 40" for each seat."""
    return [
        f"{name(view, Seat(seat))} {SHAPES[seat]} {n}"
        for seat, n in enumerate(view.observation.points)
    ]


def _buttons(view: View, quake: Quake | None) -> tuple[Row, ...]:
    if quake:
        return line_buttons(view, quake)
    buttons = tile_buttons(view) if view.observation.to_act is not None else ()
    return (Row(buttons),) if buttons else ()


def cover(view: View) -> str:
    """Return one line for the cover: turn, who is to move, standings."""
    words, observation = view.words, view.observation
    if observation.to_act is None:
        # The turn that stands in the state may never have been played: the tiles had run out.
        return " · ".join(standings(view))
    turn = words.say("Turn {n}", n=observation.turn)
    who = words.say("{who} to move", who=f"**{name(view, observation.to_act)}**")
    return " · ".join([turn, who, *standings(view)])


def headline(view: View) -> str:
    """Return one short line for lists of tables."""
    words, observation = view.words, view.observation
    if observation.to_act is None:
        return words.say("the match is over")
    if observation.to_act == view.viewer:
        return words.say("turn {n}, your move", n=observation.turn)
    who = name(view, observation.to_act)
    return words.say("turn {n}, {who} to move", n=observation.turn, who=who)
