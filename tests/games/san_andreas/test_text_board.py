"""The table in words: complete, and as it was once heard and found good.

`python -m tests.games.san_andreas.test_text_board` writes the expected texts anew; read them.
"""

from pathlib import Path

import pytest

from bot.games.san_andreas.panel import PANEL
from bot.games.speech import LONGEST_PAGE
from bot.locale.localisation import LANGUAGES
from engine.game import PUBLIC, Seat
from engine.games.san_andreas.preview import name_at
from engine.games.san_andreas.tiles import SHIFTS
from tests.games.san_andreas.views import Table, tables

TEXTS = Path(__file__).parent / "texts"


def shaken() -> Table:
    """Return the first turn of a match after its second quake."""
    return next(
        table
        for table in tables(4, 7)
        if table.state.quake and table.state.quake.number == 2 and table.state.phase == "playing"
    )


def heard(table: Table, language: str) -> str:
    view = table.view(Seat(0), language)
    pages = [page.text for page in PANEL.text(view)]
    return "\n\n".join([*pages, PANEL.board(view).alt]) + "\n"


@pytest.fixture(scope="module")
def table() -> Table:
    return shaken()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_told_as_expected(table: Table, language: str) -> None:
    assert heard(table, language) == (TEXTS / f"{language}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_fit_a_message_and_have_names_of_their_own(table: Table, language: str) -> None:
    pages = PANEL.text(table.view(Seat(3), language))

    assert all(len(page.text) <= LONGEST_PAGE for page in pages)
    assert len({page.key for page in pages}) == len(pages)
    assert [page.key for page in pages if page.key.isalpha()] == [
        "now",
        "cities",
        "ground",
        "pawns",
    ]
    assert not any(page.text.splitlines()[-1].startswith("#") for page in pages)


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


if __name__ == "__main__":
    moment = shaken()
    for each in LANGUAGES:
        (TEXTS / f"{each}.md").write_text(heard(moment, each), encoding="utf-8")
