"""What is drawn ahead is drawn without a table, and kept."""

from render.registry import renderers
from render.sprites import SPRITES
from render.warming import warm


def test_every_title_draws_its_opening_ahead_and_keeps_what_it_is_made_of() -> None:
    SPRITES.clear()

    warm()

    kept = SPRITES.size
    warm()
    assert renderers()
    assert SPRITES.size == kept > 1_000_000
