"""Puzzles as text: what is written is read, and nothing else is."""

from collections.abc import Callable
from json import dumps, loads
from typing import Any

import pytest

from engine.errors import CorruptPuzzle
from engine.puzzle_text import read_puzzle, write_puzzle
from engine.registry import game, games
from tests.bot.puzzling import TITLES, puzzle_of


@pytest.mark.parametrize("title", TITLES)
def test_what_is_written_is_read(title: str) -> None:
    puzzle = puzzle_of(title)

    posed = read_puzzle(games(), write_puzzle(game(title), puzzle, "a seed", "a version"))

    assert posed.puzzle == puzzle
    assert (posed.seed, posed.made_by) == ("a seed", "a version")
    assert set(puzzle.options) <= set(posed.legal)


Plain = dict[str, Any]


def changed(**values: Any) -> Callable[[Plain], Plain]:
    return lambda plain: {**plain, **values}


def with_option(n: int, **values: Any) -> Callable[[Plain], Plain]:
    def change(plain: Plain) -> Plain:
        options = [dict(each) for each in plain["options"]]
        options[n] |= values
        return {**plain, "options": options}

    return change


WRONG: dict[str, Callable[[Plain], Plain]] = {
    "another format": changed(format=2),
    "more than there is": changed(more=1),
    "less than there is": lambda plain: {k: v for k, v in plain.items() if k != "worlds"},
    "a text for a number": changed(answer="1"),
    "true for a number": changed(answer=True),
    "no such option": changed(answer=7),
    "a negative option": changed(answer=-1),
    "no such obvious option": changed(obvious=5),
    "another seat": lambda plain: {**plain, "seat": 1 - min(plain["seat"], 1)},
    "no such seat": changed(seat=99),
    "too few values": changed(values=[1.0]),
    "too few errors": changed(errors=[]),
    "one option": lambda plain: {**plain, "options": plain["options"][:1]},
    "an option twice": lambda plain: {**plain, "options": [plain["options"][0]] * 5},
    "no action": with_option(0, type="nothing"),
    "an illegal action": with_option(0, cell="Z99"),
    "no record": changed(record=""),
    "a record that is none": changed(record="{}"),
    "a record of another title": lambda plain: {
        **plain,
        "record": plain["record"].replace('"seismic"', '"chess"'),
    },
    "a changed line": lambda plain: {
        **plain,
        "record": plain["record"].replace('"crew": null', '"crew": 0', 1),
    },
    "a line less": lambda plain: {
        **plain,
        "record": plain["record"].replace('"seq": 3', '"seq": 4', 1),
    },
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_nothing_else_is_read(wrong: Callable[[Plain], Plain]) -> None:
    body = write_puzzle(game("seismic"), puzzle_of(), "a seed", "a version")
    plain = loads(body)
    assert dumps(wrong(plain)) != dumps(plain)

    with pytest.raises(CorruptPuzzle):
        read_puzzle(games(), dumps(wrong(plain)))


@pytest.mark.parametrize("text", ["", "null", "[]", "{", "\x00", "[" * 50_000, '{"format": 1e999}'])
def test_what_is_no_puzzle_at_all_is_refused(text: str) -> None:
    with pytest.raises(CorruptPuzzle):
        read_puzzle(games(), text)
