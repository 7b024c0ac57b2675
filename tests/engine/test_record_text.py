"""Records as text: what is read is what stands there, or it is refused with the part at fault.

`MUTATIONS=all pytest tests/engine/test_record_text.py` changes every character of two records, one
of them a whole match of San Andreas; it takes minutes.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from json import JSONDecodeError, dumps, loads
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import record_text
from engine.draws import verify
from engine.errors import CorruptRecord, UnknownGame
from engine.game import AnyGame, Setup
from engine.record import Record
from engine.record_text import LONGEST, read_record, write_record
from engine.registry import games
from engine.replay import Replay
from tests.engine.playing import played
from tests.engine.test_replay import TAMPERED, begun
from tests.engine.toy import TOY

ALL = float("MUTATIONS" in os.environ)
RECORD: Record[Any] = played(TOY, Setup(3), 3)
SHELF = {"toy": TOY}
TEXT = write_record(TOY, RECORD)
LAST = len(RECORD.entries)


@pytest.mark.parametrize(("tampered", "key", "line"), TAMPERED)
def test_tampering_with_the_text_is_found_as_well(
    tampered: Callable[[], Record[Any]], key: str, line: int
) -> None:
    text = write_record(TOY, tampered())

    with pytest.raises(CorruptRecord) as caught:
        Replay(TOY, read_record(SHELF, text))

    assert (caught.value.key, caught.value.line) == (key, line)


def test_a_text_has_one_line_for_each_entry_and_leaves_out_what_is_not_there() -> None:
    lines = TEXT.splitlines()

    assert lines[0].startswith('{"header": {"game": "toy"')
    assert lines[1] == '"entries": ['
    assert all(f'{{"seq": {n}, ' in lines[2 + n] for n in range(LAST))
    assert "null" not in TEXT
    assert write_record(TOY, begun(0)).count("\n") < 5


def test_a_text_reads_back_as_the_record() -> None:
    assert read_record(SHELF, TEXT) == RECORD
    assert read_record(SHELF, write_record(TOY, begun(0))) == begun(0)


def test_layout_and_the_order_of_keys_are_free() -> None:
    raw = loads(TEXT)
    other = dumps({name: raw[name] for name in sorted(raw, reverse=True)}, indent=3)

    assert read_record(SHELF, other) == RECORD


def test_a_record_of_an_unknown_game_names_those_that_are_known() -> None:
    with pytest.raises(UnknownGame) as caught:
        read_record(games(), TEXT)

    assert caught.value.data["game"] == "toy"
    assert "seismic" in caught.value.data["known"]


@pytest.mark.parametrize(
    ("part", "where"),
    [
        ('{"header": {"game": "toy"}, "entries": [%s]}', "entries"),
        ('{"header": {"game": "toy", "joins": [%s]}, "entries": []}', "header.joins"),
        (
            '{"header": {"game": "toy"}, "entries": [], "outcome": {"scores": [%s]}}',
            "outcome.scores",
        ),
        ('{"header": {"game": "toy"}, "entries": [[%s]]}', "it"),
    ],
)
def test_a_text_of_millions_of_wrong_members_is_refused_before_each_is_looked_at(
    part: str, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def looked_at(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(record_text, "_adapter", looked_at)
    many = ",".join(["1"] * (record_text.MOST_LINES + 1))

    with pytest.raises(CorruptRecord) as caught:
        read_record(SHELF, part % many)

    assert (caught.value.data["where"], caught.value.data["problem"]) == (where, "too_long")


def test_no_text_of_the_greatest_length_has_too_many_lines() -> None:
    shortest = dumps({"seq": 0, "digest": 16 * "0", "undo_to": 0}, separators=(",", ":"))

    assert LONGEST / len(shortest) < record_text.MOST_LINES


def broken(line: int, old: str, new: str) -> str:
    lines = TEXT.splitlines()
    assert old in lines[line + 1]
    lines[line + 1] = lines[line + 1].replace(old, new, 1)
    return "\n".join(lines)


HEADER, OUTCOME, SEED = -1, LAST + 2, LAST + 3
"""Where they stand, counted like the lines."""


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        (broken(3, '"move": {', '"move": '), "record-not-json", 3),
        (broken(HEADER, '"header"', "header"), "record-not-json", 0),
        ("[]", "record-no-header", 0),
        ("{}", "record-no-header", 0),
        ('{"header": {"game": ["toy"]}}', "record-no-header", 0),
        ("", "record-not-json", 0),
        ("9" * 5000, "record-not-json", 0),
        ("\ufeff" + TEXT, "record-not-json", 0),
    ],
)
def test_a_text_that_is_no_record_is_refused_at_its_line(text: str, key: str, line: int) -> None:
    with pytest.raises(CorruptRecord) as caught:
        read_record(SHELF, text)

    assert (caught.value.key, caught.value.line) == (key, line)


@pytest.mark.parametrize(
    ("text", "where", "line"),
    [
        (broken(4, '"throw"', '"juggle"'), "move.action", 4),
        (broken(2, '"seq": 1', '"seq": "one"'), "seq", 2),
        (broken(2, '"seq": 1', '"seq": "1"'), "seq", 2),
        (broken(2, '"seq": 1', '"seq": 1.0'), "seq", 2),
        (broken(2, '"seq": 1', '"seq": true'), "seq", 2),
        (broken(1, '"seq": 0', '"seq": -0'), "seq", 1),
        (broken(2, '"seq": 1', '"seq": 1, "seq": 1'), "seq", 2),
        (broken(5, '"digest"', '"mark"'), "digest", 5),
        (broken(5, '"digest"', '"note": "hi", "digest"'), "note", 5),
        (broken(6, '"coins"', '"gems": 1, "coins"'), "move.action.gems", 6),
        (broken(6, '"aloud": true, ', ""), "move.action.aloud", 6),
        (broken(6, '"aloud": true', '"aloud": 1'), "move.action.aloud", 6),
        (broken(1, '"card": ', '"card": "2", "card": '), "move.action.card", 1),
        (broken(HEADER, '"seats"', '"chairs"'), "header.setup.seats", 0),
        (broken(HEADER, '"seats": 3', '"seats": "3"'), "header.setup.seats", 0),
        (broken(HEADER, '"rules_version": 1', '"rules_version": true'), "header.rules_version", 0),
        (broken(HEADER, '"format": 2', '"format": 2.0'), "header.format", 0),
        (broken(HEADER, ', "format": 2', ""), "header.format", 0),
        (broken(HEADER, '"format": 2', '"format": 2, "game": "toy"'), "header.game", 0),
        (broken(OUTCOME, '"reason"', '"because"'), "outcome.reason", 0),
        (broken(OUTCOME, '"ranks": [', '"ranks": ["1", '), "outcome.ranks.0", 0),
        (broken(SEED, '"seed": "', '"seed": "zz'), "seed", 0),
        (broken(SEED, RECORD.seed or "", (RECORD.seed or "").replace("3", "B")), "seed", 0),
        (
            TEXT.replace(RECORD.header.commitment, RECORD.header.commitment.upper()),
            "header.commitment",
            0,
        ),
        (TEXT.rstrip()[:-1] + ', "seed": "00"}', "seed", 0),
        (TEXT.rstrip()[:-1] + ', "note": 1}', "note", 0),
    ],
)
def test_a_part_that_is_spelled_in_another_way_is_named(text: str, where: str, line: int) -> None:
    with pytest.raises(CorruptRecord) as caught:
        read_record(SHELF, text)

    said = caught.value.data["where"]
    assert (
        caught.value.line,
        said.replace("action.throw", "action").replace("action.bid", "action"),
    ) == (line, where)


RECORDS = Path(__file__).parents[1] / "games"
GOLDEN = (RECORDS / "san_andreas/records/three-seats.json").read_text("utf-8")
SEISMIC = (RECORDS / "seismic/records/small-table.json").read_text("utf-8")


@pytest.mark.parametrize(
    "cell", [" 0 , -1", "0,-01", "+0,-1", "0,-1 ", "\u0660,-1", "0_0,-1", "-0,-1"]
)
def test_a_cell_is_spelled_in_one_way(cell: str) -> None:
    assert '"0,-1"' in SEISMIC
    place = SEISMIC[: SEISMIC.index('"0,-1"')].count("\n") - 1

    with pytest.raises(CorruptRecord) as caught:
        read_record(games(), SEISMIC.replace('"0,-1"', f'"{cell}"', 1))

    assert (caught.value.line, caught.value.data["where"]) == (place, "move.action.cell")


def test_the_kind_of_action_says_which_field_is_bad() -> None:
    line, text = next((n, each) for n, each in enumerate(GOLDEN.splitlines()) if "resolve" in each)
    bad = GOLDEN.replace(text, text.replace('"die": "', '"die": "blue '))

    with pytest.raises(CorruptRecord) as caught:
        read_record(games(), bad)

    assert (caught.value.line, caught.value.data["where"]) == (line - 1, "move.action.resolve.die")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[" * (LONGEST + 1), "record-too-long"),
        ('"' + "x" * LONGEST, "record-too-long"),
        ("[" * LONGEST, "record-too-deep"),
        ("[" * 13 + "]" * 13, "record-too-deep"),
        ('{"a": ' * 13 + "1" + "}" * 13, "record-too-deep"),
        ('"' + '\\"' * (LONGEST // 3), "record-not-json"),
    ],
)
def test_what_is_too_long_or_too_deep_is_not_even_parsed(
    text: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if key != "record-not-json":
        monkeypatch.delattr("engine.record_text.loads")

    with pytest.raises(CorruptRecord) as caught:
        read_record(SHELF, text)

    assert (caught.value.key, caught.value.line) == (key, 0)


def test_one_key_twice_among_very_many_is_found_without_comparing_all_with_all() -> None:
    keys = ",".join(f'"{number}":0' for number in range(250_000))

    with pytest.raises(CorruptRecord) as caught:
        read_record(SHELF, f'{{{keys},"7":0}}')

    assert (caught.value.data["where"], caught.value.data["problem"]) == ("7", "doubled")


def test_brackets_in_a_text_are_none() -> None:
    header = replace(RECORD.header, joins=("[" * 50, '{"' * 50, "\\["))

    assert read_record(SHELF, write_record(TOY, Record(header))) == Record(header)


def mutations(text: str, place: int, rng: Random) -> Iterator[str]:
    """Yield the text without a character, with it twice, and with others instead of it."""
    before, here, after = text[:place], text[place], text[place + 1 :]
    others = {here.swapcase(), *rng.sample('0123456789abcdefABCDEF"{}[],:. -+\\_\u0663', 4)} - {
        here
    }
    yield before + after
    yield before + here * 2 + after
    for other in sorted(others):
        yield before + other + after


def said(text: str) -> str | None:
    """Return what a text says in JSON: keys that stand twice and types of numbers included."""
    try:
        return repr(loads(text, object_pairs_hook=list))
    except JSONDecodeError:
        return None


def verified(shelf: Mapping[str, AnyGame], text: str) -> None:
    record = read_record(shelf, text)
    verify(shelf[record.header.game], record)


@pytest.mark.parametrize(
    ("shelf", "text", "share"),
    [(SHELF, TEXT, ALL or 0.15), (games(), GOLDEN, ALL or 0.01)],
    ids=["toy", "san_andreas"],
)
def test_whatever_character_is_changed_nothing_else_verifies(
    shelf: Mapping[str, AnyGame], text: str, share: float
) -> None:
    rng, tried, truth = Random(1), 0, said(text)
    for place in range(len(text)):
        if rng.random() >= share:
            continue
        for changed in mutations(text, place, rng):
            tried += 1
            if said(changed) != truth:
                with pytest.raises((CorruptRecord, UnknownGame)):
                    verified(shelf, changed)
    assert tried > len(text) * share
