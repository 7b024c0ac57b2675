"""What a table may settle before a match: checked in the same way by all games."""

from dataclasses import replace
from itertools import combinations
from typing import Final

from engine.errors import BadSetup
from engine.game import AnyGame, Meta, Option, OptionValue, Seat, Setup

RANDOM: Final = "random"


def first_player(most: int) -> Option:
    """Return the option of who plays first among at most `most`: drawn, or a seat from "1" on."""
    return Option("first_player", (RANDOM, *map(str, range(1, most + 1))))


def check(setup: Setup, meta: Meta) -> None:
    """Raise `BadSetup` for a number of seats, a variant or an option that the game doesn't have."""
    if type(setup.seats) is not int or setup.seats not in meta.seats:
        raise BadSetup("setup-seats", seats=setup.seats, allowed=meta.seats)
    if unknown := [name for name in setup.variants if name not in meta.variants]:
        raise BadSetup("setup-no-such-variant", variant=unknown[0], known=meta.variants)
    if strange := sorted(set(setup.options) - {option.name for option in meta.options}):
        raise BadSetup("setup-no-such-option", option=strange[0])


def value(setup: Setup, option: Option) -> OptionValue:
    """Return what a setup says of an option, or its first value; raise `BadSetup`."""
    chosen = setup.options.get(option.name, option.values[0])
    if all(chosen != each or type(chosen) is not type(each) for each in option.values):
        raise BadSetup("setup-option", option=option.name, value=chosen, allowed=option.values)
    return chosen


def starters(setup: Setup, option: Option) -> tuple[Seat, ...]:
    """Return who may be drawn to play first; raise `BadSetup` for a seat that nobody sits on."""
    first = value(setup, option)
    if first == RANDOM:
        return tuple(Seat(seat) for seat in range(setup.seats))
    if int(first) > setup.seats:
        raise BadSetup("setup-option", option=option.name, value=first, seats=setup.seats)
    return (Seat(int(first) - 1),)


def possible_values(game: AnyGame, setup: Setup, option: Option) -> tuple[OptionValue, ...]:
    """Return the values of a setting that can be played, all else being as in `setup`.

    The fourth of three seats can't begin, for instance.
    """
    return tuple(
        each
        for each in option.values
        if _is_playable(game, replace(setup, options={**setup.options, option.name: each}))
    )


def sets_of_variants(game: AnyGame) -> tuple[tuple[str, ...], ...]:
    """Return every set of variants that can be played, without the empty one, small ones first.

    The names in a set are sorted, as a setup has them.
    """
    names, seats = sorted(game.meta.variants), max(game.meta.seats)
    every = (chosen for size in range(1, len(names) + 1) for chosen in combinations(names, size))
    return tuple(chosen for chosen in every if _is_playable(game, Setup(seats, chosen)))


def _is_playable(game: AnyGame, setup: Setup) -> bool:
    try:
        game.initial(setup)
    except BadSetup:
        return False
    return True
