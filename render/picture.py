"""Finished pictures: a PNG, a GIF whose frames hold only what changed, or the maps of a match."""

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from typing import Final
from zlib import crc32

from isal.isal_zlib import compress
from PIL import GifImagePlugin, Image, ImageChops

from render.palette import TRANSPARENT

_LEVEL: Final = 2
"""Of 3: the first takes as long, the third six times as long, and neither saves a byte."""
_SIGN: Final = b"\x89PNG\r\n\x1a\n"
_BITS, _COLOURS_BY_INDEX = 8, 3
"""Of PNG's kinds of pixels this one."""

_HEAD: Final = struct.Struct(">II3s")

_TICKS: Final = 100
"""GIF counts in hundredths of a second."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: its bytes, its size in pixels, and "png", "gif" or "map" (`blocks`)."""

    data: bytes
    width: int
    height: int
    format: str = "png"

    @classmethod
    def packed(cls, drawn: Image.Image) -> "Picture":
        """Return what was drawn in a palette as a PNG.

        Pillow's own packing takes four times as long, for a twentieth fewer bytes.
        """
        width, height = drawn.size
        # Before each row stands its filter, 0 for none: Pillow ends rows of this length with it.
        rows = b"\0" + drawn.tobytes("raw", "P", width + 1)[:-1]
        parts = (
            (b"IHDR", struct.pack(">IIBBBBB", width, height, _BITS, _COLOURS_BY_INDEX, 0, 0, 0)),
            (b"PLTE", bytes(drawn.getpalette() or ())),
            (b"IDAT", compress(rows, _LEVEL)),
            (b"IEND", b""),
        )
        framed = (
            struct.pack(">I", len(body)) + name + body + struct.pack(">I", crc32(name + body))
            for name, body in parts
        )
        return cls(b"".join((_SIGN, *framed)), width, height)

    def written(self) -> bytes:
        """Return it as bytes: what it says of itself, then its data."""
        return _HEAD.pack(self.width, self.height, self.format.encode()) + self.data

    @classmethod
    def read(cls, written: bytes) -> "Picture":
        """Return what `written` wrote; raise `ValueError` if the data are no such picture."""
        if len(written) < _HEAD.size:
            raise ValueError("no picture")
        width, height, kind = _HEAD.unpack_from(written)
        data = written[_HEAD.size :]
        if not _is_of(data, width, height, kind := kind.decode("ascii", "replace")):
            raise ValueError("no picture of this kind and size")
        return cls(data, width, height, kind)


def _is_of(data: bytes, width: int, height: int, kind: str) -> bool:
    """Say whether data begin as a picture of this kind and size does."""
    if kind == "png":
        return data.startswith(_SIGN) and data[16:24] == struct.pack(">II", width, height)
    if kind == "map":
        return data.startswith(b"[")
    return kind == "gif" and data[:10] == b"GIF89a" + struct.pack("<HH", width, height)


def gif(frames: Iterable[Image.Image], pause: float, last_pause: float) -> bytes:
    """Return the frames, in one palette and of one size, as an animation that plays once.

    `pause` is how long each is shown, `last_pause` the last one, in seconds.
    """
    return timed_gif(((frame, pause) for frame in frames), last_pause - pause)


def timed_gif(frames: Iterable[tuple[Image.Image, float]], longer: float = 0.0) -> bytes:
    """Return the frames, each with how long it is shown in seconds, as an animation.

    The last one is shown `longer` more seconds.
    """
    out = BytesIO()
    before: Image.Image | None = None
    part, corner, shown = Image.new("P", (0, 0)), (0, 0), 0.0
    for frame, pause in frames:
        if before is None:
            palette = bytes(frame.getpalette() or ()).ljust(768, b"\0")
            size = struct.pack("<HHBBB", *frame.size, 0b1111_0111, 0, 0)
            out.write(b"GIF89a" + size + palette)
            part = frame
        else:
            difference = ImageChops.difference(before, frame)
            box = difference.getbbox()
            if box is None:
                shown += pause
                continue
            _write(out, part, corner, shown)
            part, corner, shown = frame.crop(box), (box[0], box[1]), 0.0
            part.paste(TRANSPARENT, mask=difference.crop(box).point([255] + [0] * 255, "1"))
        shown += pause
        before = frame
    if before is None:
        raise ValueError("an animation of no frames")
    _write(out, part, corner, shown + longer)
    out.write(b";")
    return out.getvalue()


def _write(out: BytesIO, part: Image.Image, corner: tuple[int, int], pause: float) -> None:
    ticks = round(pause * _TICKS)
    # Leave the frame in place; index 255 is transparent.
    out.write(b"!\xf9\x04" + struct.pack("<BHB", 0b0000_0101, ticks, TRANSPARENT) + b"\0")
    size = part.size
    out.write(b"," + struct.pack("<HHHHB", *corner, *size, 0))
    out.writelines(GifImagePlugin.getdata(part)[1:])
