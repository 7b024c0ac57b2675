"""3A: plans open in turn, bridges are built, dismantled, replaced, given up (rules 2)."""

from typing import Any

import pytest

from engine.errors import IllegalAction, NotYourTurn
from engine.game import CHANCE, Move, Seat
from engine.games.aftershock import GAME
from engine.games.aftershock.actions import (
    Build,
    Dismantle,
    GiveUp,
    MeepleInstead,
    Pass,
    Plan,
)
from engine.games.aftershock.events import (
    BridgeBuilt,
    BridgeChosen,
    BridgeDismantled,
    BridgeGivenUp,
    BridgeReplaced,
    PlanOpened,
)
from engine.games.aftershock.state import BuildTurn, Dials, Items, Pair, State
from engine.values import but
from tests.games.aftershock.worked import BAY, after, building, laid, legal, plan, told

A, B, C = (Seat(each) for each in range(3))
ONE_BRIDGE = Dials(two_bridges=False)


def links_of(state: State, who: Seat) -> list[str]:
    pairs = zip(BAY.links, state.bridges, strict=True)
    return [" - ".join(link.between) for link, owners in pairs if who in owners]


def test_a_plan_opens_when_its_owners_turn_begins() -> None:
    state = building(laid(), "bridge Oakland, meeple Oakland, big Fremont", "bridge Hayward")

    assert (state.phase, state.seat, state.opened) == ("build", A, (True, False, False))
    assert state.meeples[BAY.index["oakland"]] == (1, 0, 0)
    assert state.markers == (plan("big Fremont"), (), ())
    assert GAME.observe(state, C).plans == (state.plans[0], None, ())
    assert GAME.observe(state, B).plans == (state.plans[0], state.plans[1], None)
    assert GAME.observe(state, "public").plans == (state.plans[0], None, None)


def test_after_the_last_bridge_the_next_plan_opens() -> None:
    state = building(laid(), "bridge Oakland", "meeple Vallejo, bridge Hayward")

    events = told(state, A, Build("oakland", "richmond"))

    assert events == (
        BridgeBuilt(A, "oakland", "richmond", 1),
        PlanOpened(B, plan("meeple Vallejo, bridge Hayward"), ("vallejo",)),
    )
    built = after(state, A, Build("oakland", "richmond"))
    assert (built.seat, built.pieces) == (B, (15, 16, 16))
    assert built.builds[0] == BuildTurn(
        A, plan("bridge Oakland"), built=(Pair("oakland", "richmond"),), is_over=True
    )


def test_the_bridges_of_a_plan_are_built_in_any_order() -> None:
    state = building(laid(), "bridge Oakland, bridge Hayward, bridge Hayward")

    assert {each.area for each in legal(state, A)} == {"oakland", "hayward"}
    rest = after(state, A, Build("hayward", "fremont"))
    assert rest.to_build == ("oakland", "hayward")


def test_the_only_link_is_built_without_a_question() -> None:
    bridges = "San Rafael-Vallejo: b b; San Rafael-Richmond: c c; San Rafael-San Francisco: b"

    state = building(laid(bridges), "bridge San Rafael")

    assert "san_rafael - san_francisco" in links_of(state, A)


def test_a_bridge_that_goes_nowhere_brings_a_meeple_if_there_is_one() -> None:
    bridges = "San Rafael-Vallejo: b b; Vallejo-Richmond: c c"
    nobody_left = but(laid(bridges), supply=(0, 35, 35))

    state = building(nobody_left, "bridge Vallejo")

    assert state.builds[0].instead == ("vallejo",)
    assert state.supply[A] == 0
    assert state.meeples[BAY.index["vallejo"]] == (0, 0, 0)


def test_meeple_or_bridge_first_is_a_choice() -> None:
    bridges = "San Rafael-Vallejo: b b; Vallejo-Richmond: c c"
    state = building(laid(bridges), "bridge Vallejo, bridge Oakland")

    assert MeepleInstead("vallejo") in legal(state, A)
    assert told(state, A, MeepleInstead("vallejo")) == (BridgeReplaced(A, "vallejo", 1),)


def test_own_bridges_side_by_side_are_an_option_of_the_table() -> None:
    bridges = "San Rafael-Vallejo: a"
    either = building(laid(bridges), "bridge Vallejo, bridge Oakland")
    other = building(laid(bridges, dials=ONE_BRIDGE), "bridge Vallejo, bridge Oakland")

    assert Build("vallejo", "san_rafael") in legal(either, A)
    assert Build("vallejo", "san_rafael") not in legal(other, A)
    with pytest.raises(IllegalAction, match="aftershock-own-bridge-there"):
        after(other, A, Build("vallejo", "san_rafael"))


@pytest.mark.parametrize(
    ("action", "key", "data"),
    [
        (Build("hayward", "fremont"), "aftershock-no-bridge-planned", {"area": "hayward"}),
        (Build("oakland", "fremont"), "aftershock-no-link", {"area": "oakland", "to": "fremont"}),
        (
            Build("oakland", "richmond"),
            "aftershock-link-full",
            {"area": "oakland", "to": "richmond"},
        ),
        (
            GiveUp("oakland"),
            "aftershock-can-build",
            {"area": "oakland", "to": ("san_francisco", "hayward")},
        ),
        (
            MeepleInstead("oakland"),
            "aftershock-can-build",
            {"area": "oakland", "to": ("san_francisco", "hayward")},
        ),
        (GiveUp("vallejo"), "aftershock-nowhere-to-build", {"area": "vallejo"}),
        (Plan("oakland"), "aftershock-already-open", {"phase": "plan"}),
        (Pass(), "aftershock-not-now", {}),
    ],
)
def test_what_cannot_be_built_says_why(action: Any, key: str, data: dict[str, Any]) -> None:
    bridges = "Richmond-Oakland: b c; San Rafael-Vallejo: b b; Vallejo-Richmond: c c"
    state = building(laid(bridges), "bridge Oakland, bridge Vallejo")

    with pytest.raises(IllegalAction) as caught:
        after(state, A, action)

    assert (caught.value.key, caught.value.data) == (key, data)


def test_only_the_seat_on_turn_builds() -> None:
    state = building(laid(), "bridge Oakland")

    assert legal(state, B) == []
    with pytest.raises(NotYourTurn):
        after(state, B, Build("oakland", "richmond"))
    with pytest.raises(IllegalAction):
        after(state, CHANCE, Build("oakland", "richmond"))


FIFTEEN = (
    "Richmond-San Francisco: a; Hayward-San Francisco: a; San Rafael-San Francisco: a;"
    "Hayward-South San Francisco: a; South San Francisco-San Francisco: a"
)


def test_a_bridge_comes_down_for_one_that_lacks_pieces() -> None:
    state = building(laid(FIFTEEN), "bridge San Rafael")

    choice = told(state, A, Build("san_rafael", "richmond"))
    chosen = after(state, A, Build("san_rafael", "richmond"))
    events = told(chosen, A, Dismantle("hayward", "south_san_francisco"))

    assert choice == (BridgeChosen(A, "san_rafael", "richmond"),)
    assert (chosen.phase, GAME.observe(chosen, B).building) == (
        "dismantle",
        Pair("san_rafael", "richmond"),
    )
    assert events[:2] == (
        BridgeDismantled(A, "hayward", "south_san_francisco", 3),
        BridgeBuilt(A, "san_rafael", "richmond", 2),
    )


@pytest.mark.parametrize(
    ("action", "key", "data"),
    [
        (
            Dismantle("fremont", "san_jose"),
            "aftershock-not-your-bridge",
            {"area": "fremont", "to": "san_jose"},
        ),
        (
            Dismantle("south_san_francisco", "hayward"),  # in board order it is one's own
            "aftershock-not-your-bridge",
            {"area": "south_san_francisco", "to": "hayward"},
        ),
        (
            Build("san_rafael", "vallejo"),
            "aftershock-pieces-missing",
            {"area": "san_rafael", "to": "richmond", "sections": 2, "pieces": 1},
        ),
        (Pass(), "aftershock-not-now", {}),
    ],
)
def test_nothing_else_can_be_done_before_the_pieces_suffice(
    action: Any, key: str, data: dict[str, Any]
) -> None:
    state = building(laid(FIFTEEN), "bridge San Rafael")
    chosen = after(state, A, Build("san_rafael", "richmond"))

    with pytest.raises(IllegalAction) as caught:
        after(chosen, A, action)

    assert (caught.value.key, caught.value.data) == (key, data)


def test_the_only_bridge_comes_down_without_a_question() -> None:
    owner = but(laid("Richmond-San Francisco: a"), pieces=(1, 16, 16))

    state = building(owner, "bridge San Rafael")
    built = after(state, A, Build("san_rafael", "richmond"))

    assert built.builds[0].dismantled == (Pair("richmond", "san_francisco"),)
    assert links_of(built, A) == ["san_rafael - richmond"]


def test_a_bridge_that_is_given_up_leaves_all_as_it_was() -> None:
    state = building(laid(FIFTEEN), "bridge San Rafael")

    step = GAME.apply(state, Move(A, GiveUp("san_rafael")))

    assert step.events[0] == BridgeGivenUp(A, "san_rafael")
    assert (step.state.bridges, step.state.pieces) == (state.bridges, state.pieces)
    assert step.state.builds[0].given_up == ("san_rafael",)


def test_things_to_plan_come_in_one_order() -> None:
    items = Items(2, 2, ("normal", "big"), 1)

    assert items.order == ("bridge", "bridge", "meeple", "meeple", "normal", "big")
