"""The deal, populating, scoring, the end of a round and of the match (rules 1 and 2)."""

from collections import Counter
from typing import Any

import pytest

from engine.errors import BadSetup, IllegalAction, NotYourTurn
from engine.game import CHANCE, Chance, Finished, Move, Seat, Setup
from engine.games.aftershock import GAME
from engine.games.aftershock.actions import Begin, Deal, Keep, Pass
from engine.games.aftershock.events import (
    AreaPopulated,
    CardDealt,
    CardsRevealed,
    FreeMarkerGiven,
    MatchBegun,
    MatchEnded,
    MoneyScored,
    PhaseBegun,
    RoundScored,
    SpaceScored,
)
from engine.games.aftershock.state import Items, Marks
from engine.values import but
from tests.engine.playing import states
from tests.games.aftershock.worked import BAY, begun, drawn, keys, laid, scored_round

A, B, C = (Seat(each) for each in range(3))


def test_the_first_player_is_drawn_or_decided() -> None:
    drawn_lots = GAME.node(GAME.initial(Setup(3)))
    decided = GAME.node(GAME.initial(Setup(3, options={"first_player": "2"})))

    assert drawn_lots == Chance({Begin(A): 1, Begin(B): 1, Begin(C): 1})
    assert decided == Chance({Begin(B): 1})


def test_everybody_gets_a_bridge_card_first_and_seven_others() -> None:
    begun = GAME.apply(GAME.initial(Setup(3)), Move(CHANCE, Begin(B)))

    assert begun.events == (MatchBegun(B), *(CardDealt(seat, "bridge") for seat in (A, B, C)))
    assert begun.state.hands == (("bridge",),) * 3
    assert begun.state.deck[Deal("bridge")] == 7
    assert sum(begun.state.deck.values()) == 50


def test_a_card_is_told_to_whom_it_was_dealt() -> None:
    begun = drawn(GAME.initial(Setup(3)), Begin(A))

    dealt = GAME.apply(begun, Move(CHANCE, Deal("oakland-6")))

    assert dealt.events == (CardDealt(A, "oakland-6"),)
    assert dealt.events[0].seen_by == frozenset({A})
    assert Deal("oakland-6") not in dealt.state.deck


def test_every_round_begins_with_eight_cards_each_from_the_full_deck() -> None:
    begun = [
        state
        for state, _ in states(GAME, Setup(4), 1)
        if state.phase == "keep" and not any(state.drafts)
    ]

    assert {state.round for state in begun} == {1, 2, 3}
    assert all(len(hand) == 8 for state in begun for hand in state.hands)
    assert all(sum(state.deck.values()) == 53 - 32 for state in begun)


def test_chance_and_seats_act_in_their_own_time_only() -> None:
    begun = drawn(GAME.initial(Setup(3)), Begin(A))

    assert list(GAME.legal_actions(begun, A)) == []
    with pytest.raises(NotYourTurn):
        GAME.apply(begun, Move(A, Pass()))
    with pytest.raises(IllegalAction, match="aftershock-not-now"):
        GAME.apply(begun, Move(CHANCE, Begin(A)))


def populated(*hands: tuple[str, ...], **more: Any) -> Any:
    every: Any = (*hands, *[()] * (3 - len(hands)))
    return begun("populate", but(laid(), hands=every, **more))


def test_area_cards_place_meeples_in_board_order_and_leave() -> None:
    step = populated(("oakland-6", "san_rafael-3"), gained=((), ("oakland-1",), ()))

    assert step.events[:3] == (
        AreaPopulated(A, "san_rafael-3", "san_rafael", 2),
        AreaPopulated(A, "oakland-6", "oakland", 3),
        AreaPopulated(B, "oakland-1", "oakland", 1),
    )
    assert step.state.meeples[BAY.index["oakland"]] == (3, 1, 0)
    assert step.state.discards == ("oakland-1", "oakland-6", "san_rafael-3")
    assert step.state.hands == step.state.gained == ((), (), ())


def test_at_the_population_ceiling_further_meeples_stay_away() -> None:
    step = populated(("oakland-6", "san_rafael-3"), supply=(4, 35, 35))

    assert step.state.meeples[BAY.index["san_rafael"]][A] == 2
    assert step.state.meeples[BAY.index["oakland"]][A] == 2
    assert step.state.supply[A] == 0


def test_the_other_cards_become_things_and_a_free_marker_comes_on_top() -> None:
    cards = ("big_aftershock", "bridge", "bridge", "influence", "mega_aftershock")

    step = populated(cards, free_marker=A)

    assert step.state.items[A] == Items(2, 2, ("normal", "big", "mega"), 1)
    assert step.events[0] == CardsRevealed(A, cards, step.state.items[A])
    assert populated((), free_marker=B).events[0] == CardsRevealed(
        B, (), Items(markers=("normal",))
    )


def test_only_spaces_with_markers_enough_score() -> None:
    land = laid("Richmond-San Francisco: b", "Oakland: a2 b1; San Rafael: c1", round=1)
    marks = (Marks(keys("Oakland, most bridges")), Marks(keys("Oakland")), Marks(keys("Vallejo")))

    step = scored_round(land, *marks)

    spaces = [each.score.space for each in step.events if isinstance(each, SpaceScored)]
    assert spaces == ["oakland"]
    assert step.events[1] == RoundScored(1, (8, 6, 0), (8, 6, 0))
    assert step.state.meeples[BAY.index["oakland"]] == (1, 1, 0)
    assert step.state.supply[A] == land.supply[A] + 1
    assert step.state.scorings[0].points == (8, 6, 0)


def test_two_markers_of_one_player_are_enough_and_most_bridges_takes_nothing_back() -> None:
    land = laid("Richmond-San Francisco: b; Oakland-Richmond: c", round=1)
    marks = (Marks(keys("most bridges"), keys("most bridges")), Marks(()), Marks(()))

    step = scored_round(land, *marks)

    assert step.state.scores == (0, 6, 4)
    assert step.state.bridges == land.bridges
    assert step.state.scorings[0].spaces[-1].lost == ()


def test_a_new_round_begins_clean() -> None:
    land = laid(round=1, discards=("bridge",), items=(Items(1, 1),) * 3, paid=(1, 1, 1), passes=3)

    state = scored_round(land, *(Marks(()),) * 3).state

    assert (state.phase, state.round, state.paid, state.passes) == ("dealing", 2, None, 0)
    assert Counter({d.card: n for d, n in state.deck.items()}).total() == 53
    assert (state.items, state.discards) == ((Items(),) * 3, ())


@pytest.mark.parametrize(("seats", "rounds"), [(3, 3), (4, 3), (5, 2)])
def test_a_match_has_its_rounds(seats: int, rounds: int) -> None:
    last = list(states(GAME, Setup(seats), 1))[-1][0]

    node = GAME.node(last)
    assert isinstance(node, Finished)
    assert node.outcome.reason == "aftershock-rounds-played"
    assert sorted(node.outcome.ranks) == list(range(1, seats + 1))
    assert [each.round for each in last.scorings] == list(range(1, rounds + 1))
    assert GAME.observe(last, "public").rounds == rounds
    assert list(GAME.legal_actions(last, A)) == []
    with pytest.raises(NotYourTurn):
        GAME.apply(last, Move(A, Keep(())))


def test_money_becomes_points_at_the_end_and_no_bank_is_shared() -> None:
    land = laid(round=3, money=(5, 2, 1), bank=37)

    step = scored_round(land, *(Marks(()),) * 3)

    assert step.events[-2] == MoneyScored((2, 1, 0))
    assert isinstance(step.events[-1], MatchEnded)
    assert not any(isinstance(each, FreeMarkerGiven) for each in step.events)
    assert step.state.money == (5, 2, 1)


def test_phases_are_told_when_they_begin() -> None:
    told: list[str] = []
    before = GAME.initial(Setup(3))
    for state, move in states(GAME, Setup(3), 2):
        events = () if move is None else GAME.apply(before, move).events
        told += [each.phase for each in events if isinstance(each, PhaseBegun) and each.round == 1]
        before = state

    assert told[:5] == ["keep", "buy", "take", "plan", "build"]
    assert told[-1] == "mark"


@pytest.mark.parametrize(
    ("setup", "key", "data"),
    [
        (Setup(2), "setup-seats", {"seats": 2, "allowed": (3, 4, 5)}),
        (Setup(3, ("italy",)), "setup-no-such-variant", {"variant": "italy", "known": ()}),
        (Setup(3, options={"die": 6}), "setup-no-such-option", {"option": "die"}),
        (
            Setup(3, options={"two_bridges": "no"}),
            "setup-option",
            {"option": "two_bridges", "value": "no", "allowed": (True, False)},
        ),
        (
            Setup(3, options={"first_player": "5"}),
            "setup-option",
            {"option": "first_player", "value": "5", "seats": 3},
        ),
    ],
)
def test_a_table_that_cannot_be_played_is_refused(
    setup: Setup, key: str, data: dict[str, Any]
) -> None:
    with pytest.raises(BadSetup) as caught:
        GAME.initial(setup)

    assert (caught.value.key, caught.value.data) == (key, data)
