"""Draws ahead what every picture needs: fonts, frames, water, pieces. Any thread may do it.

The first picture of a title in a process takes up to half a second; after this a part of that.
"""

from engine.record import Setup
from engine.registry import game
from engine.seat import PUBLIC
from render.registry import renderers


def warm() -> None:
    """Draw the opening of each title and forget the picture; what it is made of is kept."""
    for key, renderer in renderers().items():
        rules = game(key)
        opening = rules.initial(Setup(rules.meta.seats[-1]))
        renderer.warm(rules.observe(opening, PUBLIC))
