"""A copy of a frozen value with some fields changed."""

from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["but"]

V = TypeVar("V")

if TYPE_CHECKING:
    from dataclasses import replace as but  # misspelt and mistyped fields are found
else:

    def but(value: V, **changes: Any) -> V:
        """Return a dataclass without slots with some fields changed, much faster than `replace`.

        What its cached properties hold goes along: none may depend on a field that changes.
        """
        known = value.__dict__.copy()
        known.update(changes)
        changed = object.__new__(type(value))
        object.__setattr__(changed, "__dict__", known)
        return changed
