"""Matches that were played once replay for ever: a change that breaks one is a new edition.

`python -m tests.games.test_records` plays and writes the golden records that `golden.py` of a
title's folder names and that are not there yet.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from json import dumps, loads
from pathlib import Path
from typing import Any

import pytest

from engine.draws import verify
from engine.errors import CorruptRecord, EngineError
from engine.game import AS_IT_STANDS, PUBLIC
from engine.record_text import read_record, write_record
from engine.replay import Replay
from tests.games.titles import GAMES, TITLES, every_title, part

FOUND = [
    (title, path)
    for title in TITLES
    for path in sorted(part(title, "golden").RECORDS.glob("*.json"))
]
NAMES = [f"{title}-{path.stem}" for title, path in FOUND]
every_record = pytest.mark.parametrize(("title", "path"), FOUND, ids=NAMES)


@every_record
def test_a_golden_record_replays_to_its_outcome(title: str, path: Path) -> None:
    record = read_record(GAMES, path.read_text("utf-8"))

    replay = Replay(GAMES[title], record)

    assert (record.outcome is None) == (record.ended is not None)
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


@every_title
def test_records_of_format_2_with_moves_taken_back_and_a_vote_are_among_them(title: str) -> None:
    paths = part(title, "golden").RECORDS.glob("*.json")
    records = [read_record(GAMES, path.read_text("utf-8")) for path in paths]
    newest = [each for each in records if each.header.format == 2]

    wandering = [each for each in newest if any(e.undo_to is not None for e in each.entries)]
    assert {each.ended is None for each in wandering} == {True, False}


@every_record
def test_what_stands_at_the_end_is_the_outcome(title: str, path: Path) -> None:
    record = read_record(GAMES, path.read_text("utf-8"))
    standing = GAMES[title].meta.standing
    assert standing is not None

    now = standing(GAMES[title].observe(Replay(GAMES[title], record).state, PUBLIC))

    assert now.reason == AS_IT_STANDS
    assert record.outcome is None or replace(now, reason=record.outcome.reason) == record.outcome


# Whatever is added to a record, taken out of it or changed in it: it doesn't verify any more.


def changed(value: Any) -> Iterator[Any]:
    """Yield other values for one of a record: of its type, of another, none at all."""
    match value:
        case bool():
            yield from (not value, int(value))
        case int():
            yield from (value + 1, -1, str(value), float(value))
        case str():
            yield from (f"{value}x", value[:-1], value.swapcase() + "0", 0)
        case list():
            yield from ([*value, *value[-1:]] if value else [0], value[1:] if value else {})
            if value[::-1] != value:
                yield value[::-1]
        case dict():
            yield [*value.items()]
        case _:
            pass
    yield None if value is not None else 0


def mutants(
    value: Any, where: str = "", is_deep: Callable[[str], bool] = lambda _: True
) -> Iterator[tuple[str, Any]]:
    """Yield where, and the value with one part of it added, taken out or changed."""
    if isinstance(value, dict):
        absent = {"note", "undo_to", "move", "ended", "outcome", "seed", "board", "crew"} - {*value}
        for name in sorted(absent):
            yield from ((f"{where}.{name}", {**value, name: each}) for each in (None, 0, "vote"))
        for name in value:
            yield f"{where}.{name}", {each: value[each] for each in value if each != name}
    inner: list[tuple[Any, Any]] = []
    if isinstance(value, dict | list) and is_deep(where):
        inner = list(value.items() if isinstance(value, dict) else enumerate(value))
    for name, one in inner:
        for told, mutant in mutants(one, f"{where}.{name}", is_deep):
            copy = value.copy()
            copy[name] = mutant
            yield told, copy
    yield from ((where, other) for other in changed(value))


def is_verified(text: str) -> bool:
    try:
        record = read_record(GAMES, text)
        verify(GAMES[record.header.game], record)
    except EngineError:
        return False
    return True


UNBOUND: frozenset[str] = frozenset()
"""Keys of a record that may be changed: docs/records.md says that there are none."""
CHANGED = [each for each in FOUND if each[1].stem.endswith(("vote", "taken-back"))]


@pytest.mark.slow
@pytest.mark.parametrize(("title", "path"), CHANGED)
def test_whatever_is_changed_around_the_lines_of_a_record_it_does_not_verify(
    title: str, path: Path
) -> None:
    text = path.read_text("utf-8")
    plain, tried = loads(text), 0
    assert is_verified(text)
    assert plain["header"]["game"] == title

    for told, mutant in mutants(plain, is_deep=lambda where: where != ".entries"):
        tried += 1
        assert not is_verified(dumps(mutant)) or told.split()[0] in UNBOUND, told
    for place in range(0, len(plain["entries"]), 1 if "ended" in plain else 7):
        for kept in ([], 2 * [plain["entries"][place]]):
            lines = [*plain["entries"][:place], *kept, *plain["entries"][place + 1 :]]
            tried += 1
            assert not is_verified(dumps({**plain, "entries": lines})), (place, kept)

    assert tried > 100


@pytest.mark.slow
@pytest.mark.parametrize(("title", "path"), CHANGED)
def test_whatever_is_changed_within_a_line_of_a_record_it_does_not_verify(
    title: str, path: Path
) -> None:
    text = path.read_text("utf-8")
    header, entries, game = loads(text)["header"], loads(text)["entries"], GAMES[title]
    whole, tried = read_record(GAMES, text), 0

    # Every line of those that end early, some of the longer ones.
    for place in range(0, len(entries), 1 if whole.ended else 19):
        for told, mutant in mutants(entries[place]):
            tried += 1
            try:
                # A line is read by itself: the others needn't be read again.
                alone = read_record(GAMES, dumps({"header": header, "entries": [mutant]}))
            except EngineError:
                continue
            lines = (*whole.entries[:place], *alone.entries, *whole.entries[place + 1 :])
            with pytest.raises(CorruptRecord):
                Replay(game, replace(whole, entries=lines))
            assert lines[place] != whole.entries[place], (place, told)

    assert tried > 2 * len(entries)


if __name__ == "__main__":
    for each in TITLES:
        for name, made in part(each, "golden").GOLDEN.items():
            file = part(each, "golden").RECORDS / f"{name}.json"
            if not file.exists():
                file.write_text(write_record(GAMES[each], made.record()), "utf-8")
                print(f"written: {file}")
