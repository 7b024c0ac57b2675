"""2C: bridges, meeples and Aftershock markers on the planning boards (rules 2)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.errors import IllegalAction
from engine.game import Event, Seat, Step
from engine.games.aftershock.actions import Action, Plan
from engine.games.aftershock.board import Board
from engine.games.aftershock.building import begin_building
from engine.games.aftershock.phases import Drafts, Sealed, misplaced
from engine.games.aftershock.state import Items, Planned, State


def begin_planning(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Let those plan who gained something."""
    return PLANNING.begin(state, [bool(items.order) for items in state.items], events)


@lru_cache(maxsize=16)
def _plans(board: Board) -> tuple[Plan, ...]:
    return tuple(Plan(area) for area in board.areas)


def planned(board: Board, items: Items, areas: tuple[str, ...]) -> tuple[Planned, ...]:
    """Return the plan that puts the first items on these areas, equal ones in board order."""
    plan = [Planned(*pair) for pair in zip(items.order, areas, strict=False)]
    kinds = tuple(dict.fromkeys(items.order))
    return tuple(sorted(plan, key=lambda each: (kinds.index(each.item), board.index[each.area])))


class Planning(Sealed):
    """Every seat puts what it gained on areas, one thing after the other."""

    name = "plan"

    def choices(self, state: State, seat: Seat) -> Sequence[Action]:  # noqa: ARG002
        """Return every area for the next thing."""
        return _plans(state.board)

    def drafted(self, state: State, seat: Seat, action: Action) -> tuple[str, ...]:
        """Return the areas so far with one more; raise `IllegalAction`."""
        if not isinstance(action, Plan):
            raise misplaced(state, action)
        if action.area not in state.board.areas:
            raise IllegalAction("aftershock-no-such-area", area=action.area)
        return (*(state.drafts[seat] or ()), action.area)

    def is_complete(self, state: State, seat: Seat, draft: tuple[str, ...]) -> bool:
        """Say whether everything lies somewhere."""
        return len(draft) == len(state.items[seat].order)

    def opened(self, state: State, drafts: Drafts, events: tuple[Event, ...]) -> Step[State]:
        """Keep the plans for the build turns: nobody sees another's yet."""
        pairs = zip(state.items, drafts, strict=True)
        plans = tuple(planned(state.board, items, areas or ()) for items, areas in pairs)
        return begin_building(state.but(plans=plans), events)


PLANNING: Final = Planning()
