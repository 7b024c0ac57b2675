"""Orders given ahead: what to buy, where Shocked meeples go, which marker strikes first.

They hold for the round in which they are given. The rules have a standing pass of their own
(`Stand`), which everybody sees; these are the owner's alone.
"""

from collections.abc import Hashable, Iterable
from typing import Final

from engine.game import PUBLIC, Seat
from engine.games.aftershock.actions import Action, Buy, MoveMeeple, Pass, Resolve, TakeBack
from engine.games.aftershock.board import MARKERS
from engine.games.aftershock.building import planned
from engine.games.aftershock.buying import offers, price
from engine.games.aftershock.shaking import payable_routes
from engine.games.aftershock.state import Observation
from engine.plans import Ahead, Alternative, Plan, Planning, current, digest
from engine.values import but

HOME: Final[Alternative[Action]] = Alternative((TakeBack(),), digest(((),)), again=True)
"""Shocked meeples go home, unless some way is free."""


def ahead(observation: Observation) -> Ahead[Observation, Action] | None:
    """Return the market as if it were the viewer's turn; None in other phases."""
    if observation.viewer == PUBLIC or observation.phase != "buy":
        return None
    seat = Seat(int(observation.viewer))
    legal = offers(observation, seat)
    return Ahead(but(observation, to_act=(seat,)), legal) if legal else None


def near(observation: Observation, action: Action) -> Hashable:
    """Return for a purchase the card, its seller, its price and the own money.

    For a Shocked meeple that goes home: the areas to which a way is free.
    """
    seat = Seat(int(observation.viewer))
    match action:
        case Buy(seller, card, token):
            cost = price(observation.board.card[card].cost, token)
            return card in observation.market[seller], seller, cost, observation.money[seat]
        case TakeBack() if observation.aftershocks:
            ways = payable_routes(observation, seat)
            return tuple(route.to for route in ways if not route.cost)
        case _:
            return ()


PLANNING: Final[Planning[Observation, Action]] = Planning(
    ahead, near, fallbacks={Buy: Pass()}, chapter=lambda observation: observation.round
)


def own_markers(observation: Observation) -> tuple[Resolve, ...]:
    """Return the markers that the viewer has planned or has on the map, each once."""
    if observation.viewer == PUBLIC:
        return ()
    seat = int(observation.viewer)
    plan = observation.plans[seat] or ()
    if observation.phase == "plan":
        plan = planned(observation.board, observation.items[seat], observation.draft or ())
    lying = observation.markers[seat] or [each for each in plan if each.item in MARKERS]
    return tuple(Resolve(each.area, each.item) for each in dict.fromkeys(lying))


def goes_home(plan: Plan[Action] | None) -> bool:
    """Say whether Shocked meeples go home by this plan."""
    return plan is not None and HOME in plan.alternatives


def with_home(
    plan: Plan[Action] | None, observation: Observation, *, is_on: bool
) -> Plan[Action] | None:
    """Return the plan with or without the order that Shocked meeples go home."""
    rest = [each for each in _standing(plan, observation).alternatives if each != HOME]
    return _of(observation, [*rest, HOME] if is_on else rest)


def ways_wanted(plan: Plan[Action] | None) -> tuple[str, ...]:
    """Return the areas to which Shocked meeples go by this plan where a way is free."""
    every = plan.alternatives if plan else ()
    return tuple(each.area for one in every for each in one.actions if isinstance(each, MoveMeeple))


def with_ways(
    plan: Plan[Action] | None, observation: Observation, areas: Iterable[str]
) -> Plan[Action] | None:
    """Return the plan with other areas, the best first, to which Shocked meeples go for free.

    To none of them: the owner is asked wherever a way is free.
    """
    rest = [
        each
        for each in _standing(plan, observation).alternatives
        if not isinstance(each.actions[0], MoveMeeple)
    ]
    free: list[Alternative[Action]] = [Alternative((MoveMeeple(to),), again=True) for to in areas]
    return _of(observation, free + rest)


def marker_order(plan: Plan[Action] | None) -> tuple[Resolve, ...]:
    """Return the markers in the order in which the plan lets them strike."""
    every = plan.alternatives if plan else ()
    return tuple(each for one in every for each in one.actions if isinstance(each, Resolve))


def with_marker_order(
    plan: Plan[Action] | None, observation: Observation, order: Iterable[Resolve]
) -> Plan[Action] | None:
    """Return the plan with another order of the markers; none: the owner is asked."""
    rest = [
        each
        for each in _standing(plan, observation).alternatives
        if not isinstance(each.actions[0], Resolve)
    ]
    struck: list[Alternative[Action]] = [Alternative((marker,)) for marker in order]
    return _of(observation, rest + struck)


def _standing(plan: Plan[Action] | None, observation: Observation) -> Plan[Action]:
    """Return a plan as far as it holds in this round."""
    held = current(plan, PLANNING, observation)
    return held if held is not None and held.stands else Plan()


def _of(observation: Observation, alternatives: list[Alternative[Action]]) -> Plan[Action] | None:
    if not alternatives:
        return None
    return Plan(tuple(alternatives), stands=True, chapter=observation.round)
