"""Frozen dataclasses that are cheap to make.

`dataclass(frozen=True)` means what it always does, and mypy sees to it that nobody assigns a field.
At run time nothing guards them: the guard takes a call for each field of each value that is made,
which made a value four times as dear, and a match by a tenth.
"""

from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["dataclass"]

C = TypeVar("C", bound=type)

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    import dataclasses
    from collections.abc import Callable

    def dataclass(*, frozen: bool = False, **options: Any) -> Callable[[C], C]:
        """Make a class of values: by its fields it compares and hashes."""

        def made(cls: C) -> C:
            hashes = frozen and options.get("eq", True) and "__hash__" not in cls.__dict__
            return dataclasses.dataclass(**options, unsafe_hash=hashes)(cls)

        return made
