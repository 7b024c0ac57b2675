"""Copies of frozen values with some fields changed.

`but` is `dataclasses.replace`, typed as that is, only much faster.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["but", "copier"]

V = TypeVar("V")


def copier(made_of: Iterable[str] = (), memos: tuple[str, ...] = ()) -> Callable[..., Any]:
    """Return what copies dataclasses without slots, what their cached properties hold with them.

    The `memos` are the properties that are made of these fields: if one changes, they are left out.
    """
    sources = frozenset(made_of)

    def but(value: V, **changes: Any) -> V:
        known = value.__dict__ | changes
        if not sources.isdisjoint(changes):
            for name in memos:
                known.pop(name, None)
        changed = object.__new__(type(value))
        changed.__dict__ = known
        return changed

    return but


if TYPE_CHECKING:
    from dataclasses import replace as but  # misspelt and mistyped fields are found
else:
    but = copier()
