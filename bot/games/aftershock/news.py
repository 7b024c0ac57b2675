"""What happened, in sentences; what belongs together is told together."""

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Any, Final

from bot.games.aftershock import told_cards, told_map, told_scores
from bot.games.panel import View
from engine.game import Event
from engine.games.aftershock.events import (
    AftershockChosen,
    AreaPopulated,
    CardDealt,
    MeepleMoved,
    MeepleTakenBack,
    Passed,
    PhaseBegun,
)

UNTOLD: Final = (CardDealt, AftershockChosen)
"""What needs no line: a hand is shown as a whole, and the roll follows the choice of a marker."""

TELLERS: Final[Mapping[type, Callable[..., str]]] = {
    **told_cards.TELLERS,
    **told_map.TELLERS,
    **told_scores.TELLERS,
}
"""How each kind of event is told: by a function of the view and a group of such events."""


def sentences(view: View, events: Iterable[Event]) -> list[str]:
    """Return what happened, a line for each group of events."""
    return [sentence(view, *group) for group in gathered(events)]


def sentence(view: View, *group: Event) -> str:
    """Return a group of events of one kind as a sentence of markdown."""
    return TELLERS[type(group[0])](view, *group)


def gathered(events: Iterable[Event]) -> list[tuple[Event, ...]]:
    """Return the events worth a line in groups of those that are told together, in order."""
    worth = [each for each in events if is_worth_a_line(each)]
    return [tuple(group) for _, group in groupby(worth, key=_alike)]


def is_worth_a_line(event: Event) -> bool:
    """Say whether an event is told; a phase is not, unless it begins a round."""
    if isinstance(event, PhaseBegun):
        return event.phase == "keep" and event.round > 1
    return not isinstance(event, UNTOLD)


def _alike(event: Event) -> Any:
    """Return what neighbours that are told together have in common."""
    match event:
        case Passed():
            return Passed
        case AreaPopulated(seat):
            return AreaPopulated, seat
        case MeepleMoved() | MeepleTakenBack():
            return event
        case _:
            return id(event)
