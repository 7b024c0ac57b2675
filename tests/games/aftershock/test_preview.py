"""What an observation can tell before a move, against what the rules then do."""

import pytest

from engine.errors import IllegalAction
from engine.game import Seat, Setup
from engine.games.aftershock import GAME, preview
from engine.games.aftershock.actions import (
    Build,
    Buy,
    MoveMeeple,
)
from engine.games.aftershock.building import built
from engine.games.aftershock.preview import Share
from engine.games.aftershock.shaking import moved
from engine.games.aftershock.state import Items, Planned, State
from engine.values import but
from tests.engine.playing import states
from tests.games.aftershock.worked import after, building, laid, legal, plan

A, B, C = (Seat(each) for each in range(3))
HAND = ("big_aftershock", "bridge", "oakland-1", "oakland-1")


def every_state(seats: int) -> list[State]:
    return [state for number in range(8) for state, _ in states(GAME, Setup(seats), number)]


def test_the_public_has_no_plan_to_ask_about() -> None:
    with pytest.raises(IllegalAction, match="aftershock-not-now"):
        preview.planned(GAME.observe(laid(phase="plan"), "public"), [])


def test_nobody_is_on_turn_while_all_choose() -> None:
    with pytest.raises(IllegalAction, match="aftershock-not-now"):
        preview.builds(GAME.observe(laid(phase="keep"), A))


def test_cards_keep_their_numbers_when_others_are_sold() -> None:
    market = (("bridge",), ("fremont-1", "oakland-1", "oakland-1"), ("influence",))
    before = laid(phase="buy", market=market)

    state = after(after(before, A, Buy(B, "fremont-1", "tax")), B, Buy(C, "influence", "tax"))
    state = after(state, C, Buy(B, "oakland-1", "tax"))

    shown = [(each.number, each.seller, each.card) for each in sale(before)]
    assert shown == [
        (1, A, "bridge"),
        (2, B, "fremont-1"),
        (3, B, "oakland-1"),
        (4, B, "oakland-1"),
        (5, C, "influence"),
    ]
    # Of the two equal cards the first one stays.
    assert [(each.number, each.card) for each in sale(state)] == [(1, "bridge"), (3, "oakland-1")]


def sale(state: State) -> list[preview.Lot]:
    return [each for each in preview.lots(GAME.observe(state, A)) if not each.is_sold]


def test_purchases_are_those_the_rules_list_with_their_prices() -> None:
    compared = 0
    for state in every_state(3):
        if state.phase == "buy":
            offers = preview.purchases(GAME.observe(state, "public"), state.seat)
            buys = [each for each in legal(state, state.seat) if isinstance(each, Buy)]
            assert [(o.seller, o.card, o.token) for o in offers] == [
                (b.seller, b.card, b.token) for b in buys
            ]
            for offer, buy in zip(offers, buys, strict=True):
                bought = after(state, state.seat, buy).purchases[-1]
                assert (bought.price, bought.tax) == (offer.price, offer.tax)
                compared += 1
    assert compared > 100


def test_a_plan_is_told_thing_by_thing() -> None:
    items = (Items(1, 1, ("big",)), Items(), Items())
    seen = GAME.observe(laid(phase="plan", items=items), A)

    assert preview.planned(seen, ["oakland"]) == (Planned("bridge", "oakland"),)
    assert preview.planned(seen, ["oakland", "fremont", "oakland"]) == plan(
        "bridge Oakland, meeple Fremont, big Oakland"
    )


def test_sites_say_how_many_pieces_are_missing() -> None:
    land = but(laid("Richmond-San Francisco: a"), pieces=(1, 16, 16))
    seen = GAME.observe(building(land, "bridge Oakland"), B)

    assert [(s.to, s.sections, s.missing) for s in preview.builds(seen)] == [
        ("richmond", 1, 0),
        ("san_francisco", 3, 2),
        ("hayward", 2, 1),
    ]


def test_a_bridge_is_built_on_an_observation_as_on_the_state() -> None:
    compared = 0
    for state in every_state(4):
        for action in legal(state, state.seat) if state.phase == "build" else ():
            if isinstance(action, Build):
                seen = GAME.observe(state, state.seat)
                (shown, _), real = built(seen, state.seat, action), after(state, state.seat, action)
                if real.phase == "build" and real.seat == state.seat:
                    assert (shown.bridges, shown.pieces) == (real.bridges, real.pieces)
                    compared += 1
    assert compared > 20


def test_ways_and_moves_on_an_observation_are_those_of_the_state() -> None:
    compared = 0
    for state in every_state(4):
        if state.phase != "move":
            continue
        seen = GAME.observe(state, state.seat)
        moves = [each for each in legal(state, state.seat) if isinstance(each, MoveMeeple)]
        assert [(way.to, way.paid) for way in preview.routes(seen)] == [
            (move.area, move.paid) for move in moves
        ]
        for action in legal(state, state.seat):
            real = after(state, state.seat, action)
            if real.phase == "move" and real.seat == state.seat:
                shown, _ = moved(seen, state.seat, action)
                assert (shown.meeples, shown.money, shown.supply) == (
                    real.meeples,
                    real.money,
                    real.supply,
                )
                compared += 1
    assert compared > 10


def test_shares_are_told_best_first() -> None:
    seen = GAME.observe(laid("Richmond-Oakland: b", "Oakland: a2 c3"), "public")

    assert preview.shares(seen, "oakland") == (Share(C, 3, 8), Share(A, 2, 6))
    assert preview.shares(seen, "most_bridges") == (Share(B, 1, 6),)
    assert preview.shares(seen, "fremont") == ()
    now = {each.space: each.points for each in preview.scored_now(seen).spaces}
    assert now["oakland"] == (6, 0, 8)
    assert now["fremont"] == (0, 0, 0)
