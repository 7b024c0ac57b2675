"""Words from gettext catalogs; English sentences are the message ids.

Code says `words.say("Join")`, `words.count("{n} crew", "{n} crews", n)` or
`words.named("command", "place")`: these three names are found when messages are extracted, so
their first arguments must be literals. A literal kept in a table is marked by `mark("…")`.
"""

from functools import cache
from gettext import NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import Any, Final

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

LANGUAGES: Final = ("en", "fr", "es")
"""English needs no catalogs; another one has `<language>.po` in `bot/locale` and in each title."""


def mark(message: str) -> str:
    """Mark a literal as a message; `Words.say` translates it later."""
    return message


class Words:
    """One language."""

    def __init__(self, language: str, catalog: NullTranslations) -> None:
        self.language = language
        self.catalog = catalog

    def say(self, message: str, **data: Any) -> str:
        """Return `message` in this language with `{names}` filled in."""
        return self.catalog.gettext(message).format_map(data)

    def count(self, singular: str, plural: str, n: int, **data: Any) -> str:
        """Return the form that fits `n`, which is `{n}` in the message."""
        return self.catalog.ngettext(singular, plural, n).format(n=n, **data)

    def named(self, context: str, message: str, **data: Any) -> str:
        """Return `message` as it is said in this context (commands, tiles)."""
        return self.catalog.pgettext(context, message).format_map(data)


def language_of(locale: str | None, default: str = "en") -> str:
    """Return the language we speak for a chat's locale such as "es-419"; English otherwise."""
    language = (locale or default).partition("-")[0]
    return language if language in LANGUAGES else "en"


def own_name(language: str) -> str:
    """Return what a language calls itself, such as "Français"."""
    return str(Locale(language).get_display_name(language)).capitalize()


@cache
def words(language: str) -> Words:
    """Return the words of a language: those of the titles, and the shared ones, which go before."""
    house, every = files("bot"), _compiled(Catalog(locale=language))
    for folder in (*(house / "games").iterdir(), house / "locale"):
        path = folder / f"{language}.po"
        if path.is_file():
            with path.open("rb") as file:
                every.merge(_compiled(read_po(file, locale=language)))
    return Words(language, every)


def _compiled(catalog: Catalog) -> Translations:
    with BytesIO() as file:
        write_mo(file, catalog)
        file.seek(0)
        return Translations(file)
