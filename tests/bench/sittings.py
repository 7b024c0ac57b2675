"""How often a match waits for people, and how much of that moves planned ahead spare.

A sitting is a stretch in which a match waits for the same seat, or for all that choose at once in
secret. Greedy players play; those who plan look in once before each of their turns.
"""

from collections.abc import Collection, Sequence
from random import Random
from statistics import mean
from typing import Any, Final, NamedTuple

from engine.agents import agent
from engine.draws import SealedDraws
from engine.game import AnyGame, Decision, Seat, Setup
from engine.games.aftershock import ahead as aftershock
from engine.games.aftershock.actions import MoveMeeple, Pass
from engine.plans import MOST, Alternative, Plan, added, judged, planning_of
from engine.record import Record
from engine.referee import Progress, Referee, new_header
from engine.registry import games

MATCHES: Final = 4
SEATS: Final = 4
GREEDY: Final = agent("greedy")
TRIED: Final = ("tile", "cell", "space")
"""Alternatives differ in these fields: if one is gone, another may be there."""


class Way(NamedTuple):
    """How those who plan do it."""

    planners: Collection[Seat] = ()
    alternatives: int = MOST
    is_same: bool = False


class Count(NamedTuple):
    """What a match took: sittings, and of all plans that came to their turn those played."""

    sittings: int
    planned: int
    played: int


def measure(matches: int = MATCHES) -> dict[str, float]:
    """Return mean sittings of matches of four, and what share of the plans could be played."""
    everybody = tuple(map(Seat, range(SEATS)))
    half = everybody[::2]
    figures: dict[str, float] = {}
    for key, game in games().items():
        if planning_of(game) is None or not matches:
            continue

        def counted(way: Way, game: AnyGame = game) -> list[Count]:
            return [count(game, number, way) for number in range(matches)]

        figures[f"{key}_sittings"] = round(mean(each.sittings for each in counted(Way())), 1)
        ways = {
            "by_half": Way(half),
            "by_all": Way(everybody),
            "by_all_one_alternative": Way(everybody, 1),
            "by_all_if_the_same": Way(everybody, is_same=True),
        }
        for name, way in ways.items():
            found = counted(way)
            planned = sum(each.planned for each in found)
            figures[f"{key}_{name}"] = round(mean(each.sittings for each in found), 1)
            share = sum(each.played for each in found) / planned
            figures[f"{key}_{name}_played"] = round(share, 2)
    return figures


def count(game: AnyGame, number: int, way: Way) -> Count:
    """Play a match and count."""
    rng, setup = Random(number), Setup(SEATS)
    looks = Random(number)
    referee, draws = Referee(game), SealedDraws(number.to_bytes(32))
    header = new_header(game, setup, "", tuple("abcd"))
    progress: Progress[Any, Any] = referee.begin(header, draws)
    plans: dict[Seat, Plan[Any]] = {}
    look_at: dict[Seat, int] = {}
    sittings = planned = played = moves = 0
    last: tuple[str, Any] | None = None
    planning = planning_of(game)
    assert planning is not None
    while isinstance(node := game.node(progress.state), Decision):
        state, seats = progress.state, sorted(node.seats)
        for seat in way.planners:
            # Somewhere between the turn before and the own one.
            if seat not in seats and look_at.get(seat, 0) <= moves:
                _look(game, state, seat, plans, way, rng)
        seat, is_together = seats[0], len(seats) > 1
        legal = tuple(game.legal_actions(state, seat))
        action = None
        if not is_together and seat in plans:
            verdict = judged(plans[seat], game.observe(state, seat), legal, planning)
            is_about = bool(verdict.actions) or verdict.failed
            planned, played = planned + is_about, played + bool(verdict.actions)
            if verdict.left is None:
                del plans[seat]
            else:
                plans[seat] = verdict.left
            action = verdict.actions[0] if verdict.actions else None
        if action is None:
            # In a sealed phase the last one chooses alone, in the same sitting.
            is_on = last is not None and last[0] == state.phase and last[1] == "all"
            now = (state.phase, "all") if is_together or is_on else ("", seat)
            sittings += now != last
            last = now
            action = GREEDY.choose(game.observe(state, seat), legal, rng)
        else:
            last = None
        before = progress
        progress = referee.submit(progress, seat, action, draws)
        progress = Progress(Record(header), progress.state, progress.drawn)
        moves += 1
        if not is_together and before.state is not progress.state:
            look_at[seat] = moves + looks.randrange(SEATS - 1)
    return Count(sittings, planned, played)


def _look(
    game: AnyGame, state: Any, seat: Seat, plans: dict[Seat, Plan[Any]], way: Way, rng: Random
) -> None:
    """Let a player plan what they would play now, unless they have."""
    observation, planning = game.observe(state, seat), planning_of(game)
    assert planning is not None
    plan = plans.get(seat)
    if planning.fallbacks:
        plan = _orders(observation, plan, way, rng)
    elif plan is None and (found := planning.ahead(observation)) is not None:
        offered: Sequence[Any] = found.legal
        for _ in range(way.alternatives):
            if not offered:
                break
            action = GREEDY.choose(found.observation, offered, rng)
            plan = added(plan, planning, observation, (action,), is_same=way.is_same)
            taken = [getattr(action, name, None) for name in TRIED]
            offered = [
                each
                for each in offered
                if all(
                    value is None or getattr(each, name, None) != value
                    for name, value in zip(TRIED, taken, strict=True)
                )
            ]
    if plan is not None:
        plans[seat] = plan


def _orders(observation: Any, plan: Plan[Any] | None, way: Way, rng: Random) -> Plan[Any] | None:
    """Return Aftershock's orders: what to buy once the sale begins, meeples home, markers."""
    is_old = plan is not None and plan.chapter != observation.round
    plan = None if is_old else plan
    if observation.phase == "buy" and plan is None:
        found = aftershock.PLANNING.ahead(observation)
        offered: Sequence[Any] = (*found.legal, Pass()) if found else ()
        for _ in range(way.alternatives):
            if not offered:
                break
            action = GREEDY.choose(observation, offered, rng)
            if isinstance(action, Pass):
                break
            plan = added(plan, aftershock.PLANNING, observation, (action,), is_same=way.is_same)
            offered = [
                each for each in offered if isinstance(each, Pass) or each.card != action.card
            ]
        if plan is None:
            # Nothing is wanted: the standing pass of the rules does the same.
            passes: Alternative[Any] = Alternative((Pass(),), again=True)
            plan = Plan((passes,), stands=True, chapter=observation.round)
    if observation.phase == "build" and not aftershock.goes_home(plan):
        plan = aftershock.with_home(plan, observation, is_on=True)
        markers = _ranked(observation, aftershock.own_markers(observation), rng)
        plan = aftershock.with_marker_order(plan, observation, markers)
        ways = _ranked(observation, [MoveMeeple(area) for area in observation.board.areas], rng)
        plan = aftershock.with_ways(plan, observation, [each.area for each in ways])
    return plan


def _ranked(observation: Any, actions: Sequence[Any], rng: Random) -> list[Any]:
    """Return actions, the one that looks best first."""
    left, ranked = list(actions), []
    while left:
        ranked.append(GREEDY.choose(observation, left, rng))
        left.remove(ranked[-1])
    return ranked
