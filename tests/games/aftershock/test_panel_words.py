"""Every event, refusal, card and setting of Aftershock has words in every language."""

from dataclasses import replace
from re import search

import pytest

from bot.games.aftershock import example as ex
from bot.games.aftershock import orders
from bot.games.aftershock.news import gathered, sentence, sentences
from bot.games.aftershock.panel import PANEL
from bot.games.aftershock.table_post import asked
from bot.games.aftershock.words import gained, gives, priced
from bot.locale.localisation import LANGUAGES
from engine.errors import IllegalAction
from engine.game import Seat
from engine.games.aftershock import events as e
from engine.games.aftershock.actions import Buy
from engine.games.aftershock.state import Items, Planned
from tests.games.aftershock.said import HAPPENED, REFUSED, WAY
from tests.games.aftershock.tables import Table
from tests.games.strict import StrictWords

ANN, BOB, CLEO = Seat(0), Seat(1), Seat(2)


def told_in_french() -> list[str]:
    view = Table(3, 1).view(ANN, "fr")
    waited = [
        asked(replace(view, observation=replace(view.observation, phase=phase)), ())
        for phase in ("keep", "take", "plan", "mark", "build")
    ]
    return [
        *(sentence(view, event) for event in HAPPENED),
        *(PANEL.refusal(view, error) for error in REFUSED),
        *waited,
    ]


def test_french_elides_before_oakland_and_ann() -> None:
    told = told_in_french()

    assert any("Oakland" in each for each in told)
    assert [each for each in told if search(r"\b([Dd]e|[Qq]ue|[Ll][ea]) \**[AEIO]", each)] == []


def test_spanish_has_another_or_before_oakland() -> None:
    view = Table(3, 1).view(ANN, "es")
    error = IllegalAction("aftershock-can-build", area="fremont", to=("hayward", "oakland"))

    assert "Hayward u Oakland" in PANEL.refusal(view, error)


def test_plans_read_like_sentences() -> None:
    view = Table(3, 1).view(ANN)
    plan = (Planned("bridge", "oakland"), Planned("meeple", "oakland"), Planned("big", "vallejo"))

    told = sentence(view, e.PlanOpened(ANN, plan, ("oakland",)))

    assert told == (
        "**Ann** planned: bridge in Oakland; meeple in Oakland; big aftershock in Vallejo."
    )


def test_several_things_of_a_plan_are_counted() -> None:
    view = Table(3, 1).view(ANN)
    areas = [("bridge", "san_rafael"), ("bridge", "oakland"), *[("meeple", "hayward")] * 2]
    plan = tuple(Planned(item, area) for item, area in areas)

    told = sentence(view, e.PlanOpened(ANN, plan, ()))

    assert told == "**Ann** planned: 2 bridges in San Rafael and Oakland; 2 meeples in Hayward."


@pytest.mark.parametrize(
    ("shocked", "told"),
    [
        (1, "**Ann** rolls **3**, aftershock in **Oakland**: the only meeple there is shocked."),
        (2, "**Ann** rolls **3**, aftershock in **Oakland**: all 2 meeples there are shocked."),
        (3, "**Ann** rolls **3**, aftershock in **Oakland**: 3 meeples are shocked."),
    ],
)
def test_a_roll_says_where_fewer_are_there_than_it_shows(shocked: int, told: str) -> None:
    view = Table(3, 1).view(ANN)

    assert sentence(view, e.AftershockRolled(ANN, "oakland", "normal", 3, shocked)) == told


def test_a_name_that_ends_in_a_number_stands_apart_from_a_count() -> None:
    table = Table(3, 1)
    chairs = tuple(replace(each, name=f"Player {n}") for n, each in enumerate(table.match.chairs))
    table.match = replace(table.match, chairs=chairs)

    told = sentence(table.view(ANN), e.RoundScored(1, (4, 0, 12), (4, 0, 12)))

    assert told == "**Round 1:** Player 0: +4, Player 1: +0, Player 2: +12 points."


def test_a_planned_purchase_has_the_number_of_the_sale() -> None:
    view = ex.example(StrictWords("en"), ex.selling())

    told = orders.planned(view, (Buy(ex.BEN, "vallejo-3", "minus_2"),))

    assert told == "5 · Vallejo ($3M) from Ben with −2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_is_named(language: str) -> None:
    said = StrictWords(language)

    assert PANEL.value(said, "board", "san_francisco") == "San Francisco"
    assert PANEL.option(said, "board")


@pytest.mark.parametrize("language", LANGUAGES)
def test_prices_tell_all_cards_apart_and_each_says_what_it_gives(language: str) -> None:
    view = Table().view(language=language)
    codes = [card.code for card in view.observation.board.cards]

    names = [priced(view, code) for code in codes]

    assert len(set(names)) == len(codes)
    assert max(map(len, names)) <= 40
    assert all(gives(view, code) for code in codes)


def test_what_belongs_together_is_told_in_one_line() -> None:
    view = Table().view()
    move = e.MeepleMoved(ANN, "oakland", "hayward", WAY, (BOB,))
    events = (
        e.PhaseBegun("buy", 1),
        e.Passed(ANN),
        e.Passed(BOB),
        e.AreaPopulated(ANN, "oakland-3", "oakland", 2),
        e.AreaPopulated(ANN, "oakland-1", "oakland", 1),
        e.AreaPopulated(ANN, "fremont-1", "fremont", 1),
        e.AreaPopulated(BOB, "fremont-1", "fremont", 1),
        move,
        move,
        e.AftershockChosen(ANN, "oakland", "big"),
    )

    assert sentences(view, events) == [
        "**Ann** and **Bob** pass.",
        "**Ann** adds meeples: Oakland +3 and Fremont +1.",
        "**Bob** adds meeples: Fremont +1.",
        "**Ann** moves 2 meeples from Oakland to **Hayward** and pays $2M to Bob.",
    ]


def test_hands_that_are_dealt_get_no_line_of_their_own() -> None:
    assert gathered([e.CardDealt(ANN, "bridge"), e.PhaseBegun("keep", 1)]) == []


def test_things_to_plan_are_counted() -> None:
    said = StrictWords("en")

    assert gained(said, Items(2, 1, ("normal", "mega"), 1)) == (
        "2 bridges, 1 meeple, 1 aftershock, 1 mega aftershock and 1 Influence marker"
    )
    assert gained(said, Items()) == ""
