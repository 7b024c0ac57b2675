"""Draws Aftershock: one method for each picture that people can ask for."""

from collections.abc import Sequence

from engine.games.aftershock.state import Observation
from render.games.aftershock.banner import banner_canvas
from render.games.aftershock.captions import Captions
from render.games.aftershock.cards import hand_canvas, market_canvas, take_canvas, unseen_canvas
from render.games.aftershock.check import check, check_own
from render.games.aftershock.colours import BAY
from render.games.aftershock.desk import (
    bridge_canvas,
    dismantle_canvas,
    marked_canvas,
    marks_canvas,
    plan_canvas,
    route_canvas,
    shock_canvas,
)
from render.games.aftershock.film import film, frames
from render.games.aftershock.result import result_canvas
from render.games.aftershock.scoring import scoring_canvas
from render.games.aftershock.since import since_canvas
from render.games.aftershock.table import aftershock_canvas, built_canvas, table_canvas
from render.palette import painting
from render.picture import Picture
from render.renderer import Renderer, pictures

_drawn = pictures(check, BAY)
_private = pictures(check_own, BAY)


class AftershockRenderer(Renderer[Observation, Captions]):
    """The pictures of Aftershock; all words come with the captions.

    Areas and spaces are keys of the board. Every method raises `Undrawable` for an observation
    that no table can show, or that is not of the moment of the picture. Pictures of what only one
    player may see have an amber frame and a padlock.
    """

    board = _drawn(table_canvas)
    built = _drawn(built_canvas)
    aftershock = _drawn(aftershock_canvas)
    market = _drawn(market_canvas)
    hand = _private(hand_canvas)
    take = _private(take_canvas)
    plan = _private(plan_canvas)
    marks = _private(marks_canvas)
    marked = _private(marked_canvas)
    unseen = _drawn(unseen_canvas)
    bridge = _drawn(bridge_canvas)
    dismantle = _drawn(dismantle_canvas)
    shock = _drawn(shock_canvas)
    route = _drawn(route_canvas)
    scoring = _drawn(scoring_canvas)
    result = _drawn(result_canvas)

    def since(self, before: Observation, observation: Observation, captions: Captions) -> Picture:
        """Draw what changed since a moment: bridges, meeples, points and money; private."""
        check(observation, captions)
        with painting(BAY):
            return Picture.packed(since_canvas(before, observation, captions).picture)

    def animation(
        self, observations: Sequence[Observation], captions: Sequence[Captions]
    ) -> Picture:
        """Draw a match from start to end as a GIF that plays once; captions for each frame."""
        for observation, words in zip(observations, captions, strict=True):
            check(observation, words)
        with painting(BAY):
            return film(observations, captions)

    def maps(
        self, observations: Sequence[Observation], captions: Sequence[Captions], scored: int
    ) -> Picture:
        """Draw the maps alone of a match, packed for its page; captions for each.

        `scored` counts the scorings before them.
        """
        for observation, words in zip(observations, captions, strict=True):
            check(observation, words)
        with painting(BAY):
            return frames(observations, captions, scored).picture()

    def banner(self, title: str) -> Picture:
        """Draw the banner with the name of the game."""
        with painting(BAY):
            return Picture.packed(banner_canvas(title).picture)
