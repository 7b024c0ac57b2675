"""Random matches for tests."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from engine.draws import SealedDraws, commitment, key
from engine.game import CHANCE, AnyGame, Chance, Decision, Finished, Move, Seat, Setup
from engine.record import Header, Record, standing
from engine.referee import Progress, Referee, finished, new_header

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
