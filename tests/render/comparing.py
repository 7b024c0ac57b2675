"""Compares pictures with golden ones, with a little tolerance for other versions of FreeType.

A failing comparison writes the picture and the difference into tests/games/seismic/failed/. If the
new picture is right, copy it from there over the golden one.
"""

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

GOLDEN = Path(__file__).parents[1] / "games" / "seismic" / "pictures"
FAILED = GOLDEN.parent / "failed"
NOTICEABLE = 40
"""Difference of a channel, of 255, that an eye would find."""
TOLERATED = 0.002
"""Part of the pixels that may differ noticeably."""


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data)).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> tuple[float, Image.Image]:
    """Return the part of the pixels that differ noticeably, and where they are."""
    channels = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    where = most.point([0] * NOTICEABLE + [255] * (256 - NOTICEABLE))
    return where.histogram()[255] / (one.width * one.height), where


def assert_looks_like(data: bytes, name: str) -> None:
    """Fail if a picture does not look like the golden one of this name."""
    actual, golden = opened(data), GOLDEN / f"{name}.png"
    if not golden.exists():
        _keep(name, data, None)
        raise AssertionError(f"there is no golden {name}.png; look at {FAILED / name}.png")
    expected = opened(golden.read_bytes())
    if actual.size != expected.size:
        _keep(name, data, None)
        raise AssertionError(f"{name}: {actual.size}, expected {expected.size}")
    part, where = difference(actual, expected)
    if part > TOLERATED:
        _keep(name, data, where)
        raise AssertionError(f"{name}: {part:.2%} of the pixels differ, see {FAILED}")


def _keep(name: str, data: bytes, where: Image.Image | None) -> None:
    FAILED.mkdir(exist_ok=True)
    (FAILED / f"{name}.png").write_bytes(data)
    if where:
        where.save(FAILED / f"{name}-difference.png")
