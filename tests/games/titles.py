"""The titles that are registered, the toy beside them, and matches of each to look at."""

from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any, Final, cast

import pytest

from bot.games.panel import Panels
from bot.games.registry import panels
from bot.locale.localisation import LANGUAGES
from engine.draws import SealedDraws
from engine.game import AnyGame, Setup
from engine.referee import Referee
from engine.registry import games
from tests.engine.toy import TOY
from tests.fourth_game.bot import toy
from tests.games.views import NAMES, Sight, header, match_of

TITLES: Final = sorted(panels())
PANELS: Final[Panels] = {**panels(), "toy": cast("Any", toy.PANEL)}
GAMES: Final[dict[str, AnyGame]] = {**games(), "toy": TOY}
SPOKEN: Final = [*((title, each) for title in TITLES for each in LANGUAGES), ("toy", "en")]
"""Every title in every language; the toy's words are in no catalog."""
TURNS: Final = 60
ANY: Final = 200
"""At most how many of the legal actions are looked at; there may be many thousands."""

every_title = pytest.mark.parametrize("title", TITLES)
in_every_language = pytest.mark.parametrize(("title", "language"), SPOKEN)


def part(title: str, name: str) -> Any:
    """Return a module of a title's own tests: what a contract can't know by itself."""
    return import_module(f"tests.games.{title}.{name}")


def played(title: str, number: int = 5) -> Iterator[Sight]:
    """Yield a random match of three, decision by decision."""
    rules, chance, draws = GAMES[title], Random(number), SealedDraws(bytes(32))
    setup, referee = Setup(3), Referee(rules)
    progress = referee.begin(header(rules, setup), draws)
    for _ in range(TURNS):
        sight = Sight(rules, match_of(rules, setup, NAMES), progress)
        yield sight
        if not sight.awaited:
            return
        seat = sight.awaited[0]
        action = chance.choice(list(islice(rules.legal_actions(progress.state, seat), ANY)))
        progress = referee.submit(progress, seat, action, draws)
