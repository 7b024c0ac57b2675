from io import BytesIO

import pytest
from PIL import Image, ImageChops

from engine.games.seismic.state import Observation
from render.canvas import Canvas, Face
from render.games.seismic import RENDERER
from render.games.seismic.captions import Captions
from render.palette import Palette, active
from render.picture import Picture
from render.renderer import Renderer, pictures, renderers
from render.theme import COLOURS


def test_renderers_are_found_by_the_key_of_their_game() -> None:
    seismic: Renderer[Observation, Captions] = RENDERER

    assert renderers()["seismic"] is seismic


def test_a_picture_survives_the_way_through_png() -> None:
    canvas = Canvas.plain(301, 97, "land")
    canvas.box(10, 10, 80, 40, "seat2")
    canvas.write("Séisme · ñandú", 20, 60, Face("bold", 30, "ink", "land"))

    picture = Picture.packed(canvas.picture)

    read = Image.open(BytesIO(picture.data))
    assert read.format == "PNG"
    assert read.mode == "P"
    assert read.size == (picture.width, picture.height) == (301, 97)
    assert (
        ImageChops.difference(read.convert("RGB"), canvas.picture.convert("RGB")).getbbox() is None
    )


def test_what_no_table_can_show_is_refused_before_anything_is_drawn() -> None:
    def check(observation: str, captions: str) -> None:
        if not captions:
            raise ValueError(observation)

    def draw(observation: str, captions: str, side: int) -> Canvas:
        assert active() is palette
        assert captions
        return Canvas.plain(side, len(observation), "ink")

    palette = Palette(COLOURS, ())
    board = pictures(check, palette)(draw)

    picture = board(None, "table", "words", side=3)

    assert (picture.width, picture.height, picture.format) == (3, 5, "png")
    with pytest.raises(ValueError, match="table"):
        board(None, "table", "", side=0)
