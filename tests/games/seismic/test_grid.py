"""The names of columns and cells."""

import pytest

from engine.games.seismic.grid import STANDARD, column_name


def test_columns_are_lettered_from_the_left_like_those_of_a_spreadsheet() -> None:
    names = [column_name(column) for column in range(26 * 27)]

    assert (names[0], names[25], names[26], names[-1]) == ("A", "Z", "AA", "ZZ")
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("column", [-1, -26, -1000])
def test_a_column_left_of_the_first_has_no_name(column: int) -> None:
    with pytest.raises(ValueError, match=f"there is no column {column}: the first is 0"):
        column_name(column)
    with pytest.raises(ValueError, match="there is no column"):
        STANDARD.column(min(cell.q for cell in STANDARD.cells) + column)
