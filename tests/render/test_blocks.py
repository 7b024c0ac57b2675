"""Frames as blocks: what is painted again is what was drawn, and each block is stored once."""

from random import Random
from zlib import MAX_WBITS, decompress

import pytest
from PIL import Image

from render.blocks import SIDE, MapFrames
from render.palette import CORE
from render.picture import Picture
from tests.render.painting import painted


def drawn(width: int, height: int, count: int) -> list[Image.Image]:
    """Return frames of noise, each with some pixels other than the one before."""
    chance = Random(count)
    picture = CORE.blank(width, height, "land")
    frames = []
    for _ in range(count):
        for _ in range(5):
            spot = chance.randrange(width), chance.randrange(height)
            picture.putpixel(spot, chance.randrange(len(CORE.colours)))
        frames.append(picture.copy())
    return frames


@pytest.mark.parametrize("size", [(64, 48), (65, 47), (5, 5), (16, 33)])
def test_frames_of_any_size_are_painted_again(size: tuple[int, int]) -> None:
    frames = drawn(*size, 20)

    again = painted(MapFrames.of(frames), len(frames))

    assert [each.convert("RGB").tobytes() for each in again] == [
        each.convert("RGB").tobytes() for each in frames
    ]


def test_one_pixel_that_differs_is_enough_anywhere_in_a_block() -> None:
    before = CORE.blank(SIDE, SIDE, "land")
    for x in range(SIDE):
        after = before.copy()
        after.putpixel((x, SIDE - 1 - x), CORE.index["land"] ^ 1)

        *_, again = painted(MapFrames.of([before, after]), 2)

        assert again.tobytes() == after.tobytes()


def test_a_block_that_was_there_before_is_not_stored_again() -> None:
    land, sea = CORE.blank(32, 32, "land"), CORE.blank(32, 32, "sea")

    maps = MapFrames.of([land, sea, land, land])

    places = 4 * 4 * 2
    assert len(decompress(maps.packed, -MAX_WBITS)) == places + 2 * SIDE * SIDE
    assert [each.tobytes() for each in painted(maps, 4)] == [
        each.tobytes() for each in (land, sea, land, land)
    ]


def test_they_come_back_from_another_process() -> None:
    maps = MapFrames.of(drawn(40, 30, 3), 1.25, (("A", 0.25), ("B", 0.75)))

    came = MapFrames.read(Picture.read(maps.picture().written()))

    assert came == maps
