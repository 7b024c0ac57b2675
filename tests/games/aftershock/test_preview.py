"""What an observation can tell before a move, against what the rules then do."""

from random import Random
from typing import Any

import pytest

from engine.copying import but
from engine.errors import IllegalAction
from engine.game import Move, Seat, Setup
from engine.games.aftershock import GAME, preview
from engine.games.aftershock.actions import (
    Build,
    Buy,
    Influence,
    Keep,
    Mark,
    MoveMeeple,
    Shock,
    TakeBack,
)
from engine.games.aftershock.preview import Share
from engine.games.aftershock.state import Items, Observation, Pair, Planned, State
from tests.engine.playing import states
from tests.games.aftershock.worked import BAY, after, building, laid, legal, marking, plan

A, B, C = (Seat(each) for each in range(3))
HAND = ("big_aftershock", "bridge", "oakland-1", "oakland-1")


def keeping(money: int) -> Observation:
    state = laid(phase="keep", hands=(HAND, (), ()), money=(money, 15, 15))
    return GAME.observe(state, A)


def every_state(seats: int) -> list[State]:
    return [state for number in range(8) for state, _ in states(GAME, Setup(seats), number)]


def test_what_is_kept_costs_its_sum() -> None:
    assert preview.keep_cost(keeping(15), ["oakland-1", "bridge"]) == 5
    assert preview.keep_cost(keeping(15), []) == 0
    with pytest.raises(IllegalAction, match="aftershock-too-dear"):
        preview.keep_cost(keeping(4), ["oakland-1", "bridge"])
    with pytest.raises(IllegalAction, match="aftershock-not-in-hand"):
        preview.keep_cost(keeping(4), ["vallejo-3"])


def test_cards_that_still_fit_the_purse_are_listed_once() -> None:
    seen = keeping(5)

    assert preview.affordable(seen, []) == ("big_aftershock", "bridge", "oakland-1")
    assert preview.affordable(seen, ["bridge"]) == ("oakland-1",)
    assert preview.affordable(seen, ["bridge", "oakland-1"]) == ()


def test_the_public_has_no_hand_to_ask_about() -> None:
    with pytest.raises(IllegalAction, match="aftershock-not-now"):
        preview.keep_cost(GAME.observe(laid(phase="keep"), "public"), [])


def test_nobody_is_on_turn_while_all_choose() -> None:
    with pytest.raises(IllegalAction, match="aftershock-not-now"):
        preview.builds(GAME.observe(laid(phase="keep"), A))


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
    built = preview.built(seen, Build("oakland", "san_francisco"))
    assert built.pieces[A] == -2
    down = preview.dismantled(built, Pair("richmond", "san_francisco"))
    assert down.pieces[A] == 2
    assert down.bridges[BAY.link_index["richmond", "san_francisco"]] == ()


def test_a_bridge_looks_as_it_will_stand() -> None:
    compared = 0
    for state in every_state(4):
        for action in legal(state, state.seat) if state.phase == "build" else ():
            if isinstance(action, Build):
                seen = GAME.observe(state, state.seat)
                shown, real = preview.built(seen, action), after(state, state.seat, action)
                if real.phase == "build" and real.seat == state.seat:
                    assert (shown.bridges, shown.pieces) == (real.bridges, real.pieces)
                    compared += 1
    assert compared > 20


def test_ways_and_moves_look_as_they_will_be() -> None:
    compared = 0
    for state in every_state(4):
        if state.phase != "move":
            continue
        seen = GAME.observe(state, state.seat)
        moves = [each for each in legal(state, state.seat) if isinstance(each, MoveMeeple)]
        assert [(way.to, way.paid) for way in preview.ways(seen)] == [
            (move.area, move.paid) for move in moves
        ]
        for action in legal(state, state.seat):
            real = after(state, state.seat, action)
            if real.phase == "move" and real.seat == state.seat:
                shown = preview.moved(seen, action)
                assert (shown.meeples, shown.money, shown.supply) == (
                    real.meeples,
                    real.money,
                    real.supply,
                )
                compared += 1
    assert compared > 10


def test_home_goes_to_the_supply() -> None:
    state = next(state for state in every_state(3) if state.phase == "move")

    shown = preview.moved(GAME.observe(state, B), TakeBack())

    assert shown.supply[state.seat] == state.supply[state.seat] + 1
    assert shown.money == state.money


def test_the_shocked_are_shown_as_gone() -> None:
    state = next(state for state in every_state(3) if state.phase == "shock")
    seen = GAME.observe(state, state.seat)
    shock: Shock = legal(state, state.seat)[0]
    place = BAY.index[state.aftershocks[-1].area]

    shown = preview.shocked(seen, shock.counts)

    assert sum(shown.meeples[place]) == sum(seen.meeples[place]) - sum(shock.counts)
    for wrong in ((99, 0, 0), (0, 0, 0), (0,)):
        with pytest.raises(IllegalAction, match="aftershock-shock"):
            preview.shocked(seen, wrong)


def test_the_next_mark_is_one_of_those_the_rules_list() -> None:
    rng = Random(1)
    state = marking(laid(), Items(influence=2), Items(), Items())
    draft: tuple[str, ...] = ()
    assert preview.score_markers(GAME.observe(state, A)) == 4

    while choices := preview.next_marks(GAME.observe(state, A), draft):
        listed: list[Any] = legal(state, A)
        assert [each.space for each in listed] == list(choices)
        kind = Mark if len(draft) < 4 else Influence
        draft = (*draft, rng.choice(choices))
        state = GAME.apply(state, Move(A, kind(draft[-1]))).state

    assert len(draft) == 6
    assert state.ready[A]


def test_shares_are_told_best_first() -> None:
    seen = GAME.observe(laid("Richmond-Oakland: b", "Oakland: a2 c3"), "public")

    assert preview.shares(seen, "oakland") == (Share(C, 3, 8), Share(A, 2, 6))
    assert preview.shares(seen, "most_bridges") == (Share(B, 1, 6),)
    assert preview.shares(seen, "fremont") == ()
    assert preview.if_marked(seen, ["oakland", "most_bridges", "fremont"]) == (6, 6, 8)


def test_a_keep_that_was_previewed_is_legal() -> None:
    state = laid(phase="keep", hands=(HAND,) * 3)

    assert all(
        preview.keep_cost(GAME.observe(state, A), each.cards) <= 15
        for each in legal(state, A)
        if isinstance(each, Keep)
    )
