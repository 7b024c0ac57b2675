"""Whole matches as a teaching table explains them: from records alone, and from what is public."""

from dataclasses import replace
from functools import cache
from importlib import import_module

import pytest

from bot.command_line.records import played
from bot.games.abilities import Teaches
from bot.games.lessons import MOST, LessonStep, now_explained
from bot.games.registry import panels
from bot.games.screen import Post, Row
from bot.locale.localisation import LANGUAGES, words
from bot.messages.advice.teaching import ROOM, learner_of, steps, taught
from bot.messages.components import LIMITS
from bot.table.match.match import LoadedMatch, Status
from engine.game import PUBLIC, Seat, Setup, visible
from engine.registry import game
from engine.replay import Replay
from tests.games.views import NAMES, match_of

TITLES = ("seismic", "san_andreas", "aftershock")
ME = Seat(0)


@cache
def whole(key: str) -> LoadedMatch:
    """Return a teaching match, played to its end."""
    rules = game(key)
    setup = Setup(min(rules.meta.seats))
    match = match_of(rules, setup, NAMES)
    chairs = tuple(
        replace(each, player=None, agent="beginner") if number else each
        for number, each in enumerate(match.chairs)
    )
    match = replace(match, chairs=chairs, teaching=True, status=Status.FINISHED)
    return LoadedMatch(match, Replay(rules, played(rules, setup, "7", "greedy")))


@cache
def walked(key: str) -> tuple[LessonStep, ...]:
    return tuple(steps(whole(key), ME, words("en")))


def teaching(key: str) -> Teaches:
    panel = panels()[key]
    assert isinstance(panel, Teaches)
    return panel


@pytest.mark.parametrize("key", TITLES)
def test_in_a_whole_match_each_lesson_is_told_at_one_turn_of_the_learner(key: str) -> None:
    lessons, told = teaching(key).lessons, list[str]()
    before: tuple[str, ...] = ()
    for number, step in enumerate(walked(key), 1):
        shown = tuple(each.text for each in now_explained(lessons, walked(key)[:number]))
        assert len(shown) <= MOST
        assert step.is_asked or step.is_over or not shown
        told += [each for each in shown if each not in before]
        before = shown

    assert len(told) == len(set(told)) >= len(lessons) * 2 // 3
    assert told[0] == lessons[0].text
    assert told[-1] == lessons[-1].text


@pytest.mark.parametrize("key", TITLES)
def test_lessons_see_what_the_public_sees(key: str) -> None:
    assert all(each.view.viewer == PUBLIC for each in walked(key))
    assert all(visible(event, PUBLIC) for each in walked(key) for event in each.events)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", TITLES)
def test_lessons_are_short_and_lead_to_a_page_of_the_guide(key: str, language: str) -> None:
    said, pages = words(language), len(import_module(f"bot.games.{key}.guide").GUIDE.chapters)

    for lesson in teaching(key).lessons:
        assert len(said.say(lesson.text)) <= 330
        assert 1 <= said.say(lesson.text).count(". ") + 1 <= 4
        assert 0 <= lesson.page < pages


@pytest.mark.parametrize("length", [10, 1500, 1750, 1990])
def test_a_message_with_lessons_stays_within_the_limits(length: int) -> None:
    loaded, panel = whole("seismic"), panels()["seismic"]
    rows = tuple(Row(()) for _ in range(LIMITS["rows"]))

    shown = taught(panel, loaded, Post("x" * length, rows=rows), words("fr"))

    assert len(shown.text) <= max(ROOM, length)
    assert ("> " in shown.text) == (length < 1700)
    assert len(shown.rows) <= LIMITS["rows"]


def test_only_somebody_alone_with_computer_players_learns() -> None:
    match = whole("seismic").match
    several = tuple(
        replace(each, player=match.chairs[0].player, agent=None) for each in match.chairs
    )

    assert learner_of(match) == ME
    assert learner_of(replace(match, teaching=False)) is None
    assert learner_of(replace(match, chairs=several)) is None
