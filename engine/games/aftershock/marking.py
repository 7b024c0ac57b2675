"""4A: which spaces are to score (rules 2)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.errors import IllegalAction
from engine.game import Event, Seat, Step
from engine.games.aftershock.actions import Action, Influence, Mark
from engine.games.aftershock.board import Board
from engine.games.aftershock.events import MarksOpened
from engine.games.aftershock.phases import Drafts, Sealed, misplaced
from engine.games.aftershock.rounds import score_round
from engine.games.aftershock.state import Marks, State


def begin_marking(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Let everybody mark."""
    return MARKING.begin(state, (True,) * state.seats, events)


def score_markers(state: State) -> int:
    """Return how many Score markers each seat has."""
    return state.board.seatings[state.seats].score_markers


@lru_cache(maxsize=1024)
def marking_choices(board: Board, draft: tuple[str, ...], markers: int) -> tuple[Action, ...]:
    """Return where the next marker of a draft may go, with so many Score markers in all.

    Score markers ascend in board order and leave room for those that follow; Influence markers
    don't descend. So each set of marks has one way.
    """
    places = [board.index[space] for space in draft]
    keys = [space.key for space in board.spaces]
    if len(places) < markers:
        first = places[-1] + 1 if places else 0
        last = len(keys) - (markers - len(places))
        return tuple(Mark(key) for key in keys[first : last + 1])
    influence = places[markers:]
    return tuple(Influence(key) for key in keys[influence[-1] if influence else 0 :])


class Marking(Sealed):
    """Every seat places all its markers, one after the other in board order."""

    name = "mark"

    def choices(self, state: State, seat: Seat) -> Sequence[Action]:
        """Return the spaces for the next marker."""
        return marking_choices(state.board, state.drafts[seat] or (), score_markers(state))

    def drafted(self, state: State, seat: Seat, action: Action) -> tuple[str, ...]:
        """Return the spaces so far with one more; raise `IllegalAction`."""
        if not isinstance(action, Mark | Influence):
            raise misplaced(state, action)
        draft = state.drafts[seat] or ()
        if action not in self.choices(state, seat):
            raise mark_refusal(state.board, draft, score_markers(state), action)
        return (*draft, action.space)

    def is_complete(self, state: State, seat: Seat, draft: tuple[str, ...]) -> bool:
        """Say whether every marker lies somewhere."""
        return len(draft) == score_markers(state) + state.items[seat].influence

    def opened(self, state: State, drafts: Drafts, events: tuple[Event, ...]) -> Step[State]:
        """Show all marks and score."""
        count = score_markers(state)
        marks = tuple(Marks((draft or ())[:count], (draft or ())[count:]) for draft in drafts)
        shown = (MarksOpened(Seat(seat), each) for seat, each in enumerate(marks))
        return score_round(state, marks, (*events, *shown))


def mark_refusal(
    board: Board, draft: tuple[str, ...], markers: int, action: Mark | Influence
) -> IllegalAction:
    """Return why the next marker can't go there."""
    left, space = markers - len(draft), action.space
    if space not in board.index:
        return IllegalAction("aftershock-no-such-space", space=space)
    if isinstance(action, Influence) and left > 0:
        return IllegalAction("aftershock-markers-left", left=left)
    if isinstance(action, Mark) and left <= 0:
        return IllegalAction("aftershock-no-score-markers-left")
    if isinstance(action, Mark) and space in draft:
        return IllegalAction("aftershock-already-marked", space=space)
    choices = marking_choices(board, draft, markers)
    allowed = tuple(each.space for each in choices if isinstance(each, Mark | Influence))
    return IllegalAction("aftershock-mark-order", space=space, allowed=allowed)


MARKING: Final = Marking()
