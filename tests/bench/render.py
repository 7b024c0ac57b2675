"""How fast pictures are: full boards, quakes, replays, and what the event loop feels meanwhile.

Matches are played through the rules' public doors: Seismic's with crews wherever they may stand,
for boards of people are dense and crowded; Aftershock's by greedy players; San Andreas at random.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Any, Final

from engine.agents import agent
from engine.boards.hexes import Cell, distance
from engine.game import CHANCE, PUBLIC, AnyGame, Chance, Decision, Move, Seat, Setup
from engine.games import aftershock as bay_rules
from engine.games import san_andreas as coast_rules
from engine.games import seismic as seismic_rules
from engine.games.aftershock.preview import routes
from engine.games.aftershock.state import Observation as Bay
from engine.games.san_andreas.state import Observation as Coast
from engine.games.seismic.actions import Place
from engine.games.seismic.board import bare_board, with_tiles
from engine.games.seismic.pieces import Crew, Laid
from engine.games.seismic.preview import fits
from engine.games.seismic.sections import points, sections
from engine.games.seismic.state import Observation as Highways
from engine.games.seismic.tiles import BOX, edges, fragments
from render.games.aftershock import RENDERER as BAY
from render.games.aftershock.captions import Captions as BayCaptions
from render.games.san_andreas import RENDERER as COAST
from render.games.san_andreas.captions import Captions as CoastCaptions
from render.games.seismic import RENDERER as HIGHWAYS
from render.games.seismic.captions import Captions as HighwaysCaptions
from render.picture import Picture
from render.sprites import SPRITES

TILES: Final = 80
TWIN_TILES: Final = 160
VARIANTS: Final = ("aftershocks", "twin_cities")
_NAMES: Final = ("Nora", "Ben", "Cleo", "Dan", "Eva")
_LETTERS: Final = [chr(97 + number % 26) for number in range(100)]
_LOAD_SECONDS: Final = 1.0

Drawing = Callable[[], Picture]


def measure() -> dict[str, float]:
    """Return the figures; times are medians, kB are thousands of bytes."""
    return _one_town() | _coast() | _two_towns() | _bay()


def _cold_ms(draw: Callable[[], object]) -> float:
    start = perf_counter()
    draw()
    return (perf_counter() - start) * 1000


def _warm_ms(draw: Drawing, rounds: int = 25) -> float:
    return round(median(_cold_ms(draw) for _ in range(rounds)), 2)


def _kb(draw: Drawing) -> float:
    return round(len(draw().data) / 1000, 1)


def _played(
    game: AnyGame, setup: Setup, rng: Random, choose: Callable[[Any, Seat, list[Any]], Any]
) -> list[tuple[Any, Seat]]:
    """Return every state of a match in which a player decides, with who, and the end."""
    state, seen = game.initial(setup), []
    while True:
        match game.node(state):
            case Decision(seats):
                seat = min(seats)
                seen.append((state, seat))
                action = choose(state, seat, list(game.legal_actions(state, seat)))
                state = game.apply(state, Move(seat, action)).state
            case Chance(outcomes):
                (drawn,) = rng.choices([*outcomes], [*outcomes.values()])
                state = game.apply(state, Move(CHANCE, drawn)).state
            case _:
                return [*seen, (state, Seat(0))]


# Seismic, the size of one box and of two.


def _one_town() -> dict[str, float]:
    match = _highways(Random(4))
    board = partial(_board, _grown(match[-2], Random(1), TILES))
    film = partial(_film, match)
    SPRITES.clear()
    cold, film_cold = _cold_ms(board), _cold_ms(film)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda _: board(), range(4)))
        busy = _cold_ms(lambda: list(pool.map(lambda _: board(), range(60))))
    return {
        "board_tiles": TILES,
        "board_cold_ms": round(cold, 1),
        "board_warm_ms": _warm_ms(board),
        "board_kb": _kb(board),
        "replay_frames": len(match),
        "replay_cold_ms": round(film_cold),
        "replay_ms": round(_warm_ms(film, 3)),
        "replay_kb": round(_kb(film)),
        "loop_lag_p99_ms": round(median(asyncio.run(_loop_lag_ms(board)) for _ in range(5)), 2),
        "boards_per_second_two_threads": round(60_000 / busy),
        "sprites_mb": round(SPRITES.size / 1e6, 1),
    }


def _two_towns() -> dict[str, float]:
    match = _highways(Random(4), VARIANTS)
    full = _grown(match[-2], Random(1), TWIN_TILES)
    board, film = partial(_board, full), partial(_film, match)
    film_cold = _cold_ms(film)
    zoom = partial(HIGHWAYS.zoom, full, _highways_captions(full), full.towns[-1])
    return {
        "twin_tiles": len(full.tiles),
        "twin_warm_ms": _warm_ms(board),
        "twin_zoom_ms": _warm_ms(zoom),
        "twin_kb": _kb(board),
        "twin_replay_frames": len(match),
        "twin_replay_cold_ms": round(film_cold),
        "twin_replay_kb": round(_kb(film)),
    }


def _board(observation: Highways) -> Picture:
    return HIGHWAYS.board(observation, _highways_captions(observation))


def _film(match: list[Highways]) -> Picture:
    return HIGHWAYS.animation(match, [_highways_captions(each) for each in match])


def _highways(rng: Random, variants: tuple[str, ...] = ()) -> list[Highways]:
    """Return the positions of a match of four that prefer places near a town, with a crew."""
    game, setup = seismic_rules.GAME, Setup(4, variants=variants)
    towns = game.observe(game.initial(setup), PUBLIC).towns

    def far(action: Any) -> float:
        if not isinstance(action, Place):
            return 0.0
        return _nearest(action.cell, towns) - 1.5 * (action.crew is not None)

    def choose(_state: Any, _seat: Seat, legal: list[Any]) -> Any:
        return min(rng.sample(legal, min(len(legal), 12)), key=far)

    return [game.observe(state, PUBLIC) for state, _ in _played(game, setup, rng, choose)]


def _grown(observation: Highways, rng: Random, count: int) -> Highways:
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
    board = with_tiles(bare_board(observation.grid), tiles[len(observation.towns) :])
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


def _highways_captions(observation: Highways) -> HighwaysCaptions:
    acting, last = observation.to_act, observation.last
    return HighwaysCaptions(
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


async def _loop_lag_ms(board: Drawing) -> float:
    """Return how late a heartbeat of 5 ms comes at the 99th percentile, while threads draw."""
    loop, until = asyncio.get_running_loop(), perf_counter() + _LOAD_SECONDS
    lags = []

    async def draw(pool: ThreadPoolExecutor) -> None:
        while perf_counter() < until:
            await loop.run_in_executor(pool, board)

    async def beat() -> None:
        while perf_counter() < until:
            start = perf_counter()
            await asyncio.sleep(0.005)
            lags.append((perf_counter() - start) * 1000 - 5)

    with ThreadPoolExecutor(2) as pool:
        await asyncio.gather(beat(), draw(pool), draw(pool))
    return quantiles(lags, n=100)[98]


# San Andreas: the board, the ground after a quake, its animation.


def _coast() -> dict[str, float]:
    rng, game = Random(30), coast_rules.GAME
    states = _played(game, Setup(4), rng, lambda _state, _seat, legal: rng.choice(legal))
    match = [game.observe(state, PUBLIC) for state, _ in states]
    late = match[-3]
    quake = max(match, key=lambda each: len(each.quake.shifts) if each.quake else 0)

    def drawn(draw: Callable[[Coast, CoastCaptions], Picture], now: Coast) -> Drawing:
        captions = CoastCaptions(
            headline=f"{_NAMES[now.seat]} to play",
            names=_NAMES[:4],
            letters=tuple(name[0] for name in _NAMES[:4]),
            note=f"{now.quake.number if now.quake else 0} quakes",
            free="free",
            pawns=("Sun", "Moon", "Crown", "Arms"),
        )
        return partial(draw, now, captions)

    board, shaking = drawn(COAST.board, late), drawn(COAST.shaking, quake)
    SPRITES.clear()
    cold = _cold_ms(board)
    return {
        "coast_cold_ms": round(cold, 1),
        "coast_warm_ms": _warm_ms(board),
        "coast_kb": _kb(board),
        "coast_from_the_sea_ms": _warm_ms(drawn(COAST.sea, late)),
        "coast_report_ms": _warm_ms(drawn(COAST.quake, quake)),
        "quake_shifts": len(quake.quake.shifts) if quake.quake else 0,
        "quake_gif_ms": round(_warm_ms(shaking, 5)),
        "quake_gif_kb": round(_kb(shaking)),
    }


# Aftershock: the table, an aftershock, ways, a hand, a replay of five.


def _bay() -> dict[str, float]:
    rng, game, greedy = Random(1), bay_rules.GAME, agent("greedy")

    def choose(state: Any, seat: Seat, legal: list[Any]) -> Any:
        return greedy.choose(game.observe(state, seat), legal, rng)

    match = _played(game, Setup(len(_NAMES)), rng, choose)
    public = [game.observe(state, PUBLIC) for state, _ in match]
    shaking = [each for each in public if each.phase in {"resolve", "move"} and each.aftershocks]
    widest = max(shaking, key=lambda each: sum(len(m.way) for m in each.aftershocks[-1].moves))
    # The last moment of a phase as the player sees it who has to act.
    seen = {state.phase: game.observe(state, seat) for state, seat in match}
    keeping, moving = seen["keep"], seen["move"]
    found = routes(moving)
    board = partial(BAY.board, public[-2], _bay_captions(public[-2]))
    film = partial(BAY.animation, public, [_bay_captions(each) for each in public])
    SPRITES.clear()
    cold, film_cold = _cold_ms(board), _cold_ms(film)
    hand = partial(BAY.hand, keeping, _bay_captions(keeping), (0,))
    way = partial(BAY.route, moving, _bay_captions(moving), found, _LETTERS[: len(found)])
    return {
        "bay_board_cold_ms": round(cold, 1),
        "bay_board_warm_ms": _warm_ms(board),
        "bay_board_kb": _kb(board),
        "bay_aftershock_ms": _warm_ms(partial(BAY.board, widest, _bay_captions(widest))),
        "bay_hand_ms": _warm_ms(hand),
        "bay_ways_ms": _warm_ms(way),
        "bay_replay_moments": len(public),
        "bay_replay_cold_ms": round(film_cold),
        "bay_replay_ms": round(_warm_ms(film, 3)),
        "bay_replay_kb": round(_kb(film)),
        "bay_sprites_mb": round(SPRITES.size / 1e6, 1),
    }


def _bay_captions(observation: Bay) -> BayCaptions:
    return BayCaptions(
        title="Aftershock · match 27",
        headline=observation.phase.capitalize(),
        names=_NAMES[: observation.seats],
        letters=tuple(name[0] for name in _NAMES[: observation.seats]),
        round=f"Round {observation.round} of {observation.rounds}",
        free="free",
        spent="$0 of $15",
        left="$15 left",
        cards=(("bridge", "Bridge"), ("aftershock", "Aftershock"), ("influence", "Influence")),
        most_bridges="most bridges",
        bay="BAY",
        ocean="PACIFIC OCEAN",
        north="N",
    )
