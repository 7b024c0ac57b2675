"""What computer players are called."""

from collections.abc import Iterable
from typing import Final

from bot.locale.localisation import Words, mark
from bot.table.match.lobby import letters_of

_NAMES: Final = (
    mark("Flint"),
    mark("Geyser"),
    mark("Karst"),
    mark("Magma"),
    mark("Nimbus"),
    mark("Pebble"),
    mark("Quartz"),
    mark("Tundra"),
)
"""No person is called that, and in every language each begins with a letter of its own."""


def computer_names(words: Words, seated: Iterable[str], number: int, first: int = 0) -> list[str]:
    """Return `number` names whose letters nobody of those `seated` has.

    The choice begins at the name with the number `first`, so that not all tables meet the same.
    """
    taken = set(letters_of(seated))
    names = [words.say(_NAMES[(first + n) % len(_NAMES)]) for n in range(len(_NAMES))]
    return [each for each in names if letters_of([each])[0] not in taken][:number]
