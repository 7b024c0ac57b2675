"""Pictures to a GIF: each frame holds only what changed, unchanged pixels are transparent."""

import struct
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Final

from PIL import GifImagePlugin, Image, ImageChops

from render.palette import TRANSPARENT

_TICKS: Final = 100
"""GIF counts in hundredths of a second."""


def gif(frames: Iterable[Image.Image], pause: float, last_pause: float) -> bytes:
    """Return the frames, in one palette and of one size, as an animation that plays once.

    `pause` is how long each is shown, `last_pause` the last one, in seconds.
    """
    return timed_gif(_timed(frames, pause, last_pause))


def _timed(
    frames: Iterable[Image.Image], pause: float, last_pause: float
) -> Iterator[tuple[Image.Image, float]]:
    before: Image.Image | None = None
    for frame in frames:
        if before is not None:
            yield before, pause
        before = frame
    if before is not None:
        yield before, last_pause


def timed_gif(frames: Iterable[tuple[Image.Image, float]]) -> bytes:
    """Return the frames, each with how long it is shown in seconds, as an animation."""
    out = BytesIO()
    before: Image.Image | None = None
    waiting: tuple[Image.Image, tuple[int, int]] | None = None
    shown = 0.0
    for frame, pause in frames:
        if before is None:
            out.write(_header(frame))
            waiting, shown = (frame, (0, 0)), pause
        else:
            change = _change(before, frame)
            if change is None:
                shown += pause
                continue
            assert waiting is not None
            _write(out, *waiting, shown)
            waiting, shown = change, pause
        before = frame
    if waiting is None:
        raise ValueError("an animation of no frames")
    _write(out, *waiting, shown)
    out.write(b";")
    return out.getvalue()


def _header(frame: Image.Image) -> bytes:
    palette = bytes(frame.getpalette() or ()).ljust(768, b"\0")
    return b"GIF89a" + struct.pack("<HHBBB", *frame.size, 0b1111_0111, 0, 0) + palette


def _change(before: Image.Image, after: Image.Image) -> tuple[Image.Image, tuple[int, int]] | None:
    """Return what changed, the rest of its box transparent, and where the box lies."""
    difference = ImageChops.difference(before, after)
    box = difference.getbbox()
    if box is None:
        return None
    same = difference.crop(box).point([255] + [0] * 255, "1")
    part = after.crop(box)
    part.paste(TRANSPARENT, mask=same)
    return part, (box[0], box[1])


def _write(out: BytesIO, part: Image.Image, corner: tuple[int, int], pause: float) -> None:
    ticks = round(pause * _TICKS)
    # Leave the frame in place; index 255 is transparent.
    out.write(b"!\xf9\x04" + struct.pack("<BHB", 0b0000_0101, ticks, TRANSPARENT) + b"\0")
    size = part.size
    out.write(b"," + struct.pack("<HHHHB", *corner, *size, 0))
    out.writelines(GifImagePlugin.getdata(part)[1:])
