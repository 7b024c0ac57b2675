"""Marks of ratings and places: dots and discs that are full or hollow, boxes for titles."""

from render.frames import stretched
from render.shapes import circle, grown, moved, rounded
from render.sprites import Sketch, Sprite, kept


@kept
def dot_sprite(size: int, colour: str, *, is_full: bool, ground: str = "land") -> Sprite:
    """Return a disc with a halo: a match won, or a rating; hollow: another place, provisional."""
    disc = circle(size / 2)
    sketch = Sketch(size / 2 + 5, size / 2 + 5, ground)
    sketch.shape(grown(disc, 2.6))
    sketch.fill(grown(disc, 2.6), "paper")
    sketch.fill(disc, "ink")
    if not is_full:
        sketch.fill(grown(disc, -0.13 * size), "paper")
    elif colour != "ink":
        sketch.fill(grown(disc, -2.4), colour)
    return sketch.finished()


@kept
def place_sprite(place: int, *, is_full: bool) -> Sprite:
    """Return a disc of 46 with a place: full for a win, a ring for another one; on white."""
    disc = circle(23)
    sketch = Sketch(25, 25, "white")
    sketch.fill(disc, "ink" if is_full else "soft")
    if not is_full:
        sketch.fill(grown(disc, -2.6), "white")
    size = 31 if place < 10 else 25
    sketch.text(str(place), (0, 0), size, "white" if is_full else "soft")
    return sketch.finished()


@kept
def box_sprite(width: int, height: int) -> Sprite:
    """Return a white box with an outline and a flat shadow, to lay on paper."""
    corner, line, (right, down) = 12, 2.5, (5, 6)
    half = corner + 10
    outline = rounded(2 * half, 2 * half, corner)
    sketch = Sketch(half + right, half + down, "paper")
    sketch.fill(moved(outline, right, down), "shadow")
    sketch.fill(outline, "ink")
    sketch.fill(grown(outline, -line), "white")
    # As far at the right and below as at the left and above, where it is paper.
    return stretched(sketch.finished(), width + 2 * right, height + 2 * down)
