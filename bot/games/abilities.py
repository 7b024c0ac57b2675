"""What only some titles offer: the shell asks a panel with `isinstance`, never for its name."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from bot.games.panel import View
from bot.locale.localisation import Words
from bot.views.screen import Screen


@dataclass(frozen=True, slots=True)
class Described:
    """A variant: what it is called, and what it changes in at most 100 characters."""

    name: str
    line: str


@runtime_checkable
class NamesVariants(Protocol):
    """A title with `Meta.variants`."""

    def variant(self, words: Words, name: str) -> Described:
        """Return what a variant of `Meta.variants` is called and what it does."""


@runtime_checkable
class ShowsDanger(Protocol):
    """A title whose board is under a threat that can be worked out from what is public."""

    def danger(self, view: View) -> Screen:
        """Return what would be struck now, and how likely that is."""


@runtime_checkable
class ShowsPlaces(Protocol):
    """A title with a board that is better seen in parts."""

    def places(self, view: View) -> tuple[str, ...]:
        """Return the names of all places, in reading order, for suggestions."""

    def zoom(self, view: View, place: str) -> Screen:
        """Return the part of the board around `place`; "" is where something happened last.

        Buttons `for_match("zoom", match, line, place)` lead to other parts. Raises `IllegalAction`
        for a place that is not there.
        """


@runtime_checkable
class ShowsFits(Protocol):
    """A title in which one can ask what of the unseen would go on a place."""

    def fitting(self, view: View, place: str) -> Screen:
        """Return which unseen pieces would fit on `place`.

        Buttons and menus `for_match("unseen", match, line, place)` lead here. Raises
        `IllegalAction` for a place that is not there.
        """
