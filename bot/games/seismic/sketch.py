"""Sketch: placing a tile in the shape of `bot.games.phase`: tile, cell, way round, crew.

Two tiles in one turn (Road Crew's Dilemma) are two drafts in a row, the first before a "+": the
first is drawn into the view, and the second is asked for by the same object.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.games import panel
from bot.games.panel import Listed, Submit
from bot.games.phase import Command, Option, Phase
from bot.games.seismic import typed, wizard
from bot.games.seismic.controls import end_button, tile_buttons
from bot.games.seismic.fits import Offer
from bot.games.seismic.how import NO_CREW, how
from bot.games.seismic.parts import KEYS, LIST
from bot.games.seismic.second import AND, drafted
from bot.games.seismic.where import choose_tile, offer_of, where
from bot.games.seismic.words import table_of
from bot.views.screen import Row, Screen
from engine.boards.hexes import Cell
from engine.errors import IllegalAction
from engine.games.seismic.actions import Action, EndTurn, Place
from engine.games.seismic.preview import why_not
from engine.games.seismic.state import Observation

View: TypeAlias = panel.View[Observation, Action]
Answer: TypeAlias = panel.Answer[Action]


@dataclass(frozen=True, slots=True)
class Draft:
    """A tile on its way: what is known of it, in the order of the questions."""

    offer: Offer | None = None
    cell: Cell | None = None
    turn: int | None = None

    @classmethod
    def of_id(cls, view: View, parts: Sequence[str]) -> "Draft":
        """Read "tile cell turn"; raise `IllegalAction` for what can't be there."""
        offer = offer_of(view, parts[0]) if parts else None
        if offer is None or len(parts) < 2:
            return cls(offer)
        cell = wizard.cell_to_build(view, offer, parts[1])
        if len(parts) < 3:
            return cls(offer, cell)
        turn = int(parts[2]) if parts[2].isdecimal() else -1
        if turn not in offer.ways[cell]:
            wrong = why_not(view.observation, offer.tile, cell, turn)
            raise wrong or IllegalAction("seismic-no-such-turn", tile=offer.tile, turn=turn)
        return cls(offer, cell, turn)


class Placing(Phase[Observation, Action]):
    """The phases "placing" and "extending": a tile, and after it perhaps a second one."""

    verbs = "wlpgne"

    @property
    def commands(self) -> Sequence[Command[Action]]:
        return (
            Command(
                "place",
                "Build one of the tiles on offer.",
                lambda view, *texts: typed.place(view, typed.Typed(*texts)),
                (
                    Option("tile", "one of those on offer, such as 3", typed.tile_suggestions),
                    Option("cell", "where, such as J8", typed.cell_suggestions),
                    Option(
                        "way",
                        "which way round, by its number",
                        typed.way_suggestions,
                        is_needed=False,
                    ),
                    Option(
                        "crew",
                        "on which free section, or none",
                        lambda view, *texts: typed.crew_suggestions(view, typed.Typed(*texts)),
                        is_needed=False,
                    ),
                ),
            ),
        )

    def wanted(self, view: View, who: str) -> str:
        if view.observation.phase == "extending":
            return view.words.say("{who}, **a second tile**, if you like.", who=who)
        return view.words.say("{who}, **your move.**", who=who)

    def rows(self, view: View) -> tuple[Row, ...]:
        tiles = (Row(tile_buttons(view)),) if tile_buttons(view) else ()
        return (
            (*tiles, Row((end_button(view),))) if view.observation.phase == "extending" else tiles
        )

    def ask(self, view: View, first: str = "") -> Screen:
        return choose_tile(view, first)

    def anew(self, view: View, verb: str, args: tuple[str, ...]) -> Screen:
        offer = offer_of(view, args[0]) if args and verb in self.verbs else None
        return where(view, offer) if offer else choose_tile(view)

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        if AND in args:
            end = args.index(AND)
            return self.press(drafted(view, _first(view, args[:end])), verb, args[end + 1 :])
        match verb, args:
            case "e", ():
                return Submit(EndTurn())
            case "w", (_, part) if part in (LIST, KEYS):
                offer = Draft.of_id(view, args[:1]).offer
                return Listed(where(view, offer, part), part == LIST) if offer else self._gone(view)
            case "l", (tile, _, cell):
                return self._next(view, Draft.of_id(view, (tile, cell)))
            case "g", (*known, crew):
                draft = Draft.of_id(view, known)
                if draft.offer is None or draft.cell is None or draft.turn is None:
                    return self._gone(view)
                edge = None if crew == NO_CREW else int(crew)
                return wizard.built(view, Place(draft.offer.tile, draft.cell, draft.turn, edge))
            case "n", known:
                return choose_tile(drafted(view, _first(view, known)))
            case (("w" | "p"), known):
                return self._next(view, Draft.of_id(view, known), *known[1:2])
            case _:
                raise IllegalAction("seismic-not-now")

    def _next(self, view: View, draft: Draft, part: str = "") -> Screen:
        """Ask for the first thing that is not known; clicks and typed words both end here."""
        if draft.offer is None:
            return self._gone(view)
        if draft.cell is None:
            return where(view, draft.offer, part)
        return how(view, draft.offer, draft.cell, draft.turn)

    def _gone(self, view: View) -> Screen:
        return choose_tile(view, view.words.say("That tile does not fit any more."))


def _first(view: View, known: Sequence[str]) -> Place:
    cell = table_of(view.observation).cell(known[1])
    if cell is None:
        raise IllegalAction("seismic-no-such-cell", cell=known[1])
    return Place(known[0], cell, int(known[2]))
