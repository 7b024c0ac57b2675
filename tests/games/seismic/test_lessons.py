import pytest

from bot.games.seismic.lessons import is_curved
from bot.games.seismic.words import tile_name
from bot.locale.localisation import words
from engine.games.seismic.tiles import TILES


@pytest.mark.parametrize("code", TILES)
def test_curves_are_explained_for_the_tiles_that_are_named_by_them(code: str) -> None:
    name = tile_name(words("en"), code).lower()

    assert is_curved(TILES[code]) == ("tight" in name or "loose" in name or "curve" in name)
