"""Which values of a game's settings can be chosen at a table."""

from dataclasses import replace

from engine.errors import BadSetup
from engine.game import AnyGame, Option, OptionValue, Setup


def possible_values(game: AnyGame, setup: Setup, option: Option) -> tuple[OptionValue, ...]:
    """Return the values of a setting that can be played, all else being as in `setup`.

    The fourth of three seats can't begin, for instance.
    """
    return tuple(value for value in option.values if _is_possible(game, setup, option, value))


def _is_possible(game: AnyGame, setup: Setup, option: Option, value: OptionValue) -> bool:
    try:
        game.initial(replace(setup, options={**setup.options, option.name: value}))
    except BadSetup:
        return False
    return True
