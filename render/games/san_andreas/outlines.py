"""Outlines of arrows and dashes."""

from render.shapes import Outline, turned


def arrow(long: float, wide: float, head: float, turn: float) -> Outline:
    """Return an arrow around the middle, `long` from tip to tail, turned from up in degrees."""
    half, neck = long / 2, head * 0.92
    points = [
        (0.0, -half),
        (head, -half + neck),
        (wide / 2, -half + neck),
        (wide / 2, half),
        (-wide / 2, half),
        (-wide / 2, -half + neck),
        (-head, -half + neck),
    ]
    return turned(points, turn)
