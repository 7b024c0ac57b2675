"""Why an action was refused and what helps now. Refused means: nothing was sent."""

from collections.abc import Mapping
from typing import Any

from bot.games.san_andreas.view import View
from bot.games.san_andreas.words import PAWN_NAMES, city_of, named_at, pawn_name, pawns_named
from bot.games.speech import and_list, or_list
from engine.errors import EngineError


def refusal(view: View, error: EngineError) -> str:
    """Return why an action was refused, as markdown."""
    words, data = view.words, error.data
    say, count, told = words.say, words.count, _worded(view, error.data)
    match error.key.removeprefix("san-andreas-"):
        case "not-now":
            return say("**You can't decide that now.** Nothing was sent.")
        case "no-such-coin" if not data["coins"]:
            return say("**You have no coin left.** Set an epicenter instead.")
        case "no-such-coin":
            return say("**You have no {coin} in your hand.** You have {coins}.", **told)
        case "no-tile":
            return say("**There is no tile there:** only water, or the land around.")
        case "city-there":
            return say("**{space} is taken by {city}.** Choose an empty space.", **told)
        case "pawn-there":
            return say(
                "**{space} is taken by the {pawn} epicenter.** Choose an empty space.", **told
            )
        case "next-to-city":
            return say(
                "**{space} is next to {city}** on {other}. Cities can't share a side.", **told
            )
        case "too-steep":
            return count(
                "**{tile} is too steep for a city:** one edge is raised by {n} layer.",
                "**{tile} is too steep for a city:** one edge is raised by {n} layers.",
                data["steepness"],
                **told,
            )
        case "no-such-pawn":
            return count(
                "**{pawn} is already on the board.** Free: {pawns}.",
                "**{pawn} is already on the board.** Free: {pawns}.",
                len(data["pool"]),
                **told,
            )
        case "inland":
            return say(
                "**{tile} doesn't touch the ocean.** An epicenter goes on a coastal tile.", **told
            )
        case "no-such-die":
            return say("**There is no such die.** {left}", **told)
        case "die-resolved":
            return say("**The {die} die has already acted.** {left}", **told)
        case "die-null":
            return say("**The {die} die shows a 0** and does nothing. {left}", **told)
        case "nothing-lost":
            return say("**You have lost no coin to swap in.** Your 0 stays.")
        case "no-swap":
            return say(
                "**There is nothing to swap now.** A 0 can be swapped right after a quake that it"
                " survived."
            )
        case "coin-not-lost":
            return count(
                "**Your {coin} is not lost.** Lost: {coins}.",
                "**Your {coin} is not lost.** Lost: {coins}.",
                len(data["lost"]),
                **told,
            )
        case "must-act":
            return say("**You can't pass:** found a city or set an epicenter.")
        case _:
            raise KeyError(error.key)


def _worded(view: View, data: Mapping[str, Any]) -> dict[str, str]:
    """Return what an error tells, each thing as it is called."""
    words, layout, told = view.words, view.observation.layout, dict[str, str]()
    for key, value in data.items():
        match key:
            case "space":
                told["space"] = named_at(layout, value)
            case "city":
                told["other"] = named_at(layout, value)
            case "seat":
                told["city"] = city_of(view, value)
            case "pawn" | "die" if value in PAWN_NAMES:
                told[key] = pawn_name(words, value)
            case "pool":
                told["pawns"] = pawns_named(words, value)
            case "coin":
                told["coin"] = str(value)
            case "coins":
                told["coins"] = or_list(words, [str(coin) for coin in value])
            case "lost":
                told["coins"] = and_list(words, [str(coin) for coin in value])
            case "left":
                dice = pawns_named(words, value)
                told["left"] = words.count(
                    "Still to act: {dice}.", "Still to act: {dice}.", len(value), dice=dice
                )
            case "tile":
                told["tile"] = value
            case _:
                pass
    return told
