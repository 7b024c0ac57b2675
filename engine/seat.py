"""Who acts and who looks: seats, chance, the public."""

from typing import Final, Literal, NewType, TypeAlias

Seat = NewType("Seat", int)
"""A place at the table, 0 to n - 1, in the order of play."""

CHANCE: Final = "chance"
PUBLIC: Final = "public"

Actor: TypeAlias = Seat | Literal["chance"]
Viewer: TypeAlias = Seat | Literal["public"]
