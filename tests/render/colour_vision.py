"""How colours look to others, and how far apart they are."""

import math

from render.theme import Rgb

# Simulation after Viénot, Brettel and Mollon (1999), on linear RGB.
DEUTERANOPIA = ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0))
PROTANOPIA = ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0))


def linear(channel: float) -> float:
    part = channel / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def seen_by(vision: tuple[tuple[float, ...], ...], colour: Rgb) -> Rgb:
    light = [linear(channel) for channel in colour]
    mixed = [sum(a * b for a, b in zip(row, light, strict=True)) for row in vision]
    r, g, b = (round(255 * _gamma(min(1.0, max(0.0, part)))) for part in mixed)
    return r, g, b


def _gamma(part: float) -> float:
    return part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast ratio of WCAG, 1 to 21."""
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: Rgb) -> float:
    r, g, b = (linear(channel) for channel in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def lab(colour: Rgb) -> tuple[float, float, float]:
    r, g, b = (linear(channel) for channel in colour)
    x = _root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047)
    y = _root(0.2126 * r + 0.7152 * g + 0.0722 * b)
    z = _root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    return float(part ** (1 / 3)) if part > 0.008856 else 7.787 * part + 16 / 116


def apart(one: Rgb, other: Rgb) -> float:
    """Return the distance in CIELAB; 10 is seen at a glance."""
    return math.dist(lab(one), lab(other))
