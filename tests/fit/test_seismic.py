"""The weights of Seismic can be found again."""

from itertools import islice
from random import Random

import pytest
from click.testing import CliRunner

from engine.games.seismic.forecast import size
from tests.fit.seismic import Moments, examples, guess, main, solved


def test_equations_are_solved_also_if_one_begins_with_nothing() -> None:
    assert solved([[0.0, 2.0, 4.0], [3.0, 1.0, 8.0]]) == pytest.approx([2.0, 2.0])


def test_what_follows_a_rule_is_learned_and_nothing_is_lacking() -> None:
    rng, taught, checked = Random(1), Moments(3), Moments(3)
    for n in range(2000):
        seen = [rng.random() for _ in range(3)]
        (taught if n % 2 else checked).add(seen, 5 * seen[0] - 2 * seen[1])

    weights = taught.weights([0.0, 0.0, 0.0])

    assert weights == pytest.approx([5, -2, 0], abs=0.1)
    assert checked.lacking(weights) < 0.01 < checked.lacking([0.0, 0.0, 0.0])


def test_where_nothing_is_taught_what_is_guessed_stays() -> None:
    assert Moments(2).weights([3.0, -1.0]) == [3.0, -1.0]
    assert [len(guess(seats)) for seats in (2, 3, 4)] == [2 * size(seats) for seats in (2, 3, 4)]


def test_what_is_taught_apart_is_taught_together() -> None:
    rng, parts, whole = Random(1), [Moments(2), Moments(2)], Moments(2)
    for n in range(20):
        seen = [rng.random(), rng.random()]
        parts[n % 2].add(seen, rng.random())
    rng = Random(1)
    for _ in range(20):
        whole.add([rng.random(), rng.random()], rng.random())

    parts[0].merge(parts[1])

    assert parts[0].weights([1.0, 0.0]) == pytest.approx(whole.weights([1.0, 0.0]))
    assert parts[0].count == whole.count == 20


def test_a_match_teaches_by_what_differs_between_lines_the_same_every_time() -> None:
    taught = list(islice(examples(3, 1), 9))

    assert {len(seen) for seen, _ in taught} == {2 * size(3)}
    for seat in range(3):
        lines = taught[3 * seat : 3 * seat + 3]
        assert sum(lead for _, lead in lines) == pytest.approx(0)
        for each in zip(*(seen for seen, _ in lines), strict=True):
            assert sum(each) == pytest.approx(0)
    assert any(lead for _, lead in taught)
    assert taught == list(islice(examples(3, 1), 9))


def test_it_prints_weights_and_what_they_are_good_for() -> None:
    result = CliRunner().invoke(main, ["--seats", "2", "--matches", "2"])

    assert result.exit_code == 0, result.output
    assert len(result.stdout.split()) == 2 * size(2)
    assert "remain" in result.stderr
