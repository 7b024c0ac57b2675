"""The small match that the guide is drawn from: three players in their last round."""

from dataclasses import replace
from functools import cache
from typing import Final

from bot.games.aftershock.view import View
from bot.games.guide import example_view
from bot.locale.localisation import Words
from engine.game import Outcome, Seat, Setup
from engine.games.aftershock.boardfile import board
from engine.games.aftershock.rules import GAME
from engine.games.aftershock.scoring import markers_on, scored
from engine.games.aftershock.state import (
    Aftershock,
    Items,
    Marks,
    Observation,
    Planned,
    RoundScore,
)
from engine.values import but

ANN: Final = Seat(0)
BEN: Final = Seat(1)
CLEO: Final = Seat(2)

BOARD: Final = board("san_francisco")
MEEPLES: Final = {
    "san_rafael": (0, 0, 1),
    "vallejo": (0, 2, 0),
    "richmond": (2, 0, 1),
    "oakland": (3, 3, 1),
    "hayward": (1, 2, 0),
    "san_francisco": (2, 1, 4),
    "palo_alto": (0, 1, 0),
    "san_jose": (2, 0, 0),
    "fremont": (1, 2, 2),
}
BRIDGES: Final = {
    ("richmond", "oakland"): ANN,
    ("oakland", "hayward"): BEN,
    ("richmond", "san_francisco"): CLEO,
}
MARKED: Final = (
    Marks(("oakland", "san_francisco", "san_jose", "most_bridges")),
    Marks(("vallejo", "oakland", "hayward", "fremont")),
    Marks(("san_rafael", "san_francisco", "fremont", "most_bridges"), ("san_francisco",)),
)
EARLIER: Final = ((8, 12, 7), (10, 9, 9))
"""Points of the two rounds before."""
SCORES: Final = tuple(map(sum, zip(*EARLIER, strict=True)))
HAND: Final = (
    "big_aftershock",
    "bridge",
    "fremont-1",
    "influence",
    "oakland-3",
    "richmond-6",
    "san_francisco-6",
    "vallejo-3",
)
KEPT: Final = ("bridge", "fremont-1", "richmond-6")
MARKET: Final = (
    ("oakland-3", "vallejo-3"),
    ("influence", "oakland-1", "vallejo-3"),
    ("bridge", "palo_alto-1", "san_jose-6"),
)
ITEMS: Final = Items(bridges=1, meeples=1, markers=("big",))
TOKENS: Final = ("minus_2", "minus_1", "tax")


@cache
def position() -> Observation:
    """Return the Bay at the beginning of the last round; all choose what to keep."""
    begun = but(GAME.initial(Setup(3)), phase="keep", round=3)
    meeples = tuple(MEEPLES.get(area, (0, 0, 0)) for area in BOARD.areas)
    owners = [BRIDGES.get(link.between) for link in BOARD.links]
    built = [
        sum(link.sections for link, owner in zip(BOARD.links, owners, strict=True) if owner == seat)
        for seat in range(3)
    ]
    return replace(
        GAME.observe(begun, ANN),
        hand=HAND,
        hands=(8, 8, 8),
        deck=29,
        meeples=meeples,
        bridges=tuple(() if owner is None else (owner,) for owner in owners),
        pieces=tuple(BOARD.bridge_pieces - n for n in built),
        supply=tuple(BOARD.population - sum(area[seat] for area in meeples) for seat in range(3)),
        scores=SCORES,
        money=(15, 11, 19),
        scorings=tuple(RoundScore(n, (), (), points) for n, points in enumerate(EARLIER, 1)),
    )


def selling() -> Observation:
    """Return the sale: Ann is to buy, with four millions left."""
    return replace(
        position(),
        phase="buy",
        to_act=(ANN,),
        money=(4, 11, 6),
        hand=KEPT,
        hands=(3, 5, 5),
        paid=(11, 0, 13),
        market=MARKET,
    )


def marking() -> Observation:
    """Return the moment in which all mark."""
    return replace(position(), phase="mark", hand=())


def planning() -> Observation:
    """Return the moment in which all plan, Ann with three things."""
    return replace(position(), phase="plan", hand=(), items=(ITEMS, Items(), Items()))


def building() -> Observation:
    """Return Ann's turn to build: a bridge planned at Fremont."""
    return replace(planning(), phase="build", to_act=(ANN,), to_build=("fremont",))


def shaken() -> Observation:
    """Return Cleo's big aftershock at Oakland: Ann is to move a shocked meeple."""
    hit = Aftershock(CLEO, "oakland", "big", 2, 3, (1, 2, 0), (1, 2, 0))
    return replace(
        position(),
        phase="move",
        to_act=(ANN,),
        money=(4, 11, 6),
        hand=(),
        markers=((), (), (Planned("big", "oakland"),)),
        aftershocks=(hit,),
    )


def scoring() -> Observation:
    """Return the last round as it scored: marks, points, and who took a meeple back."""
    before = position()
    spaces = tuple(
        scored(space, markers_on(space.key, MARKED), before.counts_on(space.key))
        for space in BOARD.spaces
    )
    points = tuple(sum(each.points[seat] for each in spaces) for seat in range(3))
    totals = tuple(old + new for old, new in zip(SCORES, points, strict=True))
    scorings = (*before.scorings, RoundScore(3, MARKED, spaces, points))
    taken = {each.space: each.lost for each in spaces}
    left = tuple(
        tuple(n - (seat in taken[area]) for seat, n in enumerate(counts))
        for area, counts in zip(BOARD.areas, before.meeples, strict=True)
    )
    return replace(before, phase="mark", meeples=left, scorings=scorings, scores=totals, hand=())


def ended() -> Observation:
    """Return the end: money has become points."""
    last = replace(scoring(), money=(11, 4, 6))
    scores = tuple(n + cash // 2 for n, cash in zip(last.scores, last.money, strict=True))
    outcome = Outcome(scores, (2, 3, 1), "aftershock-rounds-played")
    return replace(last, phase="over", to_act=(), scores=scores, outcome=outcome)


def example(words: Words, observation: Observation) -> View:
    """Return Ann's view of a position of the example."""
    return example_view("aftershock", ("Ann", "Ben", "Cleo"), ANN, observation, words)
