"""How strong the levels of computer players are: line-ups, and what comes of their matches."""

from collections import Counter
from itertools import pairwise, permutations
from random import Random

import pytest
from openskill.models import PlackettLuce

from bot.table.people.levels import FILE, LEVELS, agents_of, levels, lineup, strengths
from bot.table.people.rating import CENTRE, beginner
from engine.agents import agent
from engine.registry import games


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_each_level_sits_once_and_at_every_seat_as_often(seats: int) -> None:
    every = [lineup(seats, number) for number in range(6 * seats)]

    assert all(Counter(filter(None, each)) == Counter(LEVELS) for each in every)
    assert {len(each) for each in every} == {seats}
    for seat in range(seats):
        found = Counter(each[seat] for each in every)
        assert {found[level] for level in LEVELS} == {6}


def test_two_seats_are_for_each_pair_both_ways() -> None:
    assert {lineup(2, number) for number in range(6)} == set(permutations(LEVELS, 2))
    assert lineup(2, 6)[::-1] == lineup(2, 0)


def test_seats_left_over_are_played_by_the_regular_level() -> None:
    agents = agents_of(("expert", "", "beginner", "greedy", ""))

    assert agents == ("expert", "greedy", "beginner", "greedy", "greedy")
    assert all(agent(each) for each in agents)


def test_strengths_are_those_of_the_model_moved_to_where_people_begin() -> None:
    chance, model = Random(3), PlackettLuce()
    played = []
    for number in range(40):
        seated = lineup(3 + number % 3, number)
        ranks = chance.sample(range(1, len(seated) + 1), len(seated))
        played.append((seated, ranks))
    known = {level: model.rating() for level in LEVELS}
    for seated, ranks in played:
        those = [(each, float(rank)) for each, rank in zip(seated, ranks, strict=True) if each]
        after = model.rate([[known[each]] for each, _ in those], ranks=[rank for _, rank in those])
        known |= {each: one for (each, _), (one,) in zip(those, after, strict=True)}

    found = strengths(played)

    assert list(found) == list(LEVELS)
    assert found["greedy"].mu == pytest.approx(beginner().mu)
    for level, one in found.items():
        moved = known[level].mu - known["greedy"].mu + beginner().mu
        assert (one.mu, one.sigma) == pytest.approx((moved, known[level].sigma))
        assert one.matches == 40


def test_of_no_matches_all_are_where_people_begin() -> None:
    assert set(strengths([]).values()) == {beginner()}


@pytest.mark.parametrize("key", games())
def test_what_is_known_of_each_title_puts_the_levels_in_order(key: str) -> None:
    found = levels(key)

    assert list(found) == list(LEVELS)
    assert found["greedy"].number == CENTRE
    assert all(lower.mu < higher.mu for lower, higher in pairwise(found.values()))
    assert all(one.matches >= 20 for one in found.values())


def test_of_an_unknown_title_nothing_is_known() -> None:
    assert levels("chess") == {}
    assert FILE.is_file()
