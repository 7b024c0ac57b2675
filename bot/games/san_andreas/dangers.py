"""Which cities the epicenters on the table threaten: each die by itself, on the ground as it is."""

from bot.games.people import accent, name
from bot.games.san_andreas import views
from bot.games.san_andreas.view import View
from bot.games.san_andreas.words import pawn_name, pawns_named, space_name
from bot.games.screen import HOUSE, Screen, Text
from bot.games.speech import strung
from engine.games.san_andreas.pieces import City, Marker
from engine.games.san_andreas.preview import what_if
from engine.games.san_andreas.tiles import SHIFTS, Pawn, Quarter, Tile


def danger(view: View) -> Screen:
    """Return every city that a die could ruin by itself, with the faces that would do it."""
    words, layout = view.words, view.observation.layout
    text = "\n".join([f"### {words.say('Cities in danger')}", *_told(view, layout.pawns)])
    return Screen((Text(text), views.board(view)), accent(view) or HOUSE)


def _told(view: View, pawns: tuple[Marker, ...]) -> list[str]:
    words, cities = view.words, view.observation.layout.cities
    if not pawns:
        return [words.say("No epicenter is set, so nothing is in danger yet.")]
    head = words.count(
        "Cities that a single die would ruin, with the ground as it is now. Epicenter set:"
        " {pawns}.",
        "Cities that a single die would ruin, with the ground as it is now. Epicenters set:"
        " {pawns}.",
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
        return [head, words.say("No city is in danger from a single die.")]
    safe = len(cities) - len(lines)
    rest = words.count("{n} other city is safe.", "{n} other cities are safe.", safe)
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
    """Return "- Ann, D1c: Sun 1, 3; Moon 2.", "" for a city that is safe."""
    words, place = view.words, (city.tile, city.quarter)
    dice = [
        f"{pawn_name(words, each.pawn)} {', '.join(map(str, threats[each.pawn][place]))}"
        for each in view.observation.layout.pawns
        if place in threats[each.pawn]
    ]
    if not dice:
        return ""
    return words.say(
        "- {who}, {space}: {dice}.",
        who=name(view, city.seat),
        space=space_name(*place),
        dice=strung(words, dice),
    )
