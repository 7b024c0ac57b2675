"""Random shifts by the fast ground and by the slow one agree, and what may be done upon it.

`SHIFTS=50000 pytest tests/games/san_andreas/test_oracle.py` plays more of them, in half a
minute.
"""

import os
from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from engine.boards.squares import Space
from engine.game import Seat, Setup
from engine.games.san_andreas import GAME, match
from engine.games.san_andreas import ground as plates
from engine.games.san_andreas.evaluation import prospect
from engine.games.san_andreas.ground import Ground, fresh_ground, slid
from engine.games.san_andreas.pieces import City
from engine.games.san_andreas.state import State, but
from tests.games.san_andreas.oracle import (
    Naive,
    Pieces,
    Stacks,
    coastal,
    for_cities,
    for_pawns,
    lean,
    straight_paths,
)

SHIFTS = int(os.environ.get("SHIFTS", "5000"))
A_WALK = 40
FAR_EAST = 11
"""Beyond the last space before the land: here the row below x = 0 once began."""


def test_fast_and_slow_shifts_agree() -> None:
    met = compared(SHIFTS)

    assert met["overlaps"] > SHIFTS / 3
    assert met["leans"] > SHIFTS / 3
    assert met["far east"] > SHIFTS / 100


def test_a_sea_that_comes_round_to_the_other_edge_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = partial(fresh_ground, edition=1)
    monkeypatch.setattr("tests.games.san_andreas.test_oracle.fresh_ground", first)

    with pytest.raises(AssertionError):
        compared(2000)


@pytest.mark.parametrize("name", ["lifted", "dipped"])
def test_a_shift_that_forgets_what_rests_on_what_is_found_out(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plates, name, {"lifted": forgetful_lift, "dipped": forgetful_dip}[name])

    with pytest.raises(AssertionError):
        compared(2000)


@pytest.mark.parametrize("edition", [1, 2])
def test_cities_score_what_the_slow_ground_says_by_their_edition(edition: int) -> None:
    scored, differs = 0, 0
    for ground in beside_the_land(edition):
        stacks: Stacks = dict(ground.stacks.items())
        lakes = ground.lakes_are_ocean
        paths = straight_paths(stacks, edition=edition, lakes=lakes)
        others = straight_paths(stacks, edition=3 - edition, lakes=lakes)
        for score in match.scores(all_founded(ground)):
            path = paths[score.space]
            distance = 9 if path is None else path[1]
            assert (score.direction, score.distance, score.coast) == (path or (None, None, None))
            assert score.points == max(0, 5 - distance)
            assert prospect(ground).distance(score.space) == min(5, distance)
            scored += 1
            differs += path != others[score.space]

    assert scored > SHIFTS
    assert differs > SHIFTS / 1000


def beside_the_land(edition: int) -> Iterator[Ground]:
    """Yield grounds after 24 shifts and more of coastal tiles, rather of those near the land."""
    rng = Random(3)
    for number in range(SHIFTS // 50):
        ground = fresh_ground(lakes_are_ocean=number % 2 == 1, edition=edition)
        for step in range(A_WALK):
            near = [tile for tile in ground.coastal if is_near_land(ground.corners[tile])]
            tile = rng.choice(near or list(ground.coastal))
            ground = slid(ground, tile, rng.randrange(1, 6)).ground
            if step >= 24 and step % 7 == 4:
                yield ground


def is_near_land(corner: Space) -> bool:
    return corner.x > 5 or corner.y not in range(3, 15)


def all_founded(ground: Ground) -> State:
    """Return a table with a city of value 5 on every visible space."""
    cities = (City(Seat(0), 5, *spot, space) for space, spot in ground.visible.items())
    return but(GAME.initial(Setup(3)), ground=ground, cities=tuple(cities))


def forgetful_lift(entered: list[tuple[str, ...]], above: set[str]) -> list[int]:
    lowest = [[n for n, plate in enumerate(each) if plate in above] for each in entered]
    return [min(found, default=len(each)) for found, each in zip(lowest, entered, strict=True)]


def forgetful_dip(entered: list[tuple[str, ...]], _below: set[str]) -> list[int]:
    return [0 for _ in entered]


def compared(shifts: int) -> Counter[str]:
    """Play random shifts in walks from fresh ground and count what they met."""
    rng, met = Random(1), Counter[str]()
    for _ in range(shifts // A_WALK):
        ground, naive = fresh_ground(), Naive()
        for step in range(A_WALK):
            tile = rng.choice(
                tuple(ground.corners) if rng.random() < 0.3 else sorted(ground.coastal)
            )
            face = rng.randrange(1, 6)
            slide = slid(ground, tile, face)
            naive.shift(tile, face)
            stacks = naive.stacks()
            the_same(slide.ground, naive, stacks)
            if step % 5 == 4:
                the_same_room(slide.ground, naive, stacks, rng)
                met["far east"] += any(x == FAR_EAST for x, _ in slide.ground.visible)
            met["overlaps"] += bool(slide.over or slide.under)
            met["leans"] += len(slide.leans)
            ground = slide.ground
    return met


def the_same(ground: Ground, naive: Naive, stacks: Stacks) -> None:
    assert ground.corners == naive.corners
    assert ground.stacks == stacks
    assert ground.leans == {
        tile: lean(stacks, tile, corner) for tile, corner in naive.corners.items()
    }


def the_same_room(ground: Ground, naive: Naive, stacks: Stacks, rng: Random) -> None:
    """Compare the coast, and the room that random cities and pawns leave."""
    tops = sorted(ground.visible)
    cities, under = (rng.sample(tops, min(count, len(tops))) for count in (5, 3))
    on, pawns = Pieces(cities, under), [ground.visible[space] for space in under]
    table = but(
        GAME.initial(Setup(3)),
        ground=ground,
        cities=tuple(City(Seat(0), 0, *ground.visible[space], space) for space in cities),
        pawns=tuple([*pawns, None, None, None, None][:4]),
    )
    assert set(ground.coastal) == coastal(stacks)
    assert set(table.settable) == set(for_pawns(stacks, on))
    assert set(table.foundable) == set(for_cities(stacks, naive.corners, on))
