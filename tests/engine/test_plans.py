"""Moves planned ahead: what a plan makes of a decision, and what titles say to it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from random import Random
from typing import Any, Literal

import pytest

from engine.errors import IllegalAction
from engine.game import AnyGame, Seat, Setup
from engine.games.aftershock.actions import Action, Buy, MoveMeeple, Pass, Resolve, Stand, TakeBack
from engine.games.aftershock.ahead import (
    HOME,
    goes_home,
    marker_order,
    own_markers,
    ways_wanted,
    with_home,
    with_marker_order,
    with_ways,
)
from engine.games.aftershock.ahead import PLANNING as AFTERSHOCK
from engine.games.seismic.actions import Place
from engine.plans import (
    MOST,
    Ahead,
    Alternative,
    Plan,
    Planning,
    PlanVerdict,
    added,
    conditioned,
    judged,
    own,
    planning_of,
    read_plan,
    whole,
    without,
    write_plan,
)
from engine.registry import game, games
from tests.engine.planning import DILEMMA, rulings, turns_of
from tests.engine.playing import deciding, states
from tests.engine.toy import TOY, Bid


@dataclass(frozen=True, slots=True)
class Dig:
    where: int
    type: Literal["dig"] = "dig"


@dataclass(frozen=True, slots=True)
class Rest:
    type: Literal["rest"] = "rest"


@dataclass(frozen=True, slots=True)
class Hill:
    """What a digger sees: the heights of the places, and the day."""

    heights: tuple[int, ...]
    day: int = 1


DIGGING: Planning[Hill, Any] = Planning(
    lambda hill: Ahead(hill, tuple(Dig(place) for place in range(len(hill.heights)))),
    lambda hill, action: hill.heights[action.where] if isinstance(action, Dig) else 0,
)
ORDERS = DIGGING._replace(fallbacks={Dig: Rest()}, chapter=lambda hill: hill.day)
FLAT = Hill((0, 0, 0, 0))


def planned(*places: int, same: bool = False, title: Planning[Hill, Any] = DIGGING) -> Plan[Any]:
    plan: Plan[Any] | None = None
    for place in places:
        plan = added(plan, title, FLAT, (Dig(place),), is_same=same)
    assert plan is not None
    return plan


def digs(*places: int) -> tuple[Any, ...]:
    return tuple(Dig(place) for place in places)


def test_alternatives_are_tried_in_order() -> None:
    plan = planned(2, 0, 1)

    assert judged(plan, FLAT, digs(0, 1, 2, 3), DIGGING).actions == digs(2)
    assert judged(plan, FLAT, digs(0, 1, 3), DIGGING).actions == digs(0)
    assert judged(plan, FLAT, digs(1, 3), DIGGING).actions == digs(1)


@dataclass(frozen=True, slots=True)
class Fill:
    """Fills what was dug, in the same turn."""

    where: int
    type: Literal["fill"] = "fill"


def dug(hill: Hill, action: Any) -> Ahead[Hill, Any] | None:
    """Dig, then fill or rest; in place 3 there is rock, so that the turn is over, in 2 a spring."""
    if not isinstance(action, Dig) or action.where == 2:
        return None
    return Ahead(hill, () if action.where == 3 else (Fill(action.where), Rest()))


WHOLE = DIGGING._replace(after=dug, ends=(Rest(),))
"""Digging as a turn of two actions."""


@pytest.mark.parametrize(
    ("actions", "played"),
    [
        ((Dig(0), Fill(0)), (Dig(0), Fill(0))),
        ((Dig(0), Rest()), (Dig(0), Rest())),
        ((Dig(0),), (Dig(0),)),
        # The second isn't possible, or nobody can know.
        ((Dig(0), Fill(1)), ()),
        ((Dig(0), Fill(0), Fill(0)), ()),
        ((Dig(2), Rest()), ()),
        ((Dig(2), Fill(2)), ()),
        ((Dig(2),), (Dig(2),)),
        # The turn is over by itself: only an end is not missed.
        ((Dig(3), Rest()), (Dig(3),)),
        ((Dig(3), Fill(3)), ()),
        ((Dig(3), Rest(), Fill(3)), ()),
        # Nor is the first one possible.
        ((Dig(4), Rest()), ()),
        ((Rest(),), ()),
    ],
)
def test_a_turn_is_played_whole_or_not_at_all(actions: Any, played: Any) -> None:
    assert whole(actions, FLAT, digs(0, 1, 2, 3), WHOLE) == played

    plan = Plan((Alternative(actions), Alternative(digs(1))))
    verdict = judged(plan, FLAT, digs(0, 1, 2, 3), WHOLE)
    assert verdict == PlanVerdict(played or digs(1), None)


def test_a_plan_of_which_nothing_can_be_played_whole_is_dropped() -> None:
    plan = Plan((Alternative((Dig(0), Fill(1))), Alternative((Dig(3), Fill(3)))))

    assert judged(plan, FLAT, digs(0, 3), WHOLE) == PlanVerdict((), None, failed=True)


def test_a_game_that_does_not_look_ahead_plays_no_turn_of_more_than_one_action() -> None:
    plan = Plan((Alternative((Dig(0), Rest())), Alternative(digs(1))))

    assert judged(plan, FLAT, digs(0, 1), DIGGING).actions == digs(1)
    assert judged(plan, FLAT, digs(0, 1)).actions == digs(1)


def test_an_order_that_cannot_be_played_whole_stays() -> None:
    half = Alternative((Dig(0), Fill(1)))
    plan = replace(planned(1, title=ORDERS), alternatives=(half, Alternative(digs(1))))
    verdict = judged(plan, FLAT, digs(0, 1), ORDERS._replace(after=dug))

    assert verdict.actions == digs(1)
    assert verdict.left == replace(plan, alternatives=(half,))


def test_a_plan_is_used_up_by_one_turn() -> None:
    assert judged(planned(2, 0), FLAT, digs(2), DIGGING).left is None


def test_a_plan_of_which_nothing_holds_is_dropped() -> None:
    assert judged(planned(2, 0), FLAT, digs(1, 3), DIGGING) == PlanVerdict((), None, failed=True)


def test_a_plan_waits_for_the_decision_that_it_is_about() -> None:
    plan = planned(2)

    assert judged(plan, FLAT, (Rest(),), DIGGING) == PlanVerdict((), plan)


def test_what_should_be_the_same_must_be() -> None:
    plan = planned(2, same=True)
    elsewhere, there = replace(FLAT, heights=(5, 5, 0, 5)), replace(FLAT, heights=(0, 0, 1, 0))

    assert judged(plan, elsewhere, digs(2), DIGGING).actions == digs(2)
    assert judged(plan, there, digs(2), DIGGING) == PlanVerdict((), None, failed=True)
    assert judged(planned(2), there, digs(2), DIGGING).actions == digs(2)


def test_the_condition_can_be_changed_and_counts_from_then_on() -> None:
    there = replace(FLAT, heights=(0, 0, 1, 0))
    plan = conditioned(planned(2, same=True), DIGGING, there, 0, is_same=True)

    assert judged(plan, there, digs(2), DIGGING).actions == digs(2)
    assert judged(plan, FLAT, digs(2), DIGGING).failed
    loose = conditioned(plan, DIGGING, there, 0, is_same=False)
    assert judged(loose, FLAT, digs(2), DIGGING).actions == digs(2)


def test_without_the_words_of_a_game_only_what_is_legal_counts() -> None:
    assert judged(planned(2), FLAT, digs(2)).actions == digs(2)
    assert judged(planned(2, same=True), FLAT, digs(2)).failed


def test_the_same_turn_again_takes_the_place_of_the_first() -> None:
    plan = added(planned(0, 1, 2, same=True), DIGGING, FLAT, digs(0), is_same=False)

    assert [each.actions for each in plan.alternatives] == [digs(1), digs(2), digs(0)]
    assert plan.alternatives[-1].near is None


def test_more_than_three_are_refused() -> None:
    with pytest.raises(IllegalAction) as refused:
        planned(0, 1, 2, 3)
    assert (refused.value.key, refused.value.data) == ("plan-full", {"most": MOST})


def test_alternatives_can_be_taken_out() -> None:
    plan = without(planned(0, 1), DIGGING, 0)

    assert plan == planned(1)
    assert without(planned(1), DIGGING, 0) is None


def test_a_standing_plan_falls_back_and_goes_on() -> None:
    plan = planned(2, 0, title=ORDERS)
    assert [each.actions[0] for each in plan.alternatives] == [Dig(2), Dig(0), Rest()]
    assert own(plan, ORDERS) == (0, 1)

    rested = judged(plan, FLAT, (*digs(1), Rest()), ORDERS)
    assert rested == PlanVerdict((Rest(),), plan)
    dug = judged(plan, FLAT, (*digs(0, 1), Rest()), ORDERS)
    assert dug.actions == digs(0)
    assert dug.left == planned(2, title=ORDERS)


def test_a_standing_plan_ends_with_its_chapter() -> None:
    plan, tomorrow = planned(2, title=ORDERS), replace(FLAT, day=2)

    assert judged(plan, tomorrow, digs(2), ORDERS) == PlanVerdict((), None)
    fresh = added(plan, ORDERS, tomorrow, digs(1), is_same=False)
    assert [each.actions[0] for each in fresh.alternatives] == [Dig(1), Rest()]


def test_with_the_last_order_goes_what_was_played_in_its_place() -> None:
    plan = without(planned(2, 0, title=ORDERS), ORDERS, 0)
    assert plan == planned(0, title=ORDERS)

    assert without(planned(2, title=ORDERS), ORDERS, 0) is None


def test_a_plan_is_read_as_it_was_written() -> None:
    plan = Plan(
        (Alternative((Bid(2), Bid(0, aloud=True)), "00ff", again=True),), stands=True, chapter=3
    )

    assert read_plan(TOY, write_plan(plan)) == plan


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"alternatives":[{"actions":[],"again":false,"near":null}]}',
        '{"alternatives":[{"actions":[{"type":"dig"}]}]}',
    ],
)
def test_what_is_no_plan_of_the_game_is_none(text: str) -> None:
    assert read_plan(TOY, text) is None


# The titles

PLANNED = sorted(key for key, each in games().items() if planning_of(each))


def decisions(rules: AnyGame, seats: int = 3, matches: int = 2) -> Iterator[tuple[Any, Seat]]:
    """Yield states of random matches in which one seat alone is awaited, with that seat."""
    for number in range(matches):
        for state, _ in states(rules, Setup(seats), number):
            if len(awaited := deciding(rules, state)) == 1:
                yield state, awaited[0]


def thinned(rules: AnyGame) -> Iterator[tuple[Any, Seat]]:
    return (each for number, each in enumerate(decisions(rules)) if number % 7 == 0)


def test_all_three_titles_plan() -> None:
    assert PLANNED == ["aftershock", "san_andreas", "seismic"]
    assert planning_of(TOY) is None


@pytest.mark.parametrize("key", PLANNED)
def test_ahead_is_what_the_rules_list_on_ones_own_turn(key: str) -> None:
    rules, looked = game(key), 0
    planning = planning_of(rules)
    assert planning is not None
    for state, seat in thinned(rules):
        found = planning.ahead(rules.observe(state, seat))
        if found is not None:
            looked += 1
            legal = [
                each
                for each in rules.legal_actions(state, seat)
                if not isinstance(each, Pass | Stand)
            ]
            assert list(found.legal) == (legal or [*rules.legal_actions(state, seat)])
    assert looked > 5


@pytest.mark.parametrize("key", PLANNED)
def test_nobody_sees_more_ahead_than_they_know(key: str) -> None:
    """Worlds that look alike to a seat offer it the same, with the same things near."""
    rules, chance = game(key), Random(3)
    planning = planning_of(rules)
    assert planning is not None
    twin = import_module(f"tests.games.{key}.twin").twin
    for state, seat in thinned(rules):
        for each in range(3):
            viewer = Seat(each)
            if viewer == seat:
                continue
            other = twin(state, viewer, chance)
            seen, alike = rules.observe(state, viewer), rules.observe(other, viewer)
            there, here = planning.ahead(seen), planning.ahead(alike)
            assert (there is None) == (here is None)
            if there is None or here is None:
                continue
            assert there.legal == here.legal
            for action in chance.sample(there.legal, min(5, len(there.legal))):
                assert repr(planning.near(seen, action)) == repr(planning.near(alike, action))


@pytest.mark.parametrize("key", PLANNED)
def test_a_plan_of_a_title_is_read_as_it_was_written(key: str) -> None:
    rules, chance = game(key), Random(5)
    planning = planning_of(rules)
    assert planning is not None
    for state, seat in thinned(rules):
        seen = rules.observe(state, seat)
        if found := planning.ahead(seen):
            plan = added(None, planning, seen, (chance.choice(found.legal),))
            assert read_plan(rules, write_plan(plan)) == plan


SETUPS = {"aftershock": Setup(3), "san_andreas": Setup(3), "seismic": DILEMMA}


@pytest.mark.parametrize("key", PLANNED)
def test_what_is_judged_to_be_playable_is_what_the_rules_let_pass_whole(key: str) -> None:
    """Plans made at any time, judged when the turn comes: by the rules' own states as well."""
    rules, chance, met = game(key), Random(7), Counter[str]()
    planning = planning_of(rules)
    assert planning is not None
    twin = import_module(f"tests.games.{key}.twin").twin
    for number in range(2):
        kept: dict[Seat, Plan[Any]] = {}
        for state, _ in states(rules, SETUPS[key], number):
            for seat in map(Seat, range(3)):
                seen = rules.observe(state, seat)
                if seat not in kept and planning.ahead(seen) and chance.random() < 0.3:
                    kept[seat] = turns_of(seen, planning, chance)
            if len(awaited := deciding(rules, state)) != 1 or awaited[0] not in kept:
                continue
            plan, seat = kept.pop(awaited[0]), awaited[0]
            seen, legal = rules.observe(state, seat), tuple(rules.legal_actions(state, seat))
            verdict = judged(plan, seen, legal, planning)

            possible = [rulings(rules, state, seat, each.actions) for each in plan.alternatives]
            expected: tuple[Any, ...] = next(filter(None, possible), ())
            assert verdict.actions == expected
            other = twin(state, seat, chance)
            assert verdict == judged(plan, rules.observe(other, seat), legal, planning)
            met["whole"] += len(expected) > 1
            met["later"] += bool(expected) and not possible[0]
            met["none"] += verdict.failed
            met["over"] += any(
                0 < len(one) < len(each.actions)
                for one, each in zip(possible, plan.alternatives, strict=True)
            )
    wanted = {"later", "none"} | ({"whole", "over"} if key == "seismic" else set())
    assert all(met[each] > 3 for each in wanted), met


def test_the_public_plans_nothing() -> None:
    for key in PLANNED:
        planning = planning_of(game(key))
        assert planning is not None
        for state, _ in thinned(game(key)):
            assert planning.ahead(game(key).observe(state, "public")) is None


def test_seismic_something_far_away_is_not_near() -> None:
    rules = game("seismic")
    planning = planning_of(rules)
    assert planning is not None
    same = changed = 0
    before: tuple[Any, dict[Any, str]] | None = None
    for state, seat in decisions(rules):
        seen = rules.observe(state, seat)
        if before is not None:
            for action, near in before[1].items():
                is_same = repr(planning.near(seen, action)) == near
                same, changed = same + is_same, changed + (not is_same)
        legal = planning.ahead(seen)
        picked = legal.legal[::40] if legal else ()
        before = seen, {each: repr(planning.near(seen, each)) for each in picked}
    assert same > changed > 0


def test_seismic_a_tile_that_is_gone_is_not_the_same() -> None:
    rules = game("seismic")
    planning = planning_of(rules)
    assert planning is not None
    state, seat = next(decisions(rules))
    seen = rules.observe(state, seat)
    found = planning.ahead(seen)
    assert found is not None
    place = next(each for each in found.legal if isinstance(each, Place))
    others = tuple(code for code in seen.display if code != place.tile)
    assert planning.near(seen, place) != planning.near(replace(seen, display=others), place)


def aftershock(phase: str) -> tuple[Any, Seat]:
    rules = game("aftershock")
    return next(each for each in decisions(rules, matches=9) if each[0].phase == phase)


def test_aftershock_buys_what_is_there_and_else_passes() -> None:
    rules = game("aftershock")
    state, seat = aftershock("buy")
    seen, legal = rules.observe(state, seat), tuple(rules.legal_actions(state, seat))
    dear, cheap, *_ = (each for each in legal if isinstance(each, Buy))
    plan: Plan[Action] = added(None, AFTERSHOCK, seen, (dear,))
    plan = added(plan, AFTERSHOCK, seen, (cheap,))

    first = judged(plan, seen, legal, AFTERSHOCK)
    assert first.actions == (dear,)
    assert first.left is not None
    gone = tuple(each for each in legal if not isinstance(each, Buy))
    assert judged(first.left, seen, gone, AFTERSHOCK).actions == (Pass(),)


def test_aftershock_meeples_go_home_unless_a_way_is_free() -> None:
    rules, went, stayed = game("aftershock"), 0, 0
    for state, seat in decisions(rules, matches=12):
        if state.phase != "move":
            continue
        seen, legal = rules.observe(state, seat), tuple(rules.legal_actions(state, seat))
        plan = with_home(None, seen, is_on=True)
        assert plan is not None
        assert goes_home(plan)
        is_free = any(not each.paid for each in legal if not isinstance(each, TakeBack))
        verdict = judged(plan, seen, legal, AFTERSHOCK)
        assert verdict == PlanVerdict(() if is_free else (TakeBack(),), plan)
        went, stayed = went + (not is_free), stayed + is_free
    assert went
    assert stayed


def test_aftershock_markers_strike_in_the_order_given() -> None:
    rules = game("aftershock")
    state, seat = aftershock("resolve")
    seen, legal = rules.observe(state, seat), tuple(rules.legal_actions(state, seat))
    order = own_markers(seen)[::-1]
    plan = with_marker_order(with_home(None, seen, is_on=True), seen, order)
    assert plan is not None
    assert marker_order(plan) == order
    assert set(order) == set(legal)

    first = judged(plan, seen, legal, AFTERSHOCK)
    assert first.actions == order[:1]
    assert marker_order(first.left) == order[1:]
    assert first.left is not None
    assert HOME in first.left.alternatives
    assert all(isinstance(each, Resolve) for each in order)
    assert with_marker_order(with_home(plan, seen, is_on=False), seen, ()) is None


def test_aftershock_meeples_take_a_free_way_to_where_they_should() -> None:
    rules, free = game("aftershock"), 0
    for state, seat in decisions(rules, matches=6):
        if state.phase != "move":
            continue
        seen, legal = rules.observe(state, seat), tuple(rules.legal_actions(state, seat))
        wanted = seen.board.areas[::2]
        plan = with_ways(with_home(None, seen, is_on=True), seen, wanted)
        assert plan is not None
        assert ways_wanted(plan) == wanted
        ways = [each.area for each in legal if isinstance(each, MoveMeeple) and not each.paid]
        expected: tuple[Any, ...] = () if ways else (TakeBack(),)
        if there := [area for area in wanted if area in ways]:
            expected = (MoveMeeple(there[0]),)
            free += 1
        assert judged(plan, seen, legal, AFTERSHOCK) == PlanVerdict(expected, plan)
    assert free
