"""The public message after each move: who must act, the three things that matter, the board."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.games.panel import View
from bot.games.people import is_person, mention, name, player_ids, standings
from bot.games.screen import Post
from bot.games.seismic import due
from bot.games.seismic.news import (
    Happened,
    actor,
    crews_home,
    gain,
    happened,
    point_changes,
    points_changed,
    sentence,
)
from bot.games.seismic.setups import variants_named
from bot.games.seismic.tile_names import magnitude
from bot.games.seismic.words import cell_name, match_name, tiles
from bot.games.speech import listed
from engine.game import Event, Seat
from engine.games.seismic.events import (
    MatchBegun,
    QuakeFlipped,
    QuakeStruck,
    TilePlaced,
    TileRotated,
)
from engine.games.seismic.pieces import Laid

MOST_LINES: Final = 3
SHORT: Final = 160
"""Characters of what happened that leave the board and its buttons on a phone's first screen."""
MOST_NAMED: Final = 2
"""Cells and players in a line; of more it gives the number."""


def post(view: View, news: Sequence[Event]) -> Post:
    """Return the table message; it pings who must act, unless that very person just acted."""
    seat = view.observation.to_act
    pinged = seat is not None and is_person(view, seat) and _mover(news) != seat
    every = happened(view, news)
    whole = [each.sentence for each in every]
    told = whole if _is_short(whole) else briefly(view, every)
    asked = _asked(view, pinged=pinged)
    if told and isinstance(every[0].event, TilePlaced | MatchBegun):
        # A locked phone shows the first line.
        asked, *told = f"{asked} {told[0]}", *told[1:]
    lines = [asked, *told, small_line(view, is_first=_begins(news))]
    return Post(
        "\n".join(lines),
        due.picture(view),
        due.buttons(view),
        player_ids(view, (seat,)) if seat is not None and pinged else (),
        happened=() if _is_short(whole) else tuple(whole),
    )


def _mover(news: Sequence[Event]) -> Seat | None:
    """Return whose action made the news."""
    return next((seat for event in reversed(news) if (seat := actor(event)) is not None), None)


def _begins(news: Iterable[Event]) -> bool:
    return any(isinstance(event, MatchBegun) for event in news)


def _asked(view: View, *, pinged: bool) -> str:
    seat = view.observation.to_act
    if seat is None:
        return view.words.say("**The match is over.**")
    return due.asked(view, mention(view, seat) if pinged else f"**{name(view, seat)}**")


def _is_short(lines: Sequence[str]) -> bool:
    return len(lines) <= MOST_LINES and sum(map(len, lines)) <= SHORT


def briefly(view: View, every: Sequence[Happened]) -> list[str]:
    """Return much in three lines: the tiles placed, the quakes, and what the points add up to.

    Tiles that were turned stand there if there is room; what nobody did is not told, unless it is
    all.
    """
    placed = [each.event for each in every if isinstance(each.event, TilePlaced)]
    struck = [each.event for each in every if isinstance(each.event, QuakeStruck | QuakeFlipped)]
    turned = [each.event for each in every if isinstance(each.event, TileRotated)]
    lines = [_placed(view, placed), _struck(view, struck), _turned(view, turned)]
    told = [*filter(None, lines)] or [sentence(view, each.event) for each in every[-1:]]
    points = _points(view, every)
    return [*told[: MOST_LINES - bool(points)], *filter(None, [points])]


def _placed(view: View, placed: Sequence[TilePlaced]) -> str:
    """Return "**Bob** and **Cleo**: tiles at **I6** and **J7**."; of many only the last cell."""
    if len(placed) < 2:
        return "".join(sentence(view, event) for event in placed)
    if len(placed) <= MOST_NAMED:
        who = listed(view.words, _bold_names(view, placed))
        return view.words.say("{who}: tiles at {cells}.", who=who, cells=_cells(view, placed))
    return view.words.count(
        "{n} tile placed, the last at {cell}.",
        "{n} tiles placed, the last at {cell}.",
        len(placed),
        cell=_cells(view, placed[-1:]),
    )


def _struck(view: View, struck: Sequence[QuakeStruck | QuakeFlipped]) -> str:
    """Return "**4.0 quake** took 5 tiles. Crews sent home: Ann 2."."""
    words = view.words
    fallen = [laid for event in struck if isinstance(event, QuakeStruck) for laid in event.fallen]
    if not fallen:
        return "".join(sentence(view, event) for event in struck[-1:])
    quakes = list(dict.fromkeys(event.tile for event in struck))
    gone = tiles(words, len(fallen))
    if len(quakes) == 1:
        took = words.say(
            "The **{magnitude} quake** took {tiles}.", magnitude=magnitude(quakes[0]), tiles=gone
        )
    else:
        took = words.count(
            "**{n} quake** took {tiles}.", "**{n} quakes** took {tiles}.", len(quakes), tiles=gone
        )
    return f"{took} {crews_home(view, fallen)}".rstrip()


def _turned(view: View, turned: Sequence[TileRotated]) -> str:
    """Return "**Bob** and **Cleo** turned tiles at **I6** and **J7**."."""
    if len(turned) < 2:
        return "".join(sentence(view, event) for event in turned)
    if len(turned) > MOST_NAMED:
        return view.words.count("{n} tile turned.", "{n} tiles turned.", len(turned))
    who = listed(view.words, _bold_names(view, turned))
    cells = _cells(view, [event.after for event in turned])
    return view.words.say("{who} turned tiles at {cells}.", who=who, cells=cells)


def _bold_names(view: View, events: Sequence[TilePlaced | TileRotated]) -> list[str]:
    return [f"**{name(view, seat)}**" for seat in dict.fromkeys(event.seat for event in events)]


def _cells(view: View, laid: Sequence[TilePlaced | Laid]) -> str:
    return listed(view.words, [f"**{cell_name(view.observation, each.cell)}**" for each in laid])


def _points(view: View, every: Sequence[Happened]) -> str:
    """Return what all that happened adds up to; of one thing alone, how it came."""
    gained = [each for each in every if any(point_changes(view, each.before, each.after))]
    if len(gained) == 1:
        return gain(view, gained[0].before, gained[0].after)
    return points_changed(view, point_changes(view, every[0].before, every[-1].after))


def small_line(view: View, *, is_first: bool) -> str:
    """Return "-# Seismic 42 · turn 19 · 52 tiles in the pile · points: Ann ■ 40, Bob ▲ 22".

    The first message names the variants, too.
    """
    words, observation = view.words, view.observation
    ways = variants_named(words, observation.variants) if is_first else []
    turn = words.say("turn {n}", n=observation.turn)
    return f"-# {' · '.join([match_name(view), *ways, turn, _left(view), *_standings(view)])}"


def _left(view: View) -> str:
    words, observation = view.words, view.observation
    if not observation.piles:
        return words.count("{n} tile in the pile", "{n} tiles in the pile", observation.pile)
    left = sum(pile.tiles for pile in observation.piles)
    return words.count("{n} tile left to draw", "{n} tiles left to draw", left)


def cover(view: View) -> str:
    """Return one line for the cover: turn, who is to move, standings."""
    words, observation = view.words, view.observation
    if observation.to_act is None:
        # The turn that stands in the state may never have been played: the tiles had run out.
        return standings(view)
    turn = words.say("Turn {n}", n=observation.turn)
    who = words.say("{who} to move", who=f"**{name(view, observation.to_act)}**")
    return " · ".join([turn, who, *_standings(view)])


def _standings(view: View) -> list[str]:
    """Return "points: Ann ■ 40, Bob ▲ 22"; nothing at a pure table, which counts at the end."""
    return [standings(view)] if view.match.has_aids else []


def headline(view: View) -> str:
    """Return one short line for lists of tables."""
    words, observation = view.words, view.observation
    if observation.to_act is None:
        return words.say("the match is over")
    if observation.to_act == view.viewer:
        return words.say("turn {n}, your move", n=observation.turn)
    who = name(view, observation.to_act)
    return words.say("turn {n}, {who} to move", n=observation.turn, who=who)
