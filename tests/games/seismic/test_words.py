"""Every event, refusal and tile has words in every language."""

from dataclasses import replace
from inspect import getmembers, isclass
from pathlib import Path
from re import findall
from typing import Any

import pytest

import engine.games.seismic
from bot.games.seismic.news import REASONS, is_worth_a_line, sentence
from bot.games.seismic.panel import PANEL
from bot.games.seismic.setups import short_names, variant
from bot.games.seismic.words import distinct_names, full_name, is_tile, tile_name
from bot.games.speech import and_list, or_list
from bot.locale.localisation import LANGUAGES, words
from bot.table.match.match import Chair
from engine.boards.hexes import Cell
from engine.errors import BadSetup, IllegalAction
from engine.game import Outcome, Seat
from engine.games.seismic import events
from engine.games.seismic.events import (
    AllKept,
    MatchBegun,
    MatchEnded,
    NothingFitted,
    NothingPlaced,
    QuakeFlipped,
    QuakeLeft,
    QuakeRose,
    QuakeStruck,
    SecondDeclined,
    TileFlipped,
    TilePlaced,
    TileRotated,
    TileSetAside,
    TownChosen,
)
from engine.games.seismic.pieces import Crew, Laid
from engine.games.seismic.rules import META
from engine.games.seismic.tiles import BOX
from tests.games.seismic.views import Table
from tests.games.strict import StrictWords

J8 = Cell(1, -1)
FALLEN = (Laid(J8, "03", 0, (Crew(Seat(0), 0), Crew(Seat(1), 3))), Laid(Cell(2, -2), "01", 0))

HAPPENED = (
    MatchBegun(Seat(0)),
    TileFlipped("02-14"),
    TileSetAside("03"),
    QuakeLeft("Q1.0"),
    QuakeFlipped("Q2.0", ()),
    QuakeFlipped("Q2.0", (3,)),
    QuakeFlipped("Q2.0", (0, 3)),
    QuakeStruck("Q3.0", 1, FALLEN, (0, 2, 0, 0, 0, 0), None),
    QuakeStruck("Q3.0", 2, (), (0, 0, 1, 0, 0, 0), None),
    QuakeRose("Q5.0"),
    TownChosen(Seat(1), "Q5.0", 0),
    TileRotated(Seat(0), FALLEN[0], Laid(J8, "03", 1, FALLEN[0].crews)),
    AllKept(Seat(2)),
    NothingPlaced(Seat(1)),
    SecondDeclined(Seat(1)),
    NothingFitted(("02-13", "02-35")),
    TilePlaced(Seat(1), "+6:012345", J8, 0, 0),
    TilePlaced(Seat(1), "+6:012345", J8, 0, None),
    MatchEnded(Outcome((9, 4, 0), (1, 2, 3), "seismic-pile-empty"), ()),
    MatchEnded(Outcome((9, 9, 0), (1, 1, 3), "seismic-nothing-open"), ()),
)

REFUSED = (
    IllegalAction("seismic-tile-not-on-offer", tile="03"),
    IllegalAction("seismic-no-such-cell", cell="Z9"),
    IllegalAction("seismic-no-such-cell", cell=Cell(40, 40)),
    IllegalAction("seismic-cell-taken", cell=J8),
    IllegalAction("seismic-tile-does-not-fit", tile="02", cell=J8, edge=0, meets="green"),
    IllegalAction("seismic-tile-does-not-fit", tile="02", cell=J8, edge=0, meets="highway"),
    IllegalAction("seismic-tile-does-not-fit", tile="02", cell=J8, edge=None, meets="nothing"),
    IllegalAction("seismic-tile-does-not-fit", tile="02", cell=J8, edge=None, meets="any way"),
    IllegalAction("seismic-no-such-turn", tile="03", turn=4),
    IllegalAction("seismic-section-taken", tile="03", cell=J8, crew=0, owners=(1,), free=()),
    IllegalAction("seismic-section-taken", tile="03", cell=J8, crew=0, owners=(0, 1), free=(2, 4)),
    IllegalAction("seismic-no-such-fragment", tile="03", cell=J8, crew=1),
    IllegalAction("seismic-no-crews-left"),
    IllegalAction("seismic-line-not-tied", line=2, tied=(0, 3)),
    IllegalAction("seismic-tie-already-chosen", line=2, tile="Q3.0", town=0),
    IllegalAction("seismic-town-already-chosen", tile="Q3.0", town=0),
    IllegalAction("seismic-no-such-town", town=5, towns=(0,)),
    IllegalAction("seismic-second-tile-does-not-fit", tile="02", cell=J8, edge=0, meets="green"),
    IllegalAction("seismic-second-without-crew", tile="02", cell=J8),
    IllegalAction("seismic-no-tile-there", cell=J8),
    IllegalAction("seismic-town-does-not-turn", cell=J8),
    IllegalAction("seismic-turned-already", cell=J8, seat=Seat(1)),
    IllegalAction("seismic-no-such-rotation", tile="02", cell=J8, turn=4, free=()),
    IllegalAction("seismic-no-such-rotation", tile="02", cell=J8, turn=4, free=(1, 2)),
    IllegalAction(
        "seismic-rotation-does-not-fit", tile="02", cell=J8, turn=4, edge=1, meets="green", free=()
    ),
    IllegalAction(
        "seismic-rotation-does-not-fit",
        tile="02",
        cell=J8,
        turn=4,
        edge=1,
        meets="green",
        free=(1,),
    ),
    IllegalAction("seismic-not-now"),
)


def source() -> str:
    folder = Path(engine.games.seismic.__path__[0])
    return "\n".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", HAPPENED, ids=lambda event: type(event).__name__)
def test_every_event_has_a_sentence(event: Any, language: str) -> None:
    said = sentence(Table().view(language=language), event)

    assert said.strip()
    assert "{" not in said


def test_no_event_is_forgotten() -> None:
    known = {each for _, each in getmembers(events, isclass) if each.__module__ == events.__name__}

    assert {type(event) for event in HAPPENED} == known


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("error", REFUSED, ids=str)
def test_every_refusal_says_what_is_wrong(error: IllegalAction, language: str) -> None:
    said = PANEL.refusal(Table().view(language=language), error)

    assert said.startswith("**")
    assert "{" not in said


def test_a_taken_section_names_its_crews_and_what_is_free() -> None:
    taken = {"tile": "01-25", "cell": J8, "crew": 0, "owners": (Seat(1),)}
    view = Table().view()

    left = PANEL.refusal(view, IllegalAction("seismic-section-taken", **taken, free=(2, 4)))
    none = PANEL.refusal(view, IllegalAction("seismic-section-taken", **taken, free=()))

    assert left == "**That road already has Bob's crew.** Free here: X, Y."
    assert none == (
        "**That road already has Bob's crew.** Nothing else is free: place the tile without a crew."
    )


def test_no_refusal_and_no_reason_is_forgotten() -> None:
    keys = set(findall(r'"(seismic-[a-z-]+)"', source()))

    assert keys == {error.key for error in REFUSED} | set(REASONS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_setup_is_explained(language: str) -> None:
    said = StrictWords(language)
    refused = [
        BadSetup("setup-seats", seats=5, allowed=(2, 3, 4)),
        BadSetup("setup-option", option="first_player", value="4", seats=3),
        BadSetup("setup-option", option="table_radius", value=99, allowed=()),
        BadSetup("setup-no-such-option", option="colour"),
        BadSetup("setup-no-such-variant", variant="chess"),
        BadSetup("setup-variant-unclear", variant="c", found=("twin_cities", "balance")),
        BadSetup("setup-variants-clash", variant="balance", clashes=("big_one",)),
        BadSetup("setup-variants-clash", variant="twin_cities", clashes=("big_one", "aftershocks")),
    ]

    texts = [PANEL.reason(said, error) for error in refused]

    assert all(text.startswith("**") for text in texts)
    assert len(set(texts)) == 7


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_and_each_of_its_values_has_a_name(language: str) -> None:
    said = StrictWords(language)

    for option in META.options:
        values = [PANEL.value(said, option.name, value) for value in option.values]
        assert PANEL.option(said, option.name)
        assert len(set(values)) == len(option.values)


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
    assert is_tile(words("fr"), "01-24", "etroit + large")


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
        "The **3.0 quake** took the north-east line: J8, K7. Crews sent home: Ann 1, Bob 1."
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_variant_has_a_name_and_a_line_that_fits_a_menu(language: str) -> None:
    said = [variant(StrictWords(language), name) for name in META.variants]

    assert len({each.name for each in said}) == len(META.variants)
    assert all(0 < len(each.line) <= 100 for each in said)


def test_a_long_name_of_a_variant_is_said_in_short_beside_others() -> None:
    names = ("twin_cities", "road_crews_dilemma")

    assert short_names(words("es"), names) == ["El dilema", "Ciudades gemelas"]
    assert short_names(words("en"), names) == ["Road Crew's Dilemma", "Twin Cities"]
