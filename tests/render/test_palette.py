import pytest
from PIL import Image

from render.palette import CORE, TRANSPARENT, Palette, active, painting
from render.sprites import Sprite, Sprites
from render.theme import COLOURS


def test_the_palette_leaves_room_for_transparency() -> None:
    assert len(CORE.colours) <= TRANSPARENT
    assert len(CORE.flat) == 3 * len(CORE.colours)


@pytest.mark.parametrize("name", sorted(COLOURS))
def test_a_colour_of_the_theme_stays_exact(name: str) -> None:
    found = active().mapped(Image.new("RGB", (1, 1), COLOURS[name])).tobytes()[0]

    assert found == CORE.index[name]
    assert CORE.colours[found] == COLOURS[name]


def test_a_ramp_runs_from_the_ground_to_the_colour() -> None:
    steps = CORE.ramp("ink", "paper")

    assert steps[0] == CORE.index["paper"]
    assert steps[255] == CORE.index["ink"]
    assert len(set(steps)) >= 5


def test_a_title_paints_with_a_palette_of_its_own() -> None:
    own = Palette({"dawn": (250, 120, 90), "dusk": (60, 40, 90)}, [("dawn", "dusk", 3)])

    with painting(own):
        inside = active().mapped(Image.new("RGB", (1, 1), (60, 40, 90)))
        assert active() is own

    assert active() is CORE
    assert inside.convert("RGB").getpixel((0, 0)) == (60, 40, 90)
    assert len(own.colours) == 5


def test_a_palette_of_too_many_colours_is_refused() -> None:
    crowd = {f"grey {n}": (n, n, n) for n in range(TRANSPARENT + 1)}

    with pytest.raises(ValueError, match="256 colours"):
        Palette(crowd, [])


def test_a_sprite_is_kept_for_each_palette() -> None:
    own = Palette({"ink": (1, 2, 3), "paper": (250, 240, 230)}, [])
    sprites = Sprites()

    def draw() -> Sprite:
        return Sprite(active().blank(2, 2, "ink"), None, 1, 1)

    shared = sprites.get("dot", draw)
    with painting(own):
        assert sprites.get("dot", draw).picture.convert("RGB").getpixel((0, 0)) == (1, 2, 3)

    assert sprites.get("dot", draw) is shared
