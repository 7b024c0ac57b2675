"""How fast the pictures of San Andreas are: the board, the ground after a quake, its animation.

A match is played at random through the rules' public doors.
"""

from collections.abc import Callable
from itertools import accumulate
from random import Random
from statistics import median
from time import perf_counter
from typing import Final

from engine.game import CHANCE, PUBLIC, Chance, Decision, Move, Setup
from engine.games.san_andreas import GAME
from engine.games.san_andreas.state import Observation
from render.games.san_andreas import RENDERER
from render.games.san_andreas.captions import Captions
from render.renderer import Picture
from render.sprites import SPRITES

_ROUNDS: Final = 25
_NAMES: Final = ("Nora", "Ben", "Cleo", "Dan")


def figures() -> dict[str, float]:
    """Return the figures; times are medians, kB are thousands of bytes."""
    match = _match(Random(30))  # noqa: S311 - no secrets here
    late = match[-3]
    quake = max(match, key=lambda each: len(each.quake.shifts) if each.quake else 0)
    SPRITES.clear()
    cold = _ms(lambda: _draw(RENDERER.board, late))
    return {
        "coast_cold_ms": round(cold, 1),
        "coast_warm_ms": round(_warm(RENDERER.board, late), 2),
        "coast_kb": round(len(_draw(RENDERER.board, late).data) / 1000, 1),
        "coast_from_the_sea_ms": round(_warm(RENDERER.sea, late), 2),
        "coast_report_ms": round(_warm(RENDERER.quake, quake), 2),
        "quake_shifts": len(quake.quake.shifts) if quake.quake else 0,
        "quake_gif_ms": round(_warm(RENDERER.shaking, quake, 5)),
        "quake_gif_kb": round(len(_draw(RENDERER.shaking, quake).data) / 1000),
    }


def _match(rng: Random) -> list[Observation]:
    """Return every position of a random match of four in which somebody decides, and the end."""
    state, seen = GAME.initial(Setup(4)), []
    while True:
        match GAME.node(state):
            case Decision(seats=seats):
                seen.append(GAME.observe(state, PUBLIC))
                seat = min(seats)
                action = rng.choice(list(GAME.legal_actions(state, seat)))
                state = GAME.apply(state, Move(seat, action)).state
            case Chance(outcomes):
                number = rng.random() * sum(outcomes.values())
                totals = zip(outcomes, accumulate(outcomes.values()), strict=True)
                drawn = next(each for each, total in totals if number < total)
                state = GAME.apply(state, Move(CHANCE, drawn)).state
            case _:
                return [*seen, GAME.observe(state, PUBLIC)]


def _draw(draw: Callable[[Observation, Captions], Picture], observation: Observation) -> Picture:
    return draw(observation, _captions(observation))


def _captions(observation: Observation) -> Captions:
    quakes = observation.quake.number if observation.quake else 0
    return Captions(
        headline=f"{_NAMES[observation.seat]} to play",
        names=_NAMES,
        letters=tuple(name[0] for name in _NAMES),
        note=f"{quakes} quakes",
        free="free",
        pawns=("Sun", "Moon", "Crown", "Arms"),
    )


def _warm(
    draw: Callable[[Observation, Captions], Picture],
    observation: Observation,
    rounds: int = _ROUNDS,
) -> float:
    _draw(draw, observation)
    return median(_ms(lambda: _draw(draw, observation)) for _ in range(rounds))


def _ms(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1000
