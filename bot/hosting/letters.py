"""The letters by which crews are told apart, besides shape and colour."""

from collections.abc import Iterable, Sequence
from string import ascii_uppercase
from typing import Final
from unicodedata import normalize

_SPARE: Final = "KMRTX"


def letters(names: Iterable[str]) -> tuple[str, ...]:
    """Return a letter for each name: its first one that no earlier seat has, without accents.

    >>> letters(["Ann", "Émile", "Anna", "An", "李"])
    ('A', 'E', 'N', 'K', 'M')
    """
    chosen: list[str] = []
    for name in names:
        chosen.append(_letter(name, chosen))
    return tuple(chosen)


def _letter(name: str, taken: Sequence[str]) -> str:
    plain = normalize("NFKD", name).upper()
    own = [each for each in plain if each in ascii_uppercase]
    free: list[str] = [each for each in (*own, *_SPARE, *ascii_uppercase) if each not in taken]
    return free[0]
