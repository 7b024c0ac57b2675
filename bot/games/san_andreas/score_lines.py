"""What a city scores, in a sentence."""

from collections.abc import Iterable

from bot.games.people import name
from bot.games.san_andreas.view import View
from bot.games.san_andreas.words import DIRECTIONS, coin_name, space_name, spaces
from bot.games.speech import points
from engine.games.san_andreas.reports import Score


def by_seat(view: View, scores: Iterable[Score]) -> list[str]:
    """Return a sentence for each city, the viewer's own ones first, then seat by seat."""
    sorted_ = sorted(scores, key=lambda each: (each.seat != view.viewer, each.seat))
    return [line(view, each) for each in sorted_]


def line(view: View, each: Score) -> str:
    """Return "Ann, D1 north-west: 5, 2 spaces from the ocean going west: 3 points."."""
    words = view.words
    data = {
        "who": name(view, each.seat),
        "space": space_name(words, each.tile, each.quarter),
        "value": words.say("hidden coin") if each.value is None else coin_name(words, each.value),
    }
    if each.direction is None or each.distance is None:
        return words.say("{who}, {space}: {value}, no ocean in a straight line.", **data)
    data["way"] = spaces(words, each.distance) if each.distance else words.say("no space")
    data["direction"] = words.say(DIRECTIONS[each.direction])
    if each.value is None:
        return words.say("{who}, {space}: {value}, {way} to the ocean going {direction}.", **data)
    return words.say(
        "{who}, {space}: {value}, {way} to the ocean going {direction}: {points}.",
        points=points(words, each.points),
        **data,
    )
