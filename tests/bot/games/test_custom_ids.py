import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bot
from bot.games.custom_ids import (
    ABOUT_A_MATCH,
    ABOUT_NOTHING,
    LONGEST,
    CustomId,
    OldButton,
    base36,
    for_match,
    parsed,
    plain_id,
)
from bot.games.registry import panels
from bot.interactions.routing import handler_of
from bot.interactions.verbs import answers, forms, handlers, opens_form
from bot.table.ids import MatchId

NO_NUMBERS = [f"w.{each}.1" for each in ("z" * 13, "z" * 80, "-1", "1_0", "+1", " 1", "A", "٣", "")]

VERB_AT = {
    "about_match": 0,
    "for_match": 0,
    "plain_id": 0,
    "draft_id": 1,
    "_about": 1,
    "_switch": 0,
}
"""Functions that make ids, and which of their arguments is the verb."""
DRAFT = st.lists(st.text("abcXYZ019+-:", min_size=1, max_size=8), max_size=4)


@given(st.integers(0, 10**12), st.integers(0, 10**6), DRAFT)
def test_what_is_written_is_read_back(match: int, line: int, draft: list[str]) -> None:
    written = for_match("w", MatchId(match), line, *draft)

    assert parsed(written) == CustomId("w", tuple(draft), MatchId(match), line)


@given(st.integers(0, 2**64))
def test_base_36_is_python_s(number: int) -> None:
    assert int(base36(number), 36) == number


@given(st.text(max_size=30))
def test_nonsense_is_an_old_button_or_read_without_an_error(text: str) -> None:
    try:
        control = parsed(text)
    except OldButton:
        return
    assert control.verb == text.split(".", maxsplit=1)[0]


@pytest.mark.parametrize(
    "text", ["", "gone.1.2", "w", "w.1", "w.!.2", "join.x y.0", "1.2.3", *NO_NUMBERS]
)
def test_what_was_never_made_is_an_old_button(text: str) -> None:
    with pytest.raises(OldButton):
        parsed(text)


def test_verbs_without_a_match_keep_their_arguments() -> None:
    assert parsed(plain_id("rules", "seismic", 2)) == CustomId("rules", ("seismic", "2"))
    with pytest.raises(OldButton):
        _ = parsed("help").about


def test_the_table_of_verbs_and_those_who_answer_agree() -> None:
    assert set(handlers()) | set(forms()) == ABOUT_A_MATCH | ABOUT_NOTHING
    assert not ABOUT_A_MATCH & ABOUT_NOTHING
    with pytest.raises(OldButton):
        handler_of("gone")


def test_every_verb_of_a_control_has_an_answer() -> None:
    written = verbs_written()

    assert {"board", "vote-on", "deal", "open", "settings"} <= written
    assert written <= {*handlers(), *forms()}


def verbs_written() -> set[str]:
    """Return the verbs of the shell that stand in calls which make ids."""
    trees = [ast.parse(path.read_text()) for path in Path(bot.__path__[0]).rglob("*.py")]
    calls = [each for tree in trees for each in ast.walk(tree) if isinstance(each, ast.Call)]
    verbs = [
        argument.value
        for call in calls
        for number, argument in enumerate(call.args)
        if VERB_AT.get(ast.unparse(call.func)) == number and isinstance(argument, ast.Constant)
    ]
    return {each for each in verbs if isinstance(each, str) and len(each) > 1}


def test_a_verb_has_one_answer_and_opens_one_form() -> None:
    with pytest.raises(ValueError, match="join"):
        answers("join")(handlers()["join"])
    with pytest.raises(ValueError, match="deal"):
        opens_form("deal")(forms()["deal"])


def test_verbs_of_panels_are_single_letters() -> None:
    for panel in panels().values():
        assert all(len(verb) == 1 and verb.isalpha() for verb in panel.verbs)


def test_ids_stay_far_below_the_limit() -> None:
    longest = for_match("quitting", MatchId(36**6), 9999, "+6:012345", "Q17", "5", "-")

    assert len(f"b.{longest}") < LONGEST / 2
