import pytest

from engine.boards.hexes import Cell, disc
from render.layout import STEPS, cell_height, centred_on, fitted


@pytest.mark.parametrize("side", STEPS)
def test_every_cell_lies_on_whole_pixels(side: int) -> None:
    assert side % 2 == 0
    assert cell_height(side) % 2 == 0
    assert abs(cell_height(side) / (side * 3**0.5) - 1) < 0.03


def test_a_few_cells_are_not_drawn_larger_than_agreed() -> None:
    view = fitted([Cell(0, 0)], (824, 714))

    assert view
    assert view.side == 90
    assert view.point(Cell(0, 0)) == (412, 357)


@pytest.mark.parametrize("radius", range(1, 9))
def test_all_cells_lie_inside_of_the_field(radius: int) -> None:
    cells = list(disc(Cell(3, -2), radius))

    view = fitted(cells, (824, 714))

    assert view
    for cell in cells:
        x, y = view.point(cell)
        assert view.side + 3 <= x <= 821 - view.side
        assert view.cell_height // 2 + 3 <= y <= 711 - view.cell_height // 2


def test_too_many_cells_have_no_view() -> None:
    assert fitted(list(disc(Cell(0, 0), 20)), (824, 714)) is None


def test_a_window_has_its_cell_in_the_middle() -> None:
    assert centred_on(Cell(5, -3), 44, (264, 216)).point(Cell(5, -3)) == (132, 108)
