"""Sealed choices: submitted in any order, changed until all are in, opened at once (rules 2)."""

from itertools import permutations
from random import Random
from typing import Any

import pytest

from engine.errors import IllegalAction, NotYourTurn
from engine.game import CHANCE, PUBLIC, Decision, Move, Seat, Setup, Viewer, visible
from engine.games.aftershock import GAME
from engine.games.aftershock.actions import (
    Deal,
    Influence,
    Keep,
    Mark,
    Pass,
    Plan,
    Reopen,
    Stand,
    Take,
)
from engine.games.aftershock.events import (
    CardsOffered,
    CardTaken,
    ChoiceReopened,
    ChoiceSealed,
    MarksOpened,
    PhaseBegun,
)
from engine.games.aftershock.scoring import marking_choices
from engine.games.aftershock.state import Items, State
from engine.values import but
from tests.engine.playing import states
from tests.games.aftershock.twin import twin
from tests.games.aftershock.worked import BAY, after, keys, laid, legal, marked, marking, told

A, B, C, D = (Seat(each) for each in range(4))
SEALED = ("keep", "take", "plan", "mark")
HANDS = (
    ("big_aftershock", "bridge", "oakland-1"),
    ("fremont-6", "influence", "vallejo-3"),
    ("normal_aftershock", "oakland-1", "oakland-1"),
)


def keeping(**more: Any) -> State:
    return laid(phase="keep", hands=HANDS, **more)


def whole_choice(state: State, seat: Seat, rng: Random) -> list[Any]:
    """Return actions of a seat that make it ready, chosen at random."""
    alone, actions = state, []
    while not alone.ready[seat] and alone.phase == state.phase:
        actions.append(rng.choice(legal(alone, seat)))
        waiting = but(alone, ready=(*alone.ready, False))  # keeps the phase closed
        alone = GAME.apply(waiting, Move(seat, actions[-1])).state
        alone = but(alone, ready=alone.ready[:-1])
    return actions


@pytest.mark.parametrize("seats", [3, 4])
def test_whole_sealed_choices_in_every_order_give_the_same_state(seats: int) -> None:
    rng, compared = Random(seats), 0
    for number in range(8):
        for state, _ in states(GAME, Setup(seats), number):
            if (
                state.phase not in ("keep", "take", "plan", "mark")
                or state.drafts != (None,) * seats
            ):
                continue
            node = GAME.node(state)
            assert isinstance(node, Decision)
            chosen = {seat: whole_choice(state, seat, rng) for seat in sorted(node.seats)}
            ends = [played(state, order, chosen) for order in permutations(chosen)]
            assert all(end == ends[0] for end in ends)
            compared += len(ends) > 1
    assert compared > 20


def played(state: State, order: tuple[Seat, ...], chosen: dict[Seat, list[Any]]) -> State:
    for seat in order:
        for action in chosen[seat]:
            state = after(state, seat, action)
    return state


def test_a_choice_is_told_to_its_owner_alone_until_all_are_in() -> None:
    events = told(keeping(), A, Keep(("bridge",)))

    assert events == (ChoiceSealed(A, "keep"),)
    assert events[0].seen_by == frozenset({A})
    sealed = after(keeping(), A, Keep(("bridge",)))
    assert GAME.observe(sealed, B).ready == (True, False, False)
    assert GAME.observe(sealed, B).draft is None
    assert GAME.observe(sealed, A).draft == ("bridge",)


def test_a_sealed_choice_can_be_taken_back_while_others_choose() -> None:
    sealed = after(keeping(), A, Keep(("bridge",)))

    assert GAME.node(sealed) == Decision(frozenset({B, C}), frozenset({A}), is_sealed=True)
    assert legal(sealed, A) == [Reopen()]
    assert after(sealed, A, Reopen()) == keeping()
    assert told(sealed, A, Reopen()) == (ChoiceReopened(A, "keep", ("bridge",)),)
    with pytest.raises(IllegalAction, match="aftershock-not-now"):
        after(sealed, A, Keep(()))
    with pytest.raises(IllegalAction, match="aftershock-not-now"):
        after(sealed, B, Reopen())


def test_when_the_last_choice_is_in_everybody_pays_and_the_rest_is_for_sale() -> None:
    state = after(keeping(), A, Keep(("bridge",)))
    state = after(state, B, Keep(()))

    events = told(state, C, Keep(("oakland-1", "oakland-1")))

    assert events[:5] == (
        ChoiceSealed(C, "keep"),
        CardsOffered(A, 4, ("big_aftershock", "oakland-1")),
        CardsOffered(B, 0, ("fremont-6", "influence", "vallejo-3")),
        CardsOffered(C, 2, ("normal_aftershock",)),
        PhaseBegun("buy", 1),
    )


@pytest.mark.parametrize(
    ("cards", "key", "data"),
    [
        (("vallejo-3",), "aftershock-not-in-hand", {"card": "vallejo-3"}),
        (("bridge", "bridge"), "aftershock-not-in-hand", {"card": "bridge"}),
        (("oakland-1", "bridge"), "aftershock-unsorted", {}),
        (("big_aftershock", "bridge"), "aftershock-too-dear", {"cost": 7, "money": 6}),
    ],
)
def test_cards_that_cannot_be_kept_are_refused(
    cards: tuple[str, ...], key: str, data: dict[str, Any]
) -> None:
    state = keeping(money=(6, 6, 6))

    with pytest.raises(IllegalAction) as caught:
        after(state, A, Keep(cards))

    assert (caught.value.key, caught.value.data) == (key, data)


@pytest.mark.parametrize("phase", ["keep", "take", "plan", "mark"])
def test_another_kind_of_action_is_refused_in_a_sealed_phase(phase: str) -> None:
    state = laid(phase=phase, hands=HANDS, market=HANDS, items=(Items(1, 1),) * 3)

    with pytest.raises(IllegalAction, match="aftershock-not-now"):
        after(state, A, Pass())
    with pytest.raises(IllegalAction, match="aftershock-not-now"):
        after(state, CHANCE, Keep(()))


def test_a_sealed_choice_that_comes_after_its_reveal_is_told_so() -> None:
    state = laid(phase="buy", market=HANDS)

    for action, phase in [(Keep(()), "keep"), (Plan("oakland"), "plan"), (Mark("oakland"), "mark")]:
        with pytest.raises(IllegalAction) as caught:
            after(state, B, action)
        assert (caught.value.key, caught.value.data) == (
            "aftershock-already-open",
            {"phase": phase},
        )


def taking(*market: tuple[str, ...]) -> State:
    """Return the position after the last pass in 1B; a has nothing to spend."""
    state = laid(
        phase="buy", market=market, money=(0, 15, 15), passes=2, seat=C, tokens=(("tax",),) * 3
    )
    return after(state, C, Pass())


def test_each_takes_one_unsold_card_and_the_others_are_discarded() -> None:
    state = taking(("bridge", "oakland-1"), ("fremont-1", "fremont-1"), ("mega_aftershock",))

    assert GAME.node(state) == Decision(frozenset({A}), is_sealed=True)
    events = told(state, A, Take("bridge"))

    assert events[1:4] == (
        CardTaken(A, "bridge", ("oakland-1",)),
        CardTaken(B, "fremont-1", ("fremont-1",)),
        CardTaken(C, "mega_aftershock", ()),
    )
    with pytest.raises(IllegalAction, match="aftershock-not-unsold"):
        after(state, A, Take("fremont-1"))


def test_who_has_nothing_to_take_is_ready_at_once_and_silently() -> None:
    state = taking(("bridge", "oakland-1"), (), ("fremont-1", "vallejo-3"))

    assert state.ready == (False, True, False)
    assert legal(state, B) == []
    with pytest.raises(NotYourTurn):
        after(state, B, Reopen())
    with pytest.raises(NotYourTurn):
        after(after(state, A, Take("bridge")), B, Take("bridge"))


def test_money_for_no_card_at_all_leaves_nothing_to_decide_in_1a() -> None:
    hand = ("fremont-6",) * 8
    dealing = laid(phase="dealing", hands=(hand, hand, hand[1:]), money=(0, 1, 15), bank=29)

    state = after(but(dealing, deck={Deal("fremont-6"): 1}), CHANCE, Deal("fremont-6"))

    assert state.ready == (True, False, False)
    assert legal(state, B) == [Keep(())]


def test_things_are_planned_one_by_one_in_their_order() -> None:
    items = Items(1, 1, ("big",))
    state = laid(phase="plan", items=(items, Items(), Items()), ready=(False, True, True))

    assert legal(state, A) == [Plan(area) for area in state.board.areas]
    first = GAME.apply(state, Move(A, Plan("oakland")))
    assert first.events == ()
    assert GAME.observe(first.state, A).draft == ("oakland",)
    assert first.state.ready[A] is False
    with pytest.raises(IllegalAction, match="aftershock-no-such-area"):
        after(state, A, Plan("most_bridges"))


def test_a_choice_that_was_only_begun_is_finished_before_it_is_changed() -> None:
    items = (Items(1, 1), Items(1, 1), Items())
    state = laid(phase="plan", items=items, ready=(False, False, True))
    begun = after(state, A, Plan("oakland"))

    assert Reopen() not in legal(begun, A)
    with pytest.raises(IllegalAction, match="aftershock-not-now"):
        after(begun, A, Reopen())
    assert legal(after(begun, A, Plan("oakland")), A) == [Reopen()]


def test_equal_things_in_another_order_are_the_same_plan() -> None:
    items = (Items(2, 2), Items(1, 1), Items())
    state = laid(phase="plan", items=items, ready=(False, False, True))

    one, other = state, state
    for area in keys("Oakland, Hayward, Fremont, Vallejo"):
        one = after(one, A, Plan(area))
    for area in keys("Hayward, Oakland, Vallejo, Fremont"):
        other = after(other, A, Plan(area))
    for area in keys("Oakland, Oakland"):
        one, other = after(one, B, Plan(area)), after(other, B, Plan(area))

    assert one == other


def test_score_markers_go_up_the_board_and_influence_never_back() -> None:
    state = marking(laid(), Items(influence=2))
    placed = marked(state, A, "Vallejo, Oakland, Fremont")

    assert legal(placed, A) == [Mark("most_bridges")]
    placed = after(placed, A, Mark("most_bridges"))
    assert len(legal(placed, A)) == 11
    placed = after(placed, A, Influence("fremont"))
    assert legal(placed, A) == [Influence("fremont"), Influence("most_bridges")]
    assert after(placed, A, Influence("fremont")).ready == (True, False, False)


@pytest.mark.parametrize(("markers", "ways"), [(3, 165), (4, 330)])
def test_every_set_of_spaces_has_exactly_one_way(markers: int, ways: int) -> None:
    drafts: list[tuple[str, ...]] = [()]
    for _ in range(markers):
        drafts = [
            (*draft, each.space)
            for draft in drafts
            for each in marking_choices(BAY, draft, markers)
            if isinstance(each, Mark)
        ]

    assert len({frozenset(draft) for draft in drafts}) == len(drafts) == ways


@pytest.mark.parametrize(
    ("action", "key", "data"),
    [
        (Mark("alameda"), "aftershock-no-such-space", {"space": "alameda"}),
        (Mark("oakland"), "aftershock-already-marked", {"space": "oakland"}),
        (Influence("oakland"), "aftershock-markers-left", {"left": 2}),
        (
            Mark("vallejo"),
            "aftershock-mark-order",
            {"space": "vallejo", "allowed": ("palo_alto", "san_jose", "fremont")},
        ),
    ],
)
def test_marks_that_cannot_lie_there_are_refused(
    action: Any, key: str, data: dict[str, Any]
) -> None:
    state = marked(marking(laid()), A, "Oakland, South San Francisco")

    with pytest.raises(IllegalAction) as caught:
        after(state, A, action)

    assert (caught.value.key, caught.value.data) == (key, data)


def test_a_score_marker_too_many_is_refused() -> None:
    state = marking(laid(), Items(influence=1))
    state = marked(state, A, "Vallejo, Oakland, Fremont, most bridges")

    with pytest.raises(IllegalAction, match="aftershock-no-score-markers-left"):
        after(state, A, Mark("oakland"))


def test_marks_open_together() -> None:
    state = marking(laid(round=3), Items(influence=1))
    state = marked(state, A, "Vallejo, Oakland, Hayward, Fremont", "Oakland")
    state = marked(state, B, "Vallejo, Oakland, Hayward, Fremont")
    state = marked(state, C, "Vallejo, Oakland, Hayward")

    shown = [each for each in told(state, C, Mark("fremont")) if isinstance(each, MarksOpened)]

    assert shown[0].marks.score == keys("Vallejo, Oakland, Hayward, Fremont")
    assert [each.marks.influence for each in shown] == [("oakland",), (), ()]


def test_what_others_seal_changes_nothing_that_one_sees_but_who_is_ready() -> None:
    rng, compared = Random(1), 0
    for state, _ in states(GAME, Setup(4), 5):
        node = GAME.node(state)
        if not isinstance(node, Decision) or len(node.seats) < 2:
            continue
        viewers: list[Viewer] = [PUBLIC, *sorted(node.all)]
        for viewer in viewers:
            other = min(node.seats - {viewer})
            worlds = [state, twin(state, viewer, rng)]
            steps = [
                GAME.apply(world, Move(other, rng.choice(legal(world, other)))) for world in worlds
            ]
            seen = [[e for e in step.events if visible(e, viewer)] for step in steps]
            assert seen == [[], []]
            compared += 1
            if steps[0].state.ready == steps[1].state.ready:
                assert GAME.observe(steps[0].state, viewer) == GAME.observe(steps[1].state, viewer)
    assert compared > 50


def test_a_standing_pass_is_seen_by_its_owner_alone() -> None:
    state = laid(phase="buy", market=HANDS)

    stood = GAME.apply(state, Move(B, Stand()))

    assert [each for each in stood.events if visible(each, C) or visible(each, PUBLIC)] == []
    assert GAME.observe(stood.state, C) == GAME.observe(state, C)
    assert GAME.node(stood.state) == GAME.node(state)
    assert GAME.observe(stood.state, B).standing
