"""Whole worlds that look to a seat like what it sees: for agents that look ahead.

Drawn by chance are the cards that others hold or have kept, what they have sealed, the plans that
are still hidden, and who has left a standing pass.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from math import comb
from operator import attrgetter
from typing import Final, TypeAlias

from engine.agents.heuristics import Chooser
from engine.game import PUBLIC, Seat
from engine.games.aftershock.actions import Deal
from engine.games.aftershock.board import Board
from engine.games.aftershock.building import have_gained, planned
from engine.games.aftershock.cards import can_pay, full_deck, have_a_choice
from engine.games.aftershock.scoring import everybody
from engine.games.aftershock.state import Cards, Drafts, Observation, State, Table
from engine.values import but

Sealer: TypeAlias = Callable[[State, Seat, Chooser], tuple[str, ...]]
"""Returns what a seat probably seals in the current phase: its whole draft."""

Costs: TypeAlias = tuple[int, ...]
"""How many cards there are of each cost."""
Want: TypeAlias = tuple[int, int]
"""How many cards a seat holds, and what they cost together."""

STANDING: Final = 0.1
"""The chance that a seat that isn't on turn has left a standing pass."""
_ASKED: Final[Mapping[str, Callable[[State], Sequence[bool]]]] = {
    "keep": can_pay,
    "take": have_a_choice,
    "plan": have_gained,
    "mark": everybody,
}
_OPEN: Final = tuple(field.name for field in fields(Table))
_open_values: Final = attrgetter(*_OPEN)
_HIDING: Final = ("build", "dismantle")
"""Phases in which some plans are hidden and others open."""


def sampled(observation: Observation, rng: Chooser, sealed: Sealer) -> State:
    """Return a world that looks to the viewer, a seat, like the observation.

    What others have sealed, and their hidden plans, are as `sealed` says.
    """
    if observation.viewer == PUBLIC:
        raise ValueError(observation.viewer)
    me, seats = Seat(int(observation.viewer)), observation.seats
    hands, deck = _hands(observation, me, rng)
    drafts: Drafts = tuple(observation.draft if seat == me else None for seat in range(seats))
    on_turn = _on_turn(observation)
    state = State(
        **dict(zip(_OPEN, _open_values(observation), strict=True)),
        seat=on_turn,
        starters=tuple(map(Seat, range(seats))),
        deck=deck,
        hands=hands,
        standing=tuple(
            observation.standing
            if seat == me
            else observation.phase == "buy" and seat != on_turn and rng.random() < STANDING
            for seat in range(seats)
        ),
        drafts=drafts,
        plans=tuple(plan or () for plan in observation.plans),
        opened=_opened(observation, on_turn),
    )
    if observation.phase in _ASKED:
        asked = _ASKED[observation.phase](state)
        drafts = tuple(
            sealed(state, Seat(seat), rng)
            if seat != me and observation.ready[seat] and asked[seat]
            else drafts[seat]
            for seat in range(seats)
        )
        return but(state, drafts=drafts)
    if observation.phase in _HIDING:
        before = but(state, phase="plan", drafts=(None,) * seats)
        plans = [plan or () for plan in observation.plans]
        for seat, plan in enumerate(observation.plans):
            items = state.items[seat]
            if plan is None and items.order:
                plans[seat] = planned(state.board, items, sealed(before, Seat(seat), rng))
        return but(state, plans=tuple(plans))
    return state


def _on_turn(observation: Observation) -> Seat:
    """Return who is on turn, or who was when a phase without turns began."""
    if observation.phase == "roll":
        return observation.aftershocks[-1].seat
    return observation.to_act[0] if len(observation.to_act) == 1 else observation.first


def _opened(observation: Observation, on_turn: Seat) -> tuple[bool, ...]:
    """Return whose plan is open: in 3A those of the seats up to the one on turn."""
    if observation.phase in _HIDING:
        last = observation.order.index(on_turn)
        return tuple(
            observation.order.index(Seat(seat)) <= last for seat in range(observation.seats)
        )
    return tuple(plan is not None for plan in observation.plans)


# Cards


def _hands(
    observation: Observation, me: Seat, rng: Chooser
) -> tuple[tuple[Cards, ...], Mapping[Deal, int]]:
    """Return hidden cards for every seat, and those that are left to deal."""
    board = observation.board
    if observation.phase == "beginning":
        return ((),) * observation.seats, {}
    loose = Counter({deal.card: count for deal, count in full_deck(board).items()})
    for cards in (observation.hand, *observation.market, *observation.gained, observation.discards):
        loose.subtract(cards)
    hands: list[Cards] = [()] * observation.seats
    hands[me] = observation.hand
    others = [seat for seat in range(observation.seats) if seat != me and observation.hands[seat]]
    for seat in others:
        hands[seat] = ("bridge",) * _bridges_held(observation, seat)
        loose.subtract(hands[seat])
    if observation.paid is None:
        pool = list(loose.elements())
        lacking = [observation.hands[seat] - len(hands[seat]) for seat in others]
        drawn = rng.sample(pool, sum(lacking))
        loose.subtract(drawn)
        for seat, count in zip(others, lacking, strict=True):
            hands[seat] = tuple(sorted((*hands[seat], *drawn[:count])))
            del drawn[:count]
    else:
        wanted = [
            (
                observation.hands[seat] - len(hands[seat]),
                observation.paid[seat] - board.cost(hands[seat]),
            )
            for seat in others
        ]
        for seat, kept in zip(others, _kept(board, loose, wanted, rng), strict=True):
            hands[seat] = tuple(sorted((*hands[seat], *kept)))
            loose.subtract(kept)
    deck = {Deal(code): loose[code] for code in board.card if loose[code] > 0}
    return tuple(hands), deck


def _bridges_held(observation: Observation, seat: int) -> int:
    """Return how many of the Bridge cards that everybody began with a seat must still hide."""
    if observation.round > 1:
        return 0
    sold = [each.card for each in observation.purchases if each.seller == seat]
    shown = [*observation.market[seat], *sold].count("bridge")
    return max(0, min(observation.board.bridge_cards, observation.hands[seat]) - shown)


def _kept(
    board: Board, loose: Counter[str], wanted: Sequence[Want], rng: Chooser
) -> list[list[str]]:
    """Draw for every seat that many cards at that price, as likely as any such cards are.

    How many of each cost are drawn before the cards themselves.
    """
    by_cost: dict[int, list[str]] = {}
    for code, card in board.card.items():
        by_cost.setdefault(card.cost, []).extend([code] * loose[code])
    costs = tuple(sorted(by_cost))
    ways = _ways(tuple(len(by_cost[cost]) for cost in costs), costs, tuple(wanted), rng)
    piles = {cost: rng.sample(cards, len(cards)) for cost, cards in by_cost.items()}
    return [
        [piles[cost].pop() for cost, n in zip(costs, way, strict=True) for _ in range(n)]
        for way in ways
    ]


def _ways(
    left: Costs, costs: tuple[int, ...], wanted: tuple[Want, ...], rng: Chooser
) -> list[Costs]:
    """Draw for every seat how many cards of each cost it takes.

    A way is as likely as it is among all deals: by how many hands it is, times the number of ways
    in which the later seats can be dealt theirs from what it leaves.
    """
    # Who has the fewest ways is first: the counting then meets the fewest different rests.
    order = sorted(range(len(wanted)), key=lambda seat: len(_splits(left, costs, wanted[seat])))
    rest = tuple([wanted[seat] for seat in order])
    ways: list[Costs] = [()] * len(wanted)
    for seat in order:
        options = _options(left, costs, rest)
        if not options:
            raise ValueError(wanted)
        at = rng.random() * sum([deals for _, deals in options])
        for way, deals in options:
            ways[seat], at = way, at - deals
            if at < 0:
                break
        left, rest = _without(left, ways[seat]), rest[1:]
    return ways


@lru_cache(maxsize=4096)
def _options(
    left: Costs, costs: tuple[int, ...], wanted: tuple[Want, ...]
) -> tuple[tuple[Costs, int], ...]:
    """Return every way for the first of these seats, with the number of deals to all of them."""
    return tuple(
        [
            (way, hands * later)
            for way, hands in _splits(left, costs, wanted[0])
            if (later := _deals(_without(left, way), costs, wanted[1:]))
        ]
    )


def _without(left: Costs, way: Costs) -> Costs:
    return tuple([n - taken for n, taken in zip(left, way, strict=True)])


@lru_cache(maxsize=4096)
def _deals(left: Costs, costs: tuple[int, ...], wanted: tuple[Want, ...]) -> int:
    """Count the ways to deal every one of these seats its cards at its price."""
    if not wanted:
        return 1
    want, rest = wanted[0], wanted[1:]
    if rest:
        return sum(
            [
                hands * _deals(_without(left, way), costs, rest)
                for way, hands in _splits(left, costs, want)
            ]
        )
    # The last one needs no list: what it takes of the cheaper half says what of the other.
    half = len(costs) // 2
    count, price = want
    cheap, dear = (
        _hands_of(left[:half], costs[:half], want),
        _hands_of(left[half:], costs[half:], want),
    )
    return sum(
        [
            hands * dear.get((count - taken, price - paid), 0)
            for (taken, paid), hands in cheap.items()
        ]
    )


@lru_cache(maxsize=4096)
def _hands_of(left: Costs, costs: tuple[int, ...], most: Want) -> Mapping[Want, int]:
    """Return how many hands there are of each size and price, up to the largest and dearest."""
    found: dict[Want, int] = {(0, 0): 1}
    for there, cost in zip(left, costs, strict=True):
        more: dict[Want, int] = {}
        for (count, price), hands in found.items():
            for taken in range(min(there, most[0] - count, (most[1] - price) // cost) + 1):
                key = count + taken, price + taken * cost
                more[key] = more.get(key, 0) + hands * comb(there, taken)
        found = more
    return found


@lru_cache(maxsize=4096)
def _splits(left: Costs, costs: tuple[int, ...], want: Want) -> tuple[tuple[Costs, int], ...]:
    """Return every way to take this number of cards at this price, with how many hands it is."""

    def parts(n: int, count: int, price: int) -> Iterator[tuple[Costs, int]]:
        if n == len(costs):
            if count == price == 0:
                yield (), 1
            return
        if not count * costs[n] <= price <= count * costs[-1]:
            return
        for taken in range(min(left[n], count) + 1):
            weight = comb(left[n], taken)
            for rest, ways in parts(n + 1, count - taken, price - taken * costs[n]):
                yield (taken, *rest), weight * ways

    return tuple(parts(0, *want))
