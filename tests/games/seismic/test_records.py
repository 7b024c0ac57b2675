"""Matches that were played once replay for ever: a change that breaks one is a new edition."""

from pathlib import Path

import pytest

from engine.draws import verify
from engine.games.seismic import GAME
from engine.record import Setup
from engine.registry import games
from engine.replay import Replay, read_record, write_record
from tests.engine.playing import played

RECORDS = Path(__file__).parent / "records"
GOLDEN = {
    "two-seats": (Setup(2), 1),
    "three-seats": (Setup(3, options={"first_player": "2"}), 2),
    "four-seats": (Setup(4), 3),
    "small-table": (Setup(2, options={"table_radius": 5}), 4),
}


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_a_golden_record_replays_to_its_outcome(path: Path) -> None:
    record = read_record(games(), path.read_text("utf-8"))

    assert record.outcome is not None
    assert len(Replay(GAME, record)) == len(record.entries)
    assert verify(GAME, record) > 60
    assert write_record(GAME, record) == path.read_text("utf-8")


def test_every_golden_record_is_there() -> None:
    assert {path.stem for path in RECORDS.glob("*.json")} >= GOLDEN.keys()


def written_anew() -> None:
    """Make the golden records of the current edition of the rules."""
    for name, (setup, number) in GOLDEN.items():
        text = write_record(GAME, played(GAME, setup, number))
        (RECORDS / f"{name}.json").write_text(text, "utf-8")
