"""Words in pictures: fonts, widths, and what happens to characters they do not have."""

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, Literal

from PIL import Image, ImageFont

from render.palette import Palette, active

Weight = Literal["regular", "bold", "wide"]

_FILES: Final = {
    "regular": "DejaVuSansCondensed.ttf",
    "bold": "DejaVuSansCondensed-Bold.ttf",
    "wide": "DejaVuSans-Bold.ttf",
}
_FOLDER: Final = Path(__file__).parent / "fonts"
_ELLIPSIS: Final = "…"
_STAND_IN: Final = "\N{REPLACEMENT CHARACTER}"


@cache
def font(weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    """Return a font; `size` in pixels, of which a capital takes 0.73."""
    return ImageFont.truetype(
        str(_FOLDER / _FILES[weight]), size, layout_engine=ImageFont.Layout.BASIC
    )


@lru_cache(maxsize=4096)
def _drawable(character: str) -> bool:
    """Say whether the fonts have this character: else they draw the same box for all."""
    if character.isspace():
        return character == " "
    missing = font("bold", 24).getmask("\uffff")
    mask = font("bold", 24).getmask(character)
    return mask.size != missing.size or bytes(mask) != bytes(missing)


@lru_cache(maxsize=4096)
def cleaned(text: str) -> str:
    r"""Return `text` with only characters the fonts have.

    Fancy letters become plain ones, emoji go, and a name of nothing else keeps a mark for each
    letter it had.

    >>> cleaned("Ann 🌋"), cleaned("\uff3aoe\u0308"), cleaned("林")
    ('Ann', 'Zoë', '�')
    """
    plain = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", text))
    kept = ""
    for character in plain:
        bare = unicodedata.normalize("NFD", character)[0]
        if character.isspace():
            kept += " "
        elif _drawable(character):
            kept += character
        elif _drawable(bare):
            kept += bare
        elif unicodedata.category(character).startswith("L"):
            kept += _STAND_IN
    return " ".join(kept.split()) or (_STAND_IN if text.strip() else "")


@lru_cache(maxsize=4096)
def text_width(text: str, weight: Weight, size: int) -> int:
    """Return the pixels from the start of `text` to its end."""
    return round(font(weight, size).getlength(cleaned(text)))


def shortened(text: str, weight: Weight, size: int, room: int) -> str:
    """Return `text`, or its beginning and an ellipsis if it is wider than `room` pixels."""
    text = cleaned(text)
    if text_width(text, weight, size) <= room:
        return text
    while text and text_width(text + _ELLIPSIS, weight, size) > room:
        text = text[:-1].rstrip()
    return text + _ELLIPSIS


def wrapped(text: str, weight: Weight, size: int, room: int, most: int) -> list[str]:
    """Return `text` as at most `most` lines of `room` pixels, the last one cut if need be."""
    lines, words = [""], cleaned(text).split()
    for n, word in enumerate(words):
        longer = f"{lines[-1]} {word}".lstrip()
        if not lines[-1] or text_width(longer, weight, size) <= room:
            lines[-1] = longer
        elif len(lines) < most:
            lines.append(word)
        else:
            lines[-1] = " ".join((lines[-1], *words[n:]))
            break
    return [shortened(line, weight, size, room) for line in lines]


def shortened_before(text: str, weight: Weight, size: int, room: int) -> str:
    """Return `text` cut before its last word, which says where: "Maximi… K12"."""
    start, _, last = cleaned(text).rpartition(" ")
    if not start or text_width(text, weight, size) <= room:
        return shortened(text, weight, size, room)
    tail = f" {last}"
    return shortened(start, weight, size, room - text_width(f"i{tail}", weight, size)) + tail


def shortened_name(text: str, names: tuple[str, ...], weight: Weight, size: int, room: int) -> str:
    """Return `text` with the name in it cut, rather than the words after it: "Maximi… wins"."""
    text = cleaned(text)
    named = max((each for each in map(cleaned, names) if each in text), key=len, default="")
    if not named or text_width(text, weight, size) <= room:
        return shortened(text, weight, size, room)
    around = text_width(text.replace(named, _ELLIPSIS, 1), weight, size)
    left = room - around + text_width(_ELLIPSIS, weight, size)
    cut = text.replace(named, shortened(named, weight, size, left), 1)
    return shortened(cut, weight, size, room)


def fitting_size(text: str, weight: Weight, sizes: tuple[int, ...], room: int) -> int:
    """Return the first of `sizes` at which `text` fits in `room` pixels, or the last."""
    for size in sizes:
        if text_width(text, weight, size) <= room:
            return size
    return sizes[-1]


def one_size(texts: Iterable[tuple[str, int]], weight: Weight, sizes: tuple[int, ...]) -> int:
    """Return the first of `sizes` at which each text fits in its own room, or the last.

    Names in one list look alike: a large one among small ones would be read as the winner.
    """
    return min((fitting_size(text, weight, sizes, room) for text, room in texts), default=sizes[0])


def written(
    text: str, weight: Weight, size: int, colour: str, ground: str
) -> tuple[Image.Image, Image.Image, int, int]:
    """Return text on a ground colour, its mask, and where it begins from its baseline's start."""
    return _written(text, weight, size, (colour, ground), active())


@lru_cache(maxsize=1024)
def _written(
    text: str, weight: Weight, size: int, colours: tuple[str, str], palette: Palette
) -> tuple[Image.Image, Image.Image, int, int]:
    core, (left, top) = font(weight, size).getmask2(text, mode="L", anchor="ls")
    empty = not all(core.size)
    coverage = Image.new("L", (1, 1)) if empty else Image.frombytes("L", core.size, bytes(core))
    pixels = coverage.point(list(palette.ramp(*colours))).tobytes()
    picture = Image.frombytes("P", coverage.size, pixels)
    picture.putpalette(palette.flat)
    mask = coverage.point([0] * 24 + [255] * 232).convert("1")
    return picture, mask, int(left), int(top)
