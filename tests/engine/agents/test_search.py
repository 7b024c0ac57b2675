"""The search against an oracle that counts all worlds, in the toy game."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import hypot
from random import Random
from statistics import mean

import pytest

from engine.agents.heuristics import Character, Chooser, Heuristics, Imagination
from engine.agents.search import gaps, searched
from engine.game import CHANCE, Decision, Move, Seat, Setup
from tests.engine.toy import TOY, Action, Bid, Deal, Observation, State, Throw

ME = Seat(0)
PLAYOUTS = 600


def values(_: Observation, legal: Sequence[Action], __: Character) -> list[float]:
    """Like what is cheap."""
    return [-each.coins for each in legal if isinstance(each, Bid)]


def sampled(seen: Observation, rng: Chooser) -> State:
    """Give the others any of the cards that the viewer doesn't hold."""
    state = TOY.initial(Setup(len(seen.scores)))
    others = rng.sample([each for each in range(1, 7) if each != seen.hand], len(seen.scores) - 1)
    hands = (seen.hand or 0, *others)
    deck = tuple(each for each in state.deck if each not in hands)
    return replace(
        state, hands=hands, deck=deck, die=seen.die, round=seen.round, scores=seen.scores
    )


def reply(state: State, seat: Seat, rng: Chooser) -> Action:
    return rng.choice(list(TOY.legal_actions(state, seat)))


def imagination(playouts: int = PLAYOUTS) -> Imagination[State, Action, Observation]:
    return Imagination(
        game=TOY,
        sampled=sampled,
        reply=reply,
        is_far=lambda start, now: now.round > start.round,
        worth=lambda state, seat: (
            state.scores[seat]
            - max(score for each, score in enumerate(state.scores) if each != seat)
        ),
        width=6,
        playouts=playouts,
    )


def bidding(card: int, pips: int) -> tuple[Observation, list[Bid]]:
    state = TOY.initial(Setup(2))
    for move in (Deal(card), Deal(1 + card % 6), Throw(pips)):
        state = TOY.apply(state, Move(CHANCE, move)).state
    assert isinstance(TOY.node(state), Decision)
    legal = [each for each in TOY.legal_actions(state, ME) if isinstance(each, Bid)]
    return TOY.observe(state, ME), legal


def worth_by_counting(seen: Observation, coins: int) -> float:
    """Return what a bid brings against one rival who bids anything with any card."""
    assert seen.die is not None
    assert seen.hand is not None
    rival_bids = (0, 1, 1, 2, 2)  # aloud or not; nothing can't be said aloud
    rivals = [card for card in range(1, 7) if card != seen.hand]
    won = []
    for card, bid in product(rivals, rival_bids):
        mine = (seen.die + seen.hand if coins >= bid else 0) - coins
        theirs = (seen.die + card if bid >= coins else 0) - bid
        won.append(mine - theirs)
    return mean(won)


@pytest.mark.parametrize(("card", "pips"), list(product((1, 3, 6), (1, 3))))
def test_it_finds_what_counting_all_worlds_finds(card: int, pips: int) -> None:
    seen, legal = bidding(card, pips)

    found = searched(Heuristics(values, imagination()), seen, legal, Random(1))

    best = max(worth_by_counting(seen, each.coins) for each in legal)
    assert worth_by_counting(seen, found[0].action.coins) == pytest.approx(best)
    for each in found:
        assert abs(each.value - worth_by_counting(seen, each.action.coins)) < 5 * each.error


def test_the_same_chance_finds_the_same() -> None:
    seen, legal = bidding(4, 2)
    known = Heuristics(values, imagination())

    one, again, other = (searched(known, seen, legal, Random(each)) for each in (1, 1, 2))

    assert one == again != other


def test_without_a_playout_the_heuristics_decide() -> None:
    seen, legal = bidding(6, 3)

    found = searched(Heuristics(values, imagination(0)), seen, legal, Random(1))

    assert found[0].action.coins == 0
    assert {each.lines for each in found} == {0}


def test_promises_that_are_trusted_for_a_choice_outweigh_its_lines() -> None:
    seen, legal = bidding(6, 3)
    trusting = replace(imagination(), trust=lambda observation: 1e6 * (observation.die == seen.die))

    found = searched(Heuristics(values, trusting), seen, legal, Random(1))
    doubting = searched(Heuristics(values, imagination()), seen, legal, Random(1))

    assert found[0].action.coins == 0
    assert doubting[0].action.coins == 2


def test_an_expert_plays_more_lines_where_it_takes_the_effort() -> None:
    seen, legal = bidding(6, 3)
    eager = replace(imagination(), effort=lambda observation: 1 + (observation.die == seen.die))

    usual = searched(Heuristics(values, imagination()), seen, legal, Random(1))
    more = searched(Heuristics(values, eager), seen, legal, Random(1))
    asked = searched(Heuristics(values, eager), seen, legal, Random(1), PLAYOUTS)

    assert asked == usual
    assert more == searched(Heuristics(values, imagination()), seen, legal, Random(1), 2 * PLAYOUTS)


def test_an_expert_looks_at_more_candidates_where_that_pays() -> None:
    seen, legal = bidding(6, 3)
    narrow = replace(imagination(), width=2)
    broad = replace(narrow, breadth=lambda observation: 1 + (observation.die == seen.die))

    usual = searched(Heuristics(values, narrow), seen, legal, Random(1))
    more = searched(Heuristics(values, broad), seen, legal, Random(1))
    asked = searched(Heuristics(values, broad), seen, legal, Random(1), PLAYOUTS)

    assert asked == usual
    assert (len(usual), len(more)) == (2, 4)


def test_no_more_lines_are_played_than_allowed_and_the_better_ones_get_more() -> None:
    seen, legal = bidding(6, 3)

    found = searched(Heuristics(values, imagination()), seen, legal, Random(1))

    assert sum(each.lines for each in found) <= PLAYOUTS
    assert found[0].lines > found[-1].lines


def test_it_stops_when_its_time_is_up_with_what_it_has() -> None:
    seen, legal = bidding(6, 3)
    asked: list[bool] = []

    def is_up() -> bool:
        asked.append(True)
        return len(asked) > 3

    found = searched(Heuristics(values, imagination()), seen, legal, Random(1), is_up=is_up)

    assert [each.lines for each in found] == [3] * len(legal)


@pytest.mark.parametrize(("stages", "useful"), [(1, 2), (2, 2), (2, 1)])
def test_a_line_goes_as_far_again_for_each_stage_that_tells_more(stages: int, useful: int) -> None:
    seen, legal = bidding(6, 3)
    reached = set[int]()

    def worth(state: State, _: Seat) -> float:
        reached.add(state.round - seen.round)
        return 0.0

    imagined = replace(imagination(20), worth=worth, sees_farther=lambda _: useful > 1)
    far = replace(imagined, stages=stages)
    searched(Heuristics(values, far), seen, legal, Random(1))

    assert reached == {min(stages, useful)}


def test_an_action_that_nobody_would_look_at_is_looked_at_if_one_asks() -> None:
    seen, legal = bidding(1, 1)
    dear = Bid(2, aloud=True)

    found = searched(
        Heuristics(values, imagination()), seen, legal, Random(1), width=1, also=[dear]
    )

    assert {each.action for each in found} == {Bid(0), dear}


def test_the_only_action_is_returned_without_asking_the_heuristics() -> None:
    seen, _ = bidding(1, 1)

    found = searched(Heuristics(values, imagination(0)), seen, [Bid(1)], Random(1))

    assert [each.action for each in found] == [Bid(1)]


def test_the_distance_of_two_ways_is_what_counting_all_worlds_says() -> None:
    seen, legal = bidding(4, 2)
    ways = [(each,) for each in legal]

    found = gaps(Heuristics(values, imagination()), seen, ways, [0.0] * len(ways), Random(1), 400)

    first = worth_by_counting(seen, legal[0].coins)
    assert found[0] == (0, 0, 400)
    for each, gap in zip(legal[1:], found[1:], strict=True):
        assert abs(gap.points - (first - worth_by_counting(seen, each.coins))) < 4 * gap.error


def test_what_comes_to_the_same_in_each_world_is_known_to_be_equal() -> None:
    seen, legal = bidding(4, 2)
    silent, aloud = Bid(1), Bid(1, aloud=True)
    assert {silent, aloud} <= set(legal)

    one, same = gaps(
        Heuristics(values, imagination()), seen, [(silent,), (aloud,)], [0.0, 0.0], Random(1), 8
    )

    assert one == same == (0, 0, 8)


def test_a_stream_brings_the_same_whatever_was_drawn_from_others() -> None:
    seen, legal = bidding(4, 2)
    ways, promised = [(each,) for each in legal], [0.0] * len(legal)

    def wavering(state: State, seat: Seat, rng: Chooser) -> Action:
        """Draw the more the more was bid."""
        for _ in range(state.bids[ME] or 0):
            rng.random()
        return reply(state, seat, rng)

    single = replace(imagination(), reply=wavering, worth=lambda state, _: state.die or 0)
    parted = replace(single, stream=lambda _, who: who)
    one, many = (
        gaps(Heuristics(values, e), seen, ways, promised, Random(1), 40) for e in (single, parted)
    )

    assert any(each.error for each in one)
    assert many == [(0, 0, 40)] * len(ways)


def test_a_distance_counts_what_the_heuristics_promise_as_so_many_worlds() -> None:
    seen, legal = bidding(4, 2)
    ways, promised = [(legal[0],), (legal[1],)], [1.0, 3.0]
    trusting = replace(imagination(), trust=lambda _: 24.0)

    plain, told = (
        gaps(Heuristics(values, each), seen, ways, promised, Random(1), 8)[1]
        for each in (imagination(), trusting)
    )

    assert told.points == pytest.approx((8 * plain.points - 24 * 2) / 32)
    assert told.error == pytest.approx(hypot(plain.error, (told.points - plain.points) / 2))


def test_promises_of_another_unit_say_nothing_of_distances() -> None:
    seen, legal = bidding(4, 2)
    ways, promised = [(legal[0],), (legal[1],)], [1.0, 3.0]
    trusting = replace(imagination(), trust=lambda _: 24.0, is_measured=lambda _: False)

    plain, told = (
        gaps(Heuristics(values, each), seen, ways, promised, Random(1), 8)
        for each in (imagination(), trusting)
    )

    assert told == plain


def test_what_it_imagines_is_as_likely_as_it_is() -> None:
    seen, _ = bidding(3, 1)
    rng = Random(1)

    drawn = [sampled(seen, rng).hands[1] for _ in range(3000)]

    assert all(drawn.count(card) == pytest.approx(600, abs=120) for card in (1, 2, 4, 5, 6))
