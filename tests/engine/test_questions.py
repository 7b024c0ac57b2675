"""A long list of legal actions as a few short questions."""

from typing import Any

from engine.boards.hexes import Cell
from engine.games.seismic.actions import Place, Strike
from engine.questions import Question, matching, next_question

HERE, THERE = Cell(0, -1), Cell(1, -1)
LEGAL = (
    Place("03", HERE, 0),
    Place("03", HERE, 0, 0),
    Place("01", HERE, 2),
    Place("01", THERE, 3),
)


def test_fields_are_asked_in_their_order() -> None:
    assert next_question(LEGAL, {}) == Question("tile", ("03", "01"))


def test_questions_with_one_answer_are_skipped() -> None:
    assert next_question(LEGAL, {"tile": "03"}) == Question("crew", (None, 0))


def test_only_answers_that_lead_somewhere_are_offered() -> None:
    assert next_question(LEGAL, {"tile": "01"}) == Question("cell", (HERE, THERE))


def test_nothing_is_asked_when_one_action_is_left() -> None:
    picked = {"tile": "01", "cell": THERE}

    assert next_question(LEGAL, picked) is None
    assert matching(LEGAL, picked) == (LEGAL[3],)


def test_nothing_is_asked_when_no_action_is_left() -> None:
    assert next_question((), {}) is None
    assert matching(LEGAL, {"tile": "02"}) == ()


def test_the_kind_of_action_is_asked_first() -> None:
    both: tuple[Any, ...] = (*LEGAL, Strike(1), Strike(2))

    assert next_question(both, {}) == Question("type", ("place", "strike"))
    assert next_question(both, {"type": "strike"}) == Question("line", (1, 2))


def test_every_action_can_be_reached_by_answers() -> None:
    for wanted in LEGAL:
        picked: dict[str, Any] = {}
        while question := next_question(LEGAL, picked):
            picked[question.field] = getattr(wanted, question.field)

        assert matching(LEGAL, picked) == (wanted,)
