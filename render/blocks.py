"""Frames of one map, packed for a page that steps through them: each different block once.

A frame is cut into blocks of 16 by 16 palette indices. For each of its places, row by row, stands a
number: 0 for the block that was there before, 1 for the next new one, n + 2 for block n again. All
numbers of all frames, as little-endian 16 bits, then all blocks go through one raw deflate.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress, count
from json import dumps, loads
from sys import byteorder
from typing import Final, Self
from zlib import DEFLATED, MAX_WBITS, compressobj, decompress

from PIL import Image, ImageChops

from render.palette import active
from render.picture import Picture

SIDE: Final = 16
_BYTES: Final = SIDE * SIDE
_MOST: Final = (1 << 16) - 2
"""Blocks; a long match has a tenth of them."""
_LEVEL: Final = 6
"""Of 9: that takes twice as long, for a fiftieth fewer bytes."""
_CHANGED: Final = [0] + [255] * 255


@dataclass(frozen=True, slots=True)
class MapFrames:
    """The maps of a match, all in one window.

    `packed` are the numbers and blocks. `tight` is width by height of the part around the middle
    that matters; `columns` are the names above the map, each with where it stands, in parts of the
    width. `palette` has six hex digits for each colour.
    """

    width: int
    height: int
    tight: float
    columns: tuple[tuple[str, float], ...]
    palette: str
    packed: bytes

    @classmethod
    def of(
        cls,
        frames: Iterable[Image.Image],
        tight: float | None = None,
        columns: tuple[tuple[str, float], ...] = (),
    ) -> Self:
        """Return frames of one size in the active palette, packed; there is at least one."""
        cut = _Cut()
        for frame in frames:
            cut.add(frame)
        width, height = cut.size
        tight = width / height if tight is None else tight
        palette = bytes(active().flat).hex()
        return cls(width, height, round(tight, 3), columns, palette, cut.packed())

    def picture(self) -> Picture:
        """Return them as a picture, as a process that draws gives it back."""
        head = dumps([self.tight, self.columns, self.palette])
        return Picture(f"{head}\n".encode() + self.packed, self.width, self.height, "map")

    def unfolded(self, count: int) -> list[list[bytes]]:
        """Return the blocks of each of the `count` frames, row by row."""
        numbers, blocks = self._unpacked(count)
        size, used, shown = self._places, 0, list[bytes]()
        frames = []
        for start in range(0, len(numbers), size):
            shown = shown[:] or [b""] * size
            for place, number in enumerate(numbers[start : start + size]):
                if number == 1:
                    shown[place], used = blocks[used], used + 1
                elif number:
                    shown[place] = blocks[number - 2]
            frames.append(shown)
        return frames

    def followed(self, kept: int, count: int, tail: Self, more: int) -> Self:
        """Return the first `kept` of `count` frames, then the `more` of `tail`, in the same window.

        They are packed as if all had been cut at once.
        """
        if not kept:
            return tail
        numbers, blocks = self._unpacked(count)
        numbers = numbers[: kept * self._places]
        packing = _Packing(numbers, blocks[: numbers.count(1)])
        before = self.unfolded(count)[kept - 1]
        for frame in tail.unfolded(more):
            packing.add(None if one == old else one for one, old in zip(frame, before, strict=True))
            before = frame
        return replace(tail, packed=packing.packed())

    @property
    def _places(self) -> int:
        return -(-self.width // SIDE) * -(-self.height // SIDE)

    def _unpacked(self, count: int) -> tuple["array[int]", list[bytes]]:
        raw, end = decompress(self.packed, -MAX_WBITS), 2 * self._places * count
        numbers = array("H", raw[:end])
        if byteorder == "big":
            numbers.byteswap()
        return numbers, [raw[at : at + _BYTES] for at in range(end, len(raw), _BYTES)]

    @classmethod
    def read(cls, picture: Picture) -> Self:
        """Return what `picture` made a picture of."""
        head, packed = picture.data.split(b"\n", 1)
        tight, columns, palette = loads(head)
        pairs = tuple((name, at) for name, at in columns)
        return cls(picture.width, picture.height, tight, pairs, palette, packed)


def packed_changes(frames: Iterable[tuple[Sequence[bytes] | None, Sequence[bytes]]]) -> bytes:
    """Return frames packed, each after the one that it follows; None: it is the first.

    A block that is not as in the frame before counts as new, whatever was there earlier: so it does
    not matter what else who unpacks it has seen.
    """
    places, blocks = array("H"), list[bytes]()
    for before, frame in frames:
        for place, block in enumerate(frame):
            is_new = before is None or before[place] != block
            places.append(is_new)
            if is_new:
                blocks.append(block)
    return _packed(places, blocks)


class _Packing:
    """Numbers the blocks of frame after frame."""

    def __init__(self, places: "array[int]", blocks: Iterable[bytes]) -> None:
        self._places = places
        self._blocks = {block: number for number, block in enumerate(blocks)}

    def add(self, blocks: Iterable[bytes | None]) -> None:
        """Add a frame; None for the places that are as before."""
        known = self._blocks
        for block in blocks:
            if block is None:
                self._places.append(0)
            elif (found := known.get(block)) is not None:
                self._places.append(found + 2)
            else:
                self._places.append(1)
                known[block] = len(known)
        if len(known) > _MOST:
            raise ValueError(f"{len(known)} blocks are too many for numbers of 16 bits")

    def packed(self) -> bytes:
        return _packed(self._places, self._blocks)


class _Cut:
    """Cuts frame after frame into blocks."""

    def __init__(self) -> None:
        self.size = (0, 0)
        self._before: Image.Image | None = None
        self._packing = _Packing(array("H"), ())

    def add(self, frame: Image.Image) -> None:
        """Cut the places of a frame that differ from the frame before."""
        wide, high = -(-frame.width // SIDE), -(-frame.height // SIDE)
        # What sticks out on the right and below is 0.
        whole = frame.crop((0, 0, wide * SIDE, high * SIDE))
        pixels, line = whole.tobytes(), wide * SIDE
        blocks: list[bytes | None] = [None] * (wide * high)
        for x, y in self._changed(whole):
            start = y * SIDE * line + x * SIDE
            rows = range(start, start + SIDE * line, line)
            blocks[y * wide + x] = b"".join([pixels[at : at + SIDE] for at in rows])
        self._packing.add(blocks)
        self._before, self.size = whole, frame.size

    def _changed(self, whole: Image.Image) -> Iterator[tuple[int, int]]:
        """Yield the places of blocks that differ from the frame before, row by row."""
        if self._before is None:
            yield from (
                (x, y) for y in range(whole.height // SIDE) for x in range(whole.width // SIDE)
            )
            return
        difference = ImageChops.difference(self._before, whole)
        box = difference.getbbox()
        if box is None:
            return
        left, top = box[0] // SIDE, box[1] // SIDE
        right, bottom = -(-box[2] // SIDE), -(-box[3] // SIDE)
        part = difference.crop((left * SIDE, top * SIDE, right * SIDE, bottom * SIDE))
        # A single pixel that differs is enough: it makes the mean at least 1.
        changed = part.point(_CHANGED, "L").reduce(SIDE).tobytes()
        for place in compress(count(), changed):
            y, x = divmod(place, right - left)
            yield left + x, top + y

    def packed(self) -> bytes:
        return self._packing.packed()


def _packed(places: "array[int]", blocks: Iterable[bytes]) -> bytes:
    if byteorder == "big":
        places.byteswap()
    pack = compressobj(_LEVEL, DEFLATED, -MAX_WBITS)
    parts = (places.tobytes(), b"".join(blocks))
    return b"".join((*map(pack.compress, parts), pack.flush()))
