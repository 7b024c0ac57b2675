"""Compares pictures with golden ones, with a little tolerance for other versions of FreeType.

A failing comparison writes the picture and the difference into `failed/` beside `pictures/`. If the
new picture is right, copy it from there over the golden one.
"""

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

GAMES = Path(__file__).parents[1] / "games"
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


def assert_looks_like(
    data: bytes, name: str, title: str = "seismic", folder: Path | None = None
) -> None:
    """Fail if a picture does not look like the golden one of this name, of a title or elsewhere."""
    folder = folder or GAMES / title
    actual, golden = opened(data), folder / "pictures" / f"{name}.png"
    failed = folder / "failed"
    if not golden.exists():
        _keep(failed / name, data, None)
        raise AssertionError(f"there is no golden {name}.png; look at {failed / name}.png")
    expected = opened(golden.read_bytes())
    if actual.size != expected.size:
        _keep(failed / name, data, None)
        raise AssertionError(f"{name}: {actual.size}, expected {expected.size}")
    part, where = difference(actual, expected)
    if part > TOLERATED:
        _keep(failed / name, data, where)
        raise AssertionError(f"{name}: {part:.2%} of the pixels differ, see {failed}")


def _keep(path: Path, data: bytes, where: Image.Image | None) -> None:
    path.parent.mkdir(exist_ok=True)
    path.with_suffix(".png").write_bytes(data)
    if where:
        where.save(path.with_name(f"{path.name}-difference.png"))
