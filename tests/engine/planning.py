"""Turns of several actions that are planned ahead, and what the rules themselves make of them."""

from dataclasses import replace
from random import Random
from typing import Any, Final

from engine.game import AnyGame, Move, Seat, Setup
from engine.games.seismic.actions import EndTurn, Place
from engine.plans import MOST, Alternative, Plan, Planning
from tests.engine.playing import deciding

DILEMMA: Final = Setup(3, ("road_crews_dilemma",), {"table_radius": 5})


def rulings(rules: AnyGame, state: Any, seat: Seat, actions: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return what the rules themselves let a seat play of these actions before anybody else acts.

    A turn that is over needs no `EndTurn`. Turns of more actions are Seismic's alone.
    """
    if len(actions) > 1 and rules.meta.key != "seismic":
        return ()
    for number, action in enumerate(actions):
        if action not in rules.legal_actions(state, seat):
            is_over = number and deciding(rules, state) != [seat]
            return actions[:number] if is_over and {*actions[number:]} == {EndTurn()} else ()
        state = rules.apply(state, Move(seat, action)).state
    return actions


def turns_of(seen: Any, planning: Planning[Any, Any], chance: Random) -> Plan[Any]:
    """Return a plan of turns with one, two or three actions, some of which will be impossible."""
    found = planning.ahead(seen)
    assert found is not None
    turns = list[Alternative[Any]]()
    for _ in range(MOST):
        first = chance.choice(found.legal)
        if isinstance(first, Place) and chance.random() < 0.7:
            first = replace(first, crew=None)
        then = planning.after(found.observation, first)
        more = chance.choice(then.legal if then and then.legal else found.legal)
        turns.append(
            Alternative(
                chance.choice(
                    [(first,), (first, more), (first, EndTurn()), (first, more, EndTurn())]
                )
            )
        )
    return Plan(tuple(turns))
