"""How fast Aftershock's pictures are: the table, an aftershock, ways, a hand, a replay of five."""

from collections.abc import Iterator
from itertools import accumulate, compress
from random import Random
from typing import Any, Final

from bot.benchmarks.timing import median_ms, ms
from engine.agents import agent
from engine.game import CHANCE, PUBLIC, Chance, Decision, Move, Seat, Setup
from engine.games.aftershock import GAME
from engine.games.aftershock.preview import ways
from engine.games.aftershock.state import Observation
from render.games.aftershock import RENDERER
from render.games.aftershock.captions import Captions
from render.sprites import SPRITES

_SEATS: Final = 5
_NAMES: Final = ("Nora", "Ben", "Cleo", "Dan", "Eva")
_LETTERS: Final = [chr(97 + number % 26) for number in range(100)]


def measure() -> dict[str, float]:
    """Return the figures; times are medians, kB are thousands of bytes."""
    match = list(_match(Random(1)))  # noqa: S311 - no secrets here
    public = [GAME.observe(state, PUBLIC) for state, _ in match]
    table = public[-2]
    SPRITES.clear()
    cold = ms(lambda: _board(table))
    film_cold = ms(lambda: _film(public))
    return {
        "bay_board_cold_ms": round(cold, 1),
        "bay_board_warm_ms": round(median_ms(lambda: _board(table)), 2),
        "bay_board_kb": round(len(_board(table)) / 1000, 1),
        "bay_aftershock_ms": round(median_ms(lambda: _board(_shaken(public))), 2),
        **_desk(match),
        "bay_replay_moments": len(public),
        "bay_replay_cold_ms": round(film_cold),
        "bay_replay_ms": round(median_ms(lambda: _film(public), 3)),
        "bay_replay_kb": round(len(_film(public)) / 1000),
        "bay_sprites_mb": round(SPRITES.size / 1e6, 1),
    }


def _desk(match: list[tuple[Any, Seat]]) -> dict[str, float]:
    keeping = _seen(match, "keep")
    moving = _seen(match, "move")
    found = ways(moving)
    return {
        "bay_hand_ms": round(
            median_ms(lambda: RENDERER.hand(keeping, _captions(keeping), keeping.hand[:1])), 2
        ),
        "bay_ways_ms": round(
            median_ms(
                lambda: RENDERER.way(moving, _captions(moving), found, _LETTERS[: len(found)])
            ),
            2,
        ),
    }


def _seen(match: list[tuple[Any, Seat]], phase: str) -> Observation:
    """Return the last moment of a phase as the player sees it who has to act."""
    return next(
        GAME.observe(state, seat) for state, seat in reversed(match) if state.phase == phase
    )


def _shaken(public: list[Observation]) -> Observation:
    """Return the aftershock with the most ways."""
    shaking = [each for each in public if each.phase in {"resolve", "move"} and each.aftershocks]
    return max(shaking, key=lambda each: sum(len(m.way) for m in each.aftershocks[-1].moves))


def _board(observation: Observation) -> bytes:
    return RENDERER.board(observation, _captions(observation)).data


def _film(public: list[Observation]) -> bytes:
    return RENDERER.animation(public, [_captions(each) for each in public]).data


def _captions(observation: Observation) -> Captions:
    return Captions(
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


def _match(rng: Random) -> Iterator[tuple[Any, Seat]]:
    """Yield every state of a match of greedy players in which somebody decides, and the end."""
    state, player = GAME.initial(Setup(_SEATS)), agent("greedy")
    while True:
        match GAME.node(state):
            case Decision(seats):
                seat = min(seats)
                yield state, seat
                seen, legal = GAME.observe(state, seat), list(GAME.legal_actions(state, seat))
                state = GAME.apply(state, Move(seat, player.choose(seen, legal, rng))).state
            case Chance(outcomes):
                number = rng.randrange(sum(outcomes.values()))
                totals = accumulate(outcomes.values())
                drawn = next(compress(outcomes, map(number.__lt__, totals)))
                state = GAME.apply(state, Move(CHANCE, drawn)).state
            case _:
                yield state, Seat(0)
                return


if __name__ == "__main__":
    for name, figure in measure().items():
        print(f"{name:32}{figure:>10}")  # noqa: T201 - a benchmark says what it found
