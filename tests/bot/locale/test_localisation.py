"""Words: plural forms, what languages call themselves, which one a chat's locale means."""

import pytest

from bot.locale.localisation import language_of, own_name, words


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["0 seats", "1 seat", "2 seats"]),
        ("fr", ["0 place", "1 place", "2 places"]),
        ("es", ["0 sitios", "1 sitio", "2 sitios"]),
    ],
)
def test_the_form_for_a_number_is_the_language_s(language: str, expected: list[str]) -> None:
    said = [words(language).count("{n} seat", "{n} seats", n) for n in range(3)]

    assert said == expected


def test_languages_are_called_by_their_own_names() -> None:
    assert [own_name(each) for each in ("en", "fr", "es")] == ["English", "Français", "Español"]


def test_an_unknown_locale_is_answered_in_english() -> None:
    locales = ("es-419", "es-ES", "fr", "en-GB", "pt-BR", None)

    assert [language_of(each) for each in locales] == ["es", "es", "fr", "en", "en", "en"]
