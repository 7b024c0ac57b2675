"""The tables whose words were read aloud and found good."""

from collections.abc import Iterator

from bot.games.aftershock import example as ex
from bot.games.panel import AnyView
from tests.games.strict import StrictWords

PAGES = ("now", "areas", "sale", "bridges", "marks")


def tables(language: str) -> Iterator[AnyView]:
    for observation in (ex.selling(), ex.scoring()):
        yield ex.example(StrictWords(language), observation)
