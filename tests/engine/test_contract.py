"""What every game must keep, asked of every game that is installed and of the toy.

`JUNK=50000 pytest tests/engine/test_contract.py -k junk` submits so much nonsense to each, in a
minute or two.
"""

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from itertools import cycle, permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from engine.draws import SealedDraws, verify
from engine.errors import CorruptRecord, IllegalAction, NotYourTurn
from engine.game import (
    CHANCE,
    PUBLIC,
    AnyGame,
    Chance,
    Finished,
    Move,
    Seat,
    Setup,
    Viewer,
    visible,
)
from engine.record import Entry, Record, canonical, line_digest
from engine.record_text import read_record, write_record
from engine.referee import Progress, Referee
from engine.registry import games
from engine.replay import Replay
from engine.setups import sets_of_variants
from tests.engine.junk import ACTORS, near_misses, samples, submission
from tests.engine.playing import (
    allowed,
    deciding,
    draws,
    header,
    perft,
    played,
    states,
)
from tests.engine.toy import TOY

ALL: dict[str, AnyGame] = {**games(), "toy": TOY}
CASES = [
    pytest.param(game, Setup(seats), id=f"{key}-{seats}")
    for key, game in ALL.items()
    for seats in game.meta.seats
]
VARIED = [
    pytest.param(game, Setup(seats, variants), id=f"{key}-{seats}-{'-'.join(variants)}")
    for key, game in ALL.items()
    for variants, seats in zip(sets_of_variants(game), cycle(game.meta.seats), strict=False)
]
"""Every set of variants that can be played, with two, three, four … seats in turn."""
OPTED = [
    pytest.param(
        game,
        Setup(max(game.meta.seats), options={option.name: value}),
        id=f"{key}-{option.name}-{value}",
    )
    for key, game in ALL.items()
    for option in game.meta.options
    for value in dict.fromkeys((option.values[1], option.values[-1]))
]
"""Settings other than those that a table has if it says nothing."""
every_case = pytest.mark.parametrize(("game", "setup"), CASES)
numbers = st.integers(0, 10**6)
a_few = settings(max_examples=4, deadline=None)


def sampled(game: AnyGame, setup: Setup, number: int) -> list[tuple[Any, Any]]:
    """Return the states of a random match, of a long one every fifth."""
    every = list(states(game, setup, number))
    return every[::5] if len(every) > 50 else every


def viewers(setup: Setup) -> list[Viewer]:
    return [PUBLIC, *(Seat(seat) for seat in range(setup.seats))]


@every_case
@a_few
@given(number=numbers)
def test_a_random_match_ends_and_replays_to_the_same_state(
    game: AnyGame, setup: Setup, number: int
) -> None:
    record = played(game, setup, number)

    replay = Replay(game, record)

    node = game.node(replay.state)
    assert isinstance(node, Finished)
    assert node.outcome == record.outcome
    assert Replay(game, record).state == replay.state
    assert verify(game, record) > 0


@every_case
@a_few
@given(number=numbers)
def test_legal_actions_are_empty_exactly_for_seats_that_may_not_act(
    game: AnyGame, setup: Setup, number: int
) -> None:
    for state, _ in states(game, setup, number):
        choosing = [
            seat for seat in range(setup.seats) if list(game.legal_actions(state, Seat(seat)))
        ]

        assert choosing == allowed(game, state)


@every_case
@a_few
@given(number=numbers)
def test_legal_actions_are_listed_once_and_in_the_same_order(
    game: AnyGame, setup: Setup, number: int
) -> None:
    for state, _ in states(game, setup, number):
        for seat in allowed(game, state):
            legal = list(game.legal_actions(state, seat))

            assert len({canonical(action) for action in legal}) == len(legal)
            assert legal == list(game.legal_actions(state, seat))


@every_case
@a_few
@given(number=numbers)
def test_what_is_listed_is_accepted_and_all_else_is_refused(
    game: AnyGame, setup: Setup, number: int
) -> None:
    rng = Random(number)
    known: list[Any] = []
    for state, move in sampled(game, setup, number):
        known += [] if move is None else [move.action]
        before = (state, snapshot(game, setup, state))
        for seat in map(Seat, range(setup.seats)):
            legal = list(game.legal_actions(state, seat))
            listed = set(legal)
            near = near_misses(game, known[-60:], legal, rng) if legal else []
            for action in (*rng.sample(legal, min(2, len(legal))), *known[-12:], *near):
                assert accepts(game, state, seat, action) == (action in listed), action
        assert (state, snapshot(game, setup, state)) == before
        known += legal[:3]


def accepts(game: AnyGame, state: Any, seat: Seat, action: Any) -> bool:
    try:
        game.apply(state, Move(seat, action))
    except (IllegalAction, NotYourTurn):
        return False
    return True


@every_case
@a_few
@given(number=numbers)
def test_chance_brings_nothing_that_the_node_does_not_list(
    game: AnyGame, setup: Setup, number: int
) -> None:
    drawn: list[Any] = []
    for state, move in states(game, setup, number):
        if move is not None and move.actor == CHANCE:
            drawn.append(move.action)
        node = game.node(state)
        listed = node.outcomes if isinstance(node, Chance) else {}
        assert all(weight > 0 for weight in listed.values())
        for action in (each for each in drawn if each not in listed):
            with pytest.raises((IllegalAction, NotYourTurn)):
                game.apply(state, Move(CHANCE, action))


def snapshot(game: AnyGame, setup: Setup, state: Any) -> Any:
    return [
        (
            game.observe(state, viewer),
            list(game.legal_actions(state, viewer)) if viewer != PUBLIC else [],
        )
        for viewer in viewers(setup)
    ]


def toy_twin(state: Any, viewer: Viewer, rng: Random) -> Any:
    """Let everybody else have another card and another sealed bid."""
    others = [seat for seat in range(len(state.hands)) if seat != viewer]
    loose = [*state.deck, *(state.hands[seat] for seat in others)]
    rng.shuffle(loose)
    hands = tuple(hand if seat == viewer else loose.pop() for seat, hand in enumerate(state.hands))
    bids = tuple(
        bid if seat == viewer or bid is None else rng.randrange(3)
        for seat, bid in enumerate(state.bids)
    )
    return replace(state, deck=tuple(sorted(loose)), hands=hands, bids=bids)


def twin_of(game: AnyGame) -> Callable[[Any, Viewer, Random], Any]:
    """Return what makes another world that looks the same: `twin` of the game's own tests."""
    if game is TOY:
        return toy_twin
    found: Any = import_module(f"tests.games.{game.meta.key}.twin")
    twin: Callable[[Any, Viewer, Random], Any] = found.twin
    return twin


@every_case
@a_few
@given(number=numbers)
def test_worlds_that_a_viewer_cannot_tell_apart_look_the_same(
    game: AnyGame, setup: Setup, number: int
) -> None:
    rng, different = Random(number), 0
    for state, _ in sampled(game, setup, number):
        for viewer in viewers(setup):
            twin = twin_of(game)(state, viewer, rng)
            different += twin != state

            assert game.observe(twin, viewer) == game.observe(state, viewer)
            if viewer != PUBLIC:
                assert list(game.legal_actions(twin, viewer)) == list(
                    game.legal_actions(state, viewer)
                )
    assert different > 0


@every_case
@a_few
@given(number=numbers)
def test_choices_made_at_the_same_time_commute(game: AnyGame, setup: Setup, number: int) -> None:
    rng = Random(number)
    for state, _ in states(game, setup, number):
        seats = deciding(game, state)
        if len(seats) > 1:
            chosen = {seat: rng.choice(list(game.legal_actions(state, seat))) for seat in seats}
            ends = [in_order(game, state, order, chosen) for order in permutations(seats)]
            assert all(end == ends[0] for end in ends)


def in_order(game: AnyGame, state: Any, order: tuple[Seat, ...], chosen: dict[Seat, Any]) -> Any:
    for seat in order:
        state = game.apply(state, Move(seat, chosen[seat])).state
    return state


@every_case
@a_few
@given(number=numbers)
def test_observations_and_records_survive_json(game: AnyGame, setup: Setup, number: int) -> None:
    # Making the reader of an observation takes longer than using it.
    adapter = TypeAdapter(type(game.observe(game.initial(setup), PUBLIC)))
    for state, _ in sampled(game, setup, number):
        for viewer in viewers(setup)[:2]:
            seen = game.observe(state, viewer)
            assert adapter.validate_json(adapter.dump_json(seen)) == seen

    record = played(game, setup, number)
    assert read_record(ALL, write_record(game, record)) == record


@every_case
def test_everybody_is_told_of_what_the_public_is_told(game: AnyGame, setup: Setup) -> None:
    for line in Replay(game, played(game, setup, 1)):
        for event in line.events:
            if visible(event, PUBLIC):
                assert all(visible(event, viewer) for viewer in viewers(setup))


JUNK = int(os.environ.get("JUNK", "1000"))


@pytest.mark.parametrize("key", ALL)
def test_junk_is_refused_and_changes_nothing(key: str) -> None:
    game, rng, done = ALL[key], Random(key), Counter[str]()
    others = samples([each for other, each in ALL.items() if other != key])
    while done["all"] < JUNK:
        setup = Setup(rng.choice(game.meta.seats))
        chance, referee = draws(setup), Referee(game)
        progress: Progress[Any, Any] = referee.begin(header(game, setup), chance)
        known = [*samples([game]), *game.legal_actions(progress.state, Seat(0))]
        while not referee.outcome(progress):
            for _ in range(min(5, JUNK // 100)):
                due = allowed(game, progress.state)
                seat = rng.choice(due if rng.random() < 0.7 else ACTORS)
                action = submission(known, others, rng)
                refused = refusal(referee, progress, seat, action, chance)
                done.update(("all", refused.partition(" ")[0]))
                assert refused or is_legal(game, progress.state, seat, action)
                if refused and rng.random() < 0.05:
                    with pytest.raises(CorruptRecord):
                        referee.open(forged(progress.record, Move(seat, action)))
            if rng.random() < 0.05:
                assert referee.open(progress.record).state == progress.state
            seat = rng.choice(deciding(game, progress.state))
            legal = list(game.legal_actions(progress.state, seat))
            known = [*known[-200:], *legal[:50]]
            progress = referee.submit(progress, seat, rng.choice(legal), chance)
    assert done["IllegalAction"] > JUNK / 4
    assert done["NotYourTurn"] > JUNK / 20


def refusal(
    referee: Referee[Any, Any, Any],
    progress: Progress[Any, Any],
    seat: Any,
    action: Any,
    chance: SealedDraws,
) -> str:
    """Return how an action is refused, "" if it is played."""
    try:
        referee.submit(progress, seat, action, chance)
    except (IllegalAction, NotYourTurn) as error:
        return f"{type(error).__name__} {error}"
    return ""


def forged(record: Record[Any], move: Move[Any]) -> Record[Any]:
    """Return the beginning of a record and this line, with the right digest if it has one."""
    before, entries = record.entries[-1].digest, record.entries
    try:
        digest = line_digest(before, len(entries), move)
    except (TypeError, ValueError, AttributeError, RecursionError, RuntimeError):
        digest = "0" * 16
    return replace(record, entries=(*entries, Entry(len(entries), digest, move)))


def is_legal(game: AnyGame, state: Any, seat: Any, action: Any) -> bool:
    if type(seat) is not int or seat not in allowed(game, state):
        return False
    legal = game.legal_actions(state, Seat(seat))
    alike = [each for each in legal if type(each) is type(action) and each == action]
    return [canonical(each) for each in alike] == [canonical(action)]


ASKED = [
    test_a_random_match_ends_and_replays_to_the_same_state,
    test_legal_actions_are_empty_exactly_for_seats_that_may_not_act,
    test_legal_actions_are_listed_once_and_in_the_same_order,
    test_what_is_listed_is_accepted_and_all_else_is_refused,
    test_chance_brings_nothing_that_the_node_does_not_list,
    test_worlds_that_a_viewer_cannot_tell_apart_look_the_same,
    test_choices_made_at_the_same_time_commute,
    test_observations_and_records_survive_json,
]


@pytest.mark.parametrize(("game", "setup"), OPTED)
def test_what_is_listed_is_accepted_whatever_the_table_settled(game: AnyGame, setup: Setup) -> None:
    check: Any = test_what_is_listed_is_accepted_and_all_else_is_refused
    check.hypothesis.inner_test(game, setup, number=1)


@pytest.mark.parametrize(("game", "setup"), VARIED)
@pytest.mark.parametrize("check", ASKED, ids=lambda check: check.__name__.removeprefix("test_"))
def test_every_set_of_variants_keeps_the_contract(check: Any, game: AnyGame, setup: Setup) -> None:
    check.hypothesis.inner_test(game, setup, number=sum(map(ord, "".join(setup.variants))))


def test_perft_of_the_toy() -> None:
    state = TOY.initial(Setup(2))

    assert [perft(TOY, state, depth) for depth in range(1, 6)] == [6, 30, 90, 450, 2250]
