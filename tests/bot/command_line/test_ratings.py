"""All ratings computed anew by a command."""

from tests.bot.command_line.conftest import Typed


def test_ratings_are_computed_anew(typed: Typed) -> None:
    migrated, found = typed("migrate"), typed("ratings")

    assert (migrated.exit_code, found.exit_code) == (0, 0)
    assert found.output == ("0 of 0 matches\nMatches rated: 0. Seats that had another rating: 0.\n")
