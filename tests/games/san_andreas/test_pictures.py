"""Golden pictures of positions from a played match; they also illustrate the README."""

from engine.boards.squares import Space
from engine.game import Seat
from engine.games.san_andreas.preview import founding, name_at, unresolved
from engine.games.san_andreas.tiles import QUARTERS
from render.games.san_andreas import RENDERER
from render.games.san_andreas.captions import Line
from tests.games.san_andreas.pictured import (
    NAMES,
    captions,
    labels,
    ordering,
    seen,
    shaken,
    states,
    turn,
)
from tests.render.comparing import assert_looks_like as assert_looks

SPACES_OF_G2 = {("G2", quarter) for quarter in QUARTERS}


def assert_looks_like(data: bytes, name: str) -> None:
    assert_looks(data, name, "san_andreas")


def test_the_coast_before_anything_has_moved() -> None:
    start = seen(turn(1))

    assert_looks_like(RENDERER.board(start, captions(start)).data, "start")


def test_the_coast_after_four_quakes() -> None:
    late = seen(turn(38))

    assert_looks_like(RENDERER.board(late, captions(late)).data, "late")


def test_the_same_coast_from_the_sea_shows_heights() -> None:
    late = seen(turn(38))

    assert_looks_like(RENDERER.sea(late, captions(late)).data, "sea")


def test_tiles_to_choose_from_have_large_names_and_a_dot_on_each_space() -> None:
    state = turn(25)
    own = seen(state, state.seat)
    spaces = dict.fromkeys(founding(own), "")

    picture = RENDERER.found(own, captions(own, "Which tile?"), spaces)

    assert_looks_like(picture.data, "tiles")


def test_the_spaces_of_a_tile_are_seen_close_up_with_letters_and_the_coin_picked_a_ring() -> None:
    state = turn(25)
    own = seen(state, state.seat)
    on_tile = [space for space in founding(own) if name_at(own.layout, space) in SPACES_OF_G2]
    spaces = labels(own.layout, tuple(on_tile))

    picture = RENDERER.found(own, captions(own, "Which space?"), spaces, 4, (2, 3))

    assert_looks_like(picture.data, "found")


def test_three_moves_worth_a_look_are_marked_on_the_own_map() -> None:
    state = turn(25)
    own = seen(state, state.seat)
    spaces = founding(own)
    marks = tuple((spaces[n], str(k), "amber") for k, n in enumerate((0, len(spaces) // 2, -1), 1))

    picture = RENDERER.marked(own, captions(own, "Hint"), marks)

    assert_looks_like(picture.data, "marked")


def test_each_die_says_what_it_would_do_next() -> None:
    state = ordering(4)
    own = seen(state, state.seat)

    assert len(unresolved(own)) == 4
    assert_looks_like(RENDERER.order(own, captions(own, "Which die next?")).data, "order")


def test_a_quake_tells_every_shift_what_was_lost_and_what_sank() -> None:
    after = seen(shaken(3))
    assert after.quake

    picture = RENDERER.quake(after, captions(after, "Quake 3", note=NAMES[after.quake.seat]))

    assert after.quake.sunk
    assert_looks_like(picture.data, "quake")


def test_a_scoring_draws_the_way_that_counts_for_each_city() -> None:
    after = seen(shaken(4))

    picture = RENDERER.scoring(after, captions(after, "Quake 4 scored", note=""))

    assert_looks_like(picture.data, "scoring")


def test_what_happened_since_a_turn_is_numbered() -> None:
    own = seen(turn(28), Seat(1))
    cities = own.layout.cities
    marks: dict[Space, str] = {cities[-1].space: "1", own.layout.pawns[0].space: "2"}
    lines = (
        Line("1", "A2c", seat=cities[-1].seat),
        Line("2", "D2a", seat=Seat(2), pawn=own.layout.pawns[0].pawn),
        Line("3", "Quake 3: 2 lost"),
    )

    picture = RENDERER.since(own, captions(own, "Since your turn"), marks, lines)

    assert_looks_like(picture.data, "since")


def test_the_result_has_the_best_seat_first() -> None:
    end = seen(states()[-1])

    assert_looks_like(RENDERER.result(end, captions(end, "Nora wins")).data, "result")
