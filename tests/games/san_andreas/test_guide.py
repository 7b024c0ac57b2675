"""The guide of San Andreas: its worked first turn is true."""

import pytest

from engine.game import PUBLIC, Seat, Setup
from engine.games.san_andreas import GAME
from engine.games.san_andreas.pieces import City
from engine.games.san_andreas.preview import what_if
from engine.games.san_andreas.state import Observation
from engine.values import but


def first_turn() -> Observation:
    """Return the table of the page: Ann's 3 on C1c, the Sun on C1a."""
    fresh = GAME.observe(GAME.initial(Setup(4)), PUBLIC)
    city = City(Seat(0), 3, "C1", "c", fresh.ground.space("C1", "c"), is_shown=True)
    return but(fresh, cities=(city,), pawns=(("C1", "a"), None, None, None))


@pytest.mark.parametrize(
    ("face", "lost", "over", "under"),
    [
        (1, "destroyed", True, False),
        (3, "destroyed", True, False),
        (5, "destroyed", True, False),
        (2, "buried", False, True),
        (4, "", False, True),
    ],
)
def test_each_face_of_the_sun_does_to_the_city_what_the_page_says(
    face: int, lost: str, *, over: bool, under: bool
) -> None:
    after, shift = what_if(first_turn(), "sun", "C1", face)

    assert shift is not None
    assert [ruin.how for ruin in shift.ruins] == ([lost] if lost else [])
    assert (bool(shift.over), bool(shift.under)) == (over, under)
    assert len(after.cities) == (not lost)


def test_the_tile_of_a_4_slides_under_d1_and_that_of_a_2_under_b1() -> None:
    under = {face: what_if(first_turn(), "sun", "C1", face)[1] for face in (2, 4)}

    assert {face: shift.under for face, shift in under.items() if shift} == {
        2: ("B1",),
        4: ("D1",),
    }


def test_a_0_moves_nothing() -> None:
    assert what_if(first_turn(), "sun", "C1", 0)[1] is None
