"""What happened, and who may know."""

from typing import Final, Literal, Protocol, TypeAlias

from engine.seat import PUBLIC, Seat, Viewer

EVERYBODY: Final = "everybody"
Witnesses: TypeAlias = frozenset[Seat] | Literal["everybody"]


class Event(Protocol):
    """A frozen dataclass of a game; `seen_by` says who may be told of it."""

    @property
    def seen_by(self) -> Witnesses:
        """Who may be told: some seats, nobody, or everybody."""


def visible(event: Event, viewer: Viewer) -> bool:
    """Say whether `viewer` may be told of `event`; the public sees what everybody sees."""
    if event.seen_by == EVERYBODY:
        return True
    return viewer != PUBLIC and viewer in event.seen_by
