"""Imagined worlds look to a seat like what it sees, and are whole: 53 cards, legal drafts."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.agents import agent, agents
from engine.copying import but
from engine.game import CHANCE, PUBLIC, Chance, Decision, Finished, Move, Seat, Setup
from engine.games.aftershock import GAME
from engine.games.aftershock.actions import Influence, Keep, Mark, Plan, Take
from engine.games.aftershock.cards import full_deck
from engine.games.aftershock.heuristics import HEURISTICS
from engine.games.aftershock.state import State
from tests.games.aftershock.twin import twin
from tests.games.aftershock.worked import BAY, laid

KNOWN = HEURISTICS.imagination
assert KNOWN is not None
SAMPLED = KNOWN.sampled
PHASES = {"keep", "buy", "take", "plan", "build", "resolve", "shock", "move", "mark", "roll"}


def positions(seats: int, seed: int) -> list[State]:
    """Return the positions of a match in which everybody replies, reopens and stands by chance."""
    assert KNOWN is not None
    rng, found = Random(seed), []
    state = GAME.initial(Setup(seats))
    while not isinstance(node := GAME.node(state), Finished):
        found.append(state)
        if isinstance(node, Chance):
            action: Any = rng.choices(list(node.outcomes), list(node.outcomes.values()))[0]
            state = GAME.apply(state, Move(CHANCE, action)).state
            continue
        seat = rng.choice(sorted(node.seats))
        others = sorted(node.optional)
        if others and rng.random() < 0.1:
            seat = rng.choice(others)
        legal = tuple(GAME.legal_actions(state, seat))
        is_wild = seat in node.optional or rng.random() < 0.3
        action = rng.choice(legal) if is_wild else KNOWN.reply(state, seat, rng)
        state = GAME.apply(state, Move(seat, action)).state
    return found


def cards(state: State) -> Counter[str]:
    open_cards = Counter(state.discards)
    for each in (*state.hands, *state.market, *state.gained):
        open_cards.update(each)
    open_cards.update({deal.card: count for deal, count in state.deck.items()})
    return open_cards


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_sampled_world_looks_like_what_the_seat_sees(seats: int) -> None:
    rng, met = Random(seats), set[str]()
    whole = Counter({deal.card: count for deal, count in full_deck(BAY).items()})

    for state in positions(seats, 7)[seats:]:
        met.add(state.phase)
        for seat in map(Seat, range(seats)):
            seen = GAME.observe(state, seat)
            world = SAMPLED(seen, rng)

            assert GAME.observe(world, seat) == seen
            assert cards(world) == whole
            assert GAME.node(world) == GAME.node(state) or state.phase == "dealing"
            assert list(GAME.legal_actions(world, seat)) == list(GAME.legal_actions(state, seat))
            for other in range(seats):
                if state.paid is not None and state.hands[other]:
                    assert BAY.cost(world.hands[other]) == state.paid[other]
    assert met >= PHASES


def test_what_others_sealed_could_have_been_chosen() -> None:
    rng = Random(1)
    kinds = {"keep": Keep, "take": Take, "plan": Plan, "mark": Mark}
    judged = 0
    for state in positions(4, 1):
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


@pytest.mark.parametrize("seats", [3, 5])
def test_a_world_is_made_of_nothing_but_what_the_seat_sees(seats: int) -> None:
    rng = Random(7)
    for number, state in enumerate(positions(seats, seats + 10)):
        if number % 5 or not isinstance(GAME.node(state), Decision):
            continue
        other = twin(state, Seat(1), rng)

        worlds = [SAMPLED(GAME.observe(each, Seat(1)), Random(3)) for each in (state, other)]

        assert worlds[0] == worlds[1]


def test_the_public_imagines_nothing() -> None:
    with pytest.raises(ValueError, match="public"):
        SAMPLED(GAME.observe(laid(phase="keep"), PUBLIC), Random(1))


def test_every_level_chooses_the_same_whatever_it_can_not_know() -> None:
    rng, judged = Random(2), 0
    met = set[str]()
    for state in positions(3, 6)[3:]:
        node = GAME.node(state)
        if state.phase in met or not isinstance(node, Decision) or Seat(1) not in node.seats:
            continue
        met.add(state.phase)
        other = twin(state, Seat(1), rng)
        legal = tuple(GAME.legal_actions(state, Seat(1)))
        for level in agents():
            if level == "expert" and state.phase not in ("build", "shock", "mark"):
                continue  # What it imagines is compared above; it takes its time.
            chosen = [
                agent(level).choose(GAME.observe(each, Seat(1)), legal, Random(3))
                for each in (state, other)
            ]
            assert chosen[0] == chosen[1]
            judged += 1
    assert judged > 20
