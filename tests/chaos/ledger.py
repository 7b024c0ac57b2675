"""What must be true after chaos: reckoned from what people saw and from the rows alone.

It shares no code with the bot: the rows are read by SQL, and the record that the channel was given
is verified by the engine. A complaint is a sentence; what store-then-tell allows is counted:

- A move that is stored although nobody read a receipt: the process died before it could answer.
- A message whose news overlap with those of the one before: that was sent and not written down, a
  further move was stored by then, and the next message tells of both. The same news alone, in a
  second message of the same moment, are never allowed.
- An interaction answered again by the process that answered it, and that doesn't know so: a receipt
  was lost or late. Discord refuses the second answer.
- One answered by two processes while the database was away; at other times only if the ledger is
  not `strict`: a database that takes seconds for a claim is not waited for. Discord refuses the
  second answer.
"""

import asyncio
import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from engine.draws import verify
from engine.record_text import read_record
from engine.registry import games
from tests.chaos.players import ANSWERED_WITHIN, Click, Journal, Table
from tests.chaos.stage import Stage
from tests.wire.loopback.things import Message
from tests.wire.table import RESULT
from tests.wire.world import ids, line_of, public, verb

BEHIND: Final = "SELECT match_id, target, want, told FROM tellings WHERE told < want"
QUESTIONS: Final = {
    "matches": "SELECT id, channel, status, lines FROM matches ORDER BY id",
    "entries": "SELECT match_id, seq, body, request FROM entries ORDER BY match_id, seq",
    "seats": "SELECT match_id, seat, player FROM seats WHERE player IS NOT NULL",
    "tellings": "SELECT match_id, target, want, told, message FROM tellings",
}


async def rows(url: str, *questions: str) -> list[list[tuple[Any, ...]]]:
    """Return what a database answers to questions, all in one moment."""
    if url.startswith("sqlite"):
        return await asyncio.to_thread(_of_sqlite, url.removeprefix("sqlite:///"), questions)
    import asyncpg  # type: ignore[import-untyped] # noqa: PLC0415 - only where it is needed

    connection = await asyncpg.connect(url)
    try:
        async with connection.transaction(isolation="repeatable_read"):
            return [[tuple(row) for row in await connection.fetch(each)] for each in questions]
    finally:
        await connection.close()


def _of_sqlite(file: str, questions: Iterable[str]) -> list[list[tuple[Any, ...]]]:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        database.execute("BEGIN")
        return [database.execute(each).fetchall() for each in questions]


@dataclass
class Verdict:
    """What is wrong, and what was counted."""

    complaints: list[str] = field(default_factory=list)
    counted: Counter[str] = field(default_factory=Counter)


@dataclass
class Ledger:
    """Compares what people did and saw with what is stored."""

    stage: Stage
    journal: Journal
    url: str
    strict: bool = True
    verdict: Verdict = field(default_factory=Verdict)

    async def judged(self, by_design: Sequence[str] = ()) -> Verdict:
        """Judge all of it; `by_design` are beginnings of Discord's complaints that we caused."""
        names = list(QUESTIONS)
        answers = await rows(self.url, *QUESTIONS.values())
        stored = dict(zip(names, answers, strict=True))
        self._moves(stored)
        self._channels(stored)
        self._answers()
        for each in self.journal.given_up:
            self._complain(f"stood still: {each}")
        for each in self.stage.problems:
            if not each.startswith((*by_design, "create_interaction_response refused: 40060")):
                self._complain(f"Discord: {each}")
        return self.verdict

    def _complain(self, what: str) -> None:
        self.verdict.complaints.append(what)

    # -- moves

    def _moves(self, stored: Mapping[str, list[tuple[Any, ...]]]) -> None:
        counted = self.verdict.counted
        clicks = {each.interaction.id: each for each in self.journal.clicks}
        by_request: defaultdict[str, list[tuple[int, int, str]]] = defaultdict(list)
        lines: Counter[int] = Counter()
        for match, seq, body, request in stored["entries"]:
            if seq != lines[match]:
                self._complain(f"match {match}: line {seq} comes after {lines[match]} lines")
            lines[match] += 1
            if request is not None and request.isdecimal():
                by_request[request].append((match, seq, body))
                if request not in clicks:
                    self._complain(f"match {match} line {seq}: nobody made this move")
        channels = {match: str(channel) for match, channel, *_ in stored["matches"]}
        for match, _, status, known in stored["matches"]:
            counted[f"matches {status}"] += 1
            if known != lines[match]:
                self._complain(f"match {match} has {lines[match]} lines and says {known}")
        seats = {(match, seat): str(player) for match, seat, player in stored["seats"]}
        order: defaultdict[int, list[tuple[int, Click]]] = defaultdict(list)
        for each in self.journal.receipts:
            found = by_request[each.interaction.id]
            if len(found) != 1:
                self._complain(f"acknowledged, and stored {len(found)} times: {_named(each)}")
                continue
            ((match, seq, body),) = found
            order[match].append((seq, each))
            if channels[match] != each.interaction.channel.id:
                self._complain(f"stored in another match, {match}: {_named(each)}")
            actor = (json.loads(body).get("move") or {}).get("actor")
            if seats.get((match, actor)) != each.interaction.user.id:
                self._complain(f"stored as the move of seat {actor}: {_named(each)}")
        for match, moves in order.items():
            for (_, before), (_, after) in pairwise(sorted(moves, key=lambda each: each[0])):
                if after.receipt_at is not None and after.receipt_at < before.at:
                    self._complain(f"match {match}: stored out of order: {_named(after)}")
        counted["moves stored"] = sum(map(len, by_request.values()))
        counted["lines stored"] = lines.total()
        counted["moves acknowledged"] = len(self.journal.receipts)
        silent = by_request.keys() - {each.interaction.id for each in self.journal.receipts}
        counted["moves stored whose receipt nobody read"] = len(silent)

    # -- channels

    def _channels(self, stored: Mapping[str, list[tuple[Any, ...]]]) -> None:
        status = {match: (str(channel), status) for match, channel, status, _ in stored["matches"]}
        bodies: defaultdict[int, list[str]] = defaultdict(list)
        for match, _, body, _ in stored["entries"]:
            bodies[match].append(body)
        for match, target, want, told, _ in stored["tellings"]:
            if told < want:
                self._complain(f"match {match}: {target} knows {told} of {want}")
        newest = {
            m: str(message) for m, target, *_, message in stored["tellings"] if target == "table"
        }
        for table in self.journal.tables:
            shown = public(table.channel)
            self.verdict.counted["messages"] += len(shown)
            self._once(table, shown)
            of_table = [each for each in shown if line_of(each) is not None]
            own = [match for match, (channel, _) in status.items() if channel == table.channel.id]
            for match in own:
                said = [each for each in of_table if _match_of(each) == match]
                if not said:
                    if bodies[match]:
                        self._complain(f"match {match}: its channel was told nothing")
                    continue
                if said[-1].id != newest[match]:
                    self._complain(f"match {match}: its newest message is not what is stored")
                for each in said[:-1]:
                    if each.buttons:
                        self._complain(f"match {match}: an old message kept its buttons: {each.id}")
                if status[match][1] == "finished":
                    self._result(match, said[-1], bodies[match])

    def _once(self, table: Table, shown: Sequence[Message]) -> None:
        """No message twice: neither the same words, nor the same moment of the table."""
        moments: defaultdict[int, list[tuple[int, Message]]] = defaultdict(list)
        said: Counter[str] = Counter()
        for each in shown:
            first = each.history[0]["body"] if each.history else each.body
            said[json.dumps([first.get("content"), ids(first.get("components") or [])])] += 1
            match, line = _match_of(each), line_of(each)
            if match is not None and line is not None:
                moments[match].append((line, each))
        for words, times in said.items():
            if times > 1:
                self._complain(f"{table.channel.name}: said {times} times: {words[:200]}")
        for match, found in moments.items():
            for (line, _), (later, message) in pairwise(found):
                if later <= line:
                    text = message.text[:80]
                    self._complain(f"match {match}: told {later} after {line}: {text}")
        covers = Counter(_match_of(e, "start") for e in shown if _match_of(e, "start") is not None)
        for match, times in covers.items():
            if times > 1:
                self._complain(f"match {match}: {times} lobbies")

    def _result(self, match: int, message: Message, bodies: Sequence[str]) -> None:
        """The result is there, with a record that verifies and is what is stored."""
        if RESULT not in map(verb, message.buttons):
            self._complain(f"match {match}: its channel doesn't know the result")
            return
        texts = [each.data.decode() for each in message.files if each.filename.endswith(".json")]
        if not texts:
            self._complain(f"match {match}: no record was given")
            return
        record = read_record(games(), texts[-1])
        if verify(games()[record.header.game], record) <= 0:
            self._complain(f"match {match}: its record has no draws")
        given = [each["digest"] for each in json.loads(texts[-1])["entries"]]
        if given != [json.loads(each)["digest"] for each in bodies]:
            self._complain(f"match {match}: the record given is not what is stored")
        self.verdict.counted["records verified"] += 1

    # -- answers

    def _answers(self) -> None:
        counted = self.verdict.counted
        counted["clicks"] = len(self.journal.clicks)
        for each in self.journal.clicks:
            found = self.stage.answers.get(each.interaction.id)
            if found is None or not found.at:
                counted["clicks unanswered"] += 1
                if each.is_calm:
                    self._complain(f"calm, and no answer: {_named(each)}")
                continue
            others = [pid for pid in found.again if pid != found.by]
            counted["answered again by the same process"] += len(found.again) - len(others)
            is_away = self._is_away(each)
            counted["answered by two processes"] += bool(others and not is_away)
            counted["answered by two processes as the database was away"] += bool(
                others and is_away
            )
            if others and self.strict and not is_away:
                self._complain(f"answered by {len(others) + 1} processes: {_named(each)}")
            if found.at - each.at > ANSWERED_WITHIN:
                counted["answers after three seconds"] += 1
                counted["calm answers after three seconds"] += each.is_calm
        counted["calm clicks"] = sum(each.is_calm for each in self.journal.clicks)

    def _is_away(self, click: Click) -> bool:
        """Say whether the database was away while a click waited for its answer."""
        until = click.at + ANSWERED_WITHIN
        return any(began < until and click.at < ended for began, ended in self.journal.outages)


def _named(click: Click) -> str:
    found = click.interaction
    what = found.command_name or found.data.get("custom_id")
    return f"{found.user.display} {what} in {found.channel.name} ({found.id})"


def _match_of(message: Message, wanted: str = "text") -> int | None:
    """Return the match that a message is about, as a button of it said first."""
    for body in _bodies(message):
        for each in ids(body.get("components") or []):
            kind, name, *rest = each.split(".")
            if kind == "b" and name == wanted and rest:
                return int(rest[0], 36)
    return None


def _bodies(message: Message) -> Iterator[dict[str, Any]]:
    yield from (each["body"] for each in message.history)
    yield message.body
