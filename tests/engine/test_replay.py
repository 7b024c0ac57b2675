"""A record that was tampered with is refused at its line."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.errors import CorruptRecord
from engine.game import CHANCE, Move, Outcome, Seat, Setup
from engine.record import Entry, Record, line_digest, root_digest, standing
from engine.referee import Referee
from engine.replay import Replay
from tests.engine.playing import old_header, played
from tests.engine.toy import TOY, Bid, Throw

RECORD: Record[Any] = played(TOY, Setup(3), 3)
SHELF = {"toy": TOY}
LAST = len(RECORD.entries)


def with_entries(*entries: Entry[Any]) -> Record[Any]:
    return replace(RECORD, entries=entries)


def without(line: int) -> Record[Any]:
    return with_entries(*RECORD.entries[: line - 1], *RECORD.entries[line:])


def doubled(line: int) -> Record[Any]:
    return with_entries(*RECORD.entries[:line], *RECORD.entries[line - 1 :])


def changed(line: int) -> Record[Any]:
    entry = replace(RECORD.entries[line - 1], move=Move(Seat(0), Bid(9)))
    return with_entries(*RECORD.entries[: line - 1], entry, *RECORD.entries[line:])


def redigested(line: int) -> Record[Any]:
    entry = replace(RECORD.entries[line - 1], digest="0" * 16)
    return with_entries(*RECORD.entries[: line - 1], entry, *RECORD.entries[line:])


def inserted(line: int, seq: int) -> Record[Any]:
    entry: Entry[Any] = Entry(seq, "0" * 16, Move(Seat(0), Bid(1)))
    return with_entries(*RECORD.entries[: line - 1], entry, *RECORD.entries[line - 1 :])


def swapped(line: int) -> Record[Any]:
    here, there = RECORD.entries[line - 1 : line + 1]
    return with_entries(*RECORD.entries[: line - 1], there, here, *RECORD.entries[line + 1 :])


TAMPERED: list[tuple[Callable[[], Record[Any]], str, int]] = [
    (lambda: without(1), "record-line-missing", 1),
    (lambda: without(6), "record-line-missing", 6),
    (lambda: without(LAST), "record-line-missing", LAST),
    (with_entries, "record-line-missing", 1),
    (lambda: doubled(1), "record-line-doubled", 2),
    (lambda: doubled(7), "record-line-doubled", 8),
    (lambda: with_entries(*RECORD.entries, RECORD.entries[2]), "record-line-doubled", LAST + 1),
    (lambda: changed(5), "record-line-changed", 5),
    (lambda: changed(LAST), "record-line-changed", LAST),
    (lambda: redigested(3), "record-line-changed", 3),
    (lambda: inserted(4, 3), "record-line-extra", 4),
    (lambda: inserted(4, 2), "record-line-extra", 4),
    (lambda: inserted(4, 77), "record-line-extra", 4),
    (lambda: inserted(LAST + 1, 2), "record-line-extra", LAST + 1),
    (lambda: swapped(5), "record-line-extra", 5),
]


@pytest.mark.parametrize(("tampered", "key", "line"), TAMPERED)
def test_a_line_that_was_tampered_with_is_named(
    tampered: Callable[[], Record[Any]], key: str, line: int
) -> None:
    with pytest.raises(CorruptRecord) as caught:
        Replay(TOY, tampered())

    assert (caught.value.key, caught.value.line) == (key, line)


def grown(record: Record[Any], **body: Any) -> Record[Any]:
    """Add a line whose digest is right."""
    entries = record.entries
    before = entries[-1].digest if entries else root_digest(record.header)
    what = body["undo_to"] if "undo_to" in body else body["move"]
    entry: Entry[Any] = Entry(len(entries), line_digest(before, len(entries), what), **body)
    return replace(record, entries=(*entries, entry))


def begun(lines: int) -> Record[Any]:
    return Record(RECORD.header, RECORD.entries[:lines])


def test_a_sound_line_that_the_rules_forbid_is_illegal() -> None:
    forged = grown(begun(4), move=Move(Seat(0), Bid(9)))

    with pytest.raises(CorruptRecord) as caught:
        Replay(TOY, forged)

    assert caught.value.data == {"line": 5, "reason": "toy-no-such-bid"}
    assert caught.value.key == "record-line-illegal"


def test_a_sound_line_out_of_turn_is_illegal() -> None:
    with pytest.raises(CorruptRecord, match="record-line-illegal"):
        Replay(TOY, grown(begun(2), move=Move(Seat(0), Bid(0))))


def test_a_line_after_the_end_is_illegal() -> None:
    with pytest.raises(CorruptRecord) as caught:
        Replay(TOY, grown(RECORD, move=Move(CHANCE, Throw(1))))

    assert (caught.value.key, caught.value.line) == ("record-line-illegal", LAST + 1)


@pytest.mark.parametrize(
    ("entry", "key"),
    [
        (Entry(0, "0" * 16), "record-line-either"),
        (Entry(0, "0" * 16, Move(CHANCE, Throw(1)), 0), "record-line-either"),
        (Entry(0, "0" * 16, undo_to=0), "record-undo-to"),
        (Entry(0, "0" * 16, undo_to=1), "record-undo-to"),
        (Entry(0, "0" * 16, undo_to=-1), "record-undo-to"),
        (Entry(0, "0" * 16, undo_to=10**30), "record-line-malformed"),
        (Entry(seq=False, digest="0" * 16, undo_to=0), "record-line-malformed"),
        (Entry(0, "0" * 16, undo_to=False), "record-line-malformed"),
    ],
)
def test_a_line_is_a_move_or_takes_back_earlier_lines(entry: Entry[Any], key: str) -> None:
    with pytest.raises(CorruptRecord) as caught:
        Replay(TOY, with_entries(entry))

    assert (caught.value.key, caught.value.line) == (key, 1)


@pytest.mark.parametrize("to", [-1, 6, 7, 10**6])
def test_only_lines_before_it_can_be_taken_back_though_its_digest_is_right(to: int) -> None:
    record = begun(6)

    with pytest.raises(CorruptRecord) as caught:
        Replay(TOY, grown(record, undo_to=to))

    assert (caught.value.key, caught.value.data["undo_to"]) == ("record-undo-to", to)
    assert caught.value.line == 7


def test_nothing_is_taken_back_after_the_end() -> None:
    for to in (LAST - 1, LAST - 2, LAST - 3):
        with pytest.raises(CorruptRecord) as caught:
            Replay(TOY, grown(RECORD, undo_to=to))

        assert (caught.value.key, caught.value.line) == ("record-line-extra", LAST + 1)


@pytest.mark.parametrize(
    ("header", "key"),
    [
        (replace(RECORD.header, format=3), "record-format"),
        (replace(RECORD.header, format=0), "record-format"),
        (replace(RECORD.header, format=True), "record-malformed"),
        (replace(RECORD.header, rules_version=1.0), "record-malformed"),  # type: ignore[arg-type]
        (replace(RECORD.header, setup=Setup(3, options={"aloud": 1.0})), "record-malformed"),  # type: ignore[dict-item]
        (replace(RECORD.header, joins=("two", "joins")), "record-joins"),
        (replace(RECORD.header, joins=("more", "joins", "than", "seats")), "record-joins"),
        (replace(RECORD.header, game="chess"), "record-game"),
        (replace(RECORD.header, rules_version=2), "record-rules-version"),
        (replace(RECORD.header, setup=Setup(9)), "record-setup"),
    ],
)
def test_a_header_that_can_not_be_played_is_line_0(header: Any, key: str) -> None:
    with pytest.raises(CorruptRecord) as caught:
        Replay(TOY, replace(RECORD, header=header))

    assert (caught.value.key, caught.value.line) == (key, 0)


def test_a_changed_header_breaks_the_first_line() -> None:
    header = replace(RECORD.header, joins=("somebody", "else", "sat"))

    with pytest.raises(CorruptRecord) as caught:
        Replay(TOY, replace(RECORD, header=header))

    assert (caught.value.key, caught.value.line) == ("record-line-changed", 1)


def test_a_changed_outcome_is_found() -> None:
    truth = RECORD.outcome
    assert truth is not None
    same: Any = tuple(map(float, truth.scores))
    for outcome in (Outcome((9, 9, 9), (1, 1, 1), "toy-over"), replace(truth, scores=same)):
        with pytest.raises(CorruptRecord, match="record-outcome"):
            Replay(TOY, replace(RECORD, outcome=outcome))


def test_a_replay_is_a_sequence_of_lines_with_the_state_after_each() -> None:
    replay = Replay(TOY, RECORD)

    assert len(replay) == LAST
    assert [line.entry for line in replay] == list(RECORD.entries)
    assert replay[-1].state == replay.state
    assert [line.entry.seq for line in replay[2:4]] == [2, 3]
    assert replay.before(0) == replay.initial == TOY.initial(Setup(3))
    assert all(line.events for line in replay)


def test_undo_goes_back_to_the_state_before_a_line() -> None:
    back = grown(begun(6), undo_to=4)

    assert Replay(TOY, back).state == Replay(TOY, begun(4)).state
    assert Replay(TOY, back)[-1].events == ()
    assert standing(back.entries) == (0, 1, 2, 3)


def test_in_format_1_undo_can_itself_be_undone() -> None:
    old: Record[Any] = Record(old_header(TOY, Setup(3)))
    for entry in begun(6).entries:
        old = grown(old, move=entry.move)
    back = grown(old, undo_to=4)
    again = grown(grown(back, undo_to=6), undo_to=1)

    assert Replay(TOY, back).state == Replay(TOY, begun(4)).state
    assert Replay(TOY, grown(back, undo_to=6)).state == Replay(TOY, begun(6)).state
    assert Replay(TOY, again).state == Replay(TOY, begun(1)).state
    assert [standing(again.entries[:lines]) for lines in (7, 8, 9)] == [
        (0, 1, 2, 3),
        (0, 1, 2, 3, 4, 5),
        (0,),
    ]
    assert Replay(TOY, again).drawn == [0, 1, 2, 3, 4, 4, 4, 4, 4, 1]


@pytest.mark.parametrize(
    ("to", "key"),
    [(4, "record-undo-not-standing"), (6, "record-undo-not-standing"), (3, "record-undo-chance")],
)
def test_what_is_taken_back_begins_with_a_move_that_stands(to: int, key: str) -> None:
    back = grown(begun(6), undo_to=4)

    with pytest.raises(CorruptRecord) as caught:
        Replay(TOY, grown(back, undo_to=to))

    assert (caught.value.key, caught.value.data) == (key, {"line": 8, "undo_to": to})


def test_opening_a_record_gives_its_last_state_and_no_news() -> None:
    progress = Referee(TOY).open(RECORD)

    assert progress.state == Replay(TOY, RECORD).state
    assert progress.events == ()


def test_a_lean_replay_plays_older_states_anew() -> None:
    record = begun(6)
    whole = Replay(TOY, record)
    for since in range(len(whole) + 1):
        lean = whole.lean(since)
        assert lean.state == whole.state
        assert lean.events == whole.events
        assert lean.drawn == whole.drawn
        assert [lean.before(seq) for seq in reversed(range(len(whole) + 1))] == [
            whole.before(seq) for seq in reversed(range(len(whole) + 1))
        ]
        assert list(whole.lean(since).lean(0)) == list(whole)


def test_a_lean_replay_grows() -> None:
    record = begun(6)
    whole, half = (
        Replay(TOY, record),
        Replay(TOY, replace(record, entries=record.entries[:3], outcome=None)),
    )
    grown_ = half.lean(3).grown(record, whole[3:])
    assert list(grown_) == list(whole)
    assert grown_.drawn == whole.drawn
