"""A long list of legal actions as a few short questions."""

from typing import Any

from engine.boards.hexes import Cell
from engine.choice import Question, ask, left
from engine.games.seismic.actions import Place, Strike

HERE, THERE = Cell(0, -1), Cell(1, -1)
LEGAL = (
    Place("03", HERE, 0),
    Place("03", HERE, 0, 0),
    Place("01", HERE, 2),
    Place("01", THERE, 3),
)


def test_fields_are_asked_in_their_order() -> None:
    assert ask(LEGAL, {}) == Question("tile", ("03", "01"))


def test_questions_with_one_answer_are_skipped() -> None:
    assert ask(LEGAL, {"tile": "03"}) == Question("crew", (None, 0))


def test_only_answers_that_lead_somewhere_are_offered() -> None:
    assert ask(LEGAL, {"tile": "01"}) == Question("cell", (HERE, THERE))


def test_nothing_is_asked_when_one_action_is_left() -> None:
    picked = {"tile": "01", "cell": THERE}

    assert ask(LEGAL, picked) is None
    assert left(LEGAL, picked) == (LEGAL[3],)


def test_nothing_is_asked_when_no_action_is_left() -> None:
    assert ask((), {}) is None
    assert left(LEGAL, {"tile": "02"}) == ()


def test_the_kind_of_action_is_asked_first() -> None:
    both: tuple[Any, ...] = (*LEGAL, Strike(1), Strike(2))

    assert ask(both, {}) == Question("type", ("place", "strike"))
    assert ask(both, {"type": "strike"}) == Question("line", (1, 2))


def test_every_action_can_be_reached_by_answers() -> None:
    for wanted in LEGAL:
        picked: dict[str, Any] = {}
        while question := ask(LEGAL, picked):
            picked[question.field] = getattr(wanted, question.field)

        assert left(LEGAL, picked) == (wanted,)
