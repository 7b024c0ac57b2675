"""The picture of the table, and the few words that stand in every picture."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.games.people import is_without_result, machines, short_name, tally
from bot.games.screen import Image
from bot.games.seismic.setups import variants_named
from bot.games.seismic.view import View
from bot.games.seismic.words import (
    cell_name,
    crews,
    distinct_names,
    magnitude,
    tile_name,
    turns_played,
)
from bot.games.speech import LONGEST_ALT, and_list, clipped, semicolon_list
from bot.locale.localisation import Words, mark
from engine.boards.hexes import Cell
from engine.game import PUBLIC, Seat
from engine.games.seismic.state import Observation
from render.games.seismic import RENDERER
from render.games.seismic.captions import Captions

SIDES: Final = (mark("left"), mark("right"))


def captions(
    view: View,
    headline: str,
    note: str = "",
    *,
    changes: tuple[str, ...] = (),
    foot: tuple[str, ...] = (),
) -> Captions:
    """Return the captions of a picture of this table under `headline`."""
    words, observation = view.words, view.observation
    seats = [Seat(seat) for seat in range(observation.seats)]
    # Crews that quakes have sent home since the last placement.
    fallen = [laid for quake in observation.quakes for laid in quake.fallen]
    back = Counter(crew.seat for laid in fallen for crew in laid.crews)
    points = words.say("points") if observation.outcome else words.say("points now")
    pile = words.count("tile in the pile", "tiles in the pile", observation.pile)
    last, by, number = observation.last, observation.last_by, view.match.id
    return Captions(
        title=words.say("Seismic · match {n}", n=number) if number else "Seismic",
        headline=headline,
        names=tuple(short_name(view, seat) for seat in seats),
        letters=tuple(view.match.chairs[seat].letter for seat in seats),
        machines=machines(view),
        seat_notes=tuple(crews(words, observation.crews[seat]) for seat in seats),
        # At a pure table nobody adds them up before the end.
        points_label=points if view.match.has_aids else "",
        pile_label=words.say("tiles left to draw") if observation.piles else pile,
        quakes_label=words.say("quakes"),
        last=""
        if last is None or by is None
        else f"{short_name(view, by)}, {cell_name(observation, last.cell)}",
        note=note,
        seat_news=tuple(
            words.count("+{n} back", "+{n} back", back[seat]) if back[seat] else ""
            for seat in seats
        ),
        no_quakes=words.say("no quake yet"),
        window=words.say("part of the board"),
        seat_changes=changes,
        foot=foot,
        bottom=bottom(words, observation),
        town_labels=tuple(words.say(each) for each in SIDES) if len(observation.towns) > 1 else (),
    )


def bottom(words: Words, observation: Observation) -> str:
    """Return which quakes are certain to come from the bottom of the pile, "" if none."""
    if not observation.buried:
        return ""
    counted = Counter(magnitude(code) for code in observation.buried)
    quakes = and_list(
        words,
        [each if n == 1 else f"{n} \N{MULTIPLICATION SIGN} {each}" for each, n in counted.items()],
    )
    return words.say("{quakes} in the last {n} tiles", quakes=quakes, n=observation.bottom)


def signed(n: int) -> str:
    """Return a change with its sign, a real minus before losses."""
    return f"+{n}" if n >= 0 else f"\N{MINUS SIGN}{-n}"


def changes(view: View, before: Observation, after: Observation) -> tuple[str, ...]:
    """Return what each seat gains or loses between two tables, "" for nothing."""
    if not view.match.has_aids:
        return ()
    gained = (now - was for was, now in zip(before.points, after.points, strict=True))
    return tuple(signed(n) if n else "" for n in gained)


def table_captions(view: View) -> Captions:
    """Return the captions of the table as it stands: whose turn it is, which variant is played."""
    words, observation = view.words, view.observation
    if observation.to_act is None:
        headline = words.say("Final score")
    elif is_without_result(view):
        headline = words.say("No result")
    elif observation.phase == "rotating":
        headline = words.say("{name} may rotate a tile", name=short_name(view, observation.to_act))
    else:
        headline = words.say("{name} to play", name=short_name(view, observation.to_act))
    names = variants_named(words, observation.variants)
    # The message above the picture names them all.
    many = words.count("{n} variant", "{n} variants", len(names))
    return captions(view, headline, many if len(names) > 1 else "".join(names))


def board(view: View, recent: Iterable[Cell] = ()) -> Image:
    """Return the picture of the table, the same for all who read it in one language.

    `recent` are cells to be ringed besides the last move.
    """
    observation = view.observation
    if observation.viewer != PUBLIC:
        # All lies open in Seismic; who looks is no part of the picture.
        observation = replace(observation, viewer=PUBLIC)
    drawn = replace(table_captions(view), recent=tuple(recent))
    return Image(RENDERER.board(observation, drawn), table_alt(view))


def table_alt(view: View) -> str:
    """Return what the table's picture shows: last move, what is asked, scores."""
    words, observation = view.words, view.observation
    built = len(observation.tiles) - len(observation.towns)
    parts = [words.say("Seismic, turn {n}.", n=turns_played(observation))]
    last, by = observation.last, observation.last_by
    if last is not None and by is not None:
        data = {
            "who": short_name(view, by),
            "tile": tile_name(words, last.tile),
            "cell": cell_name(observation, last.cell),
        }
        parts.append(
            words.say("Last: {tile} at {cell} by {who}, with a crew.", **data)
            if last.crews
            else words.say("Last: {tile} at {cell} by {who}, no crew.", **data)
        )
    parts.append(words.count("{n} tile placed.", "{n} tiles placed.", built))
    if observation.to_act is None or is_without_result(view):
        parts.append(words.say("The match is over."))
    else:
        who = short_name(view, observation.to_act)
        names = distinct_names(words, observation.display)
        offered = [names[code] for code in observation.display]
        holds_commas = any("," in each for each in offered)
        offer = semicolon_list(words, offered) if holds_commas else ", ".join(offered)
        if observation.phase == "rotating":
            parts.append(words.say("{who} may rotate a tile.", who=who))
        elif offer:
            parts.append(words.say("{who} to move; on offer {tiles}.", who=who, tiles=offer))
        else:
            parts.append(words.say("{who} to move.", who=who))
    text = " ".join([*parts, *points_in_words(view)])
    more = words.say("Details: Board as text.")
    has_room = observation.outcome is None and len(text) + len(more) < LONGEST_ALT
    return clipped(f"{text} {more}" if has_room else text)


def points_in_words(view: View) -> list[str]:
    """Return "Points: Ann 40, Bob 22."; nothing at a pure table."""
    if not view.match.has_aids:
        return []
    points = enumerate(view.observation.points)
    scores = [tally(view.words, short_name(view, Seat(seat)), n) for seat, n in points]
    return [view.words.say("Points: {changes}.", changes=", ".join(scores))]
