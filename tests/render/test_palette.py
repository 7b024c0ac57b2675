import pytest
from PIL import Image

from render.palette import FLAT, INDEX, PALETTE, TRANSPARENT, mapped, ramp
from render.theme import COLOURS


def test_the_palette_leaves_room_for_transparency() -> None:
    assert len(PALETTE) <= TRANSPARENT
    assert len(FLAT) == 3 * len(PALETTE)


@pytest.mark.parametrize("name", sorted(COLOURS))
def test_a_colour_of_the_theme_stays_exact(name: str) -> None:
    found = mapped(Image.new("RGB", (1, 1), COLOURS[name])).tobytes()[0]

    assert found == INDEX[name]
    assert PALETTE[found] == COLOURS[name]


def test_a_ramp_runs_from_the_ground_to_the_colour() -> None:
    steps = ramp("ink", "paper")

    assert steps[0] == INDEX["paper"]
    assert steps[255] == INDEX["ink"]
    assert len(set(steps)) >= 5
