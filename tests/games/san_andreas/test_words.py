"""Every event, refusal, receipt and setting has words in every language, and they fit."""

from dataclasses import replace
from pathlib import Path
from re import findall

import pytest

import engine.games.san_andreas
from bot.games.panel import View
from bot.games.san_andreas.news import REASONS
from bot.games.san_andreas.panel import PANEL
from bot.games.san_andreas.table_post import report
from bot.games.screen import Text
from bot.locale.localisation import LANGUAGES, words
from bot.messages.components import layout, message
from engine.boards.squares import Space
from engine.errors import IllegalAction
from engine.game import PUBLIC, Move, Seat
from engine.games.san_andreas import GAME
from engine.games.san_andreas.actions import Action, Epicenter, Found, Pass, Resolve, Swap
from engine.games.san_andreas.events import (
    CitiesScored,
    CityFounded,
    DiceRolled,
    EpicenterSet,
    IslandsSank,
    TileShifted,
)
from engine.games.san_andreas.pieces import Ruin
from engine.games.san_andreas.state import Quake, but
from engine.games.san_andreas.tiles import START
from tests.games.pressing import texts
from tests.games.san_andreas.said import RUINS, SCORE, refused, shift
from tests.games.san_andreas.views import Table, at, moments
from tests.games.san_andreas.worked import shaking, table

HERE = Space(2, 10)


def spoken(language: str, number: int = 6) -> View:
    return moments()[number].view(Seat(0), language)


def test_every_key_of_the_game_s_page_is_reached_and_has_words_of_its_own() -> None:
    page = (Path(engine.games.san_andreas.__path__[0]) / "README.md").read_text(encoding="utf-8")
    keys = set(findall(r"`(san-andreas-[a-z-]+)`", page)) - set(REASONS)

    assert keys == {error.key for _, error in refused()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_has_a_receipt(language: str) -> None:
    said = set()
    acts: tuple[Action, ...] = (
        Found(1, HERE), Epicenter("moon", HERE), Resolve("sun"), Swap(None), Swap(3), Pass(),
    )  # fmt: skip
    view = moments()[3].view(Seat(0), language)
    assert Seat(0) not in view.observation.to_act
    for action in acts:
        screen = PANEL.receipt(view, action, moments()[3].news(Seat(0)))
        said.add(texts(screen))
    assert len(said) == len(acts)
    for phase in ("ordering", "swapping"):
        asked = at(phase, language)
        first = PANEL.receipt(asked, Epicenter("sun", HERE), ()).blocks[0]
        assert isinstance(first, Text)
        assert first.markdown.startswith("**")


FULL = "; ".join(
    f"{'abcd'[n % 4]}{n // 4} at {space.x},{space.y}" for n, space in enumerate(START.values())
)
"""A city on every tile."""


def crowded(language: str) -> View:
    """Return a quake in which all is lost or scored that can be, by people with long names."""
    *_, last = (each for each in moments(4, 7) if each.state.quake is not None)
    view = last.view(PUBLIC, language)
    long = tuple(
        replace(chair, name=f"{chair.name} the Magnificent of Somewhere-by-the-Sea")
        for chair in view.match.chairs
    )
    quake = view.observation.quake
    assert isinstance(quake, Quake)
    everything = tuple(
        Ruin(Seat(n % 4), f"{'ABCDEFGH'[n % 8]}1", "a", HERE, "destroyed") for n in range(6)
    )
    shifts = tuple(replace(each, ruins=everything) for each in quake.shifts)
    scores = tuple(replace(SCORE, seat=Seat(n % 4)) for n in range(24))
    observation = replace(view.observation, quake=replace(quake, shifts=shifts, scores=scores))
    return replace(view, match=replace(view.match, chairs=long), observation=observation)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_quake_takes_five_lines_and_stands_behind_what_happened(language: str) -> None:
    view = crowded(language)
    quake = view.observation.quake
    news = (
        CityFounded(Seat(0), "D1", "a", HERE),
        DiceRolled(Seat(0), (1, 2, 3, 4)),
        *(TileShifted(each, None) for each in quake.shifts),
        IslandsSank(quake.sunk, RUINS * 2),
        CitiesScored(quake.scores, (9, 9, 9, 9), (9, 9, 9, 9)),
    )

    posts = [PANEL.post(view, news), PANEL.result(view, news)]

    assert sum(map(len, report(view))) > 800
    for post in posts:
        assert len(post.text) < 700
        assert len(post.text.splitlines()) <= 5
        assert set(report(view)) <= set(post.happened)
        assert message(post).content


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_scores_of_many_cities_fit_a_screen(language: str) -> None:
    others = [f"{'abcd'[n % 4]}5 at {at.x + 1},{at.y + 1}" for n, at in enumerate(START.values())]
    full = but(table("; ".join((FULL, *others[:4])), seats=4), hands=((5,),) * 4)
    state = shaking(full, "5 on G1")
    assert state.phase == "playing"
    crowd = crowded(language)
    view = replace(crowd, observation=GAME.observe(state, PUBLIC))

    screen = PANEL.score(view)

    assert len(texts(screen)) < 4000
    assert layout(screen).view.total_children_count <= 40
    assert len(state.cities) > 20
    more = words(language).count("and {n} more city", "and {n} more cities", 2)
    assert texts(screen).count(more.partition("2")[0]) >= 2


def test_coins_that_were_revealed_are_told_after_a_quake() -> None:
    table_: Table = next(
        each
        for each in moments(4, 7)
        if any(isinstance(event, CitiesScored) and event.scores for event in each.news())
        and each.awaited
    )
    view = table_.view(PUBLIC)
    quake = view.observation.quake

    told = "\n".join(PANEL.post(view, table_.news()).happened)

    for each in quake.scores:
        points = "1 point" if each.points == 1 else f"{each.points} points"
        assert f"{each.tile}{each.quarter} {points} (coin {each.value})" in told


def test_a_city_in_danger_is_told_with_the_faces_that_ruin_it() -> None:
    state = table("5 at 2,10; 3 at 4,12; 4 at 10,2")
    state = but(state, pawns=(("D1", "b"), None, None, None))
    view = replace(spoken("en"), observation=GAME.observe(state, Seat(0)), viewer=Seat(0))

    head, _, *lines = texts(PANEL.danger(view)).splitlines()  # type: ignore[attr-defined]

    assert head == "### Cities in danger"
    assert lines == [
        "- D1c (Ann): lost if Sun rolls 1, 2, 3, 5.",
        "- C2a (Ann): lost if Sun rolls 2.",
        "1 other city can't be lost to a single die.",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_dangers_have_words_with_and_without_epicenters(language: str) -> None:
    for number in (0, 6, 20):
        screen = PANEL.danger(moments()[number].view(Seat(0), language))  # type: ignore[attr-defined]
        assert texts(screen).count("\n") >= 1


def test_a_refusal_of_another_phase_says_that_nothing_was_sent() -> None:
    said = PANEL.refusal(spoken("en"), IllegalAction("san-andreas-not-now"))

    assert said.endswith("Nothing was sent.")


def test_two_quakes_between_two_people_are_told_one_after_the_other() -> None:
    view = replace(crowded("en"), match=moments(4, 7)[0].match)
    quake = view.observation.quake
    earlier = (DiceRolled(Seat(1), (0, 0, 1, 0)), shift("east", "lift"))
    news = (
        EpicenterSet(Seat(1), "crown", "D1", "b", HERE),
        *earlier,
        CitiesScored((), (0, 0, 0, 0), (0, 0, 0, 0)),
        EpicenterSet(Seat(2), "crown", "D1", "b", HERE),
        DiceRolled(Seat(2), (1, 2, 3, 4)),
        TileShifted(quake.shifts[0], None),
        CitiesScored(quake.scores, (9, 9, 9, 9), (9, 9, 9, 9)),
    )
    short = replace(view.observation, quake=replace(quake, shifts=quake.shifts[:1], scores=()))

    text = "\n".join(PANEL.post(replace(view, observation=short), news).happened)

    told = ["rolled Sun 0", "no one scores", "**Quake ", "Points: "]
    assert sorted(told, key=text.index) == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_in_which_nobody_can_act_any_more_has_a_result(language: str) -> None:
    stuck = but(table(), hands=((), (), ()), pawns=(("A1", "a"),) * 4, passes=2)
    step = GAME.apply(stuck, Move(Seat(0), Pass()))
    view = replace(spoken(language), observation=GAME.observe(step.state, PUBLIC), viewer=PUBLIC)

    post = PANEL.result(view, step.events)

    assert step.state.outcome is not None
    assert step.state.outcome.reason == "san-andreas-nobody-can-act"
    assert post.image is not None
    assert not post.files
    assert message(post).content
    assert layout(PANEL.score(view)).view.total_children_count <= 40
    assert PANEL.text(view)
