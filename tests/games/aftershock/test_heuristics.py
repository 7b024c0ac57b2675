"""The greedy agent plays a sensible game."""

from random import Random
from typing import Any

import pytest

from engine.agents import agent
from engine.agents.heuristics import CHARACTERS
from engine.game import Decision, Seat, Setup
from engine.games.aftershock import GAME
from engine.games.aftershock.actions import (
    Build,
    Buy,
    Dismantle,
    GiveUp,
    Influence,
    Keep,
    Mark,
    MeepleInstead,
    MoveMeeple,
    Pass,
    Plan,
    Reopen,
    Resolve,
    Roll,
    Shock,
    Take,
    TakeBack,
    Withdraw,
)
from engine.games.aftershock.evaluation import money_worth
from engine.games.aftershock.heuristics import values
from engine.games.aftershock.state import Items, State
from engine.values import but
from tests.games.aftershock.worked import (
    BAY,
    after,
    building,
    drawn,
    keys,
    laid,
    legal,
    marked,
    marking,
    shaking,
)
from tests.games.test_worlds import likely

A, B, C = (Seat(each) for each in range(3))


def choice(state: State, who: Seat = A) -> Any:
    return agent("greedy").choose(GAME.observe(state, who), legal(state, who), Random(1))


def test_it_keeps_what_it_can_use_and_offers_the_dearest_which_may_come_back_free() -> None:
    hand = ("bridge", "normal_aftershock", "san_francisco-6", "vallejo-3")
    state = laid(phase="keep", hands=(hand, (), ()), money=(9, 15, 15))

    kept = choice(state)

    assert isinstance(kept, Keep)
    assert kept == Keep(("bridge", "vallejo-3"))


def test_it_buys_cheaply_what_is_worth_it_and_passes_else() -> None:
    market = ((), ("influence", "vallejo-3"), ())
    state = laid(phase="buy", market=market)

    bought = choice(state)
    assert isinstance(bought, Buy)
    assert bought.card == "vallejo-3"
    assert choice(but(state, tokens=(("tax",),) * 3, market=((), ("influence",), ()))) == Pass()


def test_it_takes_the_best_card_that_is_left() -> None:
    state = laid(phase="take", market=(("san_francisco-6", "san_rafael-1"), (), ()))

    assert choice(state) == Take("san_francisco-6")


def test_it_plans_meeples_where_they_lead_and_markers_where_rivals_do() -> None:
    others = [space.name for space in BAY.spaces[:-1] if space.name != "San Francisco"]
    far = "; ".join(f"{name}: a1 b5 c7" for name in others)
    land = laid(meeples=f"San Francisco: b2 a2; {far}", phase="plan")
    held = laid(meeples="San Francisco: a4 b1; Oakland: b5", phase="plan")
    alone = (False, True, True)
    one_meeple = but(land, items=(Items(0, 1), Items(), Items()), ready=alone)
    one_marker = but(held, items=(Items(markers=("big",)), Items(), Items()), ready=alone)

    assert choice(one_meeple) == Plan("san_francisco")
    assert choice(one_marker) == Plan("oakland")


def test_several_meeples_and_bridges_are_spread_or_gathered_with_sense() -> None:
    land = laid(phase="plan", items=(Items(2, 2), Items(), Items()), ready=(False, True, True))

    first = choice(land)
    second = choice(after(land, A, first))
    third = choice(after(after(land, A, first), A, second))

    assert first != second
    assert isinstance(third, Plan)


def test_it_builds_for_pieces_and_gives_up_rather_than_take_down() -> None:
    state = building(laid(), "bridge Richmond")
    assert choice(state) == Build("richmond", "san_francisco")

    owner = but(laid("Richmond-San Francisco: a; Hayward-San Francisco: a"), pieces=(0, 16, 16))
    short = building(owner, "bridge Oakland")
    assert choice(short) == GiveUp("oakland")
    chosen = after(short, A, Build("oakland", "richmond"))
    assert isinstance(choice(chosen), Dismantle)


def test_it_shocks_rivals_and_spares_itself() -> None:
    hit = shaking(laid(meeples="Oakland: a2 b4 c1"), "normal Oakland")

    assert choice(drawn(hit, Roll(2))) == Shock((0, 2, 0))


def test_it_strikes_first_where_rivals_lead() -> None:
    state = shaking(laid(meeples="Oakland: b4; Fremont: a4"), "big Fremont, big Oakland")

    assert choice(state) == Resolve("oakland", "big")


def test_it_moves_where_it_gains_and_goes_home_where_it_does_not() -> None:
    bridges = "Oakland-Hayward: a; Oakland-Richmond: b"
    land = laid(bridges, "Oakland: a1; Richmond: b9 c8 a1; Hayward: b2 c2 a1", round=3)

    moved = choice(drawn(shaking(land, "normal Oakland"), Roll(1)))

    assert moved == MoveMeeple("hayward")
    assert agent("greedy").choose(GAME.observe(land, A), (TakeBack(),), Random(1)) == TakeBack()


def test_it_marks_where_it_leads_and_makes_sure_of_it_with_influence() -> None:
    land = laid("Richmond-San Francisco: a", "Oakland: a3 b1; Vallejo: a2 c1; Fremont: a2 b1")
    state = marking(land, Items(influence=1))

    for _ in range(4):
        state = after(state, A, choice(state))
    assert state.drafts[A] == keys("Vallejo, Oakland, Fremont, most bridges")
    # Nobody else has bridges, so nobody else will mark them; Oakland brings B points, too.
    assert choice(state) == Influence("most_bridges")


def test_a_draft_that_somebody_else_began_is_finished() -> None:
    state = marked(marking(laid(meeples="Vallejo: a3")), A, "Oakland, San Jose")

    assert isinstance(choice(state), Mark)


def test_every_kind_of_action_has_a_weight() -> None:
    seen = GAME.observe(laid(), A)

    for action in (MeepleInstead("oakland"), Withdraw(), Reopen()):
        assert agent("greedy").choose(seen, (action,), Random(1)) == action


def test_markers_go_to_different_areas() -> None:
    held = laid(
        meeples="Oakland: b4 a3; San Francisco: b5 a4 c2; Fremont: a4",
        phase="plan",
        items=(Items(markers=("big", "big")), Items(), Items()),
        ready=(False, True, True),
    )

    first = choice(held)
    second = choice(after(held, A, first))

    assert {first, second} == {Plan("oakland"), Plan("san_francisco")}


def test_a_marker_counts_only_where_another_may_stand_but_not_where_all_will() -> None:
    lone = "Vallejo: a3; Oakland: a2 b3; Richmond: a3 b1; Hayward: a3 c1; San Jose: a2 b1"
    state = marking(laid(meeples=lone, round=3))

    for _ in range(4):
        state = after(state, A, choice(state))

    # Nobody else gains by Vallejo, so that it would stand alone there.
    assert "vallejo" not in (state.drafts[A] or ())


def test_money_is_worth_more_while_it_can_be_spent() -> None:
    assert money_worth(2) > money_worth(1) > money_worth(0) == 0.5


@pytest.mark.parametrize("name", sorted(CHARACTERS.keys() - {"even"}))
def test_each_character_plays_in_a_way_of_its_own(name: str) -> None:
    others = 0
    for state in likely("aftershock", Setup(3), 8)[3:]:
        node = GAME.node(state)
        if not isinstance(node, Decision):
            continue
        seat = min(node.seats)
        seen, listed = GAME.observe(state, seat), legal(state, seat)
        if len(listed) > 1:
            found = [
                max(zip(values(seen, listed, CHARACTERS[each]), range(len(listed)), strict=True))[1]
                for each in ("even", name)
            ]
            others += found[0] != found[1]

    assert others > 0
