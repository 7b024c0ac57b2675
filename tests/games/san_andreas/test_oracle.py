"""Random shifts by the fast ground and by the slow one agree.

`SHIFTS=50000 pytest tests/games/san_andreas/test_oracle.py` plays more of them, in a quarter of a
minute.
"""

import os
from collections import Counter
from random import Random

import pytest

from engine.games.san_andreas import plates
from engine.games.san_andreas.ground import Ground, fresh_ground
from engine.games.san_andreas.plates import slid
from tests.games.san_andreas.oracle import Naive, lean

SHIFTS = int(os.environ.get("SHIFTS", "10000"))
A_WALK = 40


def test_fast_and_slow_shifts_agree() -> None:
    met = compared(SHIFTS)

    assert met["overlaps"] > SHIFTS / 3
    assert met["leans"] > SHIFTS / 3


@pytest.mark.parametrize("name", ["_lifted", "_dipped"])
def test_a_shift_that_forgets_what_rests_on_what_is_found_out(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plates, name, {"_lifted": forgetful_lift, "_dipped": forgetful_dip}[name])

    with pytest.raises(AssertionError):
        compared(2000)


def forgetful_lift(entered: list[tuple[str, ...]], above: set[str]) -> list[int]:
    return [plates._lowest(each, above) for each in entered]


def forgetful_dip(entered: list[tuple[str, ...]], _below: set[str]) -> list[int]:
    return [0 for _ in entered]


def compared(shifts: int) -> Counter[str]:
    """Play random shifts in walks from fresh ground and count what they met."""
    rng, met = Random(1), Counter[str]()
    for _ in range(shifts // A_WALK):
        ground, naive = fresh_ground(), Naive()
        for _ in range(A_WALK):
            tile = rng.choice(
                tuple(ground.corners) if rng.random() < 0.3 else sorted(ground.coastal)
            )
            face = rng.randrange(1, 6)
            slide = slid(ground, tile, face)
            naive.shift(tile, face)
            the_same(slide.ground, naive)
            met["overlaps"] += bool(slide.over or slide.under)
            met["leans"] += len(slide.leans)
            ground = slide.ground
    return met


def the_same(ground: Ground, naive: Naive) -> None:
    stacks = naive.stacks()
    assert ground.corners == naive.corners
    assert ground.stacks == stacks
    assert ground.leans == {
        tile: lean(stacks, tile, corner) for tile, corner in naive.corners.items()
    }
