"""Frames of maps, painted again as a page paints them."""

from array import array
from zlib import MAX_WBITS, decompress

from PIL import Image

from render.blocks import SIDE, MapFrames

BYTES = SIDE * SIDE


def painted(maps: MapFrames, count: int) -> list[Image.Image]:
    """Return the frames of `maps`, of which there are `count`."""
    across, down = -(-maps.width // SIDE), -(-maps.height // SIDE)
    raw, size = decompress(maps.packed, -MAX_WBITS), across * down
    numbers, blocks = array("H", raw[: 2 * size * count]), raw[2 * size * count :]
    frames, known = list[Image.Image](), 0
    picture = Image.new("P", (maps.width, maps.height))
    picture.putpalette(bytes.fromhex(maps.palette))
    for frame in range(count):
        for place, number in enumerate(numbers[frame * size : (frame + 1) * size]):
            if number == 0:
                assert frames, "the first frame is there as a whole"
                continue
            at = BYTES * (known if number == 1 else number - 2)
            known += number == 1
            block = Image.frombytes("P", (SIDE, SIDE), blocks[at : at + BYTES])
            picture.paste(block, (place % across * SIDE, place // across * SIDE))
        frames.append(picture.copy())
    assert len(blocks) == BYTES * known, "every block is in use"
    return frames
