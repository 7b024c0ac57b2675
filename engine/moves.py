"""Whether something from outside is a move at all, and due, before the rules are asked.

What was typed, forged or read may hold anything. Here it is compared with what the game declares,
so that the rules meet nothing but their own actions and seats that are there.
"""

from typing import Any, TypeVar

from engine.errors import IllegalAction, NotYourTurn
from engine.exact import is_exactly
from engine.game import AnyGame, Game
from engine.node import Chance, Decision, Node
from engine.record import Move
from engine.seat import CHANCE, Actor, Seat

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 - O for observation, as in engine.game


def check(game: Game[S, A, O], state: S, seat: Seat, action: A) -> None:
    """Raise unless `seat` may act and this is an action; the rules decide about the rest.

    What is no action at all is refused like one that isn't due: every game has that key.
    """
    if type(seat) is not int:
        raise _not_your_turn(game.node(state))
    check_turn(game, state, seat)
    if not is_action(game, action):
        raise IllegalAction(f"{game.meta.key.replace('_', '-')}-not-now")


def check_turn(game: Game[S, A, O], state: S, actor: Actor) -> None:
    """Raise unless the state waits for chance or a seat, and this is the one."""
    node = game.node(state)
    if isinstance(node, Chance):
        may_act = actor == CHANCE
    else:
        may_act = isinstance(node, Decision) and actor in node.all
    if not may_act:
        raise _not_your_turn(node)


def _not_your_turn(node: Node[Any]) -> NotYourTurn:
    seats = node.seats if isinstance(node, Decision) else ()
    return NotYourTurn("not-your-turn", seats=tuple(sorted(seats)))


def is_move(game: AnyGame, move: Any) -> bool:
    """Say whether a seat or chance does something that the game knows."""
    actor = move.actor if type(move) is Move else None
    is_actor = is_exactly(int)(actor) or (type(actor) is str and actor == CHANCE)
    return is_actor and is_action(game, move.action)


def is_action(game: AnyGame, action: Any) -> bool:
    """Say whether it is an action of the game, each field of its declared type."""
    kind: Any = type(action)
    return kind in game.meta.actions and is_exactly(kind)(action)
