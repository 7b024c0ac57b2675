from render.games.seismic import RENDERER
from render.registry import renderers


def test_renderers_are_found_by_the_key_of_their_game() -> None:
    assert renderers()["seismic"] is RENDERER
