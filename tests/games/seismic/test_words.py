"""Every event, refusal and tile has words in every language."""

from dataclasses import replace

import pytest

from bot.games.seismic.news import is_worth_a_line, sentence
from bot.games.seismic.panel import PANEL
from bot.games.seismic.setups import short_names
from bot.games.seismic.words import distinct_names, full_name, is_tile, tile_name
from bot.games.speech import and_list, or_list
from bot.locale.localisation import LANGUAGES, words
from bot.table.match.match import Chair
from engine.boards.hexes import Cell
from engine.errors import IllegalAction
from engine.game import Seat
from engine.games.seismic.events import (
    MatchBegun,
    QuakeFlipped,
    QuakeStruck,
    TileFlipped,
    TileSetAside,
)
from engine.games.seismic.tiles import BOX
from tests.games.seismic.said import FALLEN, HAPPENED
from tests.games.seismic.views import Table
from tests.games.strict import StrictWords

J8 = Cell(1, -1)


def test_a_taken_section_names_its_crews_and_what_is_free() -> None:
    taken = {"tile": "01-25", "cell": J8, "crew": 0, "owners": (Seat(1),)}
    view = Table().view()

    left = PANEL.refusal(view, IllegalAction("seismic-section-taken", **taken, free=(2, 4)))
    none = PANEL.refusal(view, IllegalAction("seismic-section-taken", **taken, free=()))

    assert left == "**That road already has Bob's crew.** Free here: X, Y."
    assert none == (
        "**That road already has Bob's crew.** Nothing else is free: place the tile without a crew."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_full_names_tell_all_shapes_apart(language: str) -> None:
    said = StrictWords(language)
    names = [full_name(said, tile.code) for tile in BOX]

    assert len(set(names)) == len(BOX)
    assert len({tile_name(said, tile.code) for tile in BOX if tile.kind == "highway"}) == 14
    assert max(map(len, names)) <= 60


def test_only_tiles_that_would_share_a_name_are_told_apart() -> None:
    names = distinct_names(words("en"), ("02-13", "02-35", "03"))

    assert names == {
        "02-13": "two loose curves, crossing",
        "02-35": "two loose curves, apart",
        "03": "straight",
    }


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en", "loose + straight"),
        ("en", "LOOSE+STR"),
        ("en", "02-14"),
        ("fr", "Large + Droite"),
        ("es", "abierta + recta"),
        ("fr", "loose + straight"),
    ],
)
def test_a_tile_is_known_by_any_of_its_names(language: str, typed: str) -> None:
    assert is_tile(words(language), "02-14", typed)
    assert not is_tile(words(language), "03", typed)


def test_accents_need_not_be_typed() -> None:
    assert is_tile(words("fr"), "01-24", "serre + large")


@pytest.mark.parametrize(
    ("language", "joined", "chosen"),
    [
        ("en", "a, b and c", "a, b or c"),
        ("fr", "a, b et c", "a, b ou c"),
        ("es", "a, b y c", "a, b o c"),
    ],
)
def test_lists_end_as_each_language_does(language: str, joined: str, chosen: str) -> None:
    assert and_list(words(language), "abc") == joined
    assert or_list(words(language), "abc") == chosen
    assert and_list(words(language), ["a"]) == "a"
    assert and_list(words(language), []) == ""


def test_a_crew_sent_home_is_counted_for_its_owner() -> None:
    struck = QuakeStruck("Q3.0", 1, FALLEN, (0, 2, 0, 0, 0, 0), None)

    said = sentence(Table().view(), struck)

    assert said == (
        "The **3.0 quake** took the northeast line: J8, K7. Crews sent home: Ann 1, Bob 1."
    )


def test_names_have_no_power_over_the_text() -> None:
    table = Table()
    chairs = (Chair("**@everyone** {n}", "x", letter="A"), *table.match.chairs[1:])
    table.match = replace(table.match, chairs=chairs)

    said = sentence(table.view(), MatchBegun(Seat(0)))

    assert "@everyone" not in said
    assert r"\*\*" in said
    assert "{n}" in said


def test_tiles_turned_up_and_quakes_that_strike_at_once_get_no_line_of_their_own() -> None:
    kept = [event for event in HAPPENED if is_worth_a_line(event)]

    assert not any(isinstance(event, TileFlipped | TileSetAside) for event in kept)
    assert [event.tied for event in kept if isinstance(event, QuakeFlipped)] == [()]


def test_a_long_name_of_a_variant_is_said_in_short_beside_others() -> None:
    names = ("twin_cities", "road_crews_dilemma")

    assert short_names(words("es"), names) == ["El dilema", "Ciudades gemelas"]
    assert short_names(words("en"), names) == ["Road Crew's Dilemma", "Twin Cities"]
