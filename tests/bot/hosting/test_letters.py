import pytest

from bot.table.match.lobby import letters_of


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Ann", "Bob", "Cleo"], "ABC"),
        (["Ann", "Anna", "Andy", "An"], "ANDK"),
        (["émile", "Éric", "Eve"], "ERV"),
        (["李", "王", "Ω"], "KMR"),
        (["李", "Kim"], "KI"),
        (["", "x", "x", "x", "x"], "KXMRT"),
        (["42nd Street", "🌋"], "NK"),
    ],
)
def test_every_seat_has_a_letter_of_its_own(names: list[str], expected: str) -> None:
    assert "".join(letters_of(names)) == expected
