"""Draws San Andreas: one method for each picture that people can ask for."""

from collections.abc import Mapping, Sequence

from engine.boards.squares import Space
from engine.games.san_andreas.state import Observation
from engine.games.san_andreas.tiles import Pawn
from render.games.san_andreas.captions import Captions, Line
from render.renderer import Picture


class SanAndreasRenderer:
    """The pictures of San Andreas; all words come with the captions.

    Every method raises `Undrawable` for an observation that no table can show. Pine frames are
    public, amber ones private. Coins whose value the viewer knows bear a numeral wherever the
    picture is private; `step` is (number of the question now, from 1, how many there are).
    """

    def board(self, observation: Observation, captions: Captions) -> Picture:
        """Draw what the table holds: public, the last move ringed, no values but in `result`."""
        raise NotImplementedError

    def sea(self, observation: Observation, captions: Captions) -> Picture:
        """Draw the same from the sea, with heights: public."""
        raise NotImplementedError

    def coins(self, observation: Observation, captions: Captions) -> Picture:
        """Draw the board with the viewer's own values and purse: private."""
        raise NotImplementedError

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
        raise NotImplementedError

    def epicenter(
        self,
        observation: Observation,
        captions: Captions,
        spaces: Mapping[Space, str],
        pawn: Pawn | None = None,
        step: tuple[int, int] = (1, 2),
    ) -> Picture:
        """Draw the free pawns to choose from and where they may stand; `pawn` is picked already."""
        raise NotImplementedError

    def draft(
        self, observation: Observation, captions: Captions, step: tuple[int, int] = (3, 3)
    ) -> Picture:
        """Draw a move before it is sent: `observation` with it done, its place ringed in amber."""
        raise NotImplementedError

    def order(self, observation: Observation, captions: Captions) -> Picture:
        """Draw which die may act next, and what each of them would do now: private.

        For a draft of several dice pass the observation in which those before have acted.
        """
        raise NotImplementedError

    def swap(
        self, observation: Observation, captions: Captions, coin: int | None = None
    ) -> Picture:
        """Draw the viewer's surviving null and the lost coins to swap it for: private."""
        raise NotImplementedError

    def quake(self, observation: Observation, captions: Captions) -> Picture:
        """Draw the latest quake: what each die did, in order, and what was lost: public."""
        raise NotImplementedError

    def scoring(self, observation: Observation, captions: Captions) -> Picture:
        """Draw how the latest quake scored: values, the way that counts, points: public."""
        raise NotImplementedError

    def shaking(self, observation: Observation, captions: Captions) -> Picture:
        """Draw the latest quake as a GIF: the ground before, each shift, islands, the report."""
        raise NotImplementedError

    def result(self, observation: Observation, captions: Captions) -> Picture:
        """Draw the end of a match, best seat first."""
        raise NotImplementedError

    def since(
        self,
        observation: Observation,
        captions: Captions,
        marks: Mapping[Space, str],
        lines: tuple[Line, ...],
    ) -> Picture:
        """Draw what happened since a player's turn: `marks` has the numbers of `lines`: private."""
        raise NotImplementedError

    def unseen(self, observation: Observation, captions: Captions) -> Picture:
        """Draw which coins of each seat are where, as far as the viewer knows."""
        raise NotImplementedError

    def animation(
        self, observations: Sequence[Observation], captions: Sequence[Captions]
    ) -> Picture:
        """Draw a match from start to end as a GIF that plays once; captions for each frame."""
        raise NotImplementedError

    def example(self, name: str) -> Picture:
        """Draw a small example without words, before and after: one of `EXAMPLES`."""
        raise NotImplementedError
