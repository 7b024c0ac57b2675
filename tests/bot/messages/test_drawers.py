"""Pictures are drawn by processes that may die, and found again by all that they show."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest

from bot.messages.processes.drawers import Drawers, DrawingFailed, PictureCache
from bot.workers.pipes import WorkerFailed
from bot.workers.process import WorkerProcess
from engine.errors import BadSetup
from engine.game import Seat
from engine.games.aftershock import GAME as BAY
from render.drawing import Drawing, drawing_by
from render.games.aftershock import RENDERER as BAY_RENDERER
from render.games.seismic import RENDERER
from render.games.seismic.check import Undrawable
from render.picture import Picture
from render.renderer import Renderer
from tests.games.aftershock import positions as bay
from tests.games.aftershock.tables import in_phase
from tests.render.positions import captions, stored


class Deadly(Renderer[int, str]):
    """Pictures over which the process that draws them ends."""

    def board(self, observation: int, captions: str, /) -> Picture:
        if observation != os.getpid():
            os._exit(1)
        return Picture(captions.encode(), 1, 1)


class Unsendable(Exception):
    """An error that could be packed, and not unpacked."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(one + two)


class Refusing(Renderer[int, str]):
    """Pictures that nobody can draw."""

    def board(self, observation: int, captions: str, /) -> Picture:
        if observation:
            raise BadSetup(captions, seats=observation)
        raise Unsendable(1, 2)


class Countable:
    """A renderer's method that counts how often it draws."""

    drawn = 0


class Counting(Renderer[int, str]):
    """Pictures of a number of bytes, and how many were drawn."""

    def board(self, observation: int, captions: str, /) -> Picture:
        Countable.drawn += 1
        return Picture(captions.encode() * observation, 1, 1)


@pytest.fixture(scope="module")
def process() -> Iterator[Drawers]:
    drawers = Drawers(1)
    yield drawers
    drawers.close()


@pytest.fixture(autouse=True)
def _none_drawn() -> None:
    Countable.drawn = 0


def environment(process: WorkerProcess) -> dict[str, str]:
    """Return the environment of a process."""
    told = Path(f"/proc/{process.pid}/environ").read_bytes().decode().split("\0")
    return dict(each.split("=", 1) for each in told if each)


def test_a_process_draws_what_would_be_drawn_here(process: Drawers) -> None:
    middle = stored()["middle"]

    with drawing_by(process.picture):
        theirs = RENDERER.board(middle, captions(middle))

    assert theirs == RENDERER.board(middle, captions(middle))


def test_what_a_process_can_not_draw_is_refused_as_it_would_be_here(process: Drawers) -> None:
    middle = stored()["middle"]

    with drawing_by(process.picture), pytest.raises(WorkerFailed) as failed:
        RENDERER.board(middle, captions(middle, names=("Ann",)))

    assert failed.value.kind == Undrawable.__name__


def test_an_error_comes_over_with_all_that_it_says(process: Drawers) -> None:
    with drawing_by(process.picture):
        with pytest.raises(WorkerFailed, match="BadSetup: no-table") as refused:
            Refusing().board(7, "no-table")
        with pytest.raises(WorkerFailed, match="Unsendable: 3") as other:
            Refusing().board(0, "")

    for each in (refused, other):
        assert "in board" in each.value.__notes__[0]


def test_a_process_that_was_killed_is_followed_by_another(process: Drawers) -> None:
    early = stored()["late"]
    (worker,) = process.processes
    worker.start()
    killed = worker.pid
    assert killed is not None
    os.kill(killed, signal.SIGKILL)

    with drawing_by(process.picture):
        theirs = RENDERER.board(early, captions(early))

    assert theirs == RENDERER.board(early, captions(early))
    assert worker.pid not in (None, killed)


def test_a_picture_over_which_processes_end_fails_alone(process: Drawers) -> None:
    late = stored()["middle"]

    with drawing_by(process.picture), pytest.raises(DrawingFailed):
        Deadly().board(0, "fatal")

    with drawing_by(process.picture):
        assert RENDERER.board(late, captions(late)) == RENDERER.board(late, captions(late))


def test_a_process_is_told_no_secrets(process: Drawers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a-secret")
    monkeypatch.setenv("DATABASE_URL", "postgresql://faultline:a-secret@db/faultline")
    (worker,) = process.processes
    worker.close()

    worker.start()

    assert "a-secret" not in str(environment(worker))


def test_closing_at_any_moment_loses_no_picture() -> None:
    drawers, middle = Drawers(1), stored()["middle"]
    drawers.processes[0].start()

    with ThreadPoolExecutor(1) as thread, drawing_by(drawers.picture):
        drawn = thread.submit(copy_context().run, RENDERER.board, middle, captions(middle))
        drawers.close()

    assert drawn.result() == RENDERER.board(middle, captions(middle))
    assert drawers.processes[0].pid is None


def test_a_process_that_can_not_be_started_is_done_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(*_: Any, **__: Any) -> None:
        raise OSError("too many processes")

    monkeypatch.setattr("subprocess.Popen", refused)
    drawers = Drawers(1)

    with drawing_by(drawers.picture):
        assert Counting().board(3, "x").data == b"xxx"


def test_a_picture_that_was_drawn_is_found_again() -> None:
    drawers = Drawers()

    with drawing_by(drawers.picture):
        same = [Counting().board(3, "x") for _ in range(3)]
        other = Counting().board(3, "y")

    assert same == [Picture(b"xxx", 1, 1)] * 3
    assert other == Picture(b"yyy", 1, 1)
    assert Countable.drawn == 2


def test_a_found_picture_is_equal_to_a_drawn_one() -> None:
    drawers, middle = Drawers(), stored()["middle"]

    with drawing_by(drawers.picture):
        first, found = (RENDERER.board(middle, captions(middle)) for _ in range(2))

    assert found is first
    assert found == RENDERER.board(middle, captions(middle))


def test_nobody_is_given_what_another_seat_holds() -> None:
    drawers, state = Drawers(), in_phase("keep").state
    seen = [BAY.observe(state, Seat(seat)) for seat in range(3)]

    with drawing_by(drawers.picture):
        for each in seen * 2:
            theirs = BAY_RENDERER.hand(each, bay.captions(each), range(len(each.hand)))
            with drawing_by(Drawing.drawn):
                assert theirs == BAY_RENDERER.hand(each, bay.captions(each), range(len(each.hand)))


def test_no_more_bytes_are_kept_than_agreed() -> None:
    cache = PictureCache(budget=100)
    drawers = Drawers(cache=cache)

    with drawing_by(drawers.picture):
        for size in (20, 21, 22, 23, 24, 25, 20, 26, 26):
            Counting().board(size, "x")

    assert cache.size <= 100
    # The first was forgotten meanwhile; the last is too large to be kept.
    assert Countable.drawn == 9
