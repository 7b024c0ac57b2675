"""Where the ten areas of the San Francisco board lie: the Bay as one sees it from the Pacific.

Up is 62° from north. x is a part of the map's 1176 pixels from its left edge, y of its 685 from
its top; what lies outside 0 to 1 runs off the picture.
"""

from typing import Final, TypeAlias

Part: TypeAlias = tuple[float, float]

# fmt: off
PLACES: Final[dict[str, tuple[str, float, float, float, Part]]] = {
    #  area                 short name       centre  top    width  where private marks stand
    "vallejo":             ("Vallejo",       0.085, 0.013, 0.156, (0.112, 0.400)),
    "richmond":            ("Richmond",      0.315, 0.013, 0.151, (0.278, 0.386)),
    "oakland":             ("Oakland",       0.509, 0.013, 0.150, (0.534, 0.401)),
    "hayward":             ("Hayward",       0.736, 0.013, 0.148, (0.760, 0.393)),
    "fremont":             ("Fremont",       0.923, 0.024, 0.148, (0.958, 0.436)),
    "san_jose":            ("San Jose",      0.924, 0.620, 0.145, (0.888, 0.588)),
    "palo_alto":           ("Palo Alto",     0.711, 0.615, 0.143, (0.701, 0.574)),
    "south_san_francisco": ("South SF",      0.497, 0.653, 0.143, (0.491, 0.618)),
    "san_francisco":       ("San Francisco", 0.301, 0.638, 0.176, (0.250, 0.591)),
    "san_rafael":          ("San Rafael",    0.073, 0.530, 0.128, (0.118, 0.498)),
}
"""The short name belongs to the drawing: texts say the full one."""

SHORES: Final[dict[str, tuple[float, ...]]] = {
    "vallejo": (
        -0.036, -0.063, 0.170, -0.063, 0.165, 0.069, 0.172, 0.142, 0.163, 0.215, 0.170, 0.288,
        0.151, 0.346, 0.117, 0.364, 0.078, 0.346, 0.041, 0.369, -0.036, 0.355,
    ),
    "richmond": (
        0.235, -0.063, 0.395, -0.063, 0.389, 0.083, 0.398, 0.164, 0.389, 0.232, 0.396, 0.288,
        0.374, 0.343, 0.338, 0.355, 0.306, 0.340, 0.267, 0.364, 0.238, 0.334, 0.228, 0.258,
        0.238, 0.185, 0.231, 0.098,
    ),
    "oakland": (
        0.435, -0.063, 0.588, -0.063, 0.590, 0.083, 0.582, 0.171, 0.590, 0.273, 0.577, 0.356,
        0.534, 0.372, 0.500, 0.355, 0.463, 0.372, 0.439, 0.340, 0.431, 0.244, 0.438, 0.142,
        0.430, 0.069,
    ),
    "hayward": (
        0.662, -0.063, 0.813, -0.063, 0.809, 0.098, 0.815, 0.185, 0.807, 0.288, 0.811, 0.346,
        0.755, 0.364, 0.713, 0.346, 0.673, 0.361, 0.662, 0.288, 0.656, 0.185, 0.663, 0.083,
    ),
    "fremont": (
        0.849, -0.063, 1.036, -0.063, 1.036, 0.413, 0.951, 0.396, 0.908, 0.413, 0.866, 0.396,
        0.845, 0.331, 0.853, 0.244, 0.844, 0.142,
    ),
    "san_jose": (
        0.850, 0.641, 0.891, 0.615, 0.942, 0.629, 1.036, 0.603, 1.036, 1.061, 0.866, 1.061,
        0.859, 0.930, 0.848, 0.857, 0.856, 0.755,
    ),
    "palo_alto": (
        0.645, 0.618, 0.696, 0.601, 0.747, 0.619, 0.786, 0.604, 0.791, 0.711, 0.781, 0.799,
        0.789, 0.886, 0.776, 0.959, 0.721, 0.947, 0.670, 0.965, 0.641, 0.947, 0.634, 0.872,
        0.644, 0.784, 0.634, 0.711,
    ),
    "south_san_francisco": (
        0.432, 0.661, 0.474, 0.645, 0.526, 0.658, 0.568, 0.647, 0.573, 0.755, 0.564, 0.842,
        0.573, 0.930, 0.553, 0.982, 0.500, 0.971, 0.449, 0.985, 0.422, 0.962, 0.420, 0.872,
        0.429, 0.784, 0.418, 0.726,
    ),
    "san_francisco": (
        0.212, 0.632, 0.270, 0.618, 0.330, 0.632, 0.390, 0.619, 0.397, 0.690, 0.385, 0.784,
        0.392, 0.872, 0.383, 0.971, 0.330, 0.982, 0.279, 0.969, 0.228, 0.985, 0.207, 0.936,
        0.218, 0.842, 0.206, 0.769, 0.208, 0.700,
    ),
    "san_rafael": (
        -0.036, 0.518, 0.049, 0.527, 0.092, 0.515, 0.140, 0.526, 0.163, 0.582, 0.147, 0.667,
        0.158, 0.755, 0.150, 0.832, 0.100, 0.872, 0.049, 0.858, -0.036, 0.874,
    ),
}
"""Corners, x and y in turn; they are rounded when they are drawn."""

SPANS: Final[tuple[tuple[str, str, Part, Part], ...]] = (
    ("san_rafael", "vallejo",                (0.075, 0.527), (0.082, 0.349)),
    ("san_rafael", "richmond",               (0.146, 0.580), (0.255, 0.337)),
    ("san_rafael", "san_francisco",          (0.117, 0.836), (0.218, 0.895)),
    ("vallejo", "richmond",                  (0.158, 0.180), (0.245, 0.180)),
    ("richmond", "san_francisco",            (0.323, 0.340), (0.313, 0.638)),
    ("richmond", "oakland",                  (0.386, 0.194), (0.439, 0.194)),
    ("oakland", "san_francisco",             (0.486, 0.352), (0.364, 0.647)),
    ("oakland", "hayward",                   (0.578, 0.174), (0.667, 0.174)),
    ("hayward", "san_francisco",             (0.661, 0.290), (0.383, 0.697)),
    ("hayward", "south_san_francisco",       (0.702, 0.346), (0.551, 0.664)),
    ("hayward", "fremont",                   (0.804, 0.188), (0.855, 0.188)),
    ("fremont", "palo_alto",                 (0.871, 0.393), (0.765, 0.623)),
    ("fremont", "san_jose",                  (0.934, 0.396), (0.934, 0.629)),
    ("san_jose", "palo_alto",                (0.857, 0.784), (0.777, 0.784)),
    ("palo_alto", "south_san_francisco",     (0.645, 0.819), (0.561, 0.819)),
    ("south_san_francisco", "san_francisco", (0.432, 0.857), (0.381, 0.857)),
)
"""From shore to shore, in the middle between the two lanes."""

ISLETS: Final = ((0.192, 0.667, 11), (0.179, 0.734, 6))
"""Angel Island and Alcatraz: x, y and radius in pixels."""

COMPASS: Final = (0.155, 0.953)
NORTH: Final = 62
"""Degrees that north lies to the left of up."""
# fmt: on
