"""What positions and marks are worth to the end of a match."""

from random import Random

import pytest

from engine.agents import agent
from engine.agents.heuristics import EVEN
from engine.agents.search import searched
from engine.game import CHANCE, Chance, Decision, Move, Seat, Setup
from engine.games.aftershock import GAME
from engine.games.aftershock.actions import Mark, Pass, Stand
from engine.games.aftershock.evaluation import foreseen, staked, worth
from engine.games.aftershock.heuristics import HEURISTICS
from engine.games.aftershock.state import State
from engine.values import but
from tests.games.aftershock.worked import BAY, after, laid, legal, marking

A, B, C = (Seat(each) for each in range(3))


def test_equal_counts_share_the_places_and_who_is_far_ahead_has_the_first() -> None:
    even = foreseen((7, 5, 4), (2, 2, 2))
    assert even == pytest.approx([even[0]] * 3)
    assert 5 < even[0] < 6
    assert foreseen((7, 5, 4), (40, 20, 0)) == pytest.approx([7, 5, 4])


def test_a_scoring_is_worth_less_to_who_loses_a_meeple_for_later_by_it() -> None:
    held = laid(meeples="Oakland: a3 b1 c1", phase="mark")
    place = BAY.index["oakland"]

    last = staked(but(held, round=3), A)[place]
    first = staked(but(held, round=1), A)[place]

    # Eight points, beside six shared by two who tie for the second place and the third.
    assert last == pytest.approx(8 - 5)
    assert first < last


def test_meeples_and_pieces_on_the_map_are_worth_something_before_the_last_scoring() -> None:
    bare, more = laid(phase="keep", round=2), laid(meeples="Fremont: a2", phase="keep", round=2)
    built = laid("Richmond-San Francisco: a", phase="keep", round=2)

    assert worth(more, A) > worth(bare, A)
    assert worth(built, A) > worth(bare, A)


def test_marks_that_reckon_with_what_others_reckon_bring_more_than_greedy_ones() -> None:
    imagined = HEURISTICS.imagination
    assert imagined is not None
    assert imagined.values is not None
    own = usual = 0.0
    for state in _about_to_mark(8):
        best = state
        for _ in range(4 + state.items[A].influence):
            seen, listed = GAME.observe(best, A), legal(best, A)
            values = imagined.values(seen, listed, EVEN)
            best = after(
                best, A, max(zip(values, listed, strict=True), key=lambda pair: pair[0])[1]
            )
        own += _marked_by_all(best)
        usual += _marked_by_all(state)

    assert own > usual


def _about_to_mark(matches: int) -> list[State]:
    """Return the moments before the last marks of matches between greedy seats."""
    found = []
    for number in range(matches):
        state, rng = GAME.initial(Setup(3)), Random(number)
        while not (state.phase == "mark" and state.round == 3):
            state = _on(state, rng)
        found.append(state)
    return found


def _marked_by_all(state: State) -> float:
    """Let greedy seats mark what is left; return how far the first ends ahead."""
    rng = Random(1)
    while state.outcome is None:
        state = _on(state, rng)
    return worth(state, A)


def _on(state: State, rng: Random) -> State:
    node = GAME.node(state)
    if isinstance(node, Chance):
        drawn = rng.choices(list(node.outcomes), list(node.outcomes.values()))[0]
        return GAME.apply(state, Move(CHANCE, drawn)).state
    assert isinstance(node, Decision)
    seat = min(node.seats)
    greedy = agent("greedy").choose(GAME.observe(state, seat), legal(state, seat), rng)
    return after(state, seat, greedy)


def test_a_standing_pass_is_not_looked_at_beside_a_pass() -> None:
    state = laid(phase="buy", market=((), ("vallejo-3",), ()))
    listed = legal(state, A)
    assert Stand() in listed

    found = searched(HEURISTICS, GAME.observe(state, A), listed, Random(1), 0, len(listed))

    assert Pass() in [each.action for each in found]
    assert Stand() not in [each.action for each in found]


def test_marks_go_by_what_they_are_worth_whatever_few_lines_bring() -> None:
    state = marking(laid(meeples="Oakland: a3 b2; Richmond: a2 b3; Fremont: b4 c1", round=3))
    seen, listed = GAME.observe(state, A), legal(state, A)

    choices = {searched(HEURISTICS, seen, listed, Random(n), 8)[0].action for n in range(4)}

    assert len(choices) == 1
    assert isinstance(choices.pop(), Mark)


def test_who_stands_alone_where_one_marker_is_enough_marks_there() -> None:
    land = "San Rafael: a1; South San Francisco: b1; Vallejo: a2; Oakland: a2 c2; Hayward: b2 c1"
    imagined = HEURISTICS.imagination
    assert imagined is not None
    assert imagined.values is not None
    state = marking(laid(meeples=land))
    for _ in range(4):
        listed = legal(state, A)
        values = imagined.values(GAME.observe(state, A), listed, EVEN)
        state = after(state, A, max(zip(values, listed, strict=True), key=lambda pair: pair[0])[1])

    marks = state.drafts[A] or ()
    assert "san_rafael" in marks
    assert "south_san_francisco" not in marks
