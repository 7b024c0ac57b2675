"""Imagined worlds look to a seat like what it sees, and are whole: 53 cards, legal drafts."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations, islice
from random import Random
from typing import Any, NamedTuple, TypeAlias

import pytest

from engine.game import PUBLIC, Move, Seat, Setup
from engine.games.aftershock import GAME, worlds
from engine.games.aftershock.actions import Influence, Keep, Mark, Plan, Take
from engine.games.aftershock.state import Cards, State
from engine.values import but
from tests.games.aftershock.worked import BAY, laid
from tests.games.test_worlds import imagination, likely

SAMPLED = imagination("aftershock").sampled


def test_what_others_sealed_could_have_been_chosen() -> None:
    rng = Random(1)
    kinds = {"keep": Keep, "take": Take, "plan": Plan, "mark": Mark}
    judged = 0
    for state in likely("aftershock", Setup(4), 1):
        if state.phase not in kinds or not any(state.ready):
            continue
        world = SAMPLED(GAME.observe(state, Seat(0)), rng)
        for seat in map(Seat, range(1, 4)):
            draft = world.drafts[seat]
            if draft is None:
                assert not state.ready[seat] or state.drafts[seat] is None
                continue
            before = but(
                world,
                ready=(*world.ready[:seat], False, *world.ready[seat + 1 :]),
                drafts=(*world.drafts[:seat], None, *world.drafts[seat + 1 :]),
            )
            for key in [draft] if state.phase == "keep" else draft:
                done = len(before.drafts[seat] or ())
                kind: Any = kinds[state.phase]
                if state.phase == "mark" and done >= state.score_markers:
                    kind = Influence
                before_, action = before, kind(key)
                assert action in tuple(GAME.legal_actions(before_, seat))
                if done + 1 < len(draft) and state.phase != "keep":
                    before = GAME.apply(before_, Move(seat, action)).state
            judged += 1
    assert judged > 10


Hands: TypeAlias = tuple[Cards, ...]


class Few(NamedTuple):
    """A market phase in which few cards are unseen, and how likely the rules make each deal."""

    state: State
    deals: Mapping[Hands, float]


def few_unseen(seats: int, round_number: int, rng: Random) -> Few:
    """Return a position in which it matters for one hand what is left for the next.

    Of few unseen cards the others hold most. In the first round each has a Bridge card besides,
    the one that everybody began with.
    """
    own = ["bridge"] * (round_number == 1)
    while True:
        cards = [card.code for card in BAY.cards for _ in range(card.count)]
        for _ in range(seats - 1):
            for card in own:
                cards.remove(card)
        rng.shuffle(cards)
        sizes = [rng.randrange(1, 4) for _ in range(seats - 1)]
        count = min(9, sum(sizes) + 2)
        if sum(sizes) > count:
            continue
        unseen, left = cards[:count], iter(cards)
        hands = [sorted([*own, *islice(left, size)]) for size in sizes]
        prices = [price(hand) for hand in hands]
        dealt = every_deal(tuple(range(count)), unseen, own, list(zip(sizes, prices, strict=True)))
        deals, in_turn = defaultdict[Hands, float](float), defaultdict[Hands, float](float)
        for found, chance in dealt:
            deals[found] += 1 / len(dealt)
            in_turn[found] += chance
        if len(deals) < 25 and apart(deals, in_turn) > 0.1:
            position: dict[str, Any] = {
                "phase": "buy",
                "round": round_number,
                "paid": (0, *prices),
                "hands": ((), *map(tuple, hands)),
                "market": ((),) * seats,
                "discards": tuple(sorted(cards[count:])),
            }
            state = laid(seats=seats, **position)
            return Few(state, deals)


def price(cards: Iterable[str]) -> int:
    return sum(BAY.card[card].cost for card in cards)


def every_deal(
    left: tuple[int, ...], unseen: list[str], own: list[str], wanted: list[tuple[int, int]]
) -> list[tuple[Hands, float]]:
    """Deal the `wanted` numbers of cards at their prices, each for itself, in every way there is.

    Beside each deal stands how likely it is if every seat in turn got any hand that leaves the
    later ones some.
    """
    if not wanted:
        return [((), 1.0)]
    (size, cost), *later = wanted
    ways = list[tuple[Cards, list[tuple[Hands, float]]]]()
    for chosen in combinations(left, size):
        hand = tuple(sorted([*own, *(unseen[card] for card in chosen)]))
        if price(hand) == cost:
            rest = tuple(card for card in left if card not in chosen)
            if more := every_deal(rest, unseen, own, later):
                ways.append((hand, more))
    return [((hand, *others), chance / len(ways)) for hand, more in ways for others, chance in more]


def apart(one: Mapping[Hands, float], other: Mapping[Hands, float]) -> float:
    """Return the total variation of two distributions."""
    return sum(abs(one.get(each, 0) - other.get(each, 0)) for each in {*one, *other}) / 2


@pytest.mark.parametrize("round_number", [1, 2])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_hands_are_imagined_as_often_as_the_rules_deal_them(seats: int, round_number: int) -> None:
    rng = Random(10 * seats + round_number)
    few = few_unseen(seats, round_number, rng)
    seen, samples = GAME.observe(few.state, Seat(0)), 800 * len(few.deals)

    imagined = Counter(SAMPLED(seen, rng).hands[1:] for _ in range(samples))

    assert imagined.keys() <= few.deals.keys()
    found = {each: count / samples for each, count in imagined.items()}
    # Chance alone makes it about 0.015.
    assert apart(found, few.deals) <= 0.03


def test_the_largest_hands_are_imagined_in_time() -> None:
    """Ten cards for each of four others: the ways are counted, never listed deal by deal."""
    left, costs = (11, 3, 13, 16, 8, 11), (1, 2, 3, 4, 5, 6)
    wanted = ((10, 33), (10, 35), (10, 32), (10, 40))

    ways = worlds._ways(left, costs, wanted, Random(1))

    for way, (count, price) in zip(ways, wanted, strict=True):
        assert sum(way) == count
        assert sum(n * cost for n, cost in zip(way, costs, strict=True)) == price
    assert all(sum(taken) <= there for there, *taken in zip(left, *ways, strict=True))
    assert worlds._deals.cache_info().currsize < 4096


def test_the_public_imagines_nothing() -> None:
    with pytest.raises(ValueError, match="public"):
        SAMPLED(GAME.observe(laid(phase="keep"), PUBLIC), Random(1))
