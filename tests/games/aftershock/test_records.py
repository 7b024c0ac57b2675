"""Matches that were played once replay for ever: a change that breaks one is a new edition."""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from engine.errors import CorruptRecord
from engine.game import Setup
from engine.games.aftershock import GAME, boardfile
from engine.record import canonical
from engine.record_text import read_record, write_record
from engine.registry import games
from engine.replay import Replay
from tests.engine.playing import played
from tests.games.aftershock.golden import RECORDS

BOARDS = Path(boardfile.__file__).parent / "boards"


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
