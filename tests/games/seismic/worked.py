"""Positions written in notation, ready to be played on."""

from dataclasses import replace
from typing import Any

from engine.boards.hexes import parsed_cell
from engine.game import CHANCE, Move, Seat, Setup
from engine.games.seismic import GAME
from engine.games.seismic.actions import Flip, Place
from engine.games.seismic.pieces import laid_out
from engine.games.seismic.state import State, but


def standing(
    tiles: str = "",
    crews: str = "",
    *,
    display: str = "03 02 01",
    pile: str = "+6:012345",
    variants: tuple[str, ...] = (),
    seats: int = 2,
) -> State:
    """Return a position in which seat 0 is to place one of the display."""
    state = GAME.initial(Setup(seats, variants))
    laid = laid_out(tiles, crews)
    out = [sum(c.seat == s for each in laid for c in each.crews) for s in range(seats)]
    home = tuple(state.variant.crews_each - n for n in out)
    codes = pile.split()
    return but(
        state,
        phase="placing",
        tiles=state.tiles + laid,
        first_stage={},
        pile={Flip(code): codes.count(code) for code in codes},
        display=tuple(display.split()),
        crews=home,
        apart={},
        turn=1,
        last=laid[-1] if laid else None,
    )


def flipping(state: State, quake: str) -> State:
    """Return the position after a quake was turned up."""
    full = but(
        state, phase="flipping", pile={Flip(quake): 1, **state.pile}, display=state.display[:2]
    )
    return GAME.apply(full, Move(CHANCE, Flip(quake))).state


def place(text: str, crew: int | None = None) -> Place:
    where, what = text.split()
    code, turn = what.split("/")
    return Place(code, parsed_cell(where), int(turn), crew)


def count(state: State, code: str) -> int:
    """Return how many ways (cell and rotation) a tile can be built."""
    asked = but(state, phase="placing", display=(code,), crews=(0, 0))
    return len(list(GAME.legal_actions(asked, Seat(0))))


def crew_choices(state: State, text: str) -> list[int]:
    wanted = place(text)
    asked = but(state, display=(wanted.tile,))
    legal: list[Any] = list(GAME.legal_actions(asked, Seat(0)))
    return [
        each.crew for each in legal if replace(each, crew=None) == wanted and each.crew is not None
    ]


def points(state: State) -> tuple[int, ...]:
    return GAME.observe(state, "public").points
