"""Words from gettext catalogs; English sentences are the message ids.

Code says `words.say("Join")`, `words.count("{n} crew", "{n} crews", n)` or
`words.named("command", "place")`: Babel finds these three names when it extracts messages, so
their first arguments must be literals. A literal kept in a table is marked by `mark("…")`.
"""

from functools import cache
from importlib.resources import files
from typing import Any, Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

LANGUAGES: Final = ("en", "fr", "es")


def mark(message: str) -> str:
    """Mark a literal as a message; `Words.say` translates it later."""
    return message


class Words:
    """One language."""

    def __init__(self, language: str, catalogs: tuple[Catalog, ...]) -> None:
        self.language = language
        self._catalogs = catalogs

    def say(self, message: str, **data: Any) -> str:
        """Return `message` in this language with `{names}` filled in."""
        return self._found(message).format_map(data)

    def count(self, singular: str, plural: str, n: int, **data: Any) -> str:
        """Return the form that fits `n`, which is `{n}` in the message."""
        for catalog in self._catalogs:
            found = catalog.get(singular)
            if found is not None and isinstance(found.string, tuple) and all(found.string):
                return found.string[_form(catalog, n)].format(n=n, **data)
        return (singular if n == 1 else plural).format(n=n, **data)

    def named(self, context: str, message: str, **data: Any) -> str:
        """Return `message` as it is said in this context (commands, tiles)."""
        return self._found(message, context).format_map(data)

    def _found(self, message: str, context: str | None = None) -> str:
        for catalog in self._catalogs:
            found = catalog.get(message, context)
            if found is not None and found.string:
                return str(found.string)
        return message


def _form(catalog: Catalog, n: int) -> int:
    return 0 if n == 1 or (n == 0 and str(catalog.locale) == "fr") else 1


def language_of(locale: str | None, default: str = "en") -> str:
    """Return the language we speak for a chat's locale such as "es-419"; English otherwise."""
    language = (locale or default).partition("-")[0]
    return language if language in LANGUAGES else "en"


@cache
def words(language: str) -> Words:
    """Return the words of a language; "en" needs no catalog."""
    return Words(language, tuple(_catalogs(language)) if language != "en" else ())


def _catalogs(language: str) -> list[Catalog]:
    """Return the shared catalog, then those of the titles that are there."""
    house = files("bot")
    folders = [house / "locale", *sorted((house / "games").iterdir(), key=lambda each: each.name)]
    found = []
    for path in (each / f"{language}.po" for each in folders if each.is_dir()):
        if path.is_file():
            with path.open("rb") as file:
                found.append(read_po(file, locale=language))
    return found
