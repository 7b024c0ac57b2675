"""The colours of Aftershock beside those of all titles: water, shores, plates, cards."""

from typing import Final

from render.palette import Palette, meeting
from render.theme import COLOURS, rgb

# fmt: off
_OWN: Final = {
    "deep":     "#558B9C",   # the Bay
    "wave1":    "#78A8B5",   # lines along the shores, from the shore outwards
    "wave2":    "#6D9FAD",
    "wave3":    "#6497A6",
    "wave4":    "#5C909F",
    "shade":    "#466D7A",   # under a cliff
    "coast":    "#45412F",   # line of a shore
    "cliff":    "#7F8A5A",
    "worth":    "#5A4E3A",   # points on their plate
    "vacant":   "#B4D3D9",   # outline of a vacant bridge space
    "waterword": "#EEF5F4",
    "ready":    "#2E7D4F",   # the tick of a seat that is ready
    "cardpale": "#EFE7D5",   # a card one cannot pay
    "cardtext": "#857B69",
    "waterpale": "#BCCFCB",  # the picture on such a card
    "linen":    "#F3E2B3",   # the seal on it
    "round2":   "#E6DEA6",   # bars of a result
    "round3":   "#E0B98E",
}
_SHARED: Final = (
    "frame", "amber", "paper", "white", "land", "landline", "shadow", "rubble", "ground", "seam",
    "grounddim", "seamdim", "ink", "soft", "red", "town", "hot", "glow",
    "seat1", "seat2", "seat3", "seat4",
)
_TINTS: Final = ("tint1", "tint2", "tint3", "tint4", "tint5")

_THREE_STEPS: Final = (
    #  one colour      meets these
    ("ink",        "paper ground deep glow white"),
    ("paper",      "soft ground deep frame"),
    ("seat1",      "ink"),
    ("seat2",      "ink"),
    ("seat3",      "ink"),
    ("seat4",      "ink"),
    ("white",      "hot"),
)
_TWO_STEPS: Final = (
    ("ink",        "amber town hot grounddim red land rubble"),
    ("seat1",      "white paper"),
    ("seat2",      "paper"),
    ("seat4",      "paper"),
    ("paper",      "amber hot grounddim worth"),
    ("deep",       "ground vacant coast shade glow hot white waterword amber grounddim"),
    ("ground",     "coast seam amber worth white"),
    ("grounddim",  "coast soft worth"),
    ("cliff",      "coast"),
    ("land",       "soft"),
    ("white",      "soft ink"),
    ("ready",      "paper white"),
    ("cardpale",   "cardtext"),
    ("waterpale",  "cardtext grounddim"),
    ("tint1",      "cardtext"),
    ("linen",      "cardtext"),
)
_ONE_STEP: Final = (
    ("deep",       "wave1 wave2"),
    ("cliff",      "deep"),
    ("round2",     "ink"),
    ("round3",     "ink"),
)
# fmt: on

BAY: Final = Palette(
    {name: COLOURS[name] for name in (*_SHARED, *_TINTS)}
    | {name: rgb(text) for name, text in _OWN.items()},
    [*meeting(_THREE_STEPS, 3), *meeting(_TWO_STEPS, 2), *meeting(_ONE_STEP, 1)],
)
"""Everything a picture of Aftershock is drawn in."""
