"""The pictures of the table that more than one screen shows."""

from collections.abc import Iterable
from dataclasses import replace

from bot.games.people import accent, name
from bot.games.san_andreas.captions import (
    captions,
    order_alt,
    quake_alt,
    quake_captions,
    sea_alt,
    table_alt,
    table_captions,
)
from bot.games.san_andreas.captions import scores as scores_alt
from bot.games.san_andreas.news import by_seat
from bot.games.san_andreas.view import View, looked_back_on
from bot.games.san_andreas.words import pawn_name, pawns_named, space_name
from bot.games.screen import AMBER, Image, Screen, Text
from bot.games.speech import clipped, semicolon_list
from engine.game import PUBLIC
from engine.games.san_andreas.pieces import City, Marker
from engine.games.san_andreas.preview import unresolved, what_if
from engine.games.san_andreas.state import Observation
from engine.games.san_andreas.tiles import SHIFTS, Pawn, Quarter, Tile
from render.games.san_andreas import RENDERER


def board(view: View) -> Image:
    """Return the table, now or before; with the viewer's own values, unless the public looks."""
    view = looked_back_on(view)
    if view.observation.phase == "ordering" and view.viewer in view.observation.to_act:
        return order(view, view.observation)
    drawn = table_captions(view)
    if view.viewer == PUBLIC:
        return Image(RENDERER.board(view.observation, drawn), table_alt(view))
    return Image(RENDERER.coins(view.observation, drawn), table_alt(view))


def public_board(view: View, recent: Iterable[Pawn | tuple[Tile, Quarter]] = ()) -> Image:
    """Return the table as everybody may see it; `recent` is ringed besides the last move."""
    drawn = replace(table_captions(view), recent=tuple(recent))
    return Image(RENDERER.board(view.observation, drawn), table_alt(view))


def order(view: View, tried: Observation) -> Image:
    """Return the dice, and what each would do after those that were tried."""
    left = unresolved(tried)
    drawn = captions(
        view, view.words.say("Which die next?") if left else view.words.say("Play this order?")
    )
    picture = RENDERER.order(tried, drawn) if left else RENDERER.quake(tried, drawn)
    return Image(picture, order_alt(view, tried, left))


def shaking(view: View) -> Image:
    """Return the latest quake as an animation that ends with its report."""
    picture = RENDERER.shaking(view.observation, quake_captions(view))
    return Image(picture, quake_alt(view), "quake")


def scored(view: View) -> Image:
    """Return how the latest quake scored."""
    picture = RENDERER.scoring(view.observation, quake_captions(view))
    quake = view.observation.quake
    told = by_seat(view, quake.scores) if quake else []
    return Image(picture, clipped(" ".join([*told, scores_alt(view)])))


def sea(view: View) -> Screen:
    """Return the table in three quarters: the heights."""
    picture = RENDERER.sea(view.observation, table_captions(view))
    title = view.words.say("### Seen from the ocean\nHigh ground stands out.")
    return Screen((Text(title), Image(picture, sea_alt(view))), accent(view))


def danger(view: View) -> Screen:
    """Return every city that a die could ruin by itself, with the faces that would do it."""
    words, layout = view.words, view.observation.layout
    text = "\n".join([f"### {words.say('Cities in danger')}", *_told(view, layout.pawns)])
    return Screen((Text(text), board(view)), accent(view) or AMBER)


def _told(view: View, pawns: tuple[Marker, ...]) -> list[str]:
    words, cities = view.words, view.observation.layout.cities
    if not pawns:
        return [words.say("No epicenter is set, so nothing is in danger yet.")]
    head = words.count(
        "Cities one die could destroy or bury right now. Epicenter set: {pawns}.",
        "Cities one die could destroy or bury right now. Epicenters set: {pawns}.",
        len(pawns),
        pawns=pawns_named(words, [each.pawn for each in pawns]),
    )
    threats = {each.pawn: _ruined_by(view, each) for each in pawns}
    lines = [
        line
        for city in sorted(cities, key=lambda each: (each.seat != view.viewer, each.seat))
        if (line := _line(view, city, threats))
    ]
    if not lines:
        return [head, words.say("No city can be lost to a single die.")]
    safe = len(cities) - len(lines)
    rest = words.count(
        "{n} other city can't be lost to a single die.",
        "{n} other cities can't be lost to a single die.",
        safe,
    )
    return [head, *lines, *([rest] if safe else [])]


def _ruined_by(view: View, pawn: Marker) -> dict[tuple[Tile, Quarter], list[int]]:
    """Return the faces of this pawn's die that would ruin a city, by its tile and quarter."""
    found: dict[tuple[Tile, Quarter], list[int]] = {}
    for face in SHIFTS:
        _, shift = what_if(view.observation, pawn.pawn, pawn.tile, face)
        for ruin in shift.ruins if shift else ():
            found.setdefault((ruin.tile, ruin.quarter), []).append(face)
    return found


def _line(
    view: View, city: City, threats: dict[Pawn, dict[tuple[Tile, Quarter], list[int]]]
) -> str:
    """Return "- D1c (Ann): lost if Sun rolls 1, 3; Moon rolls 2.", "" for a city that is safe."""
    words, place = view.words, (city.tile, city.quarter)
    dice = [
        words.say(
            "{pawn} rolls {faces}",
            pawn=pawn_name(words, each.pawn),
            faces=", ".join(map(str, threats[each.pawn][place])),
        )
        for each in view.observation.layout.pawns
        if place in threats[each.pawn]
    ]
    if not dice:
        return ""
    return words.say(
        "- {space} ({who}): lost if {dice}.",
        who=name(view, city.seat),
        space=space_name(*place),
        dice=semicolon_list(words, dice),
    )
