"""1B: purchases, passes, standing passes (rules 2)."""

from typing import Any

import pytest

from engine.errors import IllegalAction
from engine.game import CHANCE, Decision, Seat
from engine.games.aftershock import GAME
from engine.games.aftershock.actions import Buy, Pass, Resolve, Stand, Withdraw
from engine.games.aftershock.events import (
    CardBought,
    Passed,
    PhaseBegun,
    StandingPassLeft,
    StandingPassWithdrawn,
)
from engine.games.aftershock.state import Dials, Purchase, State
from tests.games.aftershock.worked import after, laid, legal, told

A, B, C = (Seat(each) for each in range(3))
MARKET = (("bridge", "oakland-1"), ("fremont-1", "fremont-6"), ("influence", "vallejo-3"))


def buying(**more: Any) -> State:
    return laid(**{"phase": "buy", "market": MARKET, **more})


def test_a_purchase_is_told_and_the_next_seat_is_on_turn() -> None:
    buy = Buy(B, "fremont-6", "minus_1")

    bought = after(buying(), A, buy)

    assert told(buying(), A, buy) == (CardBought(Purchase(A, B, "fremont-6", "minus_1", 5, 0)),)
    assert (bought.seat, bought.gained[A], bought.market[B]) == (B, ("fremont-6",), ("fremont-1",))
    assert bought.tokens == (("minus_2", "tax"), *[("minus_2", "minus_1", "tax")] * 2)
    assert bought.money == (10, 20, 15)


def test_tax_can_be_paid_any_number_of_times() -> None:
    state = after(buying(), A, Buy(B, "fremont-1", "tax"))

    assert (state.tokens[A], state.money, state.bank) == (
        ("minus_2", "minus_1", "tax"),
        (13, 16, 15),
        1,
    )


@pytest.mark.parametrize(
    ("buy", "key", "data"),
    [
        (Buy(A, "bridge", "tax"), "aftershock-own-card", {"card": "bridge"}),
        (Buy(B, "bridge", "tax"), "aftershock-not-for-sale", {"seller": 1, "card": "bridge"}),
        (Buy(Seat(7), "bridge", "tax"), "aftershock-not-for-sale", {"seller": 7, "card": "bridge"}),
        (Buy(B, "fremont-1", "minus_3"), "aftershock-no-such-token", {"token": "minus_3"}),
        (
            Buy(B, "fremont-1", "minus_2"),
            "aftershock-token-used",
            {"token": "minus_2", "left": ("minus_1", "tax")},
        ),
        (
            Buy(B, "fremont-6", "tax"),
            "aftershock-price",
            {"card": "fremont-6", "token": "tax", "price": 6, "tax": 1, "money": 6},
        ),
    ],
)
def test_a_purchase_that_is_not_possible_says_why(buy: Buy, key: str, data: dict[str, Any]) -> None:
    tokens = (("minus_1", "tax"), ("tax",), ("tax",))
    state = buying(money=(6, 15, 15), tokens=tokens)

    with pytest.raises(IllegalAction) as caught:
        after(state, A, buy)

    assert (caught.value.key, caught.value.data) == (key, data)


def test_who_is_not_on_turn_can_only_stand_or_withdraw() -> None:
    state = buying()

    assert GAME.node(state) == Decision(frozenset({A}), frozenset({B, C}))
    assert legal(state, B) == [Stand()]
    assert legal(after(state, B, Stand()), B) == [Withdraw()]
    for action in (Pass(), Buy(C, "influence", "tax"), Withdraw()):
        with pytest.raises(IllegalAction, match="aftershock-not-now"):
            after(state, B, action)
    with pytest.raises(IllegalAction, match="aftershock-not-now"):
        after(state, CHANCE, Pass())
    with pytest.raises(IllegalAction, match="aftershock-not-now"):
        after(state, A, Resolve("oakland", "big"))


def test_a_standing_pass_passes_when_its_turn_comes_until_withdrawn() -> None:
    state = after(buying(), B, Stand())

    assert told(buying(), B, Stand()) == (StandingPassLeft(B),)
    assert told(state, A, Pass()) == (Passed(A), Passed(B))
    assert told(state, B, Withdraw()) == (StandingPassWithdrawn(B),)
    assert after(after(state, B, Withdraw()), A, Pass()).seat == B


def test_standing_on_turn_passes_at_once() -> None:
    state = after(buying(), A, Stand())

    assert told(buying(), A, Stand()) == (StandingPassLeft(A), Passed(A))
    assert (state.seat, state.passes, state.standing) == (B, 1, (True, False, False))


def test_a_pass_is_not_final_and_the_phase_ends_after_a_round_of_passes() -> None:
    state = after(after(buying(), A, Pass()), B, Pass())

    bought = after(state, C, Buy(A, "oakland-1", "tax"))
    assert (bought.phase, bought.seat, bought.passes) == ("buy", A, 0)
    over = told(state, C, Pass())
    assert over == (Passed(C), PhaseBegun("take", 1))


def test_a_seat_that_can_pay_nothing_passes_by_itself() -> None:
    state = buying(money=(15, 0, 15), market=(("bridge",), ("fremont-6",), ("influence",)))

    assert told(state, A, Pass()) == (Passed(A), Passed(B))


def test_without_auto_pass_it_is_asked() -> None:
    market = (("bridge",), ("fremont-6",), ("influence",))
    state = buying(money=(15, 0, 15), market=market, dials=Dials(auto_pass=False))

    passed = after(state, A, Pass())

    assert passed.seat == B
    assert legal(passed, B) == [Pass(), Stand()]


def test_an_empty_market_ends_the_phase() -> None:
    state = buying(market=((), ("fremont-1",), ()), dials=Dials(auto_pass=False))

    events = told(state, A, Buy(B, "fremont-1", "minus_1"))

    assert not any(isinstance(each, Passed) for each in events)
    assert events[1] == PhaseBegun("take", 1)


def test_standing_passes_end_with_the_phase() -> None:
    state = after(after(buying(), B, Stand()), C, Stand())

    over = after(state, A, Pass())

    assert (over.phase, over.standing) == ("take", (False, False, False))
