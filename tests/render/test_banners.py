"""The banners of all titles: names of any length beside a map."""

import pytest

from bot.games.registry import panels
from bot.locale.localisation import words
from render.banners import HEIGHT, MAP, torn_banner
from render.canvas import Canvas
from render.games.seismic import RENDERER
from render.theme import WIDTH
from tests.games.titles import every_title
from tests.render.comparing import assert_looks_like, difference, opened


@every_title
def test_the_banner_looks_as_agreed(title: str) -> None:
    picture = panels()[title].banner(words("en")).picture

    assert (picture.width, picture.height) == (WIDTH, HEIGHT)
    assert_looks_like(picture.data, "banner", title)


def test_the_name_is_that_of_the_language() -> None:
    one, other = (opened(RENDERER.banner(name).data) for name in ("Seismic", "Séisme"))

    assert difference(one, other)[0] > 0
    assert (
        difference(one.crop((480, 0, WIDTH, HEIGHT)), other.crop((480, 0, WIDTH, HEIGHT)))[0] == 0
    )


@pytest.mark.parametrize(
    "name", ["X", "Wwwwwwwwwwwwwwwwwwwwwwwwww", "Wwwwwwwwwwwwww Mmmmmmmmmmmmmm"]
)
def test_a_name_of_any_length_stays_beside_the_map(name: str) -> None:
    land = Canvas.plain(*MAP, "land").picture

    named, bare = (torn_banner(each, land).picture.convert("RGB") for each in (name, ""))

    assert difference(named, bare)[0] > 0
    assert (
        difference(named.crop((460, 0, WIDTH, HEIGHT)), bare.crop((460, 0, WIDTH, HEIGHT)))[0] == 0
    )
