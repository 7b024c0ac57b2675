"""Board files: what is printed, and what a file that was corrected wrongly is told."""

from importlib.resources import files
from json import dumps, loads
from typing import Any

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


@pytest.mark.parametrize(
    ("path", "value", "field", "problem", "allowed"),
    [
        ("links.3.sections.value", 17, "links.3.sections", "longer-than-pieces", 16),
        (
            "links.3.between.value",
            ["oakland", "alameda"],
            "links.3.between",
            "unknown-area",
            "alameda",
        ),
        ("links.3.between.value", ["oakland", "oakland"], "links.3.between", "doubled", None),
        ("links.3.between.value", ["vallejo", "san_rafael"], "links.3.between", "doubled", None),
        ("areas.1.key", "san_rafael", "areas.1.key", "doubled", None),
        ("areas.1.key", "most_bridges", "areas.1.key", "doubled", None),
        ("areas.1.points.value", [1, 2], "areas.1.points", "not-descending", None),
        ("most_bridges.points.value", [1, 2], "most_bridges.points", "not-descending", None),
        ("areas.1.cards.value", {"7": 1}, "areas.1.cards.7", "unknown-cost", (1, 3, 6)),
        ("players.4.score_markers.value", 12, "players.4.score_markers", "more-than-spaces", 11),
        ("start.hand.value", 11, "start.hand", "too-few-cards", 55),
        ("start.bridge_cards.value", 9, "start.bridge_cards", "more-than-hand", 8),
        ("start.bridge_cards.value", 3, "special_cards.bridge.count", "too-few-cards", 15),
        ("plus", {}, "plus", "other-names", ("big", "mega", "normal")),
    ],
)
def test_a_figure_that_cannot_be_played_is_named(
    path: str, value: Any, field: str, problem: str, allowed: Any
) -> None:
    with pytest.raises(BadSetup) as caught:
        read_board(changed(path, value))

    assert caught.value.key == "aftershock-board"
    assert caught.value.data == {
        "board": "san_francisco",
        "field": field,
        "problem": problem,
        "allowed": allowed,
    }


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("areas.2.points.source", "guessed", "areas.2.points.source"),
        ("areas.2.points.value", ["many"], "areas.2.points.value.0"),
        ("areas.2.key", "West Oakland", "areas.2.key"),
        ("die.value", [], "die.value"),
        ("dice", [1], "dice"),
    ],
)
def test_a_field_that_cannot_be_read_is_named(path: str, value: Any, field: str) -> None:
    with pytest.raises(BadSetup) as caught:
        read_board(changed(path, value))

    assert caught.value.data["field"] == field
    assert field in str(caught.value)


def test_a_board_that_comes_first_in_the_alphabet_is_not_the_default() -> None:
    other = read_board(changed("name", "alameda"))

    assert tuple(by_name([other, board("san_francisco")])) == ("san_francisco", "alameda")


def test_two_files_cannot_be_one_board() -> None:
    with pytest.raises(BadSetup) as caught:
        by_name([board("san_francisco"), read_board(TEXT)])

    assert (caught.value.data["board"], caught.value.data["field"]) == ("san_francisco", "name")


def test_a_text_that_is_no_json_is_refused() -> None:
    with pytest.raises(BadSetup) as caught:
        read_board("{")

    assert caught.value.data["problem"] == "json_invalid"


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
