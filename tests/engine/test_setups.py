"""What a table may settle, checked in the same way for all games."""

from typing import Any

import pytest

from engine.errors import BadSetup
from engine.game import Meta, Option, Seat, Setup
from engine.setups import check, first_player, starters, value

FIRST = first_player(3)
SIZE = Option("size", (5, 8))
META = Meta("toy", (2, 3), 1, ("fog",), (SIZE, FIRST))


@pytest.mark.parametrize(
    ("setup", "key", "data"),
    [
        (Setup(4), "setup-seats", {"seats": 4, "allowed": (2, 3)}),
        (Setup(2, ("rain",)), "setup-no-such-variant", {"variant": "rain", "known": ("fog",)}),
        (Setup(2, options={"colour": 1}), "setup-no-such-option", {"option": "colour"}),
    ],
)
def test_what_the_game_does_not_have_is_refused(
    setup: Setup, key: str, data: dict[str, Any]
) -> None:
    with pytest.raises(BadSetup) as caught:
        check(setup, META)

    assert (caught.value.key, dict(caught.value.data)) == (key, data)


def test_a_setting_has_its_first_value_unless_the_table_says_otherwise() -> None:
    check(Setup(3, ("fog",), {"size": 8}), META)

    assert value(Setup(2), SIZE) == 5
    assert value(Setup(2, options={"size": 8}), SIZE) == 8
    with pytest.raises(BadSetup, match="setup-option"):
        value(Setup(2, options={"size": 6}), SIZE)


@pytest.mark.parametrize("size", [8.0, "8", 5.0])
def test_a_setting_that_only_looks_like_a_value_is_refused(size: Any) -> None:
    with pytest.raises(BadSetup, match="setup-option"):
        value(Setup(2, options={"size": size}), SIZE)


def test_true_is_not_one() -> None:
    switch, level = Option("switch", (True, False)), Option("level", (2, 1))

    for option, wrong in ((switch, 1), (switch, 0), (level, True)):
        with pytest.raises(BadSetup, match="setup-option"):
            value(Setup(2, options={option.name: wrong}), option)
    with pytest.raises(BadSetup, match="setup-seats"):
        check(Setup(2.0), META)  # type: ignore[arg-type]


def test_who_begins_is_drawn_among_those_who_sit() -> None:
    assert FIRST.values == ("random", "1", "2", "3")
    assert starters(Setup(2), FIRST) == (Seat(0), Seat(1))
    assert starters(Setup(2, options={"first_player": "2"}), FIRST) == (Seat(1),)
    with pytest.raises(BadSetup, match="setup-option"):
        starters(Setup(2, options={"first_player": "3"}), FIRST)
