"""Imagined worlds look to a seat like what it sees, and are whole: 53 cards, legal drafts."""

from random import Random
from typing import Any

import pytest

from engine.game import PUBLIC, Move, Seat, Setup
from engine.games.aftershock import GAME
from engine.games.aftershock.actions import Influence, Keep, Mark, Plan, Take
from engine.values import but
from tests.games.aftershock.worked import laid
from tests.games.test_worlds import imagination, likely

SAMPLED = imagination("aftershock").sampled


def test_what_others_sealed_could_have_been_chosen() -> None:
    rng = Random(1)
    kinds = {"keep": Keep, "take": Take, "plan": Plan, "mark": Mark}
    judged = 0
    for state in likely("aftershock", Setup(4), 1):
        if state.phase not in kinds or not any(state.ready):
            continue
        world = SAMPLED(GAME.observe(state, Seat(0)), rng)
        for seat in map(Seat, range(1, 4)):
            draft = world.drafts[seat]
            if draft is None:
                assert not state.ready[seat] or state.drafts[seat] is None
                continue
            before = but(
                world,
                ready=(*world.ready[:seat], False, *world.ready[seat + 1 :]),
                drafts=(*world.drafts[:seat], None, *world.drafts[seat + 1 :]),
            )
            for key in [draft] if state.phase == "keep" else draft:
                done = len(before.drafts[seat] or ())
                kind: Any = kinds[state.phase]
                if state.phase == "mark" and done >= state.score_markers:
                    kind = Influence
                before_, action = before, kind(key)
                assert action in tuple(GAME.legal_actions(before_, seat))
                if done + 1 < len(draft) and state.phase != "keep":
                    before = GAME.apply(before_, Move(seat, action)).state
            judged += 1
    assert judged > 10


def test_the_public_imagines_nothing() -> None:
    with pytest.raises(ValueError, match="public"):
        SAMPLED(GAME.observe(laid(phase="keep"), PUBLIC), Random(1))
