"""Whole matches as a teaching table explains them: from records alone, and from what is public."""

from dataclasses import replace
from functools import cache
from importlib import import_module
from textwrap import wrap

import pytest

from bot.command_line.records import played
from bot.games.abilities import Teaches
from bot.games.lessons import LessonStep, explained
from bot.games.registry import panels
from bot.games.screen import Post, Row
from bot.locale.localisation import LANGUAGES, words
from bot.messages.advice.teaching import ROOM, steps, taught
from bot.messages.components import LIMITS
from bot.table.match.match import LoadedMatch, Status
from engine.game import PUBLIC, Seat, Setup, visible
from engine.registry import game
from engine.replay import Replay
from tests.games.views import NAMES, match_of

TITLES = ("seismic", "san_andreas", "aftershock")
ME = Seat(0)
PHONE = 38
"""Characters of a line on a phone, about."""


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
    before: str | None = None
    for number, step in enumerate(walked(key), 1):
        shown = explained(lessons, walked(key)[:number]).shown
        assert step.is_asked or shown is None
        text = None if shown is None else shown.text
        told += [text] if text is not None and text != before else []
        before = text

    assert len(told) == len(set(told)) >= len(lessons) // 2
    assert told[0] == lessons[0].text


@pytest.mark.parametrize("key", TITLES)
def test_lessons_see_what_the_public_sees(key: str) -> None:
    assert all(each.view.viewer == PUBLIC for each in walked(key))
    assert all(visible(event, PUBLIC) for each in walked(key) for event in each.events)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", TITLES)
def test_a_note_has_six_lines_on_a_phone_and_leads_to_a_page_of_the_guide(
    key: str, language: str
) -> None:
    said, pages = words(language), len(import_module(f"bot.games.{key}.guide").GUIDE.chapters)

    for lesson in teaching(key).lessons:
        plain = said.say(lesson.text).replace("*", "")
        lines = [line for part in plain.split("\n") for line in wrap(part, PHONE)]
        assert len(lines) <= 6, lines
        assert 0 <= lesson.page < pages


@pytest.mark.parametrize("length", [10, 1500, 1750, 1990])
def test_a_message_with_lessons_stays_within_the_limits(length: int) -> None:
    finished, panel = whole("seismic"), panels()["seismic"]
    running = replace(finished.match, status=Status.PLAYING, acting=(ME,))
    record = finished.begun.record
    told = next(n for n in range(1, len(record.entries)) if walked("seismic")[n - 1].is_asked)
    begun = replace(record, entries=record.entries[:told], outcome=None, seed=None)
    first = Replay(game("seismic"), begun)
    loaded = replace(finished, match=running, replay=first)
    rows = tuple(Row(()) for _ in range(LIMITS["rows"]))

    shown = taught(panel, loaded, Post("x" * length, rows=rows), words("fr"))

    assert len(shown.text) <= max(ROOM, length)
    assert ("> " in shown.text) == (length < 1700)
    assert len(shown.rows) <= LIMITS["rows"]


def test_only_a_player_alone_with_computer_players_learns() -> None:
    match = whole("seismic").match
    several = tuple(
        replace(each, player=match.chairs[0].player, agent=None) for each in match.chairs
    )

    assert match.learner == ME
    assert replace(match, teaching=False).learner is None
    assert replace(match, chairs=several).learner is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", TITLES)
def test_the_result_says_what_decided_below_the_headline(key: str, language: str) -> None:
    loaded, panel = whole(key), panels()[key]

    text = taught(panel, loaded, Post("headline\nnews"), words(language)).text.split("\n")

    assert text[0] == "headline"
    assert text[-1] == "news"
    assert 2 <= len(text[1:-1]) <= 3
    assert all(each.startswith("> ") for each in text[1:-1])
