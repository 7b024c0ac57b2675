"""Every event, refusal, receipt and setting has words in every language, and they fit."""

from dataclasses import replace
from inspect import getmembers, isclass
from pathlib import Path
from re import findall
from typing import Any

import pytest

import engine.games.san_andreas
from bot.games.panel import View
from bot.games.san_andreas.news import REASONS, sentence
from bot.games.san_andreas.panel import PANEL
from bot.games.san_andreas.table_post import report
from bot.games.screen import Text
from bot.locale.localisation import LANGUAGES, words
from bot.messages.components import layout, message
from engine.boards.squares import Space
from engine.errors import BadSetup, EngineError, IllegalAction
from engine.game import PUBLIC, Event, Move, Outcome, Seat
from engine.games.san_andreas import GAME, events
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
from engine.games.san_andreas.rules import META
from engine.games.san_andreas.state import Quake, but
from engine.games.san_andreas.tiles import START
from tests.games.pressing import texts
from tests.games.san_andreas.views import Table, at, moments
from tests.games.san_andreas.worked import cleared, ground_after, shaking, table
from tests.games.strict import StrictWords

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


def spoken(language: str, number: int = 6) -> View:
    return moments()[number].view(Seat(0), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_happens_has_a_sentence(language: str) -> None:
    view = spoken(language)
    said = [sentence(view, each) for each in HAPPENED]

    assert all(each[-1] in ".!" for each in said)
    assert not any("{" in each or "  " in each for each in said)
    known = {each for _, each in getmembers(events, isclass) if each.__module__ == events.__name__}
    assert {type(each) for each in HAPPENED} == known


def refused(state: Any, action: Action) -> EngineError:
    with pytest.raises(EngineError) as caught:
        GAME.apply(state, Move(state.seat, action))
    return caught.value


def refusals() -> dict[str, tuple[Any, EngineError]]:
    """Return a position and what it refuses for each message key, as the engine says it."""
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
    found = [(state, refused(state, action)) for state, action in tries]
    return {error.key: (state, error) for state, error in found}


def test_every_key_of_the_game_s_page_is_reached_and_has_words_of_its_own() -> None:
    page = (Path(engine.games.san_andreas.__path__[0]) / "README.md").read_text(encoding="utf-8")
    keys = set(findall(r"`(san-andreas-[a-z-]+)`", page)) - set(REASONS)

    assert keys == set(refusals())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_says_what_is_wrong_and_fits(language: str) -> None:
    said = set()
    for state, error in refusals().values():
        view = replace(
            spoken(language), observation=GAME.observe(state, state.seat), viewer=state.seat
        )
        text = PANEL.refusal(view, error)
        said.add(text)
        assert text.startswith("**")
        assert "{" not in text
        assert len(text) < 300
    assert len(said) == len(refusals())


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_and_refused_setup_has_words(language: str) -> None:
    said = StrictWords(language)

    for option in META.options:
        values = [PANEL.value(said, option.name, value) for value in option.values]
        assert PANEL.option(said, option.name)
        assert len(set(values)) == len(values)
    errors = (
        BadSetup("setup-seats"),
        BadSetup("setup-no-such-variant"),
        BadSetup("setup-no-such-option"),
        BadSetup("setup-option", option="first_player", value="4", seats=3),
    )
    assert len({PANEL.reason(said, each) for each in errors}) == len(errors)


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
    full = but(table(FULL, seats=4), hands=((5,),) * 4)
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
        "- Ann, D1c: Sun 1, 2, 3, 5.",
        "- Ann, C2a: Sun 2.",
        "1 other city is safe.",
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

    told = ["rolled Sun 0", "nobody scores", "**Quake ", "Points: "]
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
