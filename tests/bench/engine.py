"""How fast the rules of every game are, next to python-chess in the same run.

All play random games through their public doors: take one of what is legal, play it. (python-chess
lists it for that, our games need not.) Rounds of all alternate, so that a busy machine slows all,
and their seconds are the processor's. Before every move each asks whether the game is over. Moves
count decisions and what chance brought, as a record does; decisions count alone, too.
"""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final, NamedTuple

import chess

from engine.draws import SealedDraws, commitment, key
from engine.game import CHANCE, AnyGame, Decision, Finished, Move, Seat, Setup
from engine.games.san_andreas import GAME as SAN_ANDREAS
from engine.games.san_andreas.ground import fresh_ground
from engine.games.san_andreas.match import shifted
from engine.games.san_andreas.pieces import City
from engine.games.san_andreas.state import but
from engine.games.san_andreas.tiles import PAWNS, SHIFTS, START
from engine.games.seismic import GAME
from engine.record import Header
from engine.referee import Progress, Referee, finished
from engine.registry import games
from engine.replay import Replay

WARM_UP_GAMES: Final = 400
"""A bot runs for days: the tables that the rules fill as they go are full."""
ROUNDS: Final = 9
GAMES_A_ROUND: Final = 8
_SEED: Final = bytes(32)


def measure() -> dict[str, float]:
    """Return the figures: moves a second of every game, what a late position and a replay take."""
    rng = Random(1)
    plays = {name: partial(play, game) for name, game in games().items()}
    for play_one in plays.values():
        for _ in range(WARM_UP_GAMES):
            play_one(rng)
    rounds = [
        ({name: _pace(play_one, rng) for name, play_one in plays.items()}, _pace(_chess, rng))
        for _ in range(ROUNDS)
    ]
    theirs = [chess.moves for _, chess in rounds]

    def ratio(ours: list[float]) -> float:
        return round(median(one / other for one, other in zip(ours, theirs, strict=True)), 2)

    figures: dict[str, float] = {"python_chess_moves_per_second": round(median(theirs))}
    for name in plays:
        moves = [ours[name].moves for ours, _ in rounds]
        decisions = [ours[name].decisions for ours, _ in rounds]
        figures[f"{name}_moves_per_second"] = round(median(moves))
        figures[f"{name}_decisions_per_second"] = round(median(decisions))
        figures[f"{name}_ratio"] = ratio(moves)
        figures[f"{name}_ratio_of_decisions"] = ratio(decisions)
    return figures | _seismic(rng) | {"san_andreas_shift_us": round(_shift_us(rng), 1)}


class Pace(NamedTuple):
    """What was played: in one game, or a second."""

    moves: float
    decisions: float


def _pace(play: Callable[[Random], Pace], rng: Random) -> Pace:
    start = process_time()
    played = [play(rng) for _ in range(GAMES_A_ROUND)]
    seconds = process_time() - start
    return Pace(
        sum(game.moves for game in played) / seconds,
        sum(game.decisions for game in played) / seconds,
    )


def play(game: AnyGame, rng: Random, variants: tuple[str, ...] = ()) -> Pace:
    """Play a random match of a game; where several seats choose, one after the other."""
    state, decisions, draws = game.initial(Setup(rng.choice(game.meta.seats), variants)), 0, 0
    while not isinstance(node := game.node(state), Finished):
        if isinstance(node, Decision):
            seat = min(node.seats)
            action = rng.choice(game.legal_actions(state, seat))
            state = game.apply(state, Move(seat, action)).state
            decisions += 1
        else:
            state = game.apply(state, Move(CHANCE, _drawn(node.outcomes, rng))).state
            draws += 1
    return Pace(decisions + draws, decisions)


def _drawn(outcomes: Mapping[Any, int], rng: Random) -> Any:
    number = rng.randrange(sum(outcomes.values()))
    for outcome, weight in outcomes.items():
        number -= weight
        if number < 0:
            return outcome
    raise AssertionError(outcomes)


def _chess(rng: Random) -> Pace:
    board = chess.Board()
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
    return Pace(len(board.move_stack), len(board.move_stack))


def _seismic(rng: Random) -> dict[str, float]:
    joins, referee = ("a", "b"), Referee(GAME)
    draws = SealedDraws(key(_SEED, joins))
    header = Header("seismic", GAME.meta.rules_version, Setup(2), commitment(_SEED), joins)

    def listed(state: Any) -> list[Any]:
        return list(GAME.legal_actions(state, state.on_turn))

    def moved(progress: Progress[Any, Any], rng: Random) -> Progress[Any, Any]:
        state = progress.state
        return referee.submit(progress, Seat(state.on_turn), rng.choice(listed(state)), draws)

    def late_state() -> Any:
        """Play sixty turns at random and stop at a placement."""
        progress = referee.begin(header, draws)
        while progress.state.turn < 60 or progress.state.phase != "placing":
            progress = moved(progress, rng)
        return progress.state

    listing = median(_microseconds(partial(listed, late_state())) for _ in range(5))
    state = late_state()
    move = Move(state.on_turn, rng.choice(listed(state)))
    fixed, progress = Random(7), referee.begin(header, draws)
    while not (outcome := referee.outcome(progress)):
        progress = moved(progress, fixed)
    record = finished(progress.record, outcome, _SEED)
    return {
        "seismic_legal_placements_us": round(listing, 1),
        "seismic_apply_placement_us": round(_microseconds(partial(GAME.apply, state, move)), 1),
        "seismic_observe_ms": round(
            _microseconds(partial(GAME.observe, late_state(), "public")) / 1000, 2
        ),
        "seismic_replay_ms": round(_microseconds(partial(Replay, GAME, record)) / 1000, 1),
    }


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


def _microseconds(work: Callable[[], object]) -> float:
    times = []
    for _ in range(200):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times) * 1e6
