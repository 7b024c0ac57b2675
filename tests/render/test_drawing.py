"""A picture as a value: what goes to another process, and by what a picture is found again."""

from collections.abc import Callable
from dataclasses import replace
from pickletools import genops
from typing import Any, NamedTuple

import pytest

from engine.game import PUBLIC, Seat
from engine.games.aftershock import GAME as BAY
from render.drawing import Drawing, drawing_by, key_of
from render.games.aftershock import RENDERER as BAY_RENDERER
from render.games.san_andreas import RENDERER as COAST_RENDERER
from render.games.seismic import RENDERER as HIGHWAYS_RENDERER
from render.picture import Picture
from tests.games.aftershock import positions as bay
from tests.games.aftershock.tables import in_phase
from tests.games.san_andreas import pictured as coast
from tests.render import positions as highways


class Asked(NamedTuple):
    """A method of a renderer and what it is given."""

    draw: Callable[..., Picture]
    given: tuple[Any, ...]


def hand(viewer: int) -> Asked:
    """Return the cards of one seat, which nobody else may see."""
    seen = BAY.observe(in_phase("keep").state, Seat(viewer))
    return Asked(BAY_RENDERER.hand, (seen, bay.captions(seen), (0,)))


def highway() -> Asked:
    middle = highways.stored()["middle"]
    return Asked(HIGHWAYS_RENDERER.board, (middle, highways.captions(middle)))


def coins(viewer: int) -> Asked:
    seen = coast.seen(coast.turn(12), Seat(viewer))
    return Asked(COAST_RENDERER.coins, (seen, coast.captions(seen)))


ASKED: dict[str, Callable[[], Asked]] = {
    "hand": lambda: hand(0),
    "highway": highway,
    "coins": lambda: coins(0),
}


def drawing(asked: Asked) -> Drawing:
    """Return what a drawing process is asked for."""
    taken: list[Drawing] = []

    def draw(each: Drawing) -> Picture:
        taken.append(each)
        return Picture(b"", 1, 1)

    with drawing_by(draw):
        asked.draw(*asked.given)
    return taken[0]


@pytest.mark.parametrize("name", ASKED)
def test_what_is_drawn_elsewhere_is_equal_to_the_byte(name: str) -> None:
    asked = ASKED[name]()

    packed = drawing(asked).packed()

    assert Drawing.unpacked(packed).drawn() == asked.draw(*asked.given)


@pytest.mark.parametrize("name", ASKED)
def test_the_same_picture_has_the_same_key(name: str) -> None:
    first, second = (drawing(ASKED[name]()) for _ in range(2))
    first.drawn()  # what it has worked out on the way is no part of it

    assert key_of(first.packed()) == key_of(second.packed())


def test_whatever_a_picture_is_made_of_is_in_its_key() -> None:
    draw, (seen, words) = highway()
    differing = [
        Asked(draw, (seen, words)),
        Asked(HIGHWAYS_RENDERER.result, (seen, words)),
        Asked(draw, (replace(seen, viewer=Seat(1)), words)),
        Asked(draw, (replace(seen, display=()), words)),
        Asked(draw, (seen, replace(words, headline="Somebody else"))),
        Asked(draw, (seen, words, {})),
    ]

    keys = {key_of(drawing(each).packed()) for each in differing}

    assert len(keys) == len(differing)


def test_what_two_seats_hold_has_two_keys() -> None:
    seats = [key_of(drawing(asked(seat)).packed()) for asked in (hand, coins) for seat in range(3)]

    assert len(set(seats)) == 6


def test_nothing_but_observations_goes_over() -> None:
    state = in_phase("keep").state
    public = BAY.observe(state, PUBLIC)
    hidden = Asked(BAY_RENDERER.board, (state, bay.captions(public)))

    names = kinds(drawing(Asked(BAY_RENDERER.board, (public, bay.captions(public)))).packed())

    assert "Observation" in names
    assert "State" not in names
    assert "State" in kinds(drawing(hidden).packed())


def kinds(packed: bytes) -> set[str]:
    """Return the names in a packed drawing, those of classes among them."""
    return {value for _, value, _ in genops(packed) if isinstance(value, str)}
