"""Whether something from outside is a move at all, and due, before the rules are asked.

What was typed, forged or read may hold anything. Here it is compared with what the game declares,
so that the rules meet nothing but their own actions and seats that are there.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

from engine.errors import IllegalAction, NotYourTurn
from engine.exact import Check, is_exactly
from engine.game import CHANCE, AnyGame, Decision, Game, Move

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 - O for observation, as in engine.game


def check(game: Game[S, A, O], state: S, seat: Any, action: Any) -> None:
    """Raise unless `seat` may act and this is an action; the rules decide about the rest.

    What is no action at all is refused like one that isn't due: every game has that key.
    """
    node = game.node(state)
    if type(seat) is not int or not isinstance(node, Decision) or seat not in node.all:
        waited = node.seats if isinstance(node, Decision) else ()
        raise NotYourTurn("not-your-turn", seats=tuple(sorted(waited)))
    if not is_action(game, action):
        raise IllegalAction(f"{game.meta.key.replace('_', '-')}-not-now")


def is_move(game: AnyGame, seats: int, move: Any) -> bool:
    """Say whether chance or one of so many seats does something that the game knows."""
    actor: Any = move.actor if type(move) is Move else None
    is_actor = 0 <= actor < seats if type(actor) is int else type(actor) is str and actor == CHANCE
    return is_actor and is_action(game, move.action)


def is_action(game: AnyGame, action: Any) -> bool:
    """Say whether it is an action of the game, each field of its declared type."""
    is_one = _checks(game.meta.actions).get(type(action))
    return is_one is not None and is_one(action)


@cache
def _checks(actions: tuple[Any, ...]) -> Mapping[type, Check]:
    return {kind: is_exactly(kind) for kind in actions}
