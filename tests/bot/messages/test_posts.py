"""What the shell adds to a title's public messages."""

from dataclasses import replace
from typing import Any

from bot.games.panel import View
from bot.games.screen import Post
from bot.games.seismic.panel import PANEL
from bot.messages.match.posts import post, without_own_ping
from bot.table.match.match import LoadedMatch
from engine.game import PUBLIC, Event
from engine.replay import Replay
from tests.games.seismic.views import Table


class CallsEverybody:
    """A panel that pings all who sit at the table."""

    def __getattr__(self, name: str) -> Any:
        return getattr(PANEL, name)

    def post(self, view: View, news: tuple[Event, ...]) -> Post:
        del news
        return Post("Everybody!", pings=tuple(c.player for c in view.match.chairs if c.player))


def pinged(table: Table, *, agent: int | None = None) -> list[int]:
    chairs = list(table.match.chairs)
    if agent is not None:
        chairs[agent] = replace(chairs[agent], agent="uniform")
    match = replace(table.match, chairs=tuple(chairs))
    view = replace(table.view(PUBLIC), match=match)
    panel: Any = CallsEverybody()
    shown = without_own_ping(
        LoadedMatch(match, Replay(table.game, table.progress.record)), post(panel, view, ())
    )
    return [int(each) - 100 for each in shown.pings]


def test_nobody_is_pinged_by_a_click_of_their_own() -> None:
    table = Table(3)
    before = pinged(table)
    mover = table.acting

    table.play()

    assert before == [0, 1, 2]
    assert pinged(table) == [seat for seat in range(3) if seat != mover]


def test_what_a_computer_player_does_pings_everybody_who_is_called() -> None:
    table = Table(3)
    mover = table.acting

    table.play()

    assert pinged(table, agent=mover) == [0, 1, 2]
