"""The colours of San Andreas and the palette that its pictures are born in."""

from itertools import combinations, pairwise
from typing import Final

from render.palette import Palette, meeting
from render.theme import COLOURS, Rgb, between, rgb

_SHARED: Final = (
    *("frame", "amber", "paper", "white", "land", "landline", "sea", "ground", "ink", "soft"),
    *("red", "hot", "glow", "seat1", "seat2", "seat3", "seat4"),
)


# fmt: off
_OWN: Final = {
    "deep":      "#558B9C",   # ocean
    "wave1":     "#78A8B5",   # lines along the shore, from the shore outwards
    "wave2":     "#6D9FAD",
    "wave3":     "#6497A6",
    "wave4":     "#5C909F",
    "lakewave":  "#467E90",
    "high1":     "#C3D190",   # top of a tile, two steps a layer; the lowest is `ground`
    "high2":     "#DBDA9B",
    "high3":     "#EBE0AA",
    "high4":     "#F4E7C0",
    "high5":     "#F9EED5",
    "high6":     "#FCF5E6",
    "dim0":      "#D3D9B9",   # the same, out of the question
    "dim1":      "#DADDBC",
    "dim2":      "#E1DFBF",
    "dim3":      "#E6E2C6",
    "dim4":      "#EBE6CF",
    "edge":      "#45412F",   # outline of tiles
    "tilename":  "#3F4429",
    "border":    "#7A4B2A",   # where land begins
    "slab":      "#E8DDA4",   # the tile in the signs of over and under
    "sun":       "#8C1C2B",   # epicenters and dice
    "moon":      "#2B2B33",
    "crown":     "#54307A",
    "arms":      "#1F5B45",
    "northface": "#B9AE80",   # sides of tiles in the view from the sea
    "westface":  "#857C55",
    "landnorth": "#D3C49E",
    "landwest":  "#A3936C",
}
# fmt: on

HEIGHTS: Final = ("ground", "high1", "high2", "high3", "high4", "high5", "high6", "white")
"""The top of a tile by its height in half layers."""

DIMMED: Final = ("dim0", "dim1", "dim2", "dim3", "dim4", "dim4", "dim4", "dim4")
"""The same where nothing can be chosen."""

SUITS: Final = ("sun", "moon", "crown", "arms")

_CONTOUR: Final = rgb("#7A7145")
_CROSS: Final = rgb("#5E5A38")
_INK: Final = COLOURS["ink"]

LIGHT, SHADE, DARK = 0.15, 0.30, 0.42
"""How much ink a soft edge of a shadow has, a shadow, and the foot of a raised edge."""

_SHADED: Final = ("deep", "ground", "land", "sea", "high2", "high4", "high6")
"""What shadows most often fall on; the rest takes the nearest colour."""


def _colours() -> dict[str, Rgb]:
    found = {name: COLOURS[name] for name in _SHARED}
    found |= {name: rgb(text) for name, text in _OWN.items()}
    for name in (*HEIGHTS[:5], "high6", "dim0"):
        found[f"contour {name}"] = between(found[name], _CONTOUR, 0.6)
        found[f"cross {name}"] = between(found[name], _CROSS, 0.4)
    for name in _SHADED:
        found[f"shade {name}"] = between(found[name], _INK, SHADE)
    for name in ("deep", "ground", "land"):
        found[f"dark {name}"] = between(found[name], _INK, DARK)
    for suit in SUITS:
        found[f"{suit} gone"] = between(found["paper"], found[suit], 0.13)
        found[f"{suit} gone line"] = between(found["paper"], found[suit], 0.45)
    return found


_THREE_STEPS: Final = (
    ("ink", "paper white glow ground deep"),
    ("paper", "soft frame"),
    ("ink", "seat2 seat3 seat4"),
    ("seat1", "white ink"),
    ("white", "sun moon crown arms"),
)
_TWO_STEPS: Final = (
    ("tilename", " ".join((*HEIGHTS[:6], "dim0"))),
    ("edge", "ground high2 high4 high6 dim0 dim4 deep land"),
    ("paper", "seat1 seat2 seat3 seat4 sun moon crown arms ground deep hot"),
    ("white", "hot border deep high1 high3 red"),
    ("ink", "amber land hot high2 high4 slab red"),
    ("soft", "dim0 white"),
    ("land", "landline border paper"),
    ("sea", "lakewave deep"),
    ("deep", "wave1 wave2"),
    ("amber", "paper"),
    ("white", "deep"),
)
PALETTE: Final = Palette(
    _colours(),
    [
        *meeting(_THREE_STEPS, 3),
        *meeting(_TWO_STEPS, 2),
        *((one, other, 1) for one, other in pairwise(HEIGHTS)),
        *((one, other, 1) for one, other in combinations(("seat2", "seat3", "seat4"), 2)),
    ],
)
"""Every colour that a picture of San Andreas can have."""
