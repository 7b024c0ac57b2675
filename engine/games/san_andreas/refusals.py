"""What a phase refuses, whatever stands on the table."""

from engine.errors import EngineError, IllegalAction, NotYourTurn
from engine.game import CHANCE, Actor, Seat
from engine.games.san_andreas.actions import Action, Swap
from engine.games.san_andreas.state import State


def wrong_actor(actor: Actor, seats: tuple[Seat, ...]) -> EngineError:
    """Return why this actor may not act: `seats` are awaited."""
    if actor == CHANCE:
        return IllegalAction("san-andreas-not-now")
    return NotYourTurn("not-your-turn", seats=seats)


def wrong_kind(state: State, seat: Seat, action: Action) -> IllegalAction:
    """Return why an action of a kind that the phase doesn't know is refused."""
    if isinstance(action, Swap):
        return IllegalAction(
            "san-andreas-no-swap" if state.lost[seat] else "san-andreas-nothing-lost"
        )
    return IllegalAction("san-andreas-not-now")
