"""How fast the rules of every game are, next to python-chess in the same run.

All play random games through their public doors: list what is legal, take one, play it. Rounds of
all alternate, so that a busy machine slows all. Before every move each asks whether the game is
over. Moves count decisions and what chance brought, as a record does; decisions count alone, too.
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
from engine.game import CHANCE, AnyGame, Chance, Decision, Move, Seat, Setup
from engine.games.san_andreas import GAME as SAN_ANDREAS
from engine.games.san_andreas.ground import fresh_ground
from engine.games.san_andreas.match import shifted
from engine.games.san_andreas.pieces import City
from engine.games.san_andreas.state import but
from engine.games.san_andreas.tiles import PAWNS, SHIFTS, START
from engine.games.seismic import GAME
from engine.record import Header, Record
from engine.referee import Progress, Referee, finished
from engine.registry import games
from engine.replay import Replay

WARM_UP_GAMES: Final = 100
"""A bot runs for days: the tables that the rules fill as they go are full."""
ROUNDS: Final = 9
GAMES_A_ROUND: Final = 8
_SEED: Final = bytes(32)


def measure() -> dict[str, float]:
    """Return the figures: moves a second of every game, what a late position and a replay take."""
    rng = Random(1)  # noqa: S311 - a fixed game, no secret
    return {**_paces(rng), **_seismic(rng), "san_andreas_shift_us": round(_shift_us(rng), 1)}


def _paces(rng: Random) -> dict[str, float]:
    plays = {name: partial(play, game) for name, game in games().items()}
    for play_one in plays.values():
        for _ in range(WARM_UP_GAMES):
            play_one(rng)
    rounds = [
        ({name: _pace(play_one, rng) for name, play_one in plays.items()}, _pace(_play_chess, rng))
        for _ in range(ROUNDS)
    ]
    chess_moves = [theirs.moves for _, theirs in rounds]
    figures: dict[str, float] = {"python_chess_moves_per_second": round(median(chess_moves))}
    for name in plays:
        figures |= _compared(name, [ours[name] for ours, _ in rounds], chess_moves)
    return figures


class Pace(NamedTuple):
    """What was played: in one game, or a second."""

    moves: float
    decisions: float


def _compared(name: str, paces: list[Pace], chess_moves: list[float]) -> dict[str, float]:
    moves, decisions = [pace.moves for pace in paces], [pace.decisions for pace in paces]
    return {
        f"{name}_moves_per_second": round(median(moves)),
        f"{name}_decisions_per_second": round(median(decisions)),
        f"{name}_ratio": _ratio(moves, chess_moves),
        f"{name}_ratio_of_decisions": _ratio(decisions, chess_moves),
    }


def _ratio(ours: list[float], theirs: list[float]) -> float:
    return round(median(one / other for one, other in zip(ours, theirs, strict=True)), 2)


def _pace(play: Callable[[Random], Pace], rng: Random) -> Pace:
    start = perf_counter()
    played = [play(rng) for _ in range(GAMES_A_ROUND)]
    seconds = perf_counter() - start
    return Pace(
        sum(game.moves for game in played) / seconds,
        sum(game.decisions for game in played) / seconds,
    )


def play(game: AnyGame, rng: Random, variants: tuple[str, ...] = ()) -> Pace:
    """Play a random match of a game; where several seats choose, one after the other."""
    state, decisions, draws = game.initial(Setup(rng.choice(game.meta.seats), variants)), 0, 0
    while True:
        match game.node(state):
            case Decision(seats):
                seat = min(seats)
                action = rng.choice(list(game.legal_actions(state, seat)))
                state = game.apply(state, Move(seat, action)).state
                decisions += 1
            case Chance(outcomes):
                state = game.apply(state, Move(CHANCE, _drawn(outcomes, rng))).state
                draws += 1
            case _:
                return Pace(decisions + draws, decisions)


def _drawn(outcomes: Mapping[Any, int], rng: Random) -> Any:
    number = rng.randrange(sum(outcomes.values()))
    totals = accumulate(outcomes.values())
    return next(compress(outcomes, map(number.__lt__, totals)))


def _play_chess(rng: Random) -> Pace:
    board = chess.Board()
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
    return Pace(len(board.move_stack), len(board.move_stack))


def _seismic(rng: Random) -> dict[str, float]:
    return {
        "seismic_legal_placements_us": round(_legal_placements_us(rng), 1),
        "seismic_apply_placement_us": round(_apply_placement_us(rng), 1),
        "seismic_observe_ms": round(_observe_ms(rng), 2),
        "seismic_replay_ms": round(_replay_ms(), 1),
    }


def _microseconds(work: Callable[[], object]) -> float:
    times = []
    for _ in range(200):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times) * 1e6


def _shift_us(rng: Random) -> float:
    """Return what a shift takes, its report and the cities' fates with it: 40 of them in a row."""
    cities = tuple(
        City(Seat(0), 5, tile, quarter, space)
        for space, (tile, quarter) in fresh_ground().visible.items()
    )
    table = but(SAN_ANDREAS.initial(Setup(4)), cities=cities[::8])
    times = []
    for _ in range(40):
        tile, face = rng.choice(tuple(START)), rng.choice(tuple(SHIFTS))
        times.append(_microseconds(partial(shifted, table, tile, face, PAWNS[0])))
        table, _ = shifted(table, tile, face, PAWNS[0])
    return median(times)


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
    return list(GAME.legal_actions(state, state.on_turn))


def _apply_placement_us(rng: Random) -> float:
    state = _late_state(rng)
    move = Move(state.on_turn, rng.choice(_listed(state)))
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
    seat = Seat(progress.state.on_turn)
    return _REFEREE.submit(progress, seat, rng.choice(_listed(progress.state)), _DRAWS)


def _replay_ms() -> float:
    record = _finished_record()
    return _microseconds(partial(Replay, GAME, record)) / 1000


def _finished_record() -> Record[Any]:
    rng, progress = Random(7), _begun(2)  # noqa: S311 - a fixed game, no secret
    while not (outcome := _REFEREE.outcome(progress)):
        progress = _moved(progress, rng)
    return finished(progress.record, outcome, _SEED)
