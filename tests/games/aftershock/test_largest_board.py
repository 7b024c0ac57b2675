"""The largest board that a file can describe is played at every desk and drawn."""

from importlib.resources import files
from json import dumps, loads
from typing import Any

import pytest

from bot.games.aftershock import deals as promises
from bot.games.aftershock.panel import DEALS, DESK, PANEL
from bot.games.screen import Select
from bot.locale.localisation import LANGUAGES
from bot.messages.components import layout, message
from bot.messages.together import deals
from engine.game import PUBLIC, Seat
from engine.games.aftershock import boardfile, rules
from engine.games.aftershock.board import Board
from engine.games.aftershock.boardfile import read_board
from render.games.aftershock import check
from tests.games.aftershock.tables import PHASES, Table

TEXT = (files("engine.games.aftershock") / "boards" / "san_francisco.json").read_text("utf-8")
NAME = "Wide Mountain Water Woods Mmm W"[:30]


def largest() -> Board:
    """Return a board at every limit: names, areas, links, things to plan, hands, die."""
    raw: dict[str, Any] = loads(TEXT)
    raw["name"] = "largest"
    raw["areas"] += [{**raw["areas"][0], "key": "alameda"}]
    for number, area in enumerate(raw["areas"]):
        area["name"] = f"{NAME[:-2]}{number:02}"
        area["points"]["value"] = [99, 99, 99, 99, 99]
        area["cards"]["value"] = {"1": 1, "3": 1, "6": 0}
    keys = [area["key"] for area in raw["areas"]]
    raw["links"] = [
        {**raw["links"][0], "between": {"value": [one, other], "source": "reconstructed"}}
        for n, one in enumerate(keys)
        for other in keys[n + 1 :]
    ]
    for link in raw["links"]:
        link["sections"] = {"value": 1, "source": "reconstructed"}
    raw["special_cards"]["bridge"]["count"]["value"] = 16
    raw["special_cards"]["influence"]["count"]["value"] = 8
    raw["start"]["hand"]["value"] = 10
    raw["start"]["bridge_pieces"]["value"] = 20
    raw["start"]["money"]["value"] = 99
    raw["die"]["value"] = [9]
    return read_board(dumps(raw))


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Board:
    """Play on the largest board as if it were the only one."""
    found = largest()
    for module in (boardfile, rules, promises, check):
        monkeypatch.setattr(module, "boards", lambda: {"san_francisco": found, "largest": found})
    return found


def test_every_desk_and_message_holds_the_largest_board(board: Board) -> None:
    table, seen = Table(5, 3), set[str]()
    while seen != set(PHASES) and not table.is_over:
        if table.phase not in seen:
            seen.add(table.phase)
            for language in LANGUAGES:
                message(PANEL.post(table.view(PUBLIC, language), table.news()))
                layout(DESK.desk(table.view(language=language)))
                form = deals.form(DEALS, table.view(Seat(0), language), (Seat(1),))
                menus = [each.menu for each in form.questions if isinstance(each.menu, Select)]
                assert max(len(menu.options) for menu in menus) == 24
        table.play()

    assert seen >= {"keep", "buy", "plan", "build", "shock", "move", "mark"}
    assert len(board.areas) == boardfile.MOST_AREAS
