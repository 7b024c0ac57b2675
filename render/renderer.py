"""What a picture is and who draws it: an observation in, PNG bytes out, never a state."""

from dataclasses import dataclass
from typing import Protocol, TypeVar

O_contra = TypeVar("O_contra", contravariant=True)
C_contra = TypeVar("C_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: its bytes, its size in pixels, and "png" or "gif"."""

    data: bytes
    width: int
    height: int
    format: str = "png"


class Renderer(Protocol[O_contra, C_contra]):
    """Draws one game. Every word in the pictures comes with the captions."""

    def board(self, observation: O_contra, captions: C_contra) -> Picture:
        """Draw what the table holds."""
