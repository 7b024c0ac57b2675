"""The table in words: complete."""

import pytest

from bot.games.san_andreas.panel import PANEL
from engine.game import PUBLIC, Seat
from engine.games.san_andreas.preview import name_at
from engine.games.san_andreas.tiles import SHIFTS
from tests.games.san_andreas.heard import shaken
from tests.games.san_andreas.views import Table


@pytest.fixture(scope="module")
def table() -> Table:
    return shaken()


def test_every_tile_city_and_threat_is_told(table: Table) -> None:
    view = table.view(PUBLIC)
    layout = view.observation.layout
    _, cities, ground, *rest = (page.text for page in PANEL.text(view))
    threats = "\n".join(rest)

    for laid in layout.tiles:
        assert f"\n- {laid.tile}: " in ground
    for city in layout.cities:
        assert f", {city.tile}{city.quarter}: " in cities
    settable = {name_at(layout, space) for space in view.observation.settable}
    tiles = {named[0] for named in settable if named} | {each.tile for each in layout.pawns}
    assert {line for line in threats.splitlines() if line.startswith("### ")} == {
        f"### Tile {tile}" for tile in tiles
    }
    faces = [line[2:].partition(":")[0] for line in threats.splitlines() if line[0] == "-"]
    assert sum(len(each.split(", ")) for each in faces) == len(tiles) * len(SHIFTS)


def test_a_reader_hears_their_own_coins_only(table: Table) -> None:
    public = "\n".join(page.text for page in PANEL.text(table.view(PUBLIC)))
    own = "\n".join(page.text for page in PANEL.text(table.view(Seat(0))))

    assert "In hand:" not in public
    assert own.count("In hand:") == 1
