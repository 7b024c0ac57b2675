"""The seams for a second town: the table, the lines, and what falls."""

from engine.boards.hexes import Cell
from engine.games.seismic.board import bare_board, with_tiles
from engine.games.seismic.notation import laid_out
from engine.games.seismic.quakes import lengths, risen, struck
from engine.games.seismic.scoring import points
from engine.games.seismic.sections import sections
from engine.games.seismic.table import Table

TWINS = Table((Cell(0, 0), Cell(8, 0)), 8)
BETWEEN = "; ".join(f"{q},0 03/2" for q in range(1, 8))


def test_the_other_town_counts_on_a_line_but_never_falls() -> None:
    board = bare_board(TWINS)
    assert lengths(board, 0) == (0, 0, 1, 0, 0, 0)

    after, fallen = struck(board, risen(board, "Q3.0", 0), 2)

    assert (fallen, after) == ((), board)


def test_a_quake_strikes_out_of_each_town() -> None:
    board = with_tiles(bare_board(TWINS), laid_out(BETWEEN, "4,0:2 a"))
    assert points(sections(board), 2) == (29, 0)

    first, fallen = struck(board, risen(board, "Q3.0", 0), 2)
    second, more = struck(first, risen(first, "Q3.0", 1), 5)

    assert [str(laid.cell) for laid in fallen] == ["1,0", "2,0", "3,0"]
    assert lengths(first, 1) == (0, 0, 0, 0, 0, 5)
    assert [str(laid.cell) for laid in more] == ["7,0", "6,0", "5,0"]
    assert len(second.tiles) == 3


def test_the_second_town_has_its_name() -> None:
    assert TWINS.name(Cell(0, 0)) == "I9"
    assert TWINS.name(Cell(8, 0)) == "Q9"
