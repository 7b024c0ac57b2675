"""The public message after each move: who must act, the three things that matter, the board."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.games.people import (
    absentees,
    doer,
    is_person,
    mention,
    name,
    player_ids,
    since_people,
    standings,
)
from bot.games.screen import Post
from bot.games.seismic.captions import board
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
from bot.games.seismic.phases import PHASES
from bot.games.seismic.setups import short_names
from bot.games.seismic.striking import Striking
from bot.games.seismic.view import View
from bot.games.seismic.words import cell_name, known_next, magnitude, match_name, tiles
from bot.games.speech import and_list
from engine.boards.hexes import Cell
from engine.game import Event
from engine.games.seismic.events import (
    MatchBegun,
    QuakeFlipped,
    QuakeStruck,
    TilePlaced,
    TileRotated,
)
from engine.games.seismic.pieces import Laid

MOST_LINES: Final = 3
SHORT: Final = 220
"""Characters of what happened, as they are read, that leave the board and its buttons on a phone's
first screen: two tiles with what they scored are told whole."""
MOST_NAMED: Final = 2
"""Cells and players in a line; of more it gives the number."""


def post(view: View, news: Sequence[Event]) -> Post:
    """Return the table message; it pings who must act, unless that very person just acted."""
    words, seat, due = view.words, view.observation.to_act, PHASES.due(view)
    mover = next((by for event in reversed(news) if (by := actor(event)) is not None), None)
    is_there = mover == seat and mover not in absentees(view)
    pinged = seat is not None and is_person(view, seat) and not is_there
    if seat is None or due is None:
        asked = words.say("**The match is over.**")
    else:
        who = mention(view, seat) if pinged else f"**{name(view, seat)}**"
        # A quake that waits for a choice is told even if a computer player chooses.
        is_told = is_person(view, seat) or isinstance(due, Striking)
        asked = due.wanted(view, who) if is_told else words.say("Next: {who}.", who=who)
    every = happened(view, news)
    whole = [each.sentence for each in every]
    is_short = _is_short(view, every)
    lines = whole if is_short else briefly(view, every)
    if lines and isinstance(every[0].event, TilePlaced | MatchBegun):
        # A locked phone shows the first line.
        asked, *lines = f"{asked} {lines[0]}", *lines[1:]
    begins = any(isinstance(event, MatchBegun) for event in news)
    return Post(
        "\n".join([asked, *lines, *known_next(view), small_line(view, is_first=begins)]),
        (due.picture(view) if due else None) or board(view, _moved(view, news)),
        due.rows(view) if due else (),
        player_ids(view, (seat,)) if seat is not None and pinged else (),
        happened=() if is_short else tuple(whole),
    )


def told(view: View, news: Sequence[Event]) -> list[str]:
    """Return what happened in at most three sentences."""
    every = happened(view, news)
    return [each.sentence for each in every] if _is_short(view, every) else briefly(view, every)


def _moved(view: View, news: Sequence[Event]) -> Iterator[Cell]:
    """Yield where computer players have moved since people did."""
    for event in since_people(view, news, actor):
        if isinstance(event, TilePlaced):
            yield event.cell
        elif isinstance(event, TileRotated):
            yield event.after.cell


def _is_short(view: View, every: Sequence[Happened]) -> bool:
    """Say whether all of it can be told whole; if a score changes twice, one sum is clearer."""
    lines = [each.sentence.replace("**", "") for each in every]
    changes = [point_changes(view, each.before, each.after) for each in every]
    is_plain = all(sum(map(bool, of_seat)) <= 1 for of_seat in zip(*changes, strict=True))
    return is_plain and len(lines) <= MOST_LINES and sum(map(len, lines)) <= SHORT


def briefly(view: View, every: Sequence[Happened]) -> list[str]:
    """Return much in three lines: the tiles placed, the quakes, and what the points add up to.

    Tiles that were turned stand there if there is room; what nobody did is not told, unless it is
    all.
    """
    words = view.words
    placed = [each.event for each in every if isinstance(each.event, TilePlaced)]
    struck = [each.event for each in every if isinstance(each.event, QuakeStruck | QuakeFlipped)]
    turned = [each.event for each in every if isinstance(each.event, TileRotated)]

    told = [sentence(view, event) for event in placed if len(placed) == 1]
    if 1 < len(placed) <= MOST_NAMED:
        who, cells = _doers(view, placed), _cells(view, placed)
        told.append(words.say("{who}: tiles at {cells}.", who=who, cells=cells))
    elif placed[1:]:
        told.append(
            words.count(
                "{n} tile placed, the last at {cell}.",
                "{n} tiles placed, the last at {cell}.",
                len(placed),
                cell=_cells(view, placed[-1:]),
            )
        )

    fallen = [laid for event in struck if isinstance(event, QuakeStruck) for laid in event.fallen]
    quakes, gone = list(dict.fromkeys(event.tile for event in struck)), tiles(words, len(fallen))
    if not fallen:
        told += [sentence(view, event) for event in struck[-1:]]
    elif len(quakes) == 1 and len(view.observation.towns) == 1:
        # At two towns a quake takes more tiles than its magnitude says.
        quake = magnitude(quakes[0])
        took = words.say("The **{magnitude} quake** took {tiles}.", magnitude=quake, tiles=gone)
        told.append(f"{took} {crews_home(view, fallen)}".rstrip())
    else:
        took = words.count(
            "**{n} quake** took {tiles}.", "**{n} quakes** took {tiles}.", len(quakes), tiles=gone
        )
        told.append(f"{took} {crews_home(view, fallen)}".rstrip())

    told += [sentence(view, event) for event in turned if len(turned) == 1]
    if 1 < len(turned) <= MOST_NAMED:
        who, cells = _doers(view, turned), _cells(view, [event.after for event in turned])
        told.append(words.say("{who} rotated tiles at {cells}.", who=who, cells=cells))
    elif turned[1:]:
        told.append(words.count("{n} tile rotated.", "{n} tiles rotated.", len(turned)))

    told = told or [sentence(view, each.event) for each in every[-1:]]
    gained = [each for each in every if any(point_changes(view, each.before, each.after))]
    if len(gained) == 1:
        # Of one thing alone, how it came.
        points = gain(view, gained[0].before, gained[0].after)
    else:
        points = points_changed(view, point_changes(view, every[0].before, every[-1].after))
    return [*told[: MOST_LINES - bool(points)], *filter(None, [points])]


def _doers(view: View, events: Sequence[TilePlaced | TileRotated]) -> str:
    seats = dict.fromkeys(event.seat for event in events)
    return and_list(view.words, [doer(view, seat, *events) for seat in seats])


def _cells(view: View, laid: Sequence[TilePlaced | Laid]) -> str:
    return and_list(view.words, [f"**{cell_name(view.observation, each.cell)}**" for each in laid])


def small_line(view: View, *, is_first: bool) -> str:
    """Return "-# Seismic 42 · turn 19 · 52 tiles in the pile · points: Ann ■ 40, Bob ▲ 22".

    The first message names the variants, too.
    """
    words, observation = view.words, view.observation
    ways = short_names(words, observation.variants) if is_first else []
    turn = words.say("turn {n}", n=observation.turn)
    if observation.piles:
        tiles_left = sum(pile.tiles for pile in observation.piles)
        left = words.count("{n} tile left to draw", "{n} tiles left to draw", tiles_left)
    else:
        left = words.count("{n} tile in the pile", "{n} tiles in the pile", observation.pile)
    return f"-# {' · '.join([match_name(view), *ways, turn, left, *_standings(view)])}"


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
