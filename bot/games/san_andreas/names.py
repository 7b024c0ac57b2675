"""What people type for spaces, coins, pawns and dice, in any case, with or without accents.

"D1c" and "D1 lower left" name spaces, "D1" a tile, "3" a coin, "sun" pawns and dice, "sun moon" an
order of dice. The compass and the piecepack's names of coins are understood, but never said.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from bot.games.san_andreas.view import View
from bot.games.san_andreas.words import (
    QUARTER_NAMES,
    named_at,
    pawn_name,
    plate_name,
    space_described,
    space_name,
    space_named,
)
from bot.games.screen import Suggestion
from bot.games.speech import folded
from bot.locale.localisation import Words
from engine.boards.squares import Space
from engine.games.san_andreas.preview import space_of
from engine.games.san_andreas.tiles import COINS, PAWNS, QUARTERS, START, Pawn, Quarter, Tile

COMPASS: Final[Mapping[Quarter, tuple[str, ...]]] = {
    "a": ("northeast", "nord-est", "noreste"),
    "b": ("southeast", "sud-est", "sureste"),
    "c": ("northwest", "nord-ouest", "noroeste"),
    "d": ("southwest", "sud-ouest", "suroeste"),
}
COINS_TOO: Final[Mapping[int, tuple[str, ...]]] = {
    0: ("null", "zero", "nul", "zéro", "nulo", "cero"),
    1: ("ace", "as"),
}


def the_space(view: View, typed: str) -> Space | None:
    """Return the open space that is meant, or None."""
    meant = _meant(view, typed)
    return space_named(view.observation.layout, space_name(*meant)) if meant else None


def _meant(view: View, typed: str) -> tuple[Tile, Quarter] | None:
    """Return which quarter of which tile is named, also one under another plate or one sunk."""
    wanted = folded(typed)
    for tile in START:
        for quarter in QUARTERS:
            letter, side = quarter, view.words.say(QUARTER_NAMES[quarter])
            if wanted in (folded(tile + each) for each in (letter, side, *COMPASS[quarter])):
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
    return words.say("**{space} lies under {plate}.**", space=space_name(*meant), plate=plate)


def the_coin(typed: str) -> int | None:
    """Return the value that is meant, or None."""
    wanted = folded(typed)
    names = ((coin, (str(coin), *map(folded, COINS_TOO.get(coin, ())))) for coin in COINS)
    return next((coin for coin, known in names if wanted in known), None)


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
    names = sorted(filter(None, (named_at(view.observation.layout, space) for space in legal)))
    sides = {letter: view.words.say(side) for letter, side in QUARTER_NAMES.items()}
    return [
        Suggestion(space_described(view.words, name), name)
        for name in names
        if any(folded(typed) in folded(each) for each in (name, name[:-1] + sides[name[-1]]))
    ]


def own_coins(view: View, _space: str, typed: str) -> list[Suggestion]:
    """Offer the coins in one's own hand; nobody else sees these."""
    seat = view.observation.seat
    own = view.observation.purses[seat].coins if seat == view.viewer else ()
    return coins_named(own, typed)


def coins_named(coins: Iterable[int], typed: str) -> list[Suggestion]:
    """Offer coins by their values."""
    values = [str(coin) for coin in sorted(set(coins))]
    return [Suggestion(value, value) for value in values if folded(typed) in value]


def free_pawns(view: View, _space: str, typed: str) -> list[Suggestion]:
    """Offer the free pawns."""
    names = [pawn_name(view.words, pawn) for pawn in view.observation.pool]
    return [Suggestion(name, name) for name in names if folded(typed) in folded(name)]
