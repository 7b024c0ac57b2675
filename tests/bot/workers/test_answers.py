"""What workers answer is read, never run: it comes back equal, or it is an error."""

from collections.abc import Iterator
from json import dumps
from pathlib import Path
from pickle import dumps as pickled
from typing import Any

import pytest

from bot.table.errors import ThinkingFailed
from bot.table.world import Job, ThinkUrgency
from bot.workers.pipes import DONE, FAILED, Unreadable, WorkerFailed, answered
from bot.workers.thinkers import ThinkingPool
from engine.agents.hints import HintJob
from engine.agents.move_job import MoveJob
from engine.agents.review import tasks
from engine.game import CHANCE, Decision, Setup
from engine.puzzles import Check, Finish, Look, Simulate
from engine.registry import game, games
from render.picture import Picture
from tests.bot.workers.jobs import Lying
from tests.engine.playing import states

SIMULATED = {title: Simulate(title, "answers", 4).done() for title in sorted(games())}


class Bomb:
    """Makes a folder where it is unpickled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.mkdir, (self.folder,)


def jobs(title: str) -> Iterator[Job[Any]]:
    """Yield jobs of every kind, from a match of a title."""
    record, places = SIMULATED[title]
    yield Simulate(title, "answers", 4)
    for place in places:
        for level in ("uniform", "beginner", "greedy"):
            yield MoveJob(level, place.observation, place.legal, b"a seed")
        yield Look(title, place, "answers", 6)
        yield Check(title, place.observation, place.legal[:2], "answers", 2)
    yield HintJob(places[0].observation, places[0].legal[:6], b"a seed")
    decisions = [each for each in tasks(game(title), record) if each.moves[0].actor != CHANCE]
    draws = [each for each in tasks(game(title), record) if each.moves[0].actor == CHANCE]
    yield from (decisions[-1], draws[-1])


@pytest.mark.parametrize("title", sorted(games()))
def test_every_answer_comes_back_equal(title: str) -> None:
    kinds = set()
    for job in jobs(title):
        came = job.done()

        assert job.read(job.written(came)) == came
        kinds.add(type(job))

    assert len(kinds) == 6


@pytest.mark.parametrize("title", sorted(games()))
def test_answers_come_back_equal_where_lines_end_with_the_match(title: str) -> None:
    rules, late = game(title), list[tuple[Any, tuple[Any, ...]]]()
    for state, _ in states(rules, Setup(min(rules.meta.seats)), 1):
        if isinstance(node := rules.node(state), Decision):
            seat = min(node.seats)
            legal = tuple(rules.legal_actions(state, seat))
            late.append((rules.observe(state, seat), legal))
    last = [each for each in late if len(each[1]) > 1][-3:]
    assert last
    for observation, legal in last:
        every: tuple[Job[Any], ...] = (
            Check(title, observation, legal[:2], "late", 2),
            Finish(title, observation, legal[:2], "late", 2),
            HintJob(observation, legal[:6], b"a seed"),
        )
        for job in every:
            came = job.done()
            assert job.read(job.written(came)) == came


def lies(job: Job[Any], others: list[str], bomb: bytes) -> Iterator[str]:
    """Yield what can't have come of a job: nonsense, answers to other jobs, changed answers."""
    yield from ("", "null", "{}", "7", "[[]]", '"x"', "[" * 100_000, bomb.decode("latin-1"))
    yield from others
    own = job.written(job.done())
    yield from (own[:-1], f"{own} ", own.replace(":", ": "), f"[{own}]")


@pytest.mark.parametrize("title", sorted(games()))
def test_what_can_not_have_come_of_a_job_is_an_error(title: str, tmp_path: Path) -> None:
    bomb = pickled(Bomb(tmp_path / "made"))
    every = {type(job): job for job in jobs(title)}
    texts = {kind: job.written(job.done()) for kind, job in every.items()}
    for kind, job in every.items():
        others = [text for other, text in texts.items() if other is not kind]
        for lie in lies(job, others, bomb):
            try:
                read = job.read(lie)
            except Exception:  # noqa: BLE001 - whatever it is, it is one
                continue
            # Spaces between values say nothing.
            assert job.written(read) == texts[kind]
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("title", sorted(games()))
def test_no_move_comes_back_that_is_not_legal(title: str) -> None:
    place, another = SIMULATED[title].places[0], SIMULATED[title].places[-1]
    job = MoveJob("greedy", place.observation, place.legal, b"a seed")
    illegal = next(each for each in another.legal if each not in place.legal)

    with pytest.raises(ValueError, match="type"):
        job.read(job.written(illegal))


async def test_a_lie_is_an_error_and_the_next_job_is_done() -> None:
    place = SIMULATED["seismic"].places[0]
    job, pool = MoveJob("greedy", place.observation, place.legal, b"a seed"), ThinkingPool(1)

    with pytest.raises(ThinkingFailed) as failed:
        await pool.think(ThinkUrgency.MOVE, Lying(job, '{"type":"place"}'))

    assert failed.value.key == "unreadable"
    assert await pool.think(ThinkUrgency.MOVE, job) == job.done()
    pool.close()


def test_an_answer_is_bytes_or_an_error_in_words() -> None:
    assert answered(DONE + b"bytes") == b"bytes"
    said = {"kind": "LookupError", "text": "no such thing", "where": "in done"}
    with pytest.raises(WorkerFailed, match="LookupError: no such thing") as failed:
        answered(FAILED + dumps(said).encode())

    assert failed.value.kind == "LookupError"
    assert failed.value.__notes__ == ["in done"]


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"?",
        b"!",
        b"!null",
        b"![]",
        b"!{}",
        b'!{"kind": 1, "text": "", "where": ""}',
        b"!" + b"[" * 100_000,
        pickled(LookupError("x")),
    ],
)
def test_what_is_neither_is_no_answer(answer: bytes) -> None:
    with pytest.raises(Unreadable):
        answered(answer)


@pytest.mark.parametrize("kind", ["png", "gif"])
def test_a_picture_comes_back_equal_and_nothing_else_is_one(kind: str) -> None:
    size = b"\x00\x00\x00\x0dIHDR\x00\x00\x00\x02\x00\x00\x00\x03"
    data = {"png": b"\x89PNG\r\n\x1a\n" + size, "gif": b"GIF89a\x02\x00\x03\x00"}[kind]
    picture = Picture(data, 2, 3, kind)
    written = picture.written()

    assert Picture.read(written) == picture
    for wrong in (b"", written[:5], written[:12], written.replace(data[:4], b"<svg"), written[1:]):
        with pytest.raises(ValueError, match="picture"):
            Picture.read(wrong)
    for other in (Picture(data, 3, 2, kind), Picture(data, 2, 3, "svg")):
        with pytest.raises(ValueError, match="picture"):
            Picture.read(other.written())
