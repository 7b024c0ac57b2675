"""Draws San Andreas: one method for each picture that people can ask for."""

from collections.abc import Callable, Mapping, Sequence

from engine.boards.squares import Space
from engine.games.san_andreas.state import Observation
from engine.games.san_andreas.tiles import Pawn
from render.canvas import Canvas
from render.games.san_andreas.board import board_canvas, coins_canvas
from render.games.san_andreas.captions import Captions, Line
from render.games.san_andreas.check import checked, own
from render.games.san_andreas.choices import (
    draft_canvas,
    epicenter_canvas,
    found_canvas,
    swap_canvas,
)
from render.games.san_andreas.colours import PALETTE
from render.games.san_andreas.examples import example_canvas
from render.games.san_andreas.film import film, shaking
from render.games.san_andreas.quake import order_canvas, quake_canvas
from render.games.san_andreas.result import result_canvas
from render.games.san_andreas.scoring import scoring_canvas
from render.games.san_andreas.sea import sea_canvas
from render.games.san_andreas.since import since_canvas
from render.games.san_andreas.unseen import unseen_canvas
from render.palette import painting
from render.renderer import Picture


class SanAndreasRenderer:
    """The pictures of San Andreas; all words come with the captions.

    Every method raises `Undrawable` for an observation that no table can show. Pine frames are
    public, amber ones private. Coins whose value the viewer knows bear a numeral wherever the
    picture is private; `step` is (number of the question now, from 1, how many there are).
    """

    def board(self, observation: Observation, captions: Captions) -> Picture:
        """Draw what the table holds: public, the last move ringed, no values but in `result`."""
        return _drawn(lambda: board_canvas(checked(observation, captions), captions))

    def sea(self, observation: Observation, captions: Captions) -> Picture:
        """Draw the same from the sea, with heights: public."""
        return _drawn(lambda: sea_canvas(checked(observation, captions), captions))

    def coins(self, observation: Observation, captions: Captions) -> Picture:
        """Draw the board with the viewer's own values and purse: private."""
        return _drawn(lambda: coins_canvas(own(observation, captions), captions))

    def found(
        self,
        observation: Observation,
        captions: Captions,
        spaces: Mapping[Space, str],
        coin: int | None = None,
        step: tuple[int, int] = (1, 3),
    ) -> Picture:
        """Draw where a city may be founded, each space with its label, and one's own coins.

        `coin` is the one picked already. Tiles without a space in `spaces` are pale.
        """
        return _drawn(
            lambda: found_canvas(own(observation, captions), captions, spaces, coin, step)
        )

    def epicenter(
        self,
        observation: Observation,
        captions: Captions,
        spaces: Mapping[Space, str],
        pawn: Pawn | None = None,
        step: tuple[int, int] = (1, 2),
    ) -> Picture:
        """Draw the free pawns to choose from and where they may stand; `pawn` is picked already."""
        return _drawn(
            lambda: epicenter_canvas(own(observation, captions), captions, spaces, pawn, step)
        )

    def draft(
        self, observation: Observation, captions: Captions, step: tuple[int, int] = (3, 3)
    ) -> Picture:
        """Draw a move before it is sent: `observation` with it done, its place ringed in amber."""
        return _drawn(lambda: draft_canvas(own(observation, captions), captions, step))

    def order(self, observation: Observation, captions: Captions) -> Picture:
        """Draw which die may act next, and what each of them would do now: private.

        For a draft of several dice pass the observation in which those before have acted.
        """
        return _drawn(lambda: order_canvas(own(observation, captions), captions))

    def swap(
        self, observation: Observation, captions: Captions, coin: int | None = None
    ) -> Picture:
        """Draw the viewer's surviving null and the lost coins to swap it for: private."""
        return _drawn(lambda: swap_canvas(own(observation, captions), captions, coin))

    def quake(self, observation: Observation, captions: Captions) -> Picture:
        """Draw the latest quake: what each die did, in order, and what was lost: public."""
        return _drawn(lambda: quake_canvas(checked(observation, captions), captions))

    def scoring(self, observation: Observation, captions: Captions) -> Picture:
        """Draw how the latest quake scored: values, the way that counts, points: public."""
        return _drawn(lambda: scoring_canvas(checked(observation, captions), captions))

    def shaking(self, observation: Observation, captions: Captions) -> Picture:
        """Draw the latest quake as a GIF: the ground before, each shift, islands, the report."""
        with painting(PALETTE):
            return shaking(checked(observation, captions), captions)

    def result(self, observation: Observation, captions: Captions) -> Picture:
        """Draw the end of a match, best seat first."""
        return _drawn(lambda: result_canvas(checked(observation, captions), captions))

    def since(
        self,
        observation: Observation,
        captions: Captions,
        marks: Mapping[Space, str],
        lines: tuple[Line, ...],
    ) -> Picture:
        """Draw what happened since a player's turn, or lately for those who watch.

        `marks` has the numbers of `lines`. It is private for a player.
        """
        return _drawn(lambda: since_canvas(checked(observation, captions), captions, marks, lines))

    def unseen(self, observation: Observation, captions: Captions) -> Picture:
        """Draw which coins of each seat are where, as far as the viewer knows."""
        return _drawn(lambda: unseen_canvas(checked(observation, captions), captions))

    def animation(
        self, observations: Sequence[Observation], captions: Sequence[Captions]
    ) -> Picture:
        """Draw a match from start to end as a GIF that plays once; captions for each frame."""
        for observation, words in zip(observations, captions, strict=True):
            checked(observation, words)
        with painting(PALETTE):
            return film(observations, captions)

    def example(self, name: str) -> Picture:
        """Draw a small example without words, before and after: one of `EXAMPLES`."""
        return _drawn(lambda: example_canvas(name))


def _drawn(draw: Callable[[], Canvas]) -> Picture:
    """Return what is drawn in the palette of San Andreas as a PNG."""
    with painting(PALETTE):
        canvas = draw()
    return Picture.packed(canvas.picture)
