"""Tables of Seismic that are played move by move, for tests of what people see."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from bot.games.panel import Answer, Command, View
from bot.games.screen import Suggestion
from bot.games.seismic.panel import PANEL
from bot.table.match.match import Match, Status
from engine.draws import SealedDraws
from engine.game import Event, Seat, Setup
from engine.games.seismic.rules import GAME
from engine.referee import Referee
from tests.games import views
from tests.games.views import DAY, LONGEST, Sight, header

NAMES = ("Ann", "Bob", "Cleo", LONGEST)
REFEREE = Referee(GAME)


def match_of(seats: int, names: tuple[str, ...] = NAMES) -> Match:
    return views.match_of(GAME, Setup(seats), names)


def typed(view: View, name: str, *texts: str) -> Answer:
    """Return what `/seismic name` answers; options that are left out are empty."""
    command = _command(name)
    return command.answer(view, *texts, *[""] * (len(command.options) - len(texts)))


def suggested(view: View, name: str, *texts: str) -> list[Suggestion]:
    """Return what is suggested for the last of the options, half typed."""
    suggest = _command(name).options[len(texts) - 1].suggest
    return suggest(view, *texts) if suggest else []


def _command(name: str) -> Command[Any]:
    return next(each for each in PANEL.commands().moves if each.name == name)


class Table(Sight):
    """A match that is played move by move."""

    def __init__(
        self, seats: int = 3, seed: int = 1, radius: int = 8, variants: tuple[str, ...] = ()
    ) -> None:
        options = {} if radius == 8 else {"table_radius": radius}
        setup = Setup(seats, tuple(sorted(variants)), options)
        self._draws = SealedDraws(bytes([seed] * 32))
        self._chance = Random(seed)
        begun = REFEREE.begin(header(GAME, setup), self._draws)
        super().__init__(GAME, views.match_of(GAME, setup, NAMES), begun)

    @property
    def is_over(self) -> bool:
        return self.progress.state.outcome is not None

    @property
    def acting(self) -> Seat:
        return Seat(self.progress.state.seat)

    @property
    def events(self) -> tuple[Event, ...]:
        return self.progress.events

    def play(self, action: Any = None) -> None:
        """Play `action`, or any legal one, crews preferred."""
        legal = self.legal(self.acting)
        crewed = [each for each in legal if getattr(each, "crew", None) is not None]
        self.submit((action or self._chance.choice(crewed or legal),))

    def submit(self, actions: tuple[Any, ...]) -> None:
        """Play what a panel submits."""
        self.progress = REFEREE.submit_all(self.progress, self.acting, actions, self._draws)


def played(moves: int, seats: int = 3, seed: int = 1, radius: int = 8) -> Table:
    """Return a table after so many moves of random play, or at its end."""
    table = Table(seats, seed, radius)
    for _ in range(moves):
        if table.is_over:
            break
        table.play()
    return table


def finished(seats: int = 3, seed: int = 1) -> Table:
    """Return a table whose match is over."""
    table = played(300, seats, seed)
    later = replace(table.match, status=Status.FINISHED, changed_at=DAY.replace(day=12))
    table.match = later
    return table


def tied(seats: int = 3, seed: int = 1) -> Table:
    """Return a table where a quake waits for the choice of a line."""
    for at in range(seed, seed + 20):
        for table in _tables(seats, at):
            if table.progress.state.phase == "striking":
                return table
    raise AssertionError("no quake tied")


def _tables(seats: int, seed: int) -> Iterator[Table]:
    table = Table(seats, seed)
    while not table.is_over:
        yield table
        table.play()
