"""Draws San Andreas: one method for each picture that people can ask for."""

from collections.abc import Sequence

from engine.games.san_andreas.state import Observation
from render.games.san_andreas.banner import banner_canvas
from render.games.san_andreas.board import (
    board_canvas,
    coins_canvas,
    film,
    frames,
    result_canvas,
    since_canvas,
    unseen_canvas,
)
from render.games.san_andreas.captions import Captions
from render.games.san_andreas.check import checked, own
from render.games.san_andreas.colours import PALETTE
from render.games.san_andreas.examples import example_canvas
from render.games.san_andreas.from_the_sea import sea_canvas
from render.games.san_andreas.quake import order_canvas, quake_canvas, shaking_film
from render.games.san_andreas.questions import (
    draft_canvas,
    epicenter_canvas,
    found_canvas,
    marked_canvas,
    swap_canvas,
)
from render.games.san_andreas.scoring import scoring_canvas
from render.games.san_andreas.window import Window
from render.palette import painting
from render.picture import Picture
from render.renderer import Renderer, pictures

_drawn = pictures(checked, PALETTE)
_private = pictures(own, PALETTE)


class SanAndreasRenderer(Renderer[Observation, Captions]):
    """The pictures of San Andreas; all words come with the captions.

    Every method raises `Undrawable` for an observation that no table can show. Pine frames are
    public, amber ones private. Coins whose value the viewer knows bear a numeral wherever the
    picture is private; `step` is (number of the question now, from 1, how many there are).
    """

    board = _drawn(board_canvas)
    sea = _drawn(sea_canvas)
    coins = _private(coins_canvas)
    found = _private(found_canvas)
    epicenter = _private(epicenter_canvas)
    draft = _private(draft_canvas)
    marked = _private(marked_canvas)
    order = _private(order_canvas)
    swap = _private(swap_canvas)
    quake = _drawn(quake_canvas)
    scoring = _drawn(scoring_canvas)
    result = _drawn(result_canvas)
    since = _drawn(since_canvas)
    unseen = _drawn(unseen_canvas)

    def shaking(self, observation: Observation, captions: Captions) -> Picture:
        """Draw the latest quake as a GIF: the ground before, each shift, islands, the report."""
        with painting(PALETTE):
            return shaking_film(checked(observation, captions), captions)

    def animation(
        self, observations: Sequence[Observation], captions: Sequence[Captions]
    ) -> Picture:
        """Draw a match from start to end as a GIF that plays once; captions for each frame."""
        for observation, words in zip(observations, captions, strict=True):
            checked(observation, words)
        with painting(PALETTE):
            return film(observations, captions)

    def maps(
        self, observations: Sequence[Observation], captions: Sequence[Captions], window: Window
    ) -> Picture:
        """Draw the maps alone of a match, packed for its page; captions for each."""
        for observation, words in zip(observations, captions, strict=True):
            checked(observation, words)
        with painting(PALETTE):
            return frames(observations, captions, window).picture()

    def banner(self, title: str) -> Picture:
        """Draw the banner with the name of the game."""
        with painting(PALETTE):
            return Picture.packed(banner_canvas(title).picture)

    def example(self, name: str) -> Picture:
        """Draw a small example without words, before and after: one of `EXAMPLES`."""
        with painting(PALETTE):
            return Picture.packed(example_canvas(name).picture)
