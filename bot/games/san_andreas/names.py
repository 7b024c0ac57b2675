"""What people type for spaces, coins, pawns and dice, in any case, with or without accents.

"D1c" and "D1 north-west" name spaces, "D1" a tile, "3", "ace" and "null" coins, "sun" pawns and
dice, "sun moon" an order of dice.
"""

from collections.abc import Iterable

from bot.games.san_andreas.view import View
from bot.games.san_andreas.words import (
    COIN_NAMES,
    coin_name,
    named_at,
    pawn_name,
    plate_name,
    space_label,
    space_name,
    space_of_label,
)
from bot.games.speech import folded
from bot.locale.localisation import Words
from bot.views.screen import Suggestion
from engine.boards.squares import Space
from engine.games.san_andreas.preview import name_at, space_of
from engine.games.san_andreas.tiles import COINS, PAWNS, QUARTERS, START, Pawn, Quarter, Tile


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


def the_tile(view: View, typed: str) -> Tile | None:
    """Return the tile that is named without a corner, or None."""
    tiles = (laid.tile for laid in view.observation.layout.tiles)
    return next((tile for tile in tiles if folded(tile) == folded(typed)), None)


def missing(view: View, typed: str) -> str:
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


def own_coins(view: View, _space: str, typed: str) -> list[Suggestion]:
    """Offer the coins in one's own hand; nobody else sees these."""
    seat = view.observation.seat
    own = view.observation.purses[seat].coins if seat == view.viewer else ()
    return coins_named(view, own, typed)


def coins_named(view: View, coins: Iterable[int], typed: str) -> list[Suggestion]:
    """Offer coins by their names."""
    named = [(coin_name(view.words, coin), str(coin)) for coin in sorted(set(coins))]
    names = [(f"{n} ({c})" if int(c) in COIN_NAMES else n, c) for n, c in named]
    return [Suggestion(name, coin) for name, coin in names if folded(typed) in folded(name)]


def free_pawns(view: View, _space: str, typed: str) -> list[Suggestion]:
    """Offer the free pawns."""
    names = [pawn_name(view.words, pawn) for pawn in view.observation.pool]
    return [Suggestion(name, name) for name in names if folded(typed) in folded(name)]
