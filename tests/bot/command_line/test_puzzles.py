"""Puzzles made ahead by a command, which can be stopped and begun again."""

import asyncio
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from bot.command_line import puzzles
from bot.storage.advice.puzzles import PuzzleStore
from bot.storage.database import Database
from bot.storage.processes.ownership import owned
from engine.puzzle_text import read_puzzle
from engine.puzzles import Making
from engine.registry import games
from tests.bot.command_line.conftest import Typed
from tests.bot.puzzling import puzzle_of

DAY = date(2026, 2, 27)
MADE: list[tuple[date, str]] = []


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let puzzles be found at once, but none on the first of a month."""
    MADE.clear()

    def making(day: date, seed: str) -> Making:
        MADE.append((day, seed))
        yield from ()
        return None if day.day == 1 else puzzle_of()

    monkeypatch.setattr(puzzles, "making", making)


def kept(*days: date) -> list[str | None]:
    """Return the seed of the puzzle of each day."""

    async def read() -> list[str | None]:
        database = Database("sqlite:///faultline.sqlite3")
        found = [await PuzzleStore(database).puzzle(each) for each in days]
        await database.close()
        return [each and read_puzzle(games(), each.body).seed for each in found]

    return asyncio.run(read())


def test_days_are_made_once_and_those_that_are_there_stay(typed: Typed) -> None:
    first = typed("puzzles", "--from", "2026-02-27", "--days", "1")
    again = typed("puzzles", "--from", "2026-02-26", "--days", "3", "--seed", "another")

    assert (first.exit_code, again.exit_code) == (0, 0)
    assert "2026-02-27: seismic, Place, the best of 5 moves by 2.0 points, in " in first.output
    assert "Days that have their puzzle already: 1 of 3." in again.output
    assert again.output.endswith("Days with their puzzle: 3 of 3.\n")
    days = [DAY + timedelta(days=n) for n in (-1, 0, 1)]
    assert kept(*days) == ["another", "faultline", "another"]
    assert [(days[1], "faultline"), (days[0], "another"), (days[2], "another")] == MADE


def test_without_a_date_it_begins_today(typed: Typed) -> None:
    before = datetime.now(UTC).date()
    typed("puzzles", "--days", "2", PUZZLE_SEED="of my own")

    assert [each for each, _ in MADE] in [
        [first, first + timedelta(days=1)] for first in (before, before + timedelta(days=1))
    ]
    assert {seed for _, seed in MADE} == {"of my own"}


def test_a_day_for_which_none_is_found_is_named(typed: Typed) -> None:
    made = typed("puzzles", "--from", "2026-02-28", "--days", "3")

    assert made.exit_code == 1
    assert "2026-03-01: nothing clear enough was found" in made.output
    assert "1 of 3 days have no puzzle" in made.output
    assert [bool(each) for each in kept(date(2026, 2, 28), date(2026, 3, 1), date(2026, 3, 2))] == [
        True,
        False,
        True,
    ]


def test_beside_a_bot_that_writes_the_same_file_it_ends_at_once(typed: Typed) -> None:
    with owned(Path("faultline.sqlite3")):
        refused = typed("puzzles", "--days", "1")

    assert refused.exit_code == 4
    assert "can't be used" in refused.output
    assert "makes the next days' puzzles by itself" in refused.output
    assert not MADE


@pytest.mark.parametrize(
    "words", [("--from", "yesterday"), ("--days", "0"), ("--days", "367"), ("--from", "2026-02-30")]
)
def test_what_is_no_date_or_number_is_refused(words: tuple[str, ...], typed: Typed) -> None:
    assert typed("puzzles", *words).exit_code == 2
