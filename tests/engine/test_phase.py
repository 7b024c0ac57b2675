"""Parts of a match that games have in common."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from engine.errors import IllegalAction, NotYourTurn
from engine.game import CHANCE, Chance, Finished, Move, Outcome, Seat, Step
from engine.phase import OVER, Drawing

RESULT = Outcome((1, 2), (3, 1), "toy-over")


@dataclass(frozen=True)
class Pot:
    """Balls of two colours, and what was drawn."""

    red: int = 2
    blue: int = 1
    drawn: str = ""
    outcome: Outcome | None = None


class Ball(Drawing[Pot, str, str]):
    """A ball is drawn."""

    refusal = "toy-no-such-ball"

    def outcomes(self, state: Pot) -> Mapping[str, int]:
        return {"red": state.red, "blue": state.blue}

    def drawn(self, state: Pot, action: str) -> Step[Pot]:
        return Step(replace(state, drawn=action), ())


def test_chance_draws_with_weights_and_nobody_else() -> None:
    assert Ball().node(Pot()) == Chance({"red": 2, "blue": 1})
    assert Ball().legal_actions(Pot(), Seat(0)) == ()
    assert Ball().apply(Pot(), Move(CHANCE, "red")).state == Pot(drawn="red")
    with pytest.raises(NotYourTurn):
        Ball().apply(Pot(), Move(Seat(0), "red"))


def test_what_is_not_in_the_pot_is_not_drawn() -> None:
    with pytest.raises(IllegalAction, match="toy-no-such-ball"):
        Ball().apply(Pot(), Move(CHANCE, "green"))


def test_nobody_acts_when_a_match_is_over() -> None:
    ended: Any = Pot(outcome=RESULT)

    assert OVER.node(ended) == Finished(RESULT)
    assert OVER.legal_actions(ended, Seat(0)) == ()
    with pytest.raises(NotYourTurn):
        OVER.apply(ended, Move(Seat(0), "red"))


def test_a_match_without_an_outcome_is_not_over() -> None:
    unfinished: Any = Pot()

    with pytest.raises(ValueError, match="red=2"):
        OVER.node(unfinished)
