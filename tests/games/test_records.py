"""Matches that were played once replay for ever: a change that breaks one is a new edition.

`python -m tests.games.test_records` plays and writes the golden records that `golden.py` of a
title's folder names and that are not there yet.
"""

from pathlib import Path

import pytest

from engine.draws import verify
from engine.record_text import read_record, write_record
from engine.replay import Replay
from tests.games.titles import GAMES, TITLES, every_title, part

FOUND = [
    pytest.param(title, path, id=f"{title}-{path.stem}")
    for title in TITLES
    for path in sorted(part(title, "golden").RECORDS.glob("*.json"))
]


@pytest.mark.parametrize(("title", "path"), FOUND)
def test_a_golden_record_replays_to_its_outcome(title: str, path: Path) -> None:
    record = read_record(GAMES, path.read_text("utf-8"))

    replay = Replay(GAMES[title], record)

    assert record.outcome is not None
    assert len(replay) == len(record.entries)
    assert verify(GAMES[title], record) >= part(title, "golden").DRAWS
    assert write_record(GAMES[title], record) == path.read_text("utf-8")
    for line in replay:
        part(title, "laws").nothing_is_lost(line.state)


@every_title
def test_every_golden_record_is_there(title: str) -> None:
    golden = part(title, "golden")
    found = {path.stem for path in golden.RECORDS.glob("*.json")}

    # Of an earlier edition none can be played any more.
    assert {each for each in found if not each.startswith("edition-")} == golden.GOLDEN.keys()


if __name__ == "__main__":
    for each in TITLES:
        for name, made in part(each, "golden").GOLDEN.items():
            file = part(each, "golden").RECORDS / f"{name}.json"
            if not file.exists():
                file.write_text(write_record(GAMES[each], made.record()), "utf-8")
                print(f"written: {file}")
