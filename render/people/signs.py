"""Marks of ratings: dots that are full or hollow, and bars for what is likely."""

from render.shapes import circle, grown
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
