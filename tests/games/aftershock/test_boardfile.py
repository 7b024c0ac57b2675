"""Board files: what is printed, and what a file that was corrected wrongly is told."""

from importlib.resources import files
from json import dumps, loads
from string import ascii_lowercase
from typing import Any
from unicodedata import normalize

import pytest

from engine.errors import BadSetup
from engine.games.aftershock.boardfile import board, boards, by_name, read_board

TEXT = (files("engine.games.aftershock") / "boards" / "san_francisco.json").read_text("utf-8")
AREA = {
    "key": "alameda",
    "name": "Alameda",
    "points": {"value": [1], "source": "found"},
    "markers_needed": {"value": 2, "source": "found"},
    "cards": {"value": {"1": 1}, "source": "found"},
}


def changed(path: str, value: Any) -> str:
    """Return the board's text with one figure changed, named as the errors name it."""
    raw = loads(TEXT)
    *parents, last = path.split(".")
    place = raw
    for part in parents:
        place = place[int(part)] if part.isdigit() and isinstance(place, list) else place[part]
    place[int(last) if isinstance(place, list) else last] = value
    return dumps(raw)


def test_the_bay_has_what_the_box_has() -> None:
    bay = board("san_francisco")

    assert bay is boards()["san_francisco"]
    assert (len(bay.areas), len(bay.spaces), len(bay.links)) == (10, 11, 16)
    assert sum(card.count for card in bay.cards) == 53
    assert sum(card.count for card in bay.cards if card.area) == 32
    assert (bay.money, bay.hand, bay.bridge_pieces, bay.population) == (15, 8, 16, 35)
    assert bay.space("richmond").points == (7, 5, 4, 3)
    assert [bay.seatings[seats].rounds for seats in (3, 4, 5)] == [3, 3, 2]
    assert bay.links[0].across("san_rafael") == "vallejo"
    assert bay.links[0].across("vallejo") == "san_rafael"


def test_every_figure_says_whether_it_was_found() -> None:
    def sources(raw: Any) -> list[str]:
        if isinstance(raw, dict) and "source" in raw:
            return [raw["source"]]
        values = raw.values() if isinstance(raw, dict) else raw if isinstance(raw, list) else ()
        return [each for value in values for each in sources(value)]

    assert set(sources(loads(TEXT))) == {"found", "reconstructed"}
    assert len(sources(loads(TEXT))) > 100


NAMES = ("areas.1.name", "areas.9.name")
KEYS = tuple(area["key"] for area in loads(TEXT)["areas"])
ENDS = "two areas, each two once"
FALLING = "no figure above the one before"


@pytest.mark.parametrize(
    ("path", "value", "field", "problem", "allowed"),
    [
        ("links.3.sections.value", 17, "links.3.sections", "longer-than-pieces", 16),
        ("links.3.between.value", ["oakland", "alameda"], "links.3.between", "unknown-area", KEYS),
        ("links.3.between.value", ["oakland", "oakland"], "links.3.between", "doubled", ENDS),
        ("links.3.between.value", ["vallejo", "san_rafael"], "links.3.between", "doubled", ENDS),
        ("areas.1.key", "san_rafael", "areas.1.key", "doubled", "each once"),
        ("areas.1.key", "most_bridges", "areas.1.key", "doubled", "each once"),
        *((each, "San Rafael", each, "doubled", "each once") for each in NAMES),
        *((each, "sán-rafael", each, "doubled", "each once") for each in NAMES),
        ("areas.1.points.value", [1, 2], "areas.1.points", "not-descending", FALLING),
        ("most_bridges.points.value", [1, 2], "most_bridges.points", "not-descending", FALLING),
        ("areas.1.cards.value", {"7": 1}, "areas.1.cards.value.7", "unknown-cost", (1, 3, 6)),
        ("players.4.score_markers.value", 12, "players.4.score_markers", "more-than-spaces", 11),
        (
            "players.3.first_player_step.value",
            3,
            "players.3.first_player_step",
            "more-than-others",
            2,
        ),
        ("start.bridge_cards.value", 9, "start.bridge_cards", "more-than-hand", 8),
        ("start.bridge_cards.value", 3, "special_cards.bridge.count", "too-few-cards", 15),
        (
            "special_cards.bridge.count.value",
            17,
            "special_cards.bridge.count",
            "too-many-cards",
            20,
        ),
        (
            "special_cards.influence.count.value",
            9,
            "special_cards.influence.count",
            "too-many-cards",
            8,
        ),
        ("plus", {}, "plus", "other-names", ("big", "mega", "normal")),
    ],
)
def test_a_figure_that_cannot_be_played_is_named(
    path: str, value: Any, field: str, problem: str, allowed: Any
) -> None:
    text = changed(path, value)
    with pytest.raises(BadSetup) as caught:
        read_board(text, "san_francisco.json")

    assert caught.value.key == "aftershock-board"
    assert caught.value.data == {
        "file": "san_francisco.json",
        "line": 1,
        "field": field,
        "problem": problem,
        "allowed": allowed,
    }


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("areas.2.points.source", "guessed", "areas.2.points.source"),
        ("areas.2.points.value", ["many"], "areas.2.points.value.0"),
        ("areas.2.points.value", [], "areas.2.points.value"),
        ("areas.2.points.value", [3, 0], "areas.2.points.value.1"),
        ("areas.2.points.value", [7, 5, 4, 3, 2, 1], "areas.2.points.value"),
        ("areas.2.points.value", [3.0], "areas.2.points.value.0"),
        ("most_bridges.points.value", [], "most_bridges.points.value"),
        ("areas.2.markers_needed.value", 0, "areas.2.markers_needed.value"),
        ("areas.2.markers_needed.value", True, "areas.2.markers_needed.value"),
        ("areas.2.key", "West Oakland", "areas.2.key"),
        ("areas.2.cards.value", {"01": 1}, "areas.2.cards.value.01"),
        ("areas.2.cards.value", {"1": -1}, "areas.2.cards.value.1"),
        ("areas.2.cards.value", {"1": "2"}, "areas.2.cards.value.1"),
        ("areas", [AREA], "areas"),
        ("links", [], "links"),
        ("links.0.spaces.value", 3, "links.0.spaces.value"),
        ("die.value", [], "die.value"),
        ("die.value", [0], "die.value.0"),
        ("dice", [1], "dice"),
        ("start.hand.value", 11, "start.hand.value"),
        ("start.hand.value", 10**30, "start.hand.value"),
        ("start.money.value", -1, "start.money.value"),
        ("start.bridge_pieces.value", 21, "start.bridge_pieces.value"),
        ("players.3.rounds.value", 4, "players.3.rounds.value"),
        ("players.3.rounds.value", 0, "players.3.rounds.value"),
        ("special_cards.bridge.count.value", -1, "special_cards.bridge.count.value"),
    ],
)
def test_a_field_that_cannot_be_read_is_named(path: str, value: Any, field: str) -> None:
    with pytest.raises(BadSetup) as caught:
        read_board(changed(path, value))

    assert caught.value.data["field"] == field
    assert field in str(caught.value)


def test_a_board_has_cards_for_every_hand() -> None:
    raw = loads(changed("start.hand.value", 10))
    assert read_board(dumps(raw)).hand == 10
    raw["special_cards"]["influence"]["count"]["value"] = 1

    with pytest.raises(BadSetup) as caught:
        read_board(dumps(raw))

    assert (caught.value.data["field"], caught.value.data["allowed"]) == ("start.hand", 50)


BROKEN_NAMES = (
    *("", " ", "\u200b", "San  Jose", " San Jose", "San\nJose", "San\u202eJose", "9", "x" * 31, 7),
    *("**Bold**", "<@1>", "@everyone", "_x_", "#1", "`x`", "[x](y)", "https://x.y", "A|B"),
    "\u0421\u0430\u043d",
)


@pytest.mark.parametrize("name", BROKEN_NAMES)
def test_a_name_that_cannot_be_shown_as_it_is_is_refused(name: Any) -> None:
    with pytest.raises(BadSetup) as caught:
        read_board(changed("areas.2.name", name))

    assert caught.value.data["field"] == "areas.2.name"


@pytest.mark.parametrize("name", ["Cañada", "Half Moon Bay", "O'Brien", "Saint-Étienne", "Pier 39"])
def test_other_names_are_shown_as_they_are(name: str) -> None:
    decomposed = normalize("NFD", name)

    assert read_board(changed("areas.2.name", decomposed)).space("richmond").name == name


def test_the_line_of_the_wrong_figure_is_said() -> None:
    lines = TEXT.splitlines()
    number = next(n for n, line in enumerate(lines, 1) if '"key": "hayward"' in line) + 1
    assert lines[number - 1].startswith('   "points"')
    lines[number - 1] = '   "points": {"value": [6, 7], "source": "found"},'

    with pytest.raises(BadSetup) as caught:
        read_board("\n".join(lines), "san_francisco.json")

    assert (caught.value.data["field"], caught.value.data["line"]) == ("areas.4.points", number)


def test_what_is_missing_is_missing_from_the_line_of_what_it_belongs_to() -> None:
    with pytest.raises(BadSetup) as caught:
        read_board(TEXT.replace('"name": "Vallejo",', ""))

    line = TEXT[: TEXT.index('{"key": "vallejo"')].count("\n") + 1
    assert (caught.value.data["field"], caught.value.data["line"]) == ("areas.1.name", line)


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        (TEXT.replace('"links": [', '"links": [,'), 47, "no-json"),
        ("{", 1, "no-json"),
        ("", 1, "no-json"),
        (b"\xff", 1, "no-json"),
        (b'{\n"name": "\xff"}', 2, "no-json"),
        ("[" * 100_000, 1, "no-json"),
        ('{"name": NaN}', 1, "no-json"),
        ('{\n"name": "a",\n"name": "b"}', 3, "doubled"),
        (TEXT.replace('"1": 1, "3": 1, "6": 0', '"1": 1,\n"3": 1, "\\u0033": 0', 1), 9, "doubled"),
    ],
)
def test_a_text_that_is_no_json_is_refused_with_its_line(
    text: str | bytes, line: int, problem: str
) -> None:
    with pytest.raises(BadSetup) as caught:
        read_board(text, "x.json")

    assert caught.value.data["problem"] == problem
    assert (caught.value.data["file"], caught.value.data["line"]) == ("x.json", line)


def with_areas(count: int) -> str:
    """Return the board with `count` areas, the new ones without links."""
    raw = loads(changed("name", "alameda_too"))
    raw["areas"] += [
        {**AREA, "key": f"area_{letter}", "name": f"Area {letter}"}
        for letter in ascii_lowercase[: count - len(raw["areas"])]
    ]
    return dumps(raw)


def test_more_areas_than_menus_can_offer_are_refused() -> None:
    assert len(read_board(with_areas(11)).areas) == 11

    with pytest.raises(BadSetup) as caught:
        read_board(with_areas(12))

    assert caught.value.data["field"] == "areas"


def test_a_file_has_the_name_of_its_board() -> None:
    assert read_board(TEXT, "san_francisco.json").name == "san_francisco"

    with pytest.raises(BadSetup) as caught:
        read_board(TEXT, "alameda.json")

    assert (caught.value.data["field"], caught.value.data["line"]) == ("name", 3)


def test_a_board_that_comes_first_in_the_alphabet_is_not_the_default() -> None:
    other = read_board(changed("name", "alameda"))

    assert tuple(by_name([other, board("san_francisco")])) == ("san_francisco", "alameda")


def test_without_the_default_board_there_is_none() -> None:
    with pytest.raises(BadSetup) as caught:
        by_name([read_board(changed("name", "alameda"))])

    assert (caught.value.data["file"], caught.value.data["problem"]) == (
        "san_francisco.json",
        "missing",
    )


def test_another_file_is_another_board() -> None:
    raw = loads(changed("name", "alameda_too"))
    raw["areas"].append(AREA)

    other = read_board(dumps(raw))

    assert (other.name, other.areas[-1], other.spaces[-1].key) == (
        "alameda_too",
        "alameda",
        "most_bridges",
    )
    assert other.card["alameda-1"].meeples == 1
