"""Words that refuse to fall back to English."""

from copy import copy
from gettext import NullTranslations
from typing import NoReturn

from bot.locale.localisation import Words, words


class _Lacking(NullTranslations):
    """Raises for every message that it is asked for."""

    def gettext(self, message: str) -> NoReturn:
        raise AssertionError(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> NoReturn:  # noqa: ARG002
        raise AssertionError(msgid1)

    def pgettext(self, context: str, message: str) -> NoReturn:
        raise AssertionError(context, message)


class StrictWords(Words):
    """Raises for every message that this language does not have."""

    def __init__(self, language: str) -> None:
        catalog = copy(words(language).catalog)
        if language != "en":
            catalog.add_fallback(_Lacking())
        super().__init__(language, catalog)
