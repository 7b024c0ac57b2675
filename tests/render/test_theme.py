from itertools import combinations

import pytest

from render.theme import COLOURS, SEAT_LETTERS, SEATS
from tests.render.colour_vision import DEUTERANOPIA, PROTANOPIA, apart, contrast, lab, seen_by

SEAT_COLOURS = [COLOURS[name] for name in SEATS]


@pytest.mark.parametrize("vision", [DEUTERANOPIA, PROTANOPIA])
def test_seats_differ_for_the_colour_blind(vision: tuple[tuple[float, ...], ...]) -> None:
    seen = [seen_by(vision, colour) for colour in SEAT_COLOURS]

    assert min(apart(a, b) for a, b in combinations(seen, 2)) > 20


def test_seats_differ_in_grey() -> None:
    lightness = [lab(colour)[0] for colour in SEAT_COLOURS]

    assert min(abs(a - b) for a, b in combinations(lightness, 2)) > 12


def test_letters_can_be_read_on_their_seats() -> None:
    for name, letter in zip(SEATS, SEAT_LETTERS, strict=True):
        assert contrast(COLOURS[name], COLOURS[letter]) > 4.5


@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("ink", "paper"),
        ("ink", "white"),
        ("ink", "glow"),
        ("ink", "town"),
        ("soft", "paper"),
        ("soft", "land"),
        ("white", "red"),
        ("white", "ink"),
        ("cyan", "ink"),
        ("paper", "ink"),
        ("hot", "paper"),
    ],
)
def test_text_can_be_read_on_its_ground(text: str, ground: str) -> None:
    assert contrast(COLOURS[text], COLOURS[ground]) > 4.5


def test_the_private_frame_is_told_from_the_public_one() -> None:
    assert apart(COLOURS["frame"], COLOURS["amber"]) > 40


def test_ground_is_told_from_land_with_any_colour_vision() -> None:
    for vision in (DEUTERANOPIA, PROTANOPIA):
        seen = [seen_by(vision, COLOURS[name]) for name in ("ground", "land")]
        assert apart(*seen) > 12
