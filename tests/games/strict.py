"""Words that refuse to fall back to English."""

from typing import Any

from bot.locale.localisation import Words, words


class StrictWords(Words):
    """Raises for every message that this language does not have."""

    def __init__(self, language: str) -> None:
        super().__init__(language, words(language)._catalogs)

    def count(self, singular: str, plural: str, n: int, **data: Any) -> str:
        self._known(singular, None)
        return super().count(singular, plural, n, **data)

    def _found(self, message: str, context: str | None = None) -> str:
        self._known(message, context)
        return super()._found(message, context)

    def _known(self, message: str, context: str | None) -> None:
        if self.language != "en" and not any(each.get(message, context) for each in self._catalogs):
            raise AssertionError(f"no {self.language} for {message!r}")
