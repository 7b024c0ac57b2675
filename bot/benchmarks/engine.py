"""How fast the rules are, next to python-chess in the same run.

Both play random games through their public doors: list what is legal, take one, play it. Rounds
of the two alternate, so that a busy machine slows both. Only decisions count as moves, and both
sides ask before every move whether the game is over.
"""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import accumulate, compress
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, Final, NamedTuple

import chess

from engine.draws import SealedDraws, commitment, key
from engine.games.seismic import GAME
from engine.node import Chance, Decision
from engine.record import Header, Move, Record, Setup
from engine.referee import Progress, Referee, finished
from engine.replay import Replay
from engine.seat import CHANCE, Seat

WARM_UP_GAMES: Final = 100
"""A bot runs for days: the tables that the rules fill as they go are full."""
ROUNDS: Final = 9
GAMES_A_ROUND: Final = 8
_SEED: Final = bytes(32)


def measure() -> dict[str, float]:
    """Return the figures: moves a second, and what a late position and a replay take."""
    rng = Random(1)  # noqa: S311 - a fixed game, no secret
    for _ in range(WARM_UP_GAMES):
        _play_seismic(rng)
    rounds = [(_pace(_play_seismic, rng), _pace(_play_chess, rng)) for _ in range(ROUNDS)]
    moves, decisions, chess_moves = (
        [(ours.moves, ours.decisions, theirs.moves)[which] for ours, theirs in rounds]
        for which in range(3)
    )
    return {
        "moves_per_second": round(median(moves)),
        "decisions_per_second": round(median(decisions)),
        "python_chess_moves_per_second": round(median(chess_moves)),
        "ratio": _ratio(moves, chess_moves),
        "ratio_of_decisions": _ratio(decisions, chess_moves),
        "legal_placements_us": round(_legal_placements_us(rng), 1),
        "apply_placement_us": round(_apply_placement_us(rng), 1),
        "observe_ms": round(_observe_ms(rng), 2),
        "replay_ms": round(_replay_ms(), 1),
    }


class _Pace(NamedTuple):
    """What was played: in one game, or a second."""

    moves: float
    decisions: float


def _ratio(ours: list[float], theirs: list[float]) -> float:
    return round(median(one / other for one, other in zip(ours, theirs, strict=True)), 2)


def _pace(play: Callable[[Random], _Pace], rng: Random) -> _Pace:
    start = perf_counter()
    games = [play(rng) for _ in range(GAMES_A_ROUND)]
    seconds = perf_counter() - start
    return _Pace(
        sum(game.moves for game in games) / seconds,
        sum(game.decisions for game in games) / seconds,
    )


def _play_seismic(rng: Random) -> _Pace:
    state, decisions, draws = GAME.initial(Setup(2 + rng.randrange(3))), 0, 0
    while True:
        match GAME.node(state):
            case Decision(seats):
                (seat,) = seats
                action = rng.choice(list(GAME.legal_actions(state, seat)))
                state = GAME.apply(state, Move(seat, action)).state
                decisions += 1
            case Chance(outcomes):
                state = GAME.apply(state, Move(CHANCE, _drawn(outcomes, rng))).state
                draws += 1
            case _:
                return _Pace(decisions + draws, decisions)


def _drawn(outcomes: Mapping[Any, int], rng: Random) -> Any:
    number = rng.randrange(sum(outcomes.values()))
    totals = accumulate(outcomes.values())
    return next(compress(outcomes, map(number.__lt__, totals)))


def _play_chess(rng: Random) -> _Pace:
    board = chess.Board()
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
    return _Pace(len(board.move_stack), len(board.move_stack))


def _microseconds(work: Callable[[], object]) -> float:
    times = []
    for _ in range(200):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times) * 1e6


def _late_state(rng: Random) -> Any:
    """Play sixty turns at random and stop at a placement."""
    progress = _begun(2)
    while progress.state.turn < 60 or progress.state.phase != "placing":
        progress = _moved(progress, rng)
    return progress.state


def _legal_placements_us(rng: Random) -> float:
    states = [_late_state(rng) for _ in range(5)]
    return median(_microseconds(partial(_listed, state)) for state in states)


def _listed(state: Any) -> list[Any]:
    return list(GAME.legal_actions(state, state.seat))


def _apply_placement_us(rng: Random) -> float:
    state = _late_state(rng)
    move = Move(state.seat, rng.choice(_listed(state)))
    return _microseconds(partial(GAME.apply, state, move))


def _observe_ms(rng: Random) -> float:
    return _microseconds(partial(GAME.observe, _late_state(rng), "public")) / 1000


_JOINS: Final = ("a", "b")
_DRAWS: Final = SealedDraws(key(_SEED, _JOINS))
_REFEREE: Final = Referee(GAME)


def _begun(seats: int) -> Progress[Any, Any]:
    header = Header("seismic", GAME.meta.rules_version, Setup(seats), commitment(_SEED), _JOINS)
    return _REFEREE.begin(header, _DRAWS)


def _moved(progress: Progress[Any, Any], rng: Random) -> Progress[Any, Any]:
    seat = Seat(progress.state.seat)
    return _REFEREE.submit(progress, seat, rng.choice(_listed(progress.state)), _DRAWS)


def _replay_ms() -> float:
    record = _finished_record()
    return _microseconds(partial(Replay, GAME, record)) / 1000


def _finished_record() -> Record[Any]:
    rng, progress = Random(7), _begun(2)  # noqa: S311 - a fixed game, no secret
    while not (outcome := _REFEREE.outcome(progress)):
        progress = _moved(progress, rng)
    return finished(progress.record, outcome, _SEED)
