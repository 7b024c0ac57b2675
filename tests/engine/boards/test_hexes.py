"""Flat-top hexagons."""

import pytest

from engine.boards.hexes import Cell, disc, distance, neighbour, opposite, parsed_cell


def test_a_cell_reads_back_from_its_text() -> None:
    assert parsed_cell(str(Cell(2, -1))) == Cell(2, -1)


@pytest.mark.parametrize("text", ["", "2", "a,b", "2;1"])
def test_other_texts_are_no_cells(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        parsed_cell(text)


def test_going_there_and_back_leads_home() -> None:
    for direction in range(6):
        there = neighbour(Cell(3, -2), direction)

        assert neighbour(there, opposite(direction)) == Cell(3, -2)
        assert distance(there, Cell(3, -2)) == 1


def test_a_disc_has_every_cell_within_its_radius_once() -> None:
    cells = list(disc(Cell(1, 1), 3))

    assert len(cells) == len(set(cells)) == 37
    assert max(distance(cell, Cell(1, 1)) for cell in cells) == 3
    assert cells == sorted(cells)
