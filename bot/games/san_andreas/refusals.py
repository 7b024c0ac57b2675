"""Why an action was refused and what helps now. Refused means: nothing was sent."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from bot.games.panel import View
from bot.games.san_andreas.words import (
    city_of,
    coin_name,
    named_at,
    pawn_name,
    pawns_named,
)
from bot.games.speech import either, listed
from engine.errors import EngineError

Data: TypeAlias = Mapping[str, Any]


def refusal(view: View, error: EngineError) -> str:
    """Return why an action was refused, as markdown."""
    return REFUSALS[error.key](view, error.data)


def _where(view: View, data: Data, which: str = "space") -> str:
    return named_at(view.words, view.observation.layout, data[which])


def _not_now(view: View, _: Data) -> str:
    return view.words.say("**That is not to be decided now.** Nothing was sent.")


def _no_such_coin(view: View, data: Data) -> str:
    words = view.words
    left = either(words, [coin_name(words, coin) for coin in data["coins"]])
    if not left:
        return words.say("**You have no coin left.** Set an epicenter instead.")
    return words.say(
        "**You have no {coin} in your hand.** You have {coins}.",
        coin=coin_name(words, data["coin"]),
        coins=left,
    )


def _no_tile(view: View, _: Data) -> str:
    return view.words.say("**No tile is on top there:** only water, or the land around.")


def _city_there(view: View, data: Data) -> str:
    return view.words.say(
        "**On {space} stands {city}.** Choose an empty space.",
        space=_where(view, data),
        city=city_of(view, data["seat"]),
    )


def _pawn_there(view: View, data: Data) -> str:
    return view.words.say(
        "**On {space} stands the {pawn} epicenter.** Choose an empty space.",
        space=_where(view, data),
        pawn=pawn_name(view.words, data["pawn"]),
    )


def _next_to_city(view: View, data: Data) -> str:
    return view.words.say(
        "**{space} is next to {city}** on {other}. Cities never stand side by side.",
        space=_where(view, data),
        city=city_of(view, data["seat"]),
        other=_where(view, data, "city"),
    )


def _too_steep(view: View, data: Data) -> str:
    return view.words.count(
        "**{tile} is too steep for a city:** one side is up by {n} layer.",
        "**{tile} is too steep for a city:** one side is up by {n} layers.",
        data["steepness"],
        tile=data["tile"],
    )


def _no_such_pawn(view: View, data: Data) -> str:
    words = view.words
    return words.count(
        "**{pawn} stands on a tile already.** Free: {pawns}.",
        "**{pawn} stands on a tile already.** Free: {pawns}.",
        len(data["pool"]),
        pawn=pawn_name(words, data["pawn"]),
        pawns=pawns_named(words, data["pool"]),
    )


def _inland(view: View, data: Data) -> str:
    return view.words.say(
        "**{tile} does not touch the ocean.** An epicenter goes on a coastal tile.",
        tile=data["tile"],
    )


def _no_such_die(view: View, data: Data) -> str:
    return view.words.say("**There is no such die.** {left}", left=_dice_left(view, data))


def _die_resolved(view: View, data: Data) -> str:
    return view.words.say(
        "**The {die} die has acted already.** {left}",
        die=_die(view, data),
        left=_dice_left(view, data),
    )


def _die_null(view: View, data: Data) -> str:
    return view.words.say(
        "**The {die} die shows a null** and does nothing. {left}",
        die=_die(view, data),
        left=_dice_left(view, data),
    )


def _die(view: View, data: Data) -> str:
    return pawn_name(view.words, data["die"])


def _dice_left(view: View, data: Data) -> str:
    words, left = view.words, data["left"]
    named = pawns_named(words, left)
    return words.count("Still to act: {dice}.", "Still to act: {dice}.", len(left), dice=named)


def _nothing_lost(view: View, _: Data) -> str:
    return view.words.say("**You have lost no coin to swap in.** Your null stays.")


def _no_swap(view: View, _: Data) -> str:
    return view.words.say(
        "**There is nothing to swap now.** A null can be swapped right after a quake it survived."
    )


def _coin_not_lost(view: View, data: Data) -> str:
    words = view.words
    return words.count(
        "**Your {coin} is not lost.** Lost: {coins}.",
        "**Your {coin} is not lost.** Lost: {coins}.",
        len(data["lost"]),
        coin=coin_name(words, data["coin"]),
        coins=listed(words, [coin_name(words, coin) for coin in data["lost"]]),
    )


def _must_act(view: View, _: Data) -> str:
    return view.words.say("**You can't pass:** found a city or set an epicenter.")


REFUSALS: Final[Mapping[str, Callable[[View, Data], str]]] = {
    "san-andreas-not-now": _not_now,
    "san-andreas-no-such-coin": _no_such_coin,
    "san-andreas-no-tile": _no_tile,
    "san-andreas-city-there": _city_there,
    "san-andreas-pawn-there": _pawn_there,
    "san-andreas-next-to-city": _next_to_city,
    "san-andreas-too-steep": _too_steep,
    "san-andreas-no-such-pawn": _no_such_pawn,
    "san-andreas-inland": _inland,
    "san-andreas-no-such-die": _no_such_die,
    "san-andreas-die-resolved": _die_resolved,
    "san-andreas-die-null": _die_null,
    "san-andreas-nothing-lost": _nothing_lost,
    "san-andreas-no-swap": _no_swap,
    "san-andreas-coin-not-lost": _coin_not_lost,
    "san-andreas-must-act": _must_act,
}
