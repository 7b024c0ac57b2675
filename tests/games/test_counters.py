"""What titles count of finished matches, against how the tables changed from line to line."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.counters import MOST, counters_of
from engine.game import PUBLIC
from engine.games.aftershock.events import BankShared, MeepleMoved
from engine.record import Record, standing
from engine.record_text import read_record
from engine.replay import Replay
from tests.games.titles import GAMES, TITLES, part


def finished(title: str) -> Sequence[Path]:
    paths = sorted(part(title, "golden").RECORDS.glob("*.json"))
    return [path for path in paths if read_record(GAMES, path.read_text("utf-8")).outcome]


class Told:
    """A finished record: events, the tables after each line that stands, and what is counted."""

    def __init__(self, title: str, path: Path) -> None:
        game = GAMES[title]
        self.record: Record[Any] = read_record(GAMES, path.read_text("utf-8"))
        replay = Replay(game, self.record)
        self.lines = standing(self.record.entries)
        self.tables = [
            game.observe(replay.initial, PUBLIC),
            *(game.observe(replay[line][1], PUBLIC) for line in self.lines),
        ]
        self.happened = [replay.happened(line) for line in self.lines]
        counters = counters_of(title)
        assert counters is not None
        counted = counters.count([e for line in self.happened for e in line], self.tables[-1])
        self.counted = {
            name: tuple(seat[n] for seat in counted) for n, name in enumerate(counters.summing)
        }

    def changes(self, of: Any) -> list[list[int]]:
        """Return by how much a number of each seat changed with each line."""
        values = [list(of(table)) for table in self.tables]
        return [
            [b - a for a, b in zip(before, after, strict=True)]
            for before, after in pairwise(values)
        ]


def rises(changes: Sequence[Sequence[int]]) -> tuple[int, ...]:
    return tuple(sum(max(0, each) for each in seat) for seat in zip(*changes, strict=True))


def quakes(table: Any) -> int:
    return sum(each.startswith("Q") for each in table.discarded)


@pytest.mark.parametrize("title", TITLES)
def test_every_title_counts_a_few_things(title: str) -> None:
    counters = counters_of(title)

    assert counters is not None
    assert 0 < len(counters.summing) <= MOST
    assert counters_of("no_such_title") is None


@pytest.mark.parametrize("path", finished("seismic"), ids=lambda path: path.stem)
def test_seismic_counts_roads_quakes_and_crews_that_came_home(path: Path) -> None:
    told = Told("seismic", path)
    last = told.tables[-1]

    by_chance = [
        line
        for line, entry in zip(told.changes(lambda table: table.crews), told.lines, strict=True)
        if told.record.entries[entry].move is not None
    ]
    assert told.counted["crews"] == rises(by_chance)
    begun = next(n for n, table in enumerate(told.tables) if table.turn == 1)
    at_first = quakes(told.tables[begun])
    # Nobody drew a quake that came before the first tile was built.
    assert 0 <= quakes(last) - at_first - sum(told.counted["quakes"]) <= 1
    for seat, points in enumerate(last.outcome.scores):
        assert (told.counted["road"][seat] > 0) <= (points > 0)
        longest = max(
            (
                len(each.fragments)
                for each in last.sections
                if each.complete and seat in each.owners
            ),
            default=0,
        )
        assert told.counted["road"][seat] == longest


@pytest.mark.parametrize("path", finished("san_andreas"), ids=lambda path: path.stem)
def test_san_andreas_counts_the_best_quake_and_lost_cities(path: Path) -> None:
    told = Told("san_andreas", path)

    gains = told.changes(lambda table: table.points)
    assert told.counted["quake"] == tuple(map(max, zip(*gains, strict=True)))
    cities = told.changes(
        lambda table: [
            sum(city.seat == seat for city in table.cities) for seat in range(table.seats)
        ]
    )
    falls = [[max(0, -each) for each in line] for line in cities]
    assert told.counted["cities"] == rises(falls)
    assert sum(told.counted["toppled"]) <= sum(told.counted["cities"])


@pytest.mark.parametrize("path", finished("aftershock"), ids=lambda path: path.stem)
def test_aftershock_counts_tolls_pieces_and_the_saved(path: Path) -> None:
    told = Told("aftershock", path)

    counters = counters_of("aftershock")
    assert counters is not None
    money = told.changes(lambda table: table.money)
    sums = [0] * told.tables[0].seats
    for line, happened, table in zip(money, told.happened, told.tables, strict=False):
        tolls = [seat[0] for seat in counters.count(happened, table)]
        sums = [a + b for a, b in zip(sums, tolls, strict=True)]
        movers = {each.seat for each in happened if isinstance(each, MeepleMoved)}
        if movers and not any(isinstance(each, BankShared) for each in happened):
            others = [seat for seat in range(table.seats) if seat not in movers]
            assert [tolls[seat] for seat in others] == [line[seat] for seat in others]
    assert tuple(sums) == told.counted["tolls"]
    spent = told.changes(lambda table: [-each for each in table.pieces])
    assert all(a >= b for a, b in zip(told.counted["pieces"], rises(spent), strict=True))
    for saved, shocked in zip(told.counted["saved"], told.counted["shocked"], strict=True):
        assert saved <= shocked
