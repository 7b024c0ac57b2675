"""Random matches for tests."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from engine.draws import SealedDraws, commitment, key
from engine.game import CHANCE, AnyGame, Chance, Decision, Finished, Move, Seat, Setup
from engine.plans import MOST, Plan, added, judged, planning_of
from engine.record import Header, Record, standing
from engine.referee import Progress, Referee, ended_by_vote, finished, new_header
from engine.replay import Replay
from engine.takebacks import TakeBackKind, class_of

SEED = bytes(range(32))

Choose = Callable[[Any, list[Any], Random], Any]
"""Picks one of the legal actions in a state."""


def anything(_state: Any, legal: list[Any], rng: Random) -> Any:
    """Choose any action."""
    return rng.choice(legal)


def header(game: AnyGame, setup: Setup, seed: bytes = SEED) -> Header:
    joins = tuple(f"join-{seat}" for seat in range(setup.seats))
    return new_header(game, setup, commitment(seed), joins)


def old_header(game: AnyGame, setup: Setup, seed: bytes = SEED) -> Header:
    """Return a header of format 1, as matches had it that went on from then."""
    return replace(header(game, setup, seed), format=1)


def draws(setup: Setup, seed: bytes = SEED) -> SealedDraws:
    return SealedDraws(key(seed, tuple(f"join-{seat}" for seat in range(setup.seats))))


def played(game: AnyGame, setup: Setup, number: int, choose: Choose = anything) -> Record[Any]:
    """Return the finished record of a match, always the same for a number: random by default."""
    rng, seed = Random(number), number.to_bytes(32)
    referee = Referee(game)
    chance = draws(setup, seed)
    progress: Progress[Any, Any] = referee.begin(header(game, setup, seed), chance)
    while not (outcome := referee.outcome(progress)):
        seat = rng.choice(moving(game, progress.state, rng))
        legal = list(game.legal_actions(progress.state, seat))
        progress = referee.submit(progress, seat, choose(progress.state, legal, rng), chance)
    return finished(progress.record, outcome, seed)


def wandering(
    game: AnyGame, setup: Setup, number: int, backs: int = 6, first: Header | None = None
) -> Progress[Any, Any]:
    """Return the end of a random match in which moves are taken back, by anybody, anyhow."""
    rng, seed, referee = Random(number), number.to_bytes(32), Referee(game)
    chance = draws(setup, seed)
    progress: Progress[Any, Any] = referee.begin(first or header(game, setup, seed), chance)
    while not referee.outcome(progress):
        seat = rng.choice(moving(game, progress.state, rng))
        legal = list(game.legal_actions(progress.state, seat))
        progress = referee.submit(progress, seat, rng.choice(legal), chance)
        if backs and rng.random() < 0.15 and not referee.outcome(progress):
            backs -= 1
            progress = referee.undo(progress, rng.choice(moved(progress.record)[-5:]))
    return progress


def eventful(game: AnyGame, setup: Setup, number: int, last: int | None = None) -> Record[Any]:
    """Return the record of a random match with moves that were planned, and moves taken back.

    Taken back is what its seat may take back, alone or because all others agree. With `last` its
    table ends it by vote at the first decision after that number of lines.
    """
    rng, seed, referee = Random(number), number.to_bytes(32), Referee(game)
    chance, plans = draws(setup, seed), dict[Seat, Plan[Any]]()
    progress: Progress[Any, Any] = referee.begin(header(game, setup, seed), chance)
    while not (outcome := referee.outcome(progress)):
        if last is not None and len(progress.record.entries) >= last:
            return ended_by_vote(progress.record, seed)
        seat = rng.choice(moving(game, progress.state, rng))
        _plan_ahead(game, progress.state, setup.seats, plans, rng)
        actions = _planned(game, progress.state, seat, plans)
        actions = actions or (rng.choice(list(game.legal_actions(progress.state, seat))),)
        progress = referee.submit_all(progress, seat, actions, chance)
        if rng.random() < 0.2:
            found = class_of(game, Replay(game, progress.record), seat)
            if found.kind is not TakeBackKind.NEVER and found.line is not None:
                progress = referee.settle(referee.undo(progress, found.line), chance)
                plans.clear()
    return finished(progress.record, outcome, seed)


def _plan_ahead(
    game: AnyGame, state: Any, seats: int, plans: dict[Seat, Plan[Any]], rng: Random
) -> None:
    """Let a seat that is not awaited plan any action, now and then, if the game has plans."""
    seat, title = Seat(rng.randrange(seats)), planning_of(game)
    if title is None or seat in deciding(game, state) or rng.random() < 0.5:
        return
    seen = game.observe(state, seat)
    ahead = title.ahead(seen)
    before = plans.get(seat)
    has_room = before is None or len(before.alternatives) < MOST
    if ahead is not None and ahead.legal and has_room:
        action = rng.choice(ahead.legal)
        plans[seat] = added(before, title, seen, (action,), is_same=False)


def _planned(
    game: AnyGame, state: Any, seat: Seat, plans: dict[Seat, Plan[Any]]
) -> tuple[Any, ...]:
    """Return what a seat that alone is awaited has planned, which is used up by that."""
    if seat not in plans or deciding(game, state) != [seat]:
        return ()
    legal = list(game.legal_actions(state, seat))
    verdict = judged(plans.pop(seat), game.observe(state, seat), legal, planning_of(game))
    if verdict.left is not None:
        plans[seat] = verdict.left
    return verdict.actions


def moved(record: Record[Any]) -> list[int]:
    """Return the moves of seats that stand."""
    lines = [record.entries[seq] for seq in standing(record.entries)]
    return [each.seq for each in lines if each.move and each.move.actor != CHANCE]


def deciding(game: AnyGame, state: Any) -> list[Seat]:
    node = game.node(state)
    return sorted(node.seats) if isinstance(node, Decision) else []


def moving(game: AnyGame, state: Any, rng: Random) -> list[Seat]:
    """Return the seats that decide; now and then those that may act unasked, if there are any."""
    node = game.node(state)
    if isinstance(node, Decision) and node.optional and rng.random() < 0.2:
        return sorted(node.optional)
    return deciding(game, state)


def allowed(game: AnyGame, state: Any) -> list[Seat]:
    node = game.node(state)
    return sorted(node.all) if isinstance(node, Decision) else []


def states(game: AnyGame, setup: Setup, number: int) -> Iterator[tuple[Any, Any]]:
    """Yield every state of a random match with the move that led there."""
    rng, state = Random(number), game.initial(setup)
    yield state, None
    while move := random_move(game, state, rng):
        state = game.apply(state, move).state
        yield state, move


def random_move(game: AnyGame, state: Any, rng: Random) -> Move[Any] | None:
    node = game.node(state)
    if isinstance(node, Chance):
        outcomes = list(node.outcomes)
        return Move(CHANCE, rng.choices(outcomes, list(node.outcomes.values()))[0])
    if isinstance(node, Decision):
        seat = rng.choice(moving(game, state, rng))
        return Move(seat, rng.choice(list(game.legal_actions(state, seat))))
    return None


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """Count the ways to play on: every choice and everything chance may bring."""
    node = game.node(state)
    if isinstance(node, Finished):
        return 1
    moves: list[Move[Any]] = []
    if isinstance(node, Chance):
        moves += [Move(CHANCE, outcome) for outcome in node.outcomes]
    else:
        seat = min(node.seats)
        moves += [Move(seat, action) for action in game.legal_actions(state, seat)]
    if depth == 1:
        return len(moves)
    return sum(perft(game, game.apply(state, move).state, depth - 1) for move in moves)
