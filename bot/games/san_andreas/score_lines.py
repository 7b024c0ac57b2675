"""What a city scores, in a sentence."""

from collections.abc import Iterable

from bot.games.people import name
from bot.games.san_andreas.view import View
from bot.games.san_andreas.words import space_name, way_name
from bot.games.speech import points
from bot.locale.localisation import Words
from engine.games.san_andreas.pieces import Score


def by_seat(view: View, scores: Iterable[Score]) -> list[str]:
    """Return a sentence for each city, the viewer's own ones first, then seat by seat."""
    sorted_ = sorted(scores, key=lambda each: (each.seat != view.viewer, each.seat))
    return [line(view, each) for each in sorted_]


def line(view: View, each: Score) -> str:
    """Return "Ann, D1c: coin 5, 2 spaces before the ocean (down): 3 points."."""
    words = view.words
    who, space = name(view, each.seat), space_name(each.tile, each.quarter)
    coin = words.say("hidden coin")
    if each.value is not None:
        coin = words.say("coin {value}", value=each.value)
    data = {"who": who, "space": space, "coin": coin, "way": _way(words, each)}
    if each.value is None or each.direction is None:
        return words.say("{who}, {space}: {coin}, {way}.", **data)
    gained = points(words, each.points)
    return words.say("{who}, {space}: {coin}, {way}: {points}.", points=gained, **data)


def _way(words: Words, each: Score) -> str:
    if each.direction is None or each.distance is None:
        return words.say("no ocean in a straight line")
    if not each.distance:
        return words.say("by the ocean")
    return words.count(
        "{n} space before the ocean ({direction})",
        "{n} spaces before the ocean ({direction})",
        each.distance,
        direction=way_name(words, each.direction),
    )
