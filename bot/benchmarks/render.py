"""How fast pictures are: a full board, two towns, a replay, what the loop feels then, the Bay.

Matches are played at random through the rules' public doors, crews wherever they may stand.
"""

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import accumulate
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Any, Final

from bot.benchmarks import bay, coast
from bot.benchmarks.timing import median_ms, ms
from engine.boards.hexes import Cell, distance
from engine.game import CHANCE, PUBLIC, Chance, Decision, Move, Seat, Setup
from engine.games.seismic import GAME
from engine.games.seismic.actions import Place
from engine.games.seismic.board import bare_board, with_tiles
from engine.games.seismic.pieces import Crew, Laid
from engine.games.seismic.preview import fits, table
from engine.games.seismic.sections import points, sections
from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import BOX, edges, fragments
from render.games.seismic import RENDERER
from render.games.seismic.captions import Captions
from render.sprites import SPRITES

TILES: Final = 80
TWIN_TILES: Final = 160
VARIANTS: Final = ("aftershocks", "twin_cities")
_NAMES: Final = ("Nora", "Ben", "Cleo", "Dan")
_LOAD_SECONDS: Final = 1.0


def measure() -> dict[str, float]:
    """Return the figures; times are medians, kB are thousands of bytes."""
    return _one_town() | _two_towns() | bay.measure()


def _two_towns() -> dict[str, float]:
    match = _match(Random(4), VARIANTS)  # noqa: S311 - no secrets here
    full = _grown(match[-2], Random(1), TWIN_TILES)  # noqa: S311
    cold = ms(lambda: _film(match))
    return {
        "twin_tiles": len(full.tiles),
        "twin_warm_ms": round(median_ms(lambda: _board(full)), 2),
        "twin_zoom_ms": round(median_ms(lambda: _zoom(full)), 2),
        "twin_kb": round(len(_board(full)) / 1000, 1),
        "twin_replay_frames": len(match),
        "twin_replay_cold_ms": round(cold),
        "twin_replay_kb": round(len(_film(match)) / 1000),
    }


def _zoom(observation: Observation) -> bytes:
    return RENDERER.zoom(observation, _captions(observation), observation.towns[-1]).data


def _one_town() -> dict[str, float]:
    match = _match(Random(4))  # noqa: S311 - no secrets here
    full = _grown(match[-2], Random(1), TILES)  # noqa: S311
    SPRITES.clear()
    cold = ms(lambda: _board(full))
    film_cold = ms(lambda: _film(match))
    return {
        "board_tiles": len(full.tiles),
        "board_cold_ms": round(cold, 1),
        "board_warm_ms": round(median_ms(lambda: _board(full)), 2),
        "board_kb": round(len(_board(full)) / 1000, 1),
        "replay_frames": len(match),
        "replay_cold_ms": round(film_cold),
        "replay_ms": round(median_ms(lambda: _film(match), 3)),
        "replay_kb": round(len(_film(match)) / 1000),
        "loop_lag_p99_ms": round(median(asyncio.run(_loop_lag_ms(full)) for _ in range(5)), 2),
        "boards_per_second_two_threads": round(_throughput(full)),
        "sprites_mb": round(SPRITES.size / 1e6, 1),
        **coast.figures(),
    }


def _board(observation: Observation) -> bytes:
    return RENDERER.board(observation, _captions(observation)).data


def _film(match: list[Observation]) -> bytes:
    return RENDERER.animation(match, [_captions(each) for each in match]).data


def _captions(observation: Observation) -> Captions:
    acting, last = observation.to_act, observation.last
    return Captions(
        title="Seismic · match 27",
        headline="" if acting is None else f"{_NAMES[acting]} to play",
        names=_NAMES[: observation.seats],
        letters=tuple(name[0] for name in _NAMES[: observation.seats]),
        seat_notes=tuple(f"{left} crews" for left in observation.crews),
        points_label="points now",
        pile_label="tiles in the pile",
        quakes_label="quakes",
        last="" if last is None else f"{_NAMES[observation.last_by or 0]}, {last.cell}",
    )


def _match(rng: Random, variants: tuple[str, ...] = ()) -> list[Observation]:
    """Return every position of a random match of four in which somebody decides, and the end."""
    state, seen = GAME.initial(Setup(4, variants=variants)), []
    towns = GAME.observe(state, PUBLIC).towns
    while True:
        match GAME.node(state):
            case Decision(seats):
                (seat,) = seats
                seen.append(GAME.observe(state, PUBLIC))
                choice = _choice(GAME.legal_actions(state, seat), towns, rng)
                state = GAME.apply(state, Move(seat, choice)).state
            case Chance(outcomes):
                state = GAME.apply(state, Move(CHANCE, _drawn(outcomes, rng))).state
            case _:
                return [*seen, GAME.observe(state, PUBLIC)]


def _choice(legal: Any, towns: Sequence[Cell], rng: Random) -> Any:
    """Prefer places near a town with a crew: boards of people are dense and crowded."""
    sample = rng.sample(legal, min(len(legal), 12))
    return min(sample, key=lambda action: _distance(action, towns))


def _distance(action: Any, towns: Sequence[Cell]) -> float:
    if not isinstance(action, Place):
        return 0.0
    return _nearest(action.cell, towns) - 1.5 * (action.crew is not None)


def _drawn(outcomes: Mapping[Any, int], rng: Random) -> Any:
    number = rng.random() * sum(outcomes.values())
    totals = accumulate(outcomes.values())
    return next(each for each, total in zip(outcomes, totals, strict=True) if number < total)


def _grown(observation: Observation, rng: Random, count: int) -> Observation:
    """Return the position with more tiles than a box has, up to the full table we promise."""
    tiles = list(observation.tiles)
    codes = [tile.code for tile in BOX if tile.kind in {"highway", "intersection"}]
    while len(tiles) < count:
        code = rng.choice(codes)
        options = fits(replace(observation, tiles=tuple(tiles)), code)
        if options:
            cell = min(options, key=lambda cell: (_nearest(cell, observation.towns), cell))
            turn = options[cell][0]
            edge = fragments(code, turn)[0][0]
            assert edges(code, turn) >> edge & 1
            tiles.append(Laid(cell, code, turn, (Crew(Seat(len(tiles) % 4), edge),)))
    board = with_tiles(bare_board(table(observation)), tiles[len(observation.towns) :])
    joined = sections(board)
    return replace(
        observation,
        tiles=tuple(tiles),
        sections=joined,
        points=points(joined, observation.seats),
        last=tiles[-1],
    )


def _nearest(cell: Cell, towns: Sequence[Cell]) -> int:
    return min(distance(cell, town) for town in towns)


def _throughput(full: Observation) -> float:
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(_board, [full] * 4))
        count = 60
        taken = ms(lambda: list(pool.map(_board, [full] * count)))
    return count / taken * 1000


async def _loop_lag_ms(full: Observation) -> float:
    """Return how late a heartbeat of 5 ms comes at the 99th percentile, while threads draw."""
    loop = asyncio.get_running_loop()
    until = perf_counter() + _LOAD_SECONDS

    async def draw(pool: ThreadPoolExecutor) -> None:
        while perf_counter() < until:
            await loop.run_in_executor(pool, _board, full)

    lags = []

    async def beat() -> None:
        while perf_counter() < until:
            start = perf_counter()
            await asyncio.sleep(0.005)
            lags.append((perf_counter() - start) * 1000 - 5)

    with ThreadPoolExecutor(2) as pool:
        await asyncio.gather(beat(), draw(pool), draw(pool))
    return quantiles(lags, n=100)[98]


if __name__ == "__main__":
    for name, figure in measure().items():
        print(f"{name:32}{figure:>10}")  # noqa: T201 - a benchmark says what it found
