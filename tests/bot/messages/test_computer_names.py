"""Computer players have names, and letters, that nobody else at the table has."""

import pytest

from bot.locale.localisation import LANGUAGES, words
from bot.messages.match.computer_names import computer_names
from bot.table.match.lobby import letters_of

MOST = 8


@pytest.mark.parametrize("language", LANGUAGES)
def test_eight_names_have_letters_of_their_own_and_end_in_no_figure(language: str) -> None:
    names = computer_names(words(language), (), MOST)

    assert len(names) == MOST
    assert "".join(letters_of(names)) == "".join(letters_of([each])[0] for each in names)
    assert not any(each[-1].isdecimal() for each in names)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("first", range(MOST))
def test_no_name_takes_the_letter_of_somebody_who_sits_there(language: str, first: int) -> None:
    seated = ["Greta", "Gino", "Karst", "Tom"]

    (name,) = computer_names(words(language), seated, 1, first)

    assert letters_of([name])[0] not in letters_of(seated)
    assert name not in seated


def test_not_every_table_meets_the_same() -> None:
    first = [computer_names(words("en"), (), 1, number)[0] for number in range(MOST)]

    assert len(set(first)) == MOST


def test_those_who_come_one_by_one_have_different_names() -> None:
    seated = ["Ann"]
    for _ in range(4):
        seated += computer_names(words("en"), seated, 1, first=3)

    assert seated == ["Ann", "Magma", "Nimbus", "Pebble", "Quartz"]
