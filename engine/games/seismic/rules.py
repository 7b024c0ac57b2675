"""Seismic as a `Game`, the contract of all titles. The order of play is in `match.py`."""

from collections.abc import Mapping
from functools import cache
from typing import Final, get_args

from engine.game import (
    AS_IT_STANDS,
    Game,
    Meta,
    Option,
    Setup,
    Viewer,
)
from engine.games.seismic.actions import Action, Flip, SetAside
from engine.games.seismic.ahead import PLANNING
from engine.games.seismic.legal import not_now, rotations, turned
from engine.games.seismic.match import PHASES, following, go_on, line_lengths
from engine.games.seismic.pieces import Laid
from engine.games.seismic.sections import outcome, points, sections
from engine.games.seismic.state import Observation, State, open_fields, remember
from engine.games.seismic.tiles import BOX
from engine.games.seismic.variants import NAMES, variant
from engine.phase import PhasedGame
from engine.setups import check, first_player, starters, value

RADIUS: Final = Option("table_radius", (8, 5, 6, 7, 9, 10, 11, 12))
FIRST_PLAYER: Final = first_player(4)

META: Final = Meta(
    key="seismic",
    seats=(2, 3, 4),
    rules_version=1,
    variants=NAMES,
    options=(RADIUS, FIRST_PLAYER),
    tallest_wins=True,
    actions=get_args(Action),
    standing=lambda seen: outcome(seen.points, AS_IT_STANDS),
    following=following,
)


@cache
def _bags(
    names: tuple[str, ...],
) -> tuple[Mapping[SetAside, int], Mapping[Flip, int], Mapping[Flip, int]]:
    """Return the first stage, the pile and what lies apart, before anything was drawn."""
    way = variant(names)
    return (
        {SetAside(code): count for code, count in way.staged().items()},
        {Flip(code): count for code, count in way.later_stage().items()},
        {Flip(code): count for code, count in way.apart().items()},
    )


class Seismic(PhasedGame[State, Action]):
    """The rules of Seismic."""

    planning = PLANNING

    def initial(self, setup: Setup, rules_version: int = 1) -> State:  # noqa: ARG002
        """Return the table with its towns, before anything was drawn."""
        check(setup, META)
        way = variant(setup.variants)
        first_stage, pile, apart = _bags(way.names)
        return State(
            seats=setup.seats,
            variants=way.names,
            radius=int(value(setup, RADIUS)),
            towns=way.towns,
            phase="beginning",
            tiles=tuple(Laid(town, "SA", 0) for town in way.towns),
            display=(),
            discarded=(),
            crews=(way.crews_each,) * setup.seats,
            turn=0,
            last=None,
            last_by=None,
            quakes=(),
            outcome=None,
            starters=starters(setup, FIRST_PLAYER),
            first_stage=first_stage,
            pile=pile,
            apart=apart,
            boxed=(),
        )

    def observe(self, state: State, viewer: Viewer) -> Observation:
        """Return the state without the order of the pile and without what was set aside."""
        joined, is_over = sections(state.board), state.outcome is not None
        hidden = {flip.tile: n for flip, n in state.pile.items()}
        for flip, n in state.apart.items():
            hidden[flip.tile] = hidden.get(flip.tile, 0) + n
        pile = sum(hidden.values())
        # What is known to lie in the bottom of the pile (rules 9, The Big One).
        kept = state.variant.kept_apart if state.variant.mixed else ()
        buried = tuple(code for code in kept for _ in range(hidden.get(code, 0)))
        for aside, n in state.first_stage.items():
            hidden[aside.tile] = hidden.get(aside.tile, 0) + n
        for code in () if is_over else state.boxed:
            hidden[code] = hidden.get(code, 0) + 1
        seen = Observation(
            **open_fields(state),
            viewer=viewer,
            to_act=None if is_over else state.seat,
            pile=pile,
            unseen=tuple((tile.code, hidden[tile.code]) for tile in BOX if hidden.get(tile.code)),
            boxed=state.boxed if is_over else (),
            bottom=min(pile, state.variant.bottom),
            buried=buried,
            sections=joined,
            lines=tuple(line_lengths(state.board, town) for town in range(len(state.towns))),
            points=points(joined, state.seats),
            rotations=(rotations(state.board, turned(state)) if state.phase == "rotating" else ()),
        )
        return remember(seen, state.board)


GAME: Final[Game[State, Action, Observation]] = Seismic(META, PHASES, go_on, not_now)
