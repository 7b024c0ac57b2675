"""What happens in San Andreas and what it refuses: one of each kind, and what reads otherwise."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.games.san_andreas.news import REASONS
from engine.boards.squares import Space
from engine.errors import BadSetup, EngineError
from engine.game import Event, Move, Outcome, Seat
from engine.games.san_andreas import GAME
from engine.games.san_andreas.actions import Action, Epicenter, Found, Pass, Resolve, Swap
from engine.games.san_andreas.events import (
    CitiesScored,
    CityFounded,
    CoinChosen,
    DiceRolled,
    EpicenterSet,
    IslandsSank,
    MatchBegun,
    MatchEnded,
    NullSurvived,
    NullSwapped,
    QuakeBegun,
    SwapDecided,
    SwapSealed,
    TileShifted,
    TurnPassed,
)
from engine.games.san_andreas.pieces import Laid, LeanChange, Ruin, Score, Shift, Swapped
from engine.games.san_andreas.state import but
from tests.games.san_andreas.views import moments
from tests.games.san_andreas.worked import cleared, ground_after, shaking, table

HERE = Space(2, 10)


RUINS = tuple(
    Ruin(Seat(seat), "D1", "a", HERE, how)
    for how in ("destroyed", "buried", "sunk")
    for seat in (0, 1)
)


SCORE = Score(Seat(0), "D1", "a", HERE, 3, "west", 1, Space(0, 10), 2)


def shift(direction: str, edge: str, *met: str) -> TileShifted:
    over, under = (met, ()) if edge == "lift" else ((), met)
    leans = (LeanChange("D1", (0, 0), (0, 1)),)
    return TileShifted(
        Shift("sun", 3, "D1", direction, edge, HERE, HERE, over, under, leans, RUINS[:3]), None
    )


HAPPENED: tuple[Event, ...] = (
    MatchBegun(Seat(0)),
    CityFounded(Seat(0), "D1", "a", HERE),
    CoinChosen(Seat(0), 1),
    EpicenterSet(Seat(1), "crown", "D1", "b", HERE),
    TurnPassed(Seat(2)),
    QuakeBegun(Seat(0)),
    DiceRolled(Seat(0), (0, 1, 2, 5)),
    shift("east", "lift", "C1", "land"),
    shift("north", "lift", "C1"),
    shift("south", "lift", "C1"),
    shift("north", "dip", "C1", "C2"),
    shift("south", "dip", "land"),
    shift("east", "lift"),
    shift("north", "lift"),
    shift("south", "dip"),
    IslandsSank((Laid("C1", HERE, (0, 0), (0, 0, 0, 0), (), is_coastal=True),), RUINS),
    NullSurvived(Seat(0), "D1", "a", HERE),
    SwapDecided(Seat(0)),
    SwapSealed(Seat(0), None),
    SwapSealed(Seat(0), 3),
    NullSwapped(Swapped(Seat(0), HERE, 3)),
    NullSwapped(Swapped(Seat(0), HERE, None)),
    CitiesScored((SCORE,), (2, 0, 0), (2, 0, 0)),
    CitiesScored((), (0, 0, 0), (0, 0, 0)),
    *(MatchEnded(Outcome((5, 3, 3), (1, 2, 2), reason)) for reason in REASONS),
    MatchEnded(Outcome((5, 5, 3), (1, 1, 3), "san-andreas-hand-empty")),
)


def error_of(state: Any, action: Action) -> EngineError:
    with pytest.raises(EngineError) as caught:
        GAME.apply(state, Move(state.seat, action))
    return caught.value


def refused() -> Iterator[tuple[Any, EngineError]]:
    """Yield each refusal with the position in which it comes, as the engine says it."""
    fresh, beside = table(), table("b5 at 2,12")
    leaning = cleared(but(fresh, ground=ground_after("E1 by 3; D1 by 1")))
    steep = next(
        Space(*at_) for at_ in leaning.ground.visible if leaning.ground.visible[at_] == ("E1", "b")
    )
    pawned = GAME.apply(fresh, Move(Seat(0), Epicenter("sun", Space(1, 16)))).state
    back = but(pawned, seat=Seat(0))
    quake = shaking(fresh, "3 on D1; 1 on B1; 5 on G1; 0 on A1")
    acted = GAME.apply(quake, Move(Seat(0), Resolve("sun"))).state
    swapping = next(each.state for each in moments() if each.state.phase == "swapping")
    asked = but(swapping, seat=min(swapping.asked))
    lost = but(fresh, lost=asked.lost)
    tries: list[tuple[Any, Action]] = [
        (quake, Found(3, HERE)),
        (table("5 at 2,10"), Found(5, Space(4, 12))),
        (fresh, Found(3, Space(0, 1))),
        (beside, Found(3, Space(2, 12))),
        (back, Found(3, Space(1, 16))),
        (beside, Found(3, Space(2, 13))),
        (leaning, Found(3, steep)),
        (back, Epicenter("sun", Space(2, 16))),
        (fresh, Epicenter("sun", Space(6, 16))),
        (quake, Resolve("star")),  # type: ignore[arg-type] # nonsense on purpose
        (acted, Resolve("sun")),
        (quake, Resolve("arms")),
        (fresh, Swap(3)),
        (but(lost, seat=asked.seat), Swap(3)),
        (asked, Swap(0)),
        (fresh, Pass()),
    ]
    return ((state, error_of(state, action)) for state, action in tries)


UNSETTLED = (BadSetup("setup-option", option="first_player", value="4", seats=3),)
