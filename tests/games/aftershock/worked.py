"""Positions as text, ready to be played on: seats are letters, places their names.

`laid("Oakland-Hayward: b; Richmond-Oakland: a d", "Oakland: a3 b4", seats=4)` has three bridges and
seven meeples.
"""

from collections.abc import Iterator
from typing import Any

from engine.game import CHANCE, Event, Move, Seat, Step
from engine.games.aftershock import GAME
from engine.games.aftershock.actions import Influence, Mark
from engine.games.aftershock.board import Board
from engine.games.aftershock.boardfile import board
from engine.games.aftershock.match import ROUND, go_on
from engine.games.aftershock.rules import empty
from engine.games.aftershock.state import Dials, Items, Marks, Planned, State
from engine.values import but

BAY: Board = board("san_francisco")
LETTERS = "abcde"
KEYS = {space.name: space.key for space in BAY.spaces[:-1]} | {"most bridges": "most_bridges"}


def seat(letter: str) -> Seat:
    return Seat(LETTERS.index(letter))


def seats(letters: str) -> tuple[Seat, ...]:
    return tuple(seat(letter) for letter in letters.split())


def keys(names: str) -> tuple[str, ...]:
    return tuple(KEYS[name.strip()] for name in names.split(","))


def laid(
    bridges: str = "", meeples: str = "", *, seats: int = 3, dials: Dials | None = None, **more: Any
) -> State:
    """Return a position with these bridges and meeples; pieces and supplies agree with them."""
    owners: list[list[Seat]] = [[] for _ in BAY.links]
    for names, letters in _parts(bridges):
        first, second = names.split("-")
        owners[BAY.link_index[KEYS[first], KEYS[second]]] += map(seat, letters)
    rows = [[0] * seats for _ in BAY.areas]
    for name, counts in _parts(meeples):
        for count in counts:
            rows[BAY.index[KEYS[name]]][seat(count[0])] += int(count[1:])
    lengths = [(link.sections, each) for link, each in zip(BAY.links, owners, strict=True)]
    used = [sum(n * each.count(Seat(who)) for n, each in lengths) for who in range(seats)]
    return but(
        empty(BAY, seats, dials or Dials()),
        bridges=tuple(tuple(sorted(each)) for each in owners),
        pieces=tuple(BAY.bridge_pieces - pieces for pieces in used),
        meeples=tuple(map(tuple, rows)),
        supply=tuple(BAY.population - sum(row[who] for row in rows) for who in range(seats)),
        **more,
    )


def _parts(text: str) -> Iterator[tuple[str, list[str]]]:
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, rest = part.split(":")
        yield name, rest.split()


def plan(text: str) -> tuple[Planned, ...]:
    """Return a plan such as `bridge Oakland, big Hayward`."""
    pairs = (part.strip().split(" ", 1) for part in text.split(",") if part.strip())
    return tuple(Planned(item, KEYS[area]) for item, area in pairs)


def begun(name: str, state: State) -> Step[State]:
    """Return what the beginning of a part of the round leads to."""
    (begin,) = (part.begin for part in ROUND if part.name == name)
    return go_on(*begin(but(state, phase=name)))


def scored_round(state: State, *marks: Marks) -> Step[State]:
    """Return what these marks lead to, without the events that show them."""
    drafts = tuple(each.score + each.influence for each in marks)
    step = go_on(but(state, phase="mark", ready=(True,) * state.seats, drafts=drafts), ())
    return Step(step.state, step.events[state.seats :])


def building(state: State, *plans: str) -> State:
    """Return the position after plans opened: seat a builds first; no text is an empty plan."""
    texts = (*plans, *[""] * (state.seats - len(plans)))
    return begun("build", but(state, plans=tuple(map(plan, texts)))).state


def shaking(state: State, *markers: str) -> State:
    """Return the position when aftershocks begin, with markers such as `big Oakland` of a, b, c."""
    texts = (*markers, *[""] * (state.seats - len(markers)))
    return begun("resolve", but(state, markers=tuple(map(plan, texts)))).state


def marking(state: State, *items: Items) -> State:
    """Return the position in which everybody marks, with these things for a, b, c."""
    every = (*items, *[Items()] * (state.seats - len(items)))
    return begun("mark", but(state, items=every)).state


def marked(state: State, who: Seat, score: str, influence: str = "") -> State:
    """Return the position after a seat placed its markers."""
    for space in keys(score):
        state = after(state, who, Mark(space))
    for space in keys(influence) if influence else ():
        state = after(state, who, Influence(space))
    return state


def after(state: State, actor: Any, action: Any) -> State:
    return GAME.apply(state, Move(actor, action)).state


def told(state: State, actor: Any, action: Any) -> tuple[Event, ...]:
    return GAME.apply(state, Move(actor, action)).events


def drawn(state: State, action: Any) -> State:
    return after(state, CHANCE, action)


def legal(state: State, who: Seat) -> list[Any]:
    return list(GAME.legal_actions(state, who))
