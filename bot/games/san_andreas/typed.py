"""What people type after `/sanandreas found`, in any case, with or without accents.

"D1c" and "D1 north-west" name spaces, "D1" a tile, "3", "ace" and "null" coins, "sun" pawns and
dice, "sun moon" an order of dice.
"""

from collections.abc import Iterable

from bot.games.panel import Answer, Submit, View
from bot.games.san_andreas import epicenters, founding, ordering, swaps
from bot.games.san_andreas.words import (
    COIN_NAMES,
    coin_name,
    named_at,
    pawn_name,
    pawns_named,
    plate_name,
    space_label,
    space_name,
    space_of_label,
)
from bot.games.speech import folded
from bot.locale.localisation import Words
from bot.views.names import shown
from bot.views.screen import Suggestion
from engine.boards.squares import Space
from engine.errors import IllegalAction
from engine.games.san_andreas.actions import Epicenter, Found, Swap
from engine.games.san_andreas.preview import founding as foundable
from engine.games.san_andreas.preview import name_at, refused, setting, space_of
from engine.games.san_andreas.tiles import COINS, PAWNS, QUARTERS, START, Pawn, Quarter, Tile

NOT_NOW = "san-andreas-not-now"


def found(view: View, space: str, coin: str) -> Answer:
    """Return the founding if it is clear, otherwise the wizard at what is open."""
    if view.observation.phase != "playing":
        return _due(view)
    place = the_space(view, space)
    if place is None and (tile := _tile(view, space)):
        return founding.which_space(view, tile)
    if place is None:
        return founding.which_tile(view, _missing(view, space))
    value = the_coin(view.words, coin)
    if value is not None:
        return Submit(Found(value, place))
    hand = view.observation.purses[view.observation.seat].coins
    if refusal := refused(view.observation, Found(next(iter(hand), 0), place)):
        raise refusal
    first = view.words.say("There is no such coin.") if coin else ""
    return founding.which_coin(view, place, first)


def epicenter(view: View, space: str, pawn: str) -> Answer:
    """Return the epicenter if it is clear and not the last one, otherwise the wizard."""
    if view.observation.phase != "playing":
        return _due(view)
    place = the_space(view, space)
    if place is None and (tile := _tile(view, space)):
        return epicenters.which_space(view, tile)
    if place is None:
        return epicenters.which_tile(view, _missing(view, space))
    which, pool = the_pawn(view.words, pawn), view.observation.pool
    if which is not None and (which,) != pool:
        return Submit(Epicenter(which, place))
    if refusal := refused(view.observation, Epicenter(pool[0], place)):
        raise refusal
    is_unknown = bool(pawn) and which is None
    first = view.words.say("There is no such epicenter.") if is_unknown else ""
    return epicenters.which_pawn(view, place, first)


def quake(view: View, order: str) -> Answer:
    """Return the whole order if every die is named, otherwise the wizard at what is open."""
    if view.observation.phase != "ordering":
        return _due(view)
    dice, unknown = the_dice(view.words, order)
    if unknown:
        first = view.words.say("**There is no die “{word}”.**", word=shown(unknown))
        return ordering.choose(view, dice, first)
    return ordering.shake(view, dice)


def swap(view: View, coin: str) -> Answer:
    """Return the swap if the coin is clear, otherwise the question."""
    if view.observation.phase != "swapping":
        raise IllegalAction("san-andreas-no-swap")
    value = the_coin(view.words, coin)
    if value is None:
        return swaps.choose(view, view.words.say("There is no such coin."))
    return Submit(Swap(value or None))


def _due(view: View) -> Answer:
    match view.observation.phase:
        case "ordering":
            return ordering.choose(view)
        case "swapping":
            return swaps.choose(view)
        case _:
            raise IllegalAction(NOT_NOW)


def the_space(view: View, typed: str) -> Space | None:
    """Return the open space that is meant, or None."""
    meant = _meant(view, typed)
    return space_of_label(view.observation.layout, space_label(*meant)) if meant else None


def _meant(view: View, typed: str) -> tuple[Tile, Quarter] | None:
    """Return which quarter of which tile is named, also one under another plate or one sunk."""
    wanted = folded(typed)
    for tile in START:
        for quarter in QUARTERS:
            names = (space_label(tile, quarter), space_name(view.words, tile, quarter))
            if wanted in map(folded, names):
                return tile, quarter
    return None


def _tile(view: View, typed: str) -> Tile | None:
    """Return the tile that is named without a corner, or None."""
    tiles = (laid.tile for laid in view.observation.layout.tiles)
    return next((tile for tile in tiles if folded(tile) == folded(typed)), None)


def _missing(view: View, typed: str) -> str:
    """Return why no space goes by that name."""
    words, layout, meant = view.words, view.observation.layout, _meant(view, typed)
    if meant is None:
        return words.say("There is no such space.")
    space = space_of(layout, *meant)
    if space is None:
        return words.say("**{tile} has sunk.**", tile=meant[0])
    plate = plate_name(words, layout.plates(space)[-1])
    return words.say(
        "**{space} lies under {plate}.**", space=space_name(words, *meant), plate=plate
    )


def the_coin(words: Words, typed: str) -> int | None:
    """Return the value that is meant, or None."""
    wanted = folded(typed)
    return next((c for c in COINS if wanted in (str(c), folded(coin_name(words, c)))), None)


def the_pawn(words: Words, typed: str) -> Pawn | None:
    """Return the pawn that is meant, or None."""
    wanted = folded(typed)
    return next((p for p in PAWNS if wanted in (p, folded(pawn_name(words, p)))), None)


def the_dice(words: Words, typed: str) -> tuple[tuple[Pawn, ...], str]:
    """Return the dice that are named, in order, up to the first word that names none: that too."""
    dice: list[Pawn] = []
    for word in typed.replace(",", " ").split():
        die = the_pawn(words, word)
        if die is None:
            return tuple(dice), word
        dice.append(die)
    return tuple(dice), ""


def space_suggestions(view: View, legal: Iterable[Space], typed: str) -> list[Suggestion]:
    """Offer legal spaces."""
    layout, wanted = view.observation.layout, folded(typed)
    labels = [
        ("".join(named), named_at(view.words, layout, space))
        for space in legal
        if (named := name_at(layout, space))
    ]
    return [
        Suggestion(f"{label} · {name}", label)
        for label, name in sorted(labels)
        if wanted in folded(label) or wanted in folded(name)
    ]


def city_suggestions(view: View, typed: str) -> list[Suggestion]:
    """Offer the spaces for a city."""
    return space_suggestions(view, foundable(view.observation), typed)


def epicenter_suggestions(view: View, typed: str) -> list[Suggestion]:
    """Offer the spaces for an epicenter."""
    return space_suggestions(view, setting(view.observation), typed)


def coin_suggestions(view: View, typed: str) -> list[Suggestion]:
    """Offer the coins in one's own hand; nobody else sees these."""
    seat = view.observation.seat
    own = view.observation.purses[seat].coins if seat == view.viewer else ()
    return _coins(view, own, typed)


def swap_suggestions(view: View, typed: str) -> list[Suggestion]:
    """Offer the lost coins that may come back, and keeping the null."""
    legal = [each.coin for each in view.legal if isinstance(each, Swap)]
    return _coins(view, [coin or 0 for coin in legal], typed)


def _coins(view: View, coins: Iterable[int], typed: str) -> list[Suggestion]:
    named = [(coin_name(view.words, coin), str(coin)) for coin in sorted(set(coins))]
    names = [(f"{n} ({c})" if int(c) in COIN_NAMES else n, c) for n, c in named]
    return [Suggestion(name, coin) for name, coin in names if folded(typed) in folded(name)]


def pawn_suggestions(view: View, typed: str) -> list[Suggestion]:
    """Offer the free pawns."""
    names = [pawn_name(view.words, pawn) for pawn in view.observation.pool]
    return [Suggestion(name, name) for name in names if folded(typed) in folded(name)]


def order_suggestions(view: View, typed: str) -> list[Suggestion]:
    """Offer the dice named so far with each one that may act next."""
    if view.observation.phase != "ordering":
        return []
    dice, _ = the_dice(view.words, typed)
    _, left = ordering.tried_out(view.observation, dice)
    longer = [(*dice, die) for die in left] or [dice]
    return [
        Suggestion(pawns_named(view.words, each), " ".join(pawn_name(view.words, d) for d in each))
        for each in longer
    ]
