"""Draws Aftershock: one method for each picture that people can ask for."""

from collections.abc import Callable, Mapping, Sequence

from engine.games.aftershock.state import Observation
from engine.games.aftershock.ways import Way
from render.canvas import Canvas
from render.games.aftershock.captions import Captions
from render.games.aftershock.cards import hand_canvas, market_canvas, take_canvas
from render.games.aftershock.check import checked, own
from render.games.aftershock.colours import BAY
from render.games.aftershock.desk import (
    bridge_canvas,
    dismantle_canvas,
    marks_canvas,
    plan_canvas,
    shock_canvas,
    way_canvas,
)
from render.games.aftershock.film import film
from render.games.aftershock.result import result_canvas
from render.games.aftershock.scoring import scoring_canvas
from render.games.aftershock.since import since_canvas
from render.games.aftershock.table import aftershock_canvas, built_canvas, table_canvas
from render.palette import painting
from render.renderer import Picture


class AftershockRenderer:
    """The pictures of Aftershock; all words come with the captions.

    Areas and spaces are keys of the board. Every method raises `Undrawable` for an observation
    that no table can show, or that is not of the moment of the picture. Pictures of what only one
    player may see have an amber frame and a padlock.
    """

    def board(self, observation: Observation, captions: Captions) -> Picture:
        """Draw what the table holds, and what the newest turn of 3A or 3B has changed; public."""
        return _drawn(lambda: table_canvas(checked(observation, captions), captions))

    def built(self, observation: Observation, captions: Captions) -> Picture:
        """Draw the newest turn of 3A of this round, also when it is over; public."""
        return _drawn(lambda: built_canvas(checked(observation, captions), captions))

    def aftershock(self, observation: Observation, captions: Captions) -> Picture:
        """Draw the newest aftershock of this round, also when it is over; public."""
        return _drawn(lambda: aftershock_canvas(checked(observation, captions), captions))

    def market(self, observation: Observation, captions: Captions) -> Picture:
        """Draw the cards for sale, one column a seller, numbered from 1 in seat order.

        For a player: without the own cards, whose numbers are left out, with the own tokens and
        money, what cannot be paid pale; private. For the public: all cards.
        """
        return _drawn(lambda: market_canvas(checked(observation, captions), captions))

    def hand(
        self, observation: Observation, captions: Captions, chosen: tuple[str, ...]
    ) -> Picture:
        """Draw the hand in 1A, numbered from 1, and the purse: `chosen` are the codes to keep."""
        return _drawn(lambda: hand_canvas(own(observation, captions), captions, chosen))

    def take(self, observation: Observation, captions: Captions, chosen: str = "") -> Picture:
        """Draw the own unsold cards in 1C, numbered from 1, of which one is free."""
        return _drawn(lambda: take_canvas(own(observation, captions), captions, chosen))

    def plan(
        self,
        observation: Observation,
        captions: Captions,
        areas: Sequence[str | None],
        current: int | None = None,
    ) -> Picture:
        """Draw the own plan: the area of each of `Items.order`, None for what is not placed.

        `current` is the thing that is being placed.
        """
        return _drawn(
            lambda: plan_canvas(own(observation, captions), captions, tuple(areas), current)
        )

    def marks(
        self,
        observation: Observation,
        captions: Captions,
        score: Sequence[str],
        influence: Sequence[str] = (),
    ) -> Picture:
        """Draw the spaces that the own Score and Influence markers lie on so far."""
        return _drawn(
            lambda: marks_canvas(
                own(observation, captions), captions, tuple(score), tuple(influence)
            )
        )

    def bridge(
        self, observation: Observation, captions: Captions, area: str, letters: Mapping[str, str]
    ) -> Picture:
        """Draw the links for a bridge planned on `area`: `letters` by the area they lead to."""
        return _drawn(
            lambda: bridge_canvas(checked(observation, captions), captions, area, letters)
        )

    def dismantle(
        self,
        observation: Observation,
        captions: Captions,
        letters: Mapping[tuple[str, str], str],
    ) -> Picture:
        """Draw the bridges that may come down: `letters` by their two areas in board order."""
        return _drawn(lambda: dismantle_canvas(checked(observation, captions), captions, letters))

    def shock(self, observation: Observation, captions: Captions, chosen: Sequence[int]) -> Picture:
        """Draw the area of the newest Aftershock and how many of each seat are chosen so far."""
        return _drawn(lambda: shock_canvas(checked(observation, captions), captions, tuple(chosen)))

    def way(
        self,
        observation: Observation,
        captions: Captions,
        ways: Sequence[Way],
        letters: Sequence[str],
    ) -> Picture:
        """Draw where a Shocked meeple may go, each way with its letter and its tolls."""
        return _drawn(
            lambda: way_canvas(
                checked(observation, captions), captions, tuple(ways), tuple(letters)
            )
        )

    def scoring(self, observation: Observation, captions: Captions) -> Picture:
        """Draw the newest scoring: marks, what each area brought to whom, who lost a meeple."""
        return _drawn(lambda: scoring_canvas(checked(observation, captions), captions))

    def result(self, observation: Observation, captions: Captions) -> Picture:
        """Draw the end of a match: points of every round and for money, as bars."""
        return _drawn(lambda: result_canvas(checked(observation, captions), captions))

    def since(self, before: Observation, observation: Observation, captions: Captions) -> Picture:
        """Draw what changed since a moment: bridges, meeples, points and money; private."""
        return _drawn(lambda: since_canvas(before, checked(observation, captions), captions))

    def animation(
        self, observations: Sequence[Observation], captions: Sequence[Captions]
    ) -> Picture:
        """Draw a match from start to end as a GIF that plays once; captions for each frame."""
        for observation, words in zip(observations, captions, strict=True):
            checked(observation, words)
        with painting(BAY):
            return film(observations, captions)


def _drawn(draw: Callable[[], Canvas]) -> Picture:
    with painting(BAY):
        canvas = draw()
        return Picture.packed(canvas.picture)
