"""What happened, and who may know."""

from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias

from engine.seat import PUBLIC, Seat, Viewer

EVERYBODY: Final = "everybody"
Witnesses: TypeAlias = frozenset[Seat] | Literal["everybody"]


class Event(Protocol):
    """A frozen dataclass of a game; `seen_by` says who may be told of it."""

    @property
    def seen_by(self) -> Witnesses:
        """Who may be told: some seats, nobody, or everybody."""


@dataclass(frozen=True, slots=True)
class Public:
    """An event that everybody sees; games derive theirs from it."""

    @property
    def seen_by(self) -> Witnesses:
        """Everybody."""
        return EVERYBODY


@dataclass(frozen=True, slots=True)
class Private:
    """An event that only `seat` sees; games derive theirs from it."""

    seat: Seat

    @property
    def seen_by(self) -> Witnesses:
        """The seat alone."""
        return frozenset({self.seat})


def visible(event: Event, viewer: Viewer) -> bool:
    """Say whether `viewer` may be told of `event`; the public sees what everybody sees."""
    if event.seen_by == EVERYBODY:
        return True
    return viewer != PUBLIC and viewer in event.seen_by
