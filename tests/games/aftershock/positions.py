"""Positions for pictures, written by hand, and captions for them in English."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.game import PUBLIC, Seat
from engine.games.aftershock.board import Board
from engine.games.aftershock.boardfile import board
from engine.games.aftershock.state import (
    Dials,
    Items,
    Marks,
    Observation,
    RoundScore,
    SpaceScore,
)
from render.games.aftershock.captions import Captions

NAMES = ("Nora", "Ben", "Cleo", "Dan", "Eva")
LETTERS = {"N": Seat(0), "B": Seat(1), "C": Seat(2), "D": Seat(3), "E": Seat(4)}
SAN_FRANCISCO: Board = board("san_francisco")

MIDDLE = {
    "vallejo": "B4 C2",
    "richmond": "C4 N2 D2",
    "oakland": "B5 D4 N1",
    "hayward": "N3 C3 B1 D1",
    "fremont": "C5 B2",
    "san_jose": "D5 N1 B1",
    "palo_alto": "N3 B2 C1",
    "south_san_francisco": "B3 D1",
    "san_francisco": "N4 B3 D3 C2",
    "san_rafael": "D2",
}
BRIDGES = {
    ("vallejo", "richmond"): "D",
    ("richmond", "oakland"): "B",
    ("richmond", "san_francisco"): "B",
    ("oakland", "hayward"): "N",
    ("hayward", "san_francisco"): "N",
    ("hayward", "south_san_francisco"): "C",
    ("hayward", "fremont"): "C",
    ("fremont", "palo_alto"): "D",
    ("san_jose", "palo_alto"): "ND",
    ("south_san_francisco", "san_francisco"): "B",
    ("san_rafael", "san_francisco"): "C",
}
FIVE = {
    "vallejo": "B4 C2 N1 D1 E1",
    "richmond": "C4 N2 D2 E1",
    "oakland": "B5 D4 E3 N1",
    "hayward": "N3 C3 E2 B1 D1",
    "fremont": "C5 B2 N1 D1 E1",
    "san_jose": "D5 E4 N1 B1",
    "palo_alto": "E5 N3 B2 C1",
    "south_san_francisco": "B3 D1",
    "san_francisco": "N4 B3 D3 C2 E2",
    "san_rafael": "D2 E1",
}
FIVE_BRIDGES = {
    **BRIDGES,
    ("san_rafael", "vallejo"): "E",
    ("oakland", "san_francisco"): "E",
    ("fremont", "san_jose"): "E",
}

MARKET = (
    ("oakland-1",),
    ("bridge", "palo_alto-1", "richmond-6", "vallejo-3"),
    (
        "bridge",
        "fremont-1",
        "influence",
        "mega_aftershock",
        "oakland-6",
        "san_francisco-6",
        "san_rafael-1",
        "south_san_francisco-3",
    ),
    ("bridge", "hayward-1", "normal_aftershock", "oakland-3", "san_jose-1", "san_jose-6"),
)
"""What each seat of four has for sale."""


def _scored(
    space: str, markers: str, counts: str, points: str = "0000", lost: str = ""
) -> SpaceScore:
    four = [tuple(int(digit) for digit in each) for each in (markers, counts, points)]
    return SpaceScore(
        space, four[0], any(four[2]), four[1], four[2], tuple(LETTERS[each] for each in lost)
    )


SCORED = RoundScore(
    2,
    (
        Marks(("richmond", "hayward", "san_francisco", "most_bridges"), ("san_francisco",)),
        Marks(("vallejo", "oakland", "south_san_francisco", "fremont")),
        Marks(("richmond", "hayward", "fremont", "most_bridges")),
        Marks(("san_rafael", "richmond", "oakland", "san_jose")),
    ),
    (
        _scored("san_rafael", "0001", "0002", "0003", "D"),
        _scored("vallejo", "0100", "0420"),
        _scored("richmond", "1011", "2042", "4074", "C"),
        _scored("oakland", "0101", "1504", "4806", "B"),
        _scored("hayward", "1010", "3131", "5252", "NC"),
        _scored("san_francisco", "2000", "4323", "9646", "N"),
        _scored("south_san_francisco", "0100", "0301"),
        _scored("palo_alto", "0000", "3210"),
        _scored("san_jose", "0001", "1105"),
        _scored("fremont", "0110", "0250", "0450", "C"),
        _scored("most_bridges", "1010", "8676", "6242"),
    ),
    (28, 22, 25, 23),
)
"""The scoring of `MIDDLE`, by hand."""


def position(
    meeples: Mapping[str, str] = MIDDLE,
    bridges: Mapping[tuple[str, str], str] = BRIDGES,
    seats: int = 4,
    **changes: Any,
) -> Observation:
    """Return a position: meeples as "B4 C2" by area, owners of bridges as letters by link."""
    plain = Observation(
        viewer=PUBLIC,
        seats=seats,
        board_name="san_francisco",
        dials=Dials(),
        rounds=2 if seats == 5 else 3,
        round=2,
        phase="plan",
        first=Seat(2),
        to_act=(Seat(1), Seat(3)),
        ready=(True, False, True, False, False)[:seats],
        scores=(21, 34, 18, 27, 30)[:seats],
        money=(4, 11, 0, 7, 12)[:seats],
        bank=38,
        hand=(),
        draft=None,
        standing=False,
        hands=(0,) * seats,
        paid=None,
        market=((),) * seats,
        gained=((),) * seats,
        discards=(),
        deck=0,
        tokens=(("minus_2", "minus_1", "tax"),) * seats,
        purchases=(),
        passes=0,
        items=(Items(),) * seats,
        plans=(None,) * seats,
        to_build=(),
        building=None,
        markers=((),) * seats,
        builds=(),
        aftershocks=(),
        meeples=tuple(_counts(meeples.get(area, ""), seats) for area in SAN_FRANCISCO.areas),
        bridges=_bridges(bridges),
        pieces=(8,) * seats,
        supply=(20,) * seats,
        free_marker=None,
        scorings=(),
        outcome=None,
    )
    return replace(plain, **changes)


def _counts(text: str, seats: int) -> tuple[int, ...]:
    found = {LETTERS[each[0]]: int(each[1:]) for each in text.split()}
    return tuple(found.get(Seat(seat), 0) for seat in range(seats))


def _bridges(bridges: Mapping[tuple[str, str], str]) -> tuple[tuple[Seat, ...], ...]:
    found: list[tuple[Seat, ...]] = [()] * len(SAN_FRANCISCO.links)
    for pair, owners in bridges.items():
        found[SAN_FRANCISCO.link_index[pair]] = tuple(LETTERS[owner] for owner in owners)
    return tuple(found)


def captions(observation: Observation, headline: str = "", **changes: Any) -> Captions:
    """Return the words for a picture, in English."""
    plain = Captions(
        title="Aftershock · match 12",
        headline=headline or observation.phase.capitalize(),
        names=NAMES[: observation.seats],
        letters=tuple(LETTERS)[: observation.seats],
        round=f"Round {observation.round} of {observation.rounds}",
        free="free",
        cards=(("bridge", "Bridge"), ("aftershock", "Aftershock"), ("influence", "Influence")),
        most_bridges="Most bridges",
        rounds=tuple(f"Round {n + 1}" for n in range(observation.rounds)),
        cash="$",
        bay="BAY",
        ocean="PACIFIC OCEAN",
        north="N",
    )
    return replace(plain, **changes)
