"""A page that is open becomes the newer one, event by event, and is told nothing but that."""

from base64 import b64decode
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import cache
from itertools import pairwise
from json import dumps, loads
from random import Random
from typing import Any
from zlib import MAX_WBITS, decompress

import pytest

from bot.command_line.replay import match_of
from bot.messages.page.changes import PageEvent, change
from bot.messages.page.contents import Contents, contents
from bot.messages.page.file import written
from bot.table.match.match import LoadedMatch
from engine.errors import CorruptRecord
from engine.game import CHANCE, PUBLIC, AnyGame, Setup
from engine.record import Record
from engine.replay import Replay
from tests.engine.playing import wandering
from tests.engine.test_takebacks import lines, looks, other_worlds, rewritten
from tests.games.test_pages import loaded, path_of
from tests.games.titles import GAMES, PANELS, every_title

LIVE = "https://x.y/m/key/live"
SIDE = 16


def running(title: str, record: Record[Any], before: Contents | None = None) -> Contents:
    """Return the page after the lines of an open record."""
    of = LoadedMatch(match_of(record), Replay(GAMES[title], record))
    return contents(PANELS[title], of, live=LIVE, before=before)


@cache
def cut(title: str, end: int) -> Record[Any]:
    record = loaded(path_of(title, "taken-back")).begun.record
    return replace(record, outcome=None, seed=None, entries=record.entries[:end])


def cuts(title: str) -> list[int]:
    """Return ends of a match so far: spread over it, and around what was taken back."""
    entries = loaded(path_of(title, "taken-back")).begun.record.entries
    backs = [n for n, each in enumerate(entries) if each.undo_to is not None]
    spread = range(2, len(entries), len(entries) // 4)
    return sorted({*spread, *backs[:2], *(n + 1 for n in backs[:2])})


class Tab:
    """A page in a browser, as page.js has it: frames of blocks, lines of text, steps."""

    def __init__(self, page: Contents) -> None:
        self.head, self.say = loads(dumps([page.head, page.say]))
        size = -(-page.maps.width // SIDE) * -(-page.maps.height // SIDE)
        self.size, self.frames, self.blocks = size, dict[int, list[int]](), list[bytes]()
        self._add(range(len(self.head["steps"])), page.maps.packed)

    def hear(self, event: PageEvent) -> None:
        data = loads(event.data)
        self._add(data["n"], b64decode(data["pic"]))
        for code, told in data["say"].items():
            said = self.say[code]
            known, places = said["text"]["lines"], said["text"]["at"]
            for i, n in enumerate(data["n"]):
                put(said["say"], n, told["say"][i])
                put(said["note"], n, told["note"][i])
                before = [line for page in places[n - 1] for line in page] if n else []
                put(
                    places, n, [[shown(known, before, e) for e in page] for page in told["text"][i]]
                )
        for i, n in enumerate(data["n"]):
            put(self.head["steps"], n, data["step"][i])
        self.head |= data.get("head", {})

    def _add(self, numbers: Any, packed: bytes) -> None:
        raw, new = decompress(packed, -MAX_WBITS), len(self.blocks)
        end = 2 * self.size * len(numbers)
        self.blocks += [raw[at : at + SIDE * SIDE] for at in range(end, len(raw), SIDE * SIDE)]
        for i, n in enumerate(numbers):
            frame = []
            for place in range(self.size):
                at = 2 * (i * self.size + place)
                number = int.from_bytes(raw[at : at + 2], "little")
                if number == 1:
                    frame.append(new)
                    new += 1
                else:
                    frame.append(number - 2 if number else self.frames[n - 1][place])
            self.frames[n] = frame
        assert new == len(self.blocks)

    def looks(self) -> Iterator[Any]:
        yield {key: value for key, value in self.head.items() if key not in ("version", "live")}
        for said in self.say.values():
            lines, at = said["text"]["lines"], said["text"]["at"]
            yield said["say"], said["note"]
            yield [[[lines[line] for line in page] for page in pages] for pages in at]
        frames = [self.frames[n] for n in range(len(self.frames))]
        yield [[self.blocks[place] for place in frame] for frame in frames]


def put(values: list[Any], n: int, value: Any) -> None:
    values[n : n + 1] = [value]


def shown(known: list[str], before: list[int], line: str | int) -> int:
    if isinstance(line, int):
        return before[line]
    known.append(line)
    return len(known) - 1


def without_lines(page: Contents) -> Contents:
    steps = [{k: v for k, v in each.items() if k != "l"} for each in page.head["steps"]]
    return replace(page, head=page.head | {"steps": steps})


@every_title
def test_events_make_of_a_page_exactly_the_newer_one(title: str) -> None:
    first, *ends = cuts(title)
    page, heard = running(title, cut(title, first)), 0
    tab = Tab(page)

    for end in ends:
        before, page = page, running(title, cut(title, end), page)
        event = change(before, page)
        if event is not None and event.name == "again":
            tab = Tab(page)
        elif event is not None:
            tab.hear(event)
            heard += 1
        assert list(tab.looks()) == list(Tab(page).looks())

    assert heard >= 3
    assert written(running(title, cut(title, ends[-1]))) == written(page)
    whole = loaded(path_of(title, "taken-back"))
    over = contents(PANELS[title], whole, before=page)
    assert written(over) == written(contents(PANELS[title], whole))
    last = change(page, over)
    assert last is not None
    if last.name == "end":
        tab.hear(last)
        assert list(tab.looks()) == list(Tab(without_lines(over)).looks())


@every_title
def test_another_window_or_name_or_a_shorter_past_has_the_page_loaded_again(title: str) -> None:
    end = cuts(title)[2]
    page, shorter = running(title, cut(title, end)), running(title, cut(title, end // 2))
    wider = replace(page, head=page.head | {"w": page.head["w"] + 2, "version": "wider"})
    seats = [{"name": "Nora", "letter": "N"}, *page.head["seats"][1:]]
    renamed = replace(page, head=page.head | {"seats": seats, "version": "renamed"})

    events = [change(page, each) for each in (shorter, wider, renamed)]

    assert [each and each.name for each in events] == ["again"] * 3
    assert change(page, page) is None


def hidden(title: str, record: Record[Any], before: Contents | None, days: int) -> Contents:
    """Return the page of a running match, of which everything changed that is nobody's business."""
    match = match_of(record)
    match = replace(match, changed_at=match.changed_at + timedelta(days=days), revision=days * 7)
    of = LoadedMatch(match, Replay(GAMES[title], record))
    return contents(PANELS[title], of, live=LIVE, before=before)


@pytest.mark.parametrize(
    ("title", "most", "longest"), [("san_andreas", 30, 0), ("aftershock", 60, 1)]
)
def test_what_the_public_may_not_see_changes_neither_pages_nor_events(
    title: str, most: int, longest: int
) -> None:
    """Another choice was sealed, or one more that its seat then changed: more lines, same page."""
    game, found, longer = GAMES[title], 0, 0
    for number in range(8):
        rng = Random(number)
        record = wandering(game, Setup(3), number, backs=2).record
        replay = Replay(game, lines(record, rng.randrange(6, min(len(record.entries), most))))
        first = lines(record, len(replay) - rng.randrange(1, 5))
        others = sorted(other_worlds(game, replay, PUBLIC, rng), key=len, reverse=True)
        for other in others[:2]:
            earlier = as_far(game, first, other)
            if earlier is None:
                continue
            one, two = hidden(title, first, None, 0), hidden(title, earlier, None, 1)
            later, also = hidden(title, replay.record, one, 2), hidden(title, other.record, two, 3)
            found += 1
            longer += len(other) != len(replay)
            assert written(one) == written(two)
            assert written(later) == written(also)
            assert change(one, later) == change(two, also)
        if found >= 5 and longer >= longest:
            break
    assert found >= 5
    assert longer >= longest


def as_far(game: AnyGame, first: Record[Any], other: Replay[Any, Any]) -> Record[Any] | None:
    """Return the other match when it had come as far, as everybody sees it."""
    seen = list(looks(game, Replay(game, first), PUBLIC))
    count = len(first.entries)
    ends = (lines(other.record, end) for end in (count, count + 1))
    alike = (each for each in ends if list(looks(game, Replay(game, each), PUBLIC)) == seen)
    return next(alike, None)


def test_in_which_order_people_did_what_nobody_sees_changes_no_page() -> None:
    title, found = "aftershock", 0
    game = GAMES[title]
    for number in range(3):
        record = lines(wandering(game, Setup(3), number, backs=0).record, 70)
        seen = list(looks(game, Replay(game, record), PUBLIC))
        moves: list[Any] = [each.move for each in record.entries]
        page = running(title, record)
        for n, (one, two) in enumerate(pairwise(moves)):
            if one.actor == two.actor or CHANCE in (one.actor, two.actor):
                continue
            try:
                other = Replay(game, rewritten(record, [*moves[:n], two, one, *moves[n + 2 :]]))
            except CorruptRecord:
                continue
            if list(looks(game, other, PUBLIC)) == seen:
                found += 1
                assert written(running(title, other.record)) == written(page)
                if found % 4 == 0:
                    break
    assert found >= 8
