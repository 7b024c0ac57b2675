"""Matches that were played once replay for ever: a change that breaks one is a new edition.

Run as a module, this plays and writes the golden records that are named and not there yet.
"""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.agents import agent
from engine.draws import verify
from engine.errors import CorruptRecord
from engine.game import Setup
from engine.games.aftershock import GAME, boardfile
from engine.record import Record, canonical
from engine.record_text import read_record, write_record
from engine.referee import Progress, Referee, finished
from engine.registry import games
from engine.replay import Replay
from tests.engine.playing import deciding, draws, header, played

RECORDS = Path(__file__).parent / "records"
BOARDS = Path(boardfile.__file__).parent / "boards"
UNIFORM = {
    "three-seats": (Setup(3), 1),
    "three-seats-first-player": (Setup(3, options={"first_player": "2"}), 2),
    "three-seats-one-bridge-a-link": (Setup(3, options={"two_bridges": False}), 3),
    "four-seats": (Setup(4), 4),
    "four-seats-all-passes-by-hand": (Setup(4, options={"auto_pass": False}), 5),
    "five-seats": (Setup(5), 6),
    "five-seats-both-options": (Setup(5, options={"auto_pass": False, "two_bridges": False}), 7),
}
GREEDY = {
    "three-seats-greedy": (Setup(3), 8),
    "four-seats-greedy": (Setup(4), 9),
    "four-seats-greedy-again": (Setup(4), 10),
    "five-seats-greedy": (Setup(5), 11),
    "five-seats-greedy-again": (Setup(5), 12),
}


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_a_golden_record_replays_to_its_outcome(path: Path) -> None:
    record = read_record(games(), path.read_text("utf-8"))

    assert record.outcome is not None
    assert len(Replay(GAME, record)) == len(record.entries)
    assert verify(GAME, record) > 60
    assert write_record(GAME, record) == path.read_text("utf-8")


def test_a_new_record_names_the_file_of_its_board_and_is_refused_by_another() -> None:
    file = BOARDS / "san_francisco.json"
    record = read_record(games(), write_record(GAME, played(GAME, Setup(3), 1)))

    assert record.header.board == sha256(file.read_bytes().replace(b"\r\n", b"\n")).hexdigest()
    assert f'"board": "{record.header.board}"' in write_record(GAME, record)
    with pytest.raises(CorruptRecord) as caught:
        Replay(GAME, replace(record, header=replace(record.header, board="0" * 64)))
    assert (caught.value.key, caught.value.line) == ("record-board", 0)


def test_an_old_record_names_no_board_and_its_digests_stay() -> None:
    text = (RECORDS / "three-seats.json").read_text("utf-8")
    record = read_record(games(), text)

    assert record.header.board is None
    assert '"board"' not in canonical(record.header)
    named = replace(record, header=replace(record.header, board=GAME.meta.board(Setup(3))))  # type: ignore[misc] # it has one
    with pytest.raises(CorruptRecord, match="record-line-changed"):
        Replay(GAME, named)


def test_every_golden_record_is_there() -> None:
    assert {path.stem for path in RECORDS.glob("*.json")} >= UNIFORM.keys() | GREEDY.keys()


def greedy(setup: Setup, number: int) -> Record[Any]:
    """Return the finished record of a match that the greedy agent plays for every seat."""
    rng, seed, referee = Random(number), number.to_bytes(32), Referee(GAME)
    chance = draws(setup, seed)
    progress: Progress[Any, Any] = referee.begin(header(GAME, setup, seed), chance)
    while not (outcome := referee.outcome(progress)):
        seat = deciding(GAME, progress.state)[0]
        legal = list(GAME.legal_actions(progress.state, seat))
        seen = GAME.observe(progress.state, seat)
        chosen = agent("greedy").choose(seen, legal, rng)
        progress = referee.submit(progress, seat, chosen, chance)
    return finished(progress.record, outcome, seed)


if __name__ == "__main__":
    for name, how in (UNIFORM | GREEDY).items():
        file = RECORDS / f"{name}.json"
        if not file.exists():
            record = greedy(*how) if name in GREEDY else played(GAME, *how)
            file.write_text(write_record(GAME, record), "utf-8")
            print(f"written: {file}")
