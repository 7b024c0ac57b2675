"""A played match for pictures, and captions for it, as tests want them.

A line of match.txt is who acts (a seat, or "-" for chance) and what: "0 found 3 at 4,12",
"1 sun at 2,9", "- begin 2", "- roll sun 3", "3 resolve moon", "2 swap 4", "2 keep", "1 pass".
"""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from engine.boards.squares import Space, parsed_space
from engine.game import CHANCE, PUBLIC, Actor, Move, Seat, Setup, Viewer
from engine.games.san_andreas import GAME
from engine.games.san_andreas.actions import (
    Action,
    Begin,
    Epicenter,
    Found,
    Pass,
    Resolve,
    Roll,
    Swap,
)
from engine.games.san_andreas.pieces import Layout
from engine.games.san_andreas.preview import name_at
from engine.games.san_andreas.state import Observation, State
from engine.games.san_andreas.tiles import PAWNS, Pawn
from render.games.san_andreas.captions import Captions

FOLDER = Path(__file__).parent / "pictures"
NAMES = ("Nora", "Ben", "Cleo", "Dan")
SUITS: dict[str, Pawn] = {pawn: pawn for pawn in PAWNS}


def action(words: list[str]) -> Action:
    """Return the action that the words mean."""
    what, *rest = words
    found: Action = Pass()
    if what == "found":
        found = Found(int(rest[0]), parsed_space(rest[2]))
    elif what in SUITS:
        found = Epicenter(SUITS[what], parsed_space(rest[1]))
    elif what == "begin":
        found = Begin(Seat(int(rest[0])))
    elif what == "roll":
        found = Roll(SUITS[rest[0]], int(rest[1]))
    elif what == "resolve":
        found = Resolve(SUITS[rest[0]])
    elif what in {"swap", "keep"}:
        found = Swap(int(rest[0]) if rest else None)
    return found


@cache
def states() -> tuple[State, ...]:
    """Return every state of the match, from before the first move on."""
    found = [GAME.initial(Setup(4))]
    for line in (FOLDER / "match.txt").read_text(encoding="utf-8").splitlines():
        who, *words = line.split()
        actor: Actor = CHANCE if who == "-" else Seat(int(who))
        found.append(GAME.apply(found[-1], Move(actor, action(words))).state)
    return tuple(found)


def seen(state: State, viewer: Viewer = PUBLIC) -> Observation:
    return GAME.observe(state, viewer)


def turn(number: int) -> State:
    """Return the state in which a player begins this turn, counted from 1."""
    return next(each for each in states() if each.phase == "playing" and each.turn == number)


def ordering(number: int) -> State:
    """Return the state in which the dice of a quake lie and none has acted."""
    return next(
        each
        for each in states()
        if each.phase == "ordering" and each.quake is not None and each.quake.number == number
    )


def shaken(number: int) -> State:
    """Return the first state after a quake is scored."""
    return next(
        each
        for each in states()
        if each.quake is not None and each.quake.number == number and each.quake.is_over
    )


def swapping() -> State:
    return next(each for each in states() if each.phase == "swapping")


def labels(layout: Layout, spaces: tuple[Space, ...]) -> dict[Space, str]:
    """Return spaces with the letters that the menus give them."""
    named = {space: name_at(layout, space) for space in spaces}
    return {space: name[1] for space, name in named.items() if name}


def captions(observation: Observation, headline: str = "", **changes: Any) -> Captions:
    """Return the words for a picture, in English."""
    quakes = observation.quake.number if observation.quake else 0
    plain = Captions(
        headline=headline or f"{NAMES[observation.seat]} to play",
        names=NAMES[: observation.seats],
        letters=tuple(name[0] for name in NAMES[: observation.seats]),
        note=f"{quakes} quakes" if quakes else "start",
        free="free",
        pawns=("Sun", "Moon", "Crown", "Arms"),
        coins="Your coins",
        hand="in hand",
        board="on the board",
        lost="lost",
    )
    return replace(plain, **changes)
