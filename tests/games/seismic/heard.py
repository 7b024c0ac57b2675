"""The table whose words were read aloud and found good."""

from collections.abc import Iterator

from bot.games.panel import AnyView
from bot.games.seismic.example import example, position
from tests.games.strict import StrictWords

PAGES = ("now", "sections", "tiles", "fit")


def tables(language: str) -> Iterator[AnyView]:
    yield example(StrictWords(language), position())
