"""Positions written in the game's own notation, and captions for them, as tests want them.

A tile is "q,r code/turn", then its crews as "edge:seat": "1,0 +3:014/1 5:0".
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.boards.hexes import Cell, parsed_cell
from engine.game import PUBLIC, Outcome, Seat
from engine.games.seismic.actions import Rotate
from engine.games.seismic.board import bare_board, with_tiles
from engine.games.seismic.grid import Grid
from engine.games.seismic.match import line_lengths
from engine.games.seismic.pieces import Crew, Laid, OwnPile, Quake, Rising, Rotated
from engine.games.seismic.sections import points, sections
from engine.games.seismic.state import Observation
from render.games.seismic.captions import Captions
from render.games.seismic.strip import board_strip
from render.games.seismic.view import Layout, board_layout

FOLDER = Path(__file__).parents[1] / "games" / "seismic" / "pictures"
NAMES = ("Nora", "Ben", "Cleo", "Dan")
TOWN = Cell(0, 0)
TWINS = (TOWN, Cell(8, 0))


def laid(text: str) -> Laid:
    """Return the tile that the notation means."""
    cell, tile, *crews = text.split()
    code, _, turn = tile.rpartition("/")
    found = (crew.split(":") for crew in crews)
    stand = tuple(Crew(Seat(int(seat)), int(edge)) for edge, seat in found)
    return Laid(parsed_cell(cell), code, int(turn), stand)


def table(*tiles: str, seats: int = 4, radius: int = 8, **changes: Any) -> Observation:
    """Return a position with these tiles around San Andreas."""
    return on(tuple(laid(text) for text in tiles), seats, radius, **changes)


def on(
    tiles: tuple[Laid, ...],
    seats: int,
    radius: int,
    towns: tuple[Cell, ...] = (TOWN,),
    **changes: Any,
) -> Observation:
    """Return a position with these tiles; sections, lines and points follow from them."""
    board = with_tiles(bare_board(Grid(towns, radius)), tiles)
    joined = sections(board)
    out = [sum(crew.seat == seat for each in tiles for crew in each.crews) for seat in range(seats)]
    plain = Observation(
        viewer=PUBLIC,
        seats=seats,
        variants=(),
        radius=radius,
        towns=towns,
        turn=len(tiles) + 1,
        to_act=Seat(0),
        tiles=board.tiles,
        display=(),
        pile=0,
        unseen=(),
        discarded=(),
        crews=tuple(20 * len(towns) - count for count in out),
        points=points(joined, seats),
        sections=joined,
        lines=tuple(line_lengths(board, town) for town in range(len(towns))),
        last=tiles[-1] if tiles else None,
        last_by=Seat(0) if tiles else None,
        quakes=(),
        outcome=None,
        boxed=(),
    )
    return replace(plain, **changes)


def stored(file: str = "positions") -> dict[str, Observation]:
    """Return the positions of played matches in a file, by name: "positions" or "variants"."""
    found = json.loads((FOLDER / f"{file}.json").read_text(encoding="utf-8"))
    return {name: _position(entry) for name, entry in found.items()}


def _position(entry: Mapping[str, Any]) -> Observation:
    tiles = tuple(laid(text) for text in entry["tiles"])
    last = next((each for each in tiles if str(each.cell) == entry["last"]), None)
    acting = entry["to_act"]
    observation = on(
        tiles,
        entry["seats"],
        entry["radius"],
        tuple(parsed_cell(town) for town in entry.get("towns", ["0,0"])),
        to_act=None if acting is None else Seat(acting),
        display=tuple(entry["display"]),
        pile=entry["pile"],
        unseen=tuple((code, count) for code, count in entry["unseen"].items()),
        discarded=tuple(entry["discarded"]),
        last=last,
        last_by=None if last is None else Seat(entry["last_by"]),
        quakes=tuple(_quake(quake) for quake in entry["quakes"]),
        **_of_variants(entry),
    )
    return replace(observation, outcome=_outcome(observation)) if acting is None else observation


def _of_variants(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return what only the variants have."""
    rising, rotations = entry.get("rising"), (each.split() for each in entry.get("rotations", ()))
    return {
        "on_turn": Seat(entry.get("on_turn", 0)),
        "phase": entry.get("phase", "placing"),
        "rising": Rising(rising["tile"], tuple(rising["towns"])) if rising else None,
        "asked": tuple(Seat(seat) for seat in entry.get("asked", ())),
        "rotations": tuple(Rotate(parsed_cell(cell), int(turn)) for cell, turn in rotations),
        "rotated": tuple(_rotated(each) for each in entry.get("rotated", ())),
        "piles": tuple(OwnPile(*pile) for pile in entry.get("piles", ())),
        "drawn": entry.get("drawn"),
        "bottom": entry.get("bottom", 0),
        "buried": tuple(entry.get("buried", ())),
    }


def _rotated(entry: Mapping[str, Any]) -> Rotated:
    before, after = laid(entry["before"]), laid(entry["after"])
    return Rotated(entry["quake"], Seat(entry["seat"]), before, after)


def _quake(entry: Mapping[str, Any]) -> Quake:
    return Quake(
        tile=entry["tile"],
        lengths=tuple(entry["lengths"]),
        tied=tuple(entry["tied"]),
        line=entry["line"],
        fallen=tuple(laid(text) for text in entry["fallen"]),
        town=entry.get("town", 0),
    )


def _outcome(observation: Observation) -> Outcome:
    scores = observation.points
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    return Outcome(scores, ranks, "seismic-pile-empty")


def names_of(observation: Observation) -> Grid:
    """Return the table that names the cells."""
    return Grid(observation.towns, observation.radius)


def captions(observation: Observation, headline: str = "", **changes: Any) -> Captions:
    """Return the words for a picture, in English."""
    seats, acting, last = observation.seats, observation.to_act, observation.last
    home = [
        crew.seat for quake in observation.quakes for each in quake.fallen for crew in each.crews
    ]
    cell = names_of(observation).name(last.cell) if last else ""
    plain = Captions(
        title="Seismic · match 27",
        headline=headline or ("" if acting is None else f"{NAMES[acting]} to play"),
        names=NAMES[:seats],
        letters=tuple(name[0] for name in NAMES[:seats]),
        seat_notes=tuple(f"{left} crews" for left in observation.crews),
        points_label="points now",
        pile_label="tiles in the pile",
        quakes_label="quakes",
        no_quakes="no quake yet",
        last=f"{NAMES[observation.last_by or 0]}, {cell}" if last else "",
        seat_news=tuple(
            f"+{home.count(Seat(seat))} back" if Seat(seat) in home else "" for seat in range(seats)
        ),
    )
    return replace(plain, **changes)


def layout_of(observation: Observation) -> Layout:
    """Return the layout of the picture of the board."""
    return board_layout(observation, board_strip(observation, captions(observation)))
