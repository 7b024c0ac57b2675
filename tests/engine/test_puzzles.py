"""Puzzles: the same for the same seed, and the best move is the best by another reckoning."""

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Any, cast

import pytest

from engine import puzzles
from engine.agents.heuristics import Heuristics, heuristics_of
from engine.agents.search import Candidate
from engine.game import Seat
from engine.games.aftershock import actions as aftershock
from engine.games.san_andreas import actions as san_andreas
from engine.games.seismic import actions as seismic
from engine.puzzles import (
    Check,
    Effort,
    Guessed,
    Look,
    Looked,
    Place,
    Promising,
    Puzzle,
    Simulate,
    done,
    in_order,
    making,
    refusal,
    titles,
    titles_for,
)
from engine.registry import games
from engine.replay import Replay
from tests.engine.agents.test_search import imagination, values, worth_by_counting
from tests.engine.toy import TOY

DAY = date(2026, 11, 22)
TINY = Effort(matches=1, looked=2, playouts=8, checked=1, rounds=1, worlds=2, margin=0.0)
TOY_EFFORT = Effort(
    matches=3, looked=4, playouts=60, checked=2, rounds=2, worlds=80, margin=0.5, ended=80
)
KNOWN = Heuristics(
    values, replace(imagination(60), alike=lambda _, bid: getattr(bid, "coins", None))
)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let puzzles be made of the toy, in which one has three kinds of moves."""
    monkeypatch.setattr(puzzles, "game", lambda _: TOY)
    monkeypatch.setattr(puzzles, "heuristics_of", lambda _: KNOWN)
    monkeypatch.setattr(puzzles, "titles", lambda: ("toy",))
    monkeypatch.setattr(puzzles, "FEWEST", 3)
    # No agent knows the toy.
    monkeypatch.setattr(puzzles.Guess, "done", lambda _: Guessed(0.0, 0.0))


def found() -> Iterator[Puzzle]:
    for n in range(8):
        puzzle = done(making(DAY + timedelta(days=n), "seed", TOY_EFFORT))
        if puzzle is not None:
            yield puzzle


def steps(day: date, seed: str) -> list[Any]:
    """Return what came of every job, and of all."""
    work, result, every = making(day, seed, TINY), None, list[Any]()
    while True:
        try:
            job = work.send(result)
        except StopIteration as end:
            return [*every, end.value]
        # As it goes to another process, and what comes back.
        result = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(job)).done()))
        every.append(result)


@pytest.mark.usefixtures("toy")
def test_the_best_move_is_the_best_if_all_worlds_are_counted() -> None:
    counted = 0
    for puzzle in found():
        if puzzle.record.header.setup.seats > 2:
            continue
        seen = TOY.observe(Replay(TOY, puzzle.record).state, puzzle.seat)
        worth = [worth_by_counting(seen, each.coins) for each in puzzle.options]

        assert max(worth) == worth[puzzle.answer]
        for n, error in enumerate(puzzle.errors):
            behind = puzzle.values[puzzle.answer] - puzzle.values[n]
            exact = worth[puzzle.answer] - worth[n]
            assert behind == pytest.approx(exact, abs=5 * error + 1e-9)
            assert n == puzzle.answer or behind >= max(TOY_EFFORT.margin, puzzles.SURE * error)
        counted += 1
    assert counted


@pytest.mark.usefixtures("toy")
def test_its_moves_are_legal_and_differ_and_its_record_ends_where_one_chooses() -> None:
    for puzzle in found():
        state = Replay(TOY, puzzle.record).state

        assert set(puzzle.options) <= set(TOY.legal_actions(state, puzzle.seat))
        assert len({each.coins for each in puzzle.options}) == len(puzzle.options)
        assert puzzle.record.outcome is None
        assert puzzle.record.seed is None


@pytest.mark.usefixtures("toy")
def test_a_day_and_a_seed_have_their_own_puzzle() -> None:
    one, again, other = (
        [puzzle for puzzle in (done(making(DAY, seed, TOY_EFFORT)),) if puzzle]
        for seed in ("seed", "seed", "another seed")
    )

    assert one == again
    assert one != other


def every_title() -> list[Any]:
    return [steps(DAY + timedelta(days=n), "seed") for n in range(len(titles()))]


def test_every_job_is_the_same_in_another_process_whatever_its_hashes() -> None:
    code = (
        "import sys, pickle; from tests.engine.test_puzzles import every_title;"
        "sys.stdout.buffer.write(pickle.dumps(every_title()))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    there = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, check=True
    )

    assert pickle.loads(there.stdout) == every_title()


@pytest.mark.parametrize("title", sorted(games()))
def test_what_jobs_are_made_of_can_be_packed(title: str) -> None:
    played = Simulate(title, "seed", 3).done()

    assert pickle.loads(pickle.dumps(played)) == played
    for place in played.places:
        look = Look(title, place, "seed", 4)
        assert pickle.loads(pickle.dumps(look)).done() == look.done()


def test_no_two_moves_that_are_alike_are_compared() -> None:
    """An expert of San Andreas ranks spaces that are equally far from the ocean differently."""
    known = heuristics_of("san_andreas")
    assert known is not None
    assert known.imagination is not None
    alike = known.imagination.alike
    for place in Simulate("san_andreas", "alike", 6).done().places:
        looked = Look("san_andreas", place, "alike", 8).done()

        compared = {*looked.tempting, *(each.action for each in looked.found)}

        assert len({alike(place.observation, each) for each in compared}) == len(compared)


def test_titles_take_turns() -> None:
    days = [DAY + timedelta(days=n) for n in range(2 * len(titles()))]

    firsts = [titles_for(each)[0] for each in days]

    assert len(set(firsts)) == len(titles()) > 0
    assert sorted(firsts) == sorted([*titles(), *titles()])
    assert all(set(titles_for(each)) == set(titles()) for each in days)


def test_without_a_title_that_imagines_worlds_there_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(puzzles, "titles", lambda: ())

    assert titles_for(DAY) == ()
    assert done(making(DAY, "seed", TINY)) is None


def test_where_a_title_has_nothing_clear_the_next_one_has_its_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nothing: set[str] = set(titles_for(DAY)[:-1])
    played: list[str] = []

    def made_of(title: str, *_: object) -> puzzles.Making:
        played.append(title)
        yield from ()
        return None if title in nothing else cast("Puzzle", (title,))

    monkeypatch.setattr(puzzles, "_made_of", made_of)

    found: Any = done(making(DAY, "seed", TINY))
    assert found == (titles_for(DAY)[-1],)
    assert played == list(titles_for(DAY))


@pytest.mark.usefixtures("toy")
def test_what_is_never_clear_makes_no_puzzle() -> None:
    impossible = replace(TOY_EFFORT, margin=100.0)

    assert done(making(DAY, "seed", impossible)) is None


@pytest.mark.usefixtures("toy")
def test_where_it_makes_no_difference_what_is_done_there_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alike = Heuristics(values, replace(imagination(60), alike=lambda *_: None))
    monkeypatch.setattr(puzzles, "heuristics_of", lambda _: alike)

    assert done(making(DAY, "seed", TOY_EFFORT)) is None


@pytest.mark.usefixtures("toy")
def test_jobs_are_small() -> None:
    work, result, kinds = making(DAY, "seed", TOY_EFFORT), None, set[type]()
    while True:
        try:
            job = work.send(result)
        except StopIteration:
            break
        result = job.done()
        kinds.add(type(job))
        if isinstance(job, Check):
            assert {len(each) for each in result} == {TOY_EFFORT.worlds}
    assert {Simulate, Look} <= kinds


NOBODY = Guessed(0.0, 0.3)


@pytest.mark.parametrize(
    ("guessed", "best", "second", "why"),
    [
        (NOBODY, 0.5, 0.3, None),
        (Guessed(0.05, 0.3), 0.5, 0.3, "greedy"),
        (Guessed(0.0, 0.55), 0.5, 0.3, "beginner"),
        (Guessed(0.0, 0.5), 0.5, 0.3, None),
        (NOBODY, 0.09, 0.0, "decided"),
        (NOBODY, 1.0, 0.91, "decided"),
        (NOBODY, 0.5, 0.45, "matters-little"),
        (NOBODY, 0.5, 0.5, "matters-little"),
    ],
)
def test_a_position_that_is_not_worth_a_minute_is_refused_with_the_reason(
    guessed: Guessed, best: float, second: float, why: str | None
) -> None:
    won, also = ([float(n < 1000 * share) for n in range(1000)] for share in (best, second))

    assert refusal(guessed, won, also) == why


def test_in_few_worlds_a_difference_is_not_believed() -> None:
    best, second = [1.0, 0.0, 1.0, 0.0, 1.0, 0.0], [0.0, 0.0, 1.0, 0.0, 1.0, 0.0]

    assert refusal(NOBODY, best, second) == "matters-little"
    assert refusal(NOBODY, 100 * best, 100 * second) is None


def test_over_a_month_titles_and_kinds_of_moves_mix() -> None:
    """Of each title several kinds of moves are promising every day; which one is taken?"""
    chosen = dict[str, list[str]]()
    for n in range(30):
        day = DAY + timedelta(days=n)
        title = titles_for(day)[0]
        kinds = _KINDS[title]
        found = [_promising(each, sure) for sure, each in enumerate(kinds)]
        first = in_order(found, day.toordinal() // len(titles()))[0].looked.found[0].action
        chosen.setdefault(title, []).append(type(first).__name__)

    assert {title: len(each) for title, each in chosen.items()} == dict.fromkeys(titles(), 10)
    for title, each in chosen.items():
        assert set(each) == {kind.__name__ for kind in _KINDS[title]}
        assert max(map(each.count, each)) <= 5


_KINDS: dict[str, tuple[type, ...]] = {
    "aftershock": (aftershock.Buy, aftershock.Plan, aftershock.Mark),
    "san_andreas": (san_andreas.Found, san_andreas.Epicenter),
    "seismic": (seismic.Place, seismic.Strike, seismic.Rotate),
}


def _promising(kind: type, sure: float) -> Promising:
    action: Any = object.__new__(kind)
    return Promising(sure, Place(1, Seat(0), None, ()), Looked([Candidate(action, 1, 0, 9)], ()))


def test_of_one_kind_the_surest_is_tried_first() -> None:
    found = [_promising(seismic.Place, sure) for sure in (1.0, 3.0, 2.0)]

    assert [each.sure for each in in_order(found, 7)] == [3.0, 2.0, 1.0]


def test_what_one_title_lacks_goes_to_all_others_in_turn() -> None:
    lacking = titles()[0]
    days = [DAY + timedelta(days=n) for n in range(6 * len(titles()))]

    instead = [titles_for(day)[1] for day in days if titles_for(day)[0] == lacking]

    assert {instead.count(each) for each in titles()[1:]} == {3}
