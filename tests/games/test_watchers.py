"""Whoever only watches gets every aid of every title, at any moment, and without a fault."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.games.abilities import ShowsDanger, ShowsPlaces, ShowsSideView
from bot.games.panel import View
from bot.games.registry import panels
from bot.games.screen import Screen
from bot.messages.components import layout
from engine.game import PUBLIC
from tests.games.titles import TITLES, played
from tests.games.views import Sight


def aids(panel: Any, view: View, sight: Sight) -> Iterator[Screen]:
    """Yield every screen that the buttons and commands under a board lead to."""
    moments = sight.moments()
    yield panel.since(view, moments[-4:])
    yield panel.unseen(view)
    yield panel.score(view)
    if isinstance(panel, ShowsDanger):
        yield panel.danger(view)
    if isinstance(panel, ShowsSideView):
        yield panel.side_view(view)
    if isinstance(panel, ShowsPlaces):
        yield panel.zoom(view, "")
        yield panel.zoom(view, panel.places(view)[0])
    assert panel.history(moments)
    assert panel.animation(moments[-3:]).picture.data
    assert panel.text(view)
    assert panel.board(view).alt


@pytest.mark.parametrize("title", TITLES)
def test_every_aid_is_there_for_a_watcher(title: str) -> None:
    panel = panels()[title]
    for number, sight in enumerate(played(title)):
        if number % 10 in (3, 7):
            for screen in aids(panel, sight.view(PUBLIC), sight):
                assert layout(screen).view.total_children_count <= 40
