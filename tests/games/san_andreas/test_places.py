"""One way to speak of places and coins: as one sees them, in words and in pictures alike."""

import re

import pytest

from bot.games.san_andreas.guide import CHAPTERS
from bot.games.san_andreas.words import (
    DIRECTION_NAMES,
    LEANS,
    QUARTER_NAMES,
    arrow,
    direction_name,
    lean_name,
)
from bot.locale.localisation import LANGUAGES, words
from engine.boards.squares import DIRECTIONS, Space, moved
from engine.game import PUBLIC, Move, Seat
from engine.games.san_andreas import GAME
from engine.games.san_andreas.actions import Found
from engine.games.san_andreas.preview import name_at, what_if
from engine.games.san_andreas.tiles import FACES, QUARTERS, START
from render.games.san_andreas.directions import CORNERS, ON_SCREEN, along, step
from render.games.san_andreas.window import window_of
from tests.bot.locale.test_catalogs import forms, messages, said
from tests.games.san_andreas.worked import table

COMPASS = {
    "en": r"north|south|\beast|\bwest|compass",
    "fr": r"\bnord|\bsud\b|ouest|\b(?:à|vers) l'est\b|boussole",
    "es": r"\bnorte|noroeste|noreste|sureste|suroeste|\bal (?:sur|este|oeste)\b|brújula",
}
COINS = {"en": r"\bnulls?\b|\baces?\b", "fr": r"\bnuls?\b|\bas\b(?! )", "es": r"\bnulos?\b|\bas\b"}
IDEA = CHAPTERS[2].text


def spoken(language: str) -> list[str]:
    """Return all that San Andreas says in a language, without the one sentence on maps."""
    if language == "en":
        return [key[1] for key, where in said().items() if where == "san_andreas"]
    idea = words(language).say(IDEA)
    return [
        form for each in messages("san_andreas", language) for form in forms(each) if form != idea
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_hears_of_the_compass_but_once_in_the_guide(language: str) -> None:
    told = [each for each in spoken(language) if each != IDEA]

    assert len(told) > 150
    assert not [each for each in told if re.search(COMPASS[language], each, re.IGNORECASE)]
    assert len(re.findall(COMPASS[language], words(language).say(IDEA))) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_coins_are_called_by_their_numbers(language: str) -> None:
    assert not [each for each in spoken(language) if re.search(COINS[language], each)]


def test_letters_run_as_one_reads_the_picture() -> None:
    layout = GAME.observe(table(), PUBLIC).layout
    window = window_of([layout])
    found = {}
    for letter, at in QUARTERS.items():
        x, y = window.corner(Space(START["C1"].x + at.x, START["C1"].y + at.y))
        found[letter] = (y, x)

    assert sorted(found, key=lambda letter: found[letter]) == ["a", "b", "c", "d"]
    sides = {QUARTER_NAMES[letter]: at for letter, at in CORNERS.items()}
    assert sides == {
        "upper left": (-1, -1),
        "upper right": (1, -1),
        "lower left": (-1, 1),
        "lower right": (1, 1),
    }


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_way_is_named_and_pointed_as_the_picture_lies(direction: str) -> None:
    window = window_of([GAME.observe(table(), PUBLIC).layout])
    here, there = Space(5, 8), moved(Space(5, 8), direction)
    (x, y), (right, down) = window.corner(here), step(direction)

    assert window.corner(there) == (x + right * window.side, y + down * window.side)
    assert (
        ON_SCREEN[direction]
        == {(-1, 0): "left", (1, 0): "right", (0, -1): "up", (0, 1): "down"}[right, down]
    )
    assert (
        arrow(direction)
        == {"left": "←", "right": "→", "up": "↑", "down": "↓"}[ON_SCREEN[direction]]
    )
    assert direction_name(words("en"), direction) == DIRECTION_NAMES[ON_SCREEN[direction]]
    assert {CORNERS[each][0 if right else 1] for each in along(direction)} == {right or down}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lean_names_the_part_of_the_picture_that_is_raised(language: str) -> None:
    said_ = words(language)
    east_up, north_up = lean_name(said_, (1, 0)), lean_name(said_, (0, 1))

    assert east_up == said_.say("its top edge is raised")
    assert north_up == said_.say("its left edge is raised")
    assert len({lean_name(said_, (x, y)) for x in (-1, 0, 1) for y in (-1, 0, 1)}) == len(LEANS) + 1


def test_the_first_turn_of_the_guide_is_true() -> None:
    fresh = table()
    space = next(at for at, named in fresh.ground.visible.items() if named == ("C1", "c"))
    after = GAME.apply(fresh, Move(Seat(0), Found(3, space))).state
    seen = GAME.observe(after, Seat(0))
    spared = []
    for face in FACES:
        _, shift = what_if(seen, "sun", "C1", face)
        if shift is None or not shift.ruins:
            spared.append(face)

    assert name_at(seen.layout, space) == ("C1", "c")
    assert spared == [0, 4]
    assert "4: it slips right, under D1, stays flat, and the city stands." in CHAPTERS[1].text
    assert "0: nothing moves." in CHAPTERS[1].text
