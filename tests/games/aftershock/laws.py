"""What is conserved: money, meeples, pieces and cards are somewhere at every step (rules 5)."""

from collections import Counter

from engine.games.aftershock.state import State
from tests.games.aftershock.worked import BAY

CARDS = Counter({card.code: card.count for card in BAY.cards})
PHASES = {"keep", "buy", "take", "plan", "build", "resolve", "shock", "move", "mark", "roll"}
"""What is due in every match."""


def nothing_is_lost(state: State) -> None:
    assert sum(state.money) + state.bank == 15 * state.seats
    assert min(*state.money, state.bank) >= 0
    assert meeples(state) == (35,) * state.seats
    assert pieces(state) == (16,) * state.seats
    assert state.phase == "beginning" or cards(state) == CARDS
    for owners, link in zip(state.bridges, BAY.links, strict=True):
        assert len(owners) <= link.spaces
        assert state.dials.two_bridges or len(set(owners)) == len(owners)


def meeples(state: State) -> tuple[int, ...]:
    rows = zip(*state.meeples, state.supply, strict=True)
    assert all(count >= 0 for row in state.meeples for count in row)
    return tuple(map(sum, rows))


def pieces(state: State) -> tuple[int, ...]:
    total = list(state.pieces)
    assert min(total) >= 0
    for owners, link in zip(state.bridges, BAY.links, strict=True):
        for owner in owners:
            total[owner] += link.sections
    return tuple(total)


def cards(state: State) -> Counter[str]:
    counted = Counter({deal.card: count for deal, count in state.deck.items()})
    counted.update(state.discards)
    for hand in (*state.hands, *state.market, *state.gained):
        assert list(hand) == sorted(hand)
        counted.update(hand)
    return counted
