"""Whether what comes from outside is a move at all, and due, before the rules are asked.

What was typed, forged or read may hold anything. It is compared with what the game declares, so
that the rules meet nothing but their own actions and seats that are there: `True` and 1.0 are no
int, a list is no tuple. Nothing of what is looked at is called, so it can't do anything.
"""

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, NewType, TypeAlias, TypeVar, Union, get_args, get_origin
from typing import get_type_hints as type_hints

from engine.errors import IllegalAction, NotYourTurn
from engine.game import CHANCE, AnyGame, Decision, Game, Move

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 - O for observation, as in engine.game

_LARGEST: Final = 1 << 53
"""Larger numbers aren't the same to all who read JSON."""
_LONGEST: Final = 200
"""Of texts and rows."""

Check: TypeAlias = Callable[[Any], bool]


def check(game: Game[S, A, O], state: S, seat: Any, action: Any) -> None:
    """Raise unless `seat` may act and this is an action; the rules decide about the rest.

    What is no action at all is refused like one that isn't due: every game has that key.
    """
    node = game.node(state)
    if type(seat) is not int or not isinstance(node, Decision) or seat not in node.all:
        waited = node.seats if isinstance(node, Decision) else ()
        raise NotYourTurn("not-your-turn", seats=tuple(sorted(waited)))
    if not is_action(game, action):
        raise IllegalAction(game.meta.not_now)


def is_move(game: AnyGame, seats: int, move: Any) -> bool:
    """Say whether chance, or one of `seats` seats, does something that the game knows."""
    actor: Any = move.actor if type(move) is Move else None
    is_actor = 0 <= actor < seats if type(actor) is int else type(actor) is str and actor == CHANCE
    return is_actor and is_action(game, move.action)


def is_action(game: AnyGame, action: Any) -> bool:
    """Say whether it is an action of the game, each field of its declared type."""
    kind: Any = type(action)
    return kind in game.meta.actions and type_check(kind)(action)


@cache
def type_check(hint: Any) -> Check:
    """Return what says whether a value is of a type: bool is no int, a list no tuple."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    if isinstance(hint, NewType):
        return type_check(hint.__supertype__)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return _is_one_of(arguments)
    if origin in (Union, UnionType):
        return _is_any_of(tuple(map(type_check, arguments)))
    if origin is tuple and arguments[1:] == (...,):
        return _is_row_of(type_check(arguments[0]))
    if origin is Mapping:
        return _is_mapping_of(*map(type_check, arguments))
    if is_dataclass(hint):
        return _has_fields(hint)
    if isinstance(hint, type) and issubclass(hint, tuple):
        return _is_named_tuple(hint)
    raise TypeError(hint)


def _is_number(value: Any) -> bool:
    return type(value) is int and -_LARGEST <= value <= _LARGEST


def _is_text(value: Any) -> bool:
    return type(value) is str and len(value) <= _LONGEST and value.isprintable()


_PLAIN: Final[Mapping[Any, Check]] = {
    int: _is_number,
    str: _is_text,
    bool: lambda value: type(value) is bool,
    NoneType: lambda value: value is None,
}


def _is_one_of(names: tuple[Any, ...]) -> Check:
    (kind,), known = {type(name) for name in names}, frozenset(names)
    return lambda value: type(value) is kind and value in known


def _is_any_of(checks: tuple[Check, ...]) -> Check:
    def matches(value: Any) -> bool:
        for check in checks:  # noqa: SIM110 - faster than any()
            if check(value):
                return True
        return False

    return matches


def _is_row_of(check: Check) -> Check:
    def matches(value: Any) -> bool:
        return type(value) is tuple and len(value) <= _LONGEST and all(map(check, value))

    return matches


def _is_mapping_of(key: Check, each: Check) -> Check:
    def matches(value: Any) -> bool:
        return type(value) is dict and all(key(k) and each(v) for k, v in value.items())

    return matches


def _has_fields(kind: Any) -> Check:
    checks = [(name, type_check(hint)) for name, hint in type_hints(kind).items()]

    def matches(value: Any) -> bool:
        if type(value) is not kind:
            return False
        for name, check in checks:  # noqa: SIM110 - faster than all()
            # A field may even be missing, if code made the value without its constructor.
            if not check(getattr(value, name, _NOTHING)):
                return False
        return True

    return matches


def _is_named_tuple(kind: Any) -> Check:
    checks = [type_check(hint) for hint in type_hints(kind).values()]

    def matches(value: Any) -> bool:
        if type(value) is not kind or len(value) != len(checks):
            return False
        for check, each in zip(checks, value, strict=True):  # noqa: SIM110
            if not check(each):
                return False
        return True

    return matches


_NOTHING: Final = object()
