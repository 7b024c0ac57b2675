"""What the pictures of the variants and aids keep to, whatever is on the table."""

from dataclasses import replace
from math import dist

import pytest

from bot.games.seismic.cell_choice import bands
from engine.boards.hexes import Cell
from engine.games.seismic.pieces import OwnPile, Quake, laid_out
from engine.games.seismic.preview import fits
from engine.games.seismic.state import Observation
from render.games.seismic import RENDERER
from render.games.seismic.building import where_layout
from render.games.seismic.check import Undrawable
from render.games.seismic.map import Corners, MapField
from render.games.seismic.quakes import line_cells
from render.games.seismic.strip import offered
from render.games.seismic.view import Strip, film_layout, is_window, whole_layout
from render.layout import BOARD_FROM
from render.signs import Badge, badge_sprite
from tests.render.comparing import difference, opened
from tests.render.positions import TWINS, captions, layout_of, names_of, on, stored, table

CHAIN = "; ".join(f"{q},0 03/2" for q in (*range(1, 8), 9, 10))


@pytest.fixture(scope="module")
def positions() -> dict[str, Observation]:
    return stored() | stored("variants")


def test_bands_of_a_wide_table_are_drawn_so_large_that_names_can_be_read(
    positions: dict[str, Observation],
) -> None:
    twins = positions["twins"]

    for tile in set(twins.display):
        for band in bands(tuple(sorted(fits(twins, tile)))):
            view = where_layout(twins, band).view
            assert view.side >= BOARD_FROM
            for cell in band:
                x, y = view.point(cell)
                assert 0 < x < view.width
                assert 0 < y < view.height


def test_a_part_of_the_board_comes_with_a_map_of_the_whole(
    positions: dict[str, Observation],
) -> None:
    twins = positions["twins"]
    tile = twins.display[0]
    cells = tuple(sorted(fits(twins, tile)))
    named = {cell: names_of(twins).name(cell) for cell in cells}
    part = dict(list(named.items())[:12])
    words = captions(twins, "Where?")

    some, other = (
        opened(RENDERER.where(twins, words, tile, shown, ("12", "cells")).data)
        for shown in (part, dict(list(named.items())[-12:]))
    )

    corner = (876, some.height - 180, 1176, some.height - 30)
    assert difference(some.crop(corner), other.crop(corner))[0] > 0.01


def test_lines_go_on_behind_the_other_town_which_never_falls() -> None:
    chain = on(laid_out(CHAIN), 2, 8, TWINS)
    field = MapField(chain, layout_of(chain).view)

    between = [Cell(q, 0) for q in range(1, 8)]

    assert line_cells(field, 0, 2) == [*between, Cell(9, 0), Cell(10, 0)]
    assert line_cells(field, 1, 5) == between[::-1]
    assert line_cells(field, 1, 2) == [Cell(9, 0), Cell(10, 0)]


def test_pictures_with_marks_show_all_of_them_on_a_table_too_wide_for_a_board() -> None:
    far = "; ".join(f"0,{r} 03/0" for r in (*range(-24, 0), *range(1, 24)))
    wide = on(laid_out(far), 2, 25)
    strip = Strip(90, 120)
    assert is_window(wide, strip)

    seen = [
        view.sees(Cell(0, r), -1)
        for view in (
            whole_layout(wide, strip).view,
            film_layout([wide], strip).view,
            where_layout(wide, [Cell(0, 24)]).view,
        )
        for r in (-24, 23)
    ]

    assert all(seen[:4])
    assert seen[5]


def test_numbers_of_neighbours_keep_clear_of_one_another(
    positions: dict[str, Observation],
) -> None:
    late = positions["late"]
    field = MapField(late, layout_of(late).view)
    corners = Corners(field, 28)

    spots = [
        corners.stamp(badge_sprite(str(n), Badge(28)), laid.cell)
        for n, laid in enumerate(late.tiles[-18:], 1)
    ]

    for n, spot in enumerate(spots):
        assert all(dist(spot, other) >= 24 for other in spots[:n])


def test_the_tile_from_the_own_pile_is_offered_first(positions: dict[str, Observation]) -> None:
    own = positions["own"]

    first, *others = offered(own)

    assert first == ("", own.drawn)
    assert others == [(str(n), code) for n, code in enumerate(own.display[:-1], 1)]


def test_a_film_of_two_towns_is_small_enough_to_send(positions: dict[str, Observation]) -> None:
    tiles = positions["twins"].tiles[2:]
    frames = [on(tiles[:n], 4, 8, TWINS) for n in range(0, len(tiles) + 1, 3)]

    film = RENDERER.animation(frames, [captions(each) for each in frames])

    # Every third tile: all of them, turned tiles and quakes must stay below 2 MB.
    assert len(film.data) < 500_000


def test_what_variants_add_must_make_sense() -> None:
    sound = table("0,-1 03/0", seats=2)
    elsewhere = Quake("Q1.0", (0,) * 6, (), None, (), town=1)
    nonsense = (
        ("town 1 of 1", replace(sound, quakes=(elsewhere,))),
        ("1 own piles", replace(sound, piles=(OwnPile(1, 0),))),
        ("drawn", replace(sound, drawn="01", display=("02",))),
    )

    for why, broken in nonsense:
        with pytest.raises(Undrawable, match=why):
            RENDERER.board(broken, captions(sound))
    with pytest.raises(Undrawable, match="lines"):
        RENDERER.danger(replace(sound, lines=()), captions(sound), ())
    with pytest.raises(Undrawable, match="no quake waits"):
        RENDERER.towns(sound, captions(sound), {})
