"""Every event, refusal, card and setting of Aftershock has words in every language."""

from dataclasses import replace
from inspect import getmembers, isclass
from pathlib import Path
from re import findall, search
from typing import Any

import pytest

import engine.games.aftershock
from bot.games.aftershock.news import gathered, sentence, sentences
from bot.games.aftershock.panel import PANEL
from bot.games.aftershock.table_post import asked
from bot.games.aftershock.words import gained, gives, priced
from bot.locale.localisation import LANGUAGES
from engine.errors import BadSetup, IllegalAction
from engine.game import Outcome, Seat
from engine.games.aftershock import events as e
from engine.games.aftershock.rules import META
from engine.games.aftershock.state import Crossing, Items, Marks, Planned, Purchase, SpaceScore
from tests.games.aftershock.tables import Table
from tests.games.strict import StrictWords

ANN, BOB, CLEO = Seat(0), Seat(1), Seat(2)
WAY = (Crossing("oakland", "hayward", BOB),)


def scored(
    space: str, counts: tuple[int, ...], points: tuple[int, ...], lost: tuple[Seat, ...]
) -> SpaceScore:
    return SpaceScore(space, (1, 1, 0), scores=True, counts=counts, points=points, lost=lost)


HAPPENED: tuple[Any, ...] = (
    e.MatchBegun(ANN),
    e.CardDealt(ANN, "bridge"),
    e.PhaseBegun("keep", 2),
    e.ChoiceSealed(ANN, "keep"),
    e.ChoiceReopened(ANN, "keep", ("bridge",)),
    e.CardsOffered(ANN, 13, ("bridge", "bridge", "oakland-3")),
    e.CardsOffered(ANN, 15, ()),
    *(
        e.CardBought(Purchase(ANN, BOB, "vallejo-3", token, 2, int(token == "tax")))
        for token in ("minus_2", "minus_1", "tax")
    ),
    e.Passed(ANN),
    e.StandingPassLeft(ANN),
    e.StandingPassWithdrawn(ANN),
    e.CardTaken(ANN, "influence", ("bridge", "bridge")),
    e.CardTaken(ANN, "influence", ()),
    e.AreaPopulated(ANN, "oakland-3", "oakland", 2),
    e.CardsRevealed(ANN, ("bridge",), Items(1, 1, ("normal", "big", "mega"), 2)),
    e.CardsRevealed(ANN, (), Items()),
    e.PlanOpened(ANN, (Planned("bridge", "oakland"), Planned("meeple", "oakland")), ("oakland",)),
    e.PlanOpened(ANN, (), ()),
    e.BridgeBuilt(ANN, "oakland", "hayward", 2),
    e.BridgeChosen(ANN, "oakland", "hayward"),
    e.BridgeDismantled(ANN, "oakland", "hayward", 2),
    e.BridgeReplaced(ANN, "vallejo", 1),
    e.BridgeReplaced(ANN, "vallejo", 0),
    e.BridgeGivenUp(ANN, "vallejo"),
    e.AftershockFaded(ANN, "vallejo", "big"),
    e.AftershockChosen(ANN, "vallejo", "big"),
    e.AftershockRolled(ANN, "vallejo", "big", 2, 3),
    e.MeeplesShocked(ANN, "vallejo", (0, 2, 1)),
    e.MeepleMoved(ANN, "oakland", "hayward", WAY, (BOB,)),
    e.MeepleMoved(BOB, "oakland", "hayward", WAY, ()),
    e.MeepleTakenBack(ANN, "oakland"),
    e.MarksOpened(ANN, Marks(("oakland", "most_bridges"), ("oakland",))),
    e.MarksOpened(ANN, Marks(("oakland", "most_bridges"))),
    e.SpaceScored(scored("oakland", (3, 3, 1), (7, 7, 4), (ANN, BOB))),
    e.SpaceScored(scored("most_bridges", (3, 0, 1), (6, 0, 4), ())),
    e.SpaceScored(scored("vallejo", (0, 0, 0), (0, 0, 0), ())),
    e.RoundScored(1, (4, 0, 2), (4, 0, 2)),
    e.BankShared(4, 1),
    e.BankShared(0, 1),
    e.FirstPlayerPassed(BOB),
    e.FreeMarkerGiven(CLEO),
    e.MoneyScored((2, 1, 0)),
    e.MatchEnded(Outcome((9, 4, 0), (1, 2, 3), "aftershock-rounds-played")),
)

REFUSED = (
    IllegalAction("aftershock-not-now"),
    IllegalAction("aftershock-already-open", phase="keep"),
    IllegalAction("aftershock-not-in-hand", card="bridge"),
    IllegalAction("aftershock-unsorted"),
    IllegalAction("aftershock-too-dear", cost=17, money=15),
    IllegalAction("aftershock-own-card", card="bridge"),
    IllegalAction("aftershock-not-for-sale", seller=1, card="a castle"),
    IllegalAction("aftershock-no-such-token", token="plus"),
    IllegalAction("aftershock-token-used", token="minus_2", left=("tax",)),
    IllegalAction("aftershock-price", card="san_jose-6", token="tax", price=6, tax=1, money=5),
    IllegalAction("aftershock-not-unsold", card="bridge"),
    IllegalAction("aftershock-no-such-area", area="Atlantis"),
    IllegalAction("aftershock-no-bridge-planned", area="oakland"),
    IllegalAction("aftershock-no-link", area="oakland", to="san_jose"),
    IllegalAction("aftershock-link-full", area="oakland", to="hayward"),
    IllegalAction("aftershock-own-bridge-there", area="oakland", to="hayward"),
    IllegalAction("aftershock-can-build", area="oakland", to=("hayward", "richmond")),
    IllegalAction("aftershock-nowhere-to-build", area="oakland"),
    IllegalAction(
        "aftershock-pieces-missing", area="hayward", to="san_francisco", sections=4, pieces=1
    ),
    IllegalAction("aftershock-not-your-bridge", area="oakland", to="hayward"),
    IllegalAction("aftershock-no-such-marker", area="oakland", marker="mega"),
    IllegalAction("aftershock-shock-count", count=3, chosen=2),
    IllegalAction("aftershock-shock-nobody-there", seat=1, chosen=2, there=1),
    IllegalAction("aftershock-no-way", area="oakland", to="san_jose"),
    IllegalAction("aftershock-same-area", area="oakland"),
    IllegalAction("aftershock-toll", to="hayward", cost=2, money=1),
    IllegalAction("aftershock-other-payees", to="hayward", ways=((1,),)),
    IllegalAction("aftershock-no-such-space", space="Atlantis"),
    IllegalAction("aftershock-already-marked", space="most_bridges"),
    IllegalAction("aftershock-mark-order", space="oakland", allowed=("fremont", "most_bridges")),
    IllegalAction("aftershock-markers-left", left=1),
    IllegalAction("aftershock-no-score-markers-left"),
)


def source() -> str:
    folder = Path(engine.games.aftershock.__path__[0])
    return "\n".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", HAPPENED, ids=lambda event: type(event).__name__)
def test_every_event_has_a_sentence(event: Any, language: str) -> None:
    said = sentence(Table().view(language=language), event)

    assert said.strip()
    assert "{" not in said


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
        "**Ann** reveals the plan: bridge in Oakland; meeple in Oakland; big aftershock in Vallejo."
    )


def test_no_event_is_forgotten() -> None:
    known = {each for _, each in getmembers(e, isclass) if each.__module__ == e.__name__}

    assert {type(event) for event in HAPPENED} == known


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("error", REFUSED, ids=lambda error: str(error.key))
def test_every_refusal_says_what_is_wrong(error: IllegalAction, language: str) -> None:
    said = PANEL.refusal(Table().view(language=language), error)

    assert said.startswith("**")
    assert "{" not in said


def test_every_refusal_has_a_message_of_its_own() -> None:
    view = Table().view()

    assert len({PANEL.refusal(view, error) for error in REFUSED}) == len(REFUSED)


def test_no_refusal_is_forgotten() -> None:
    keys = set(findall(r'"(aftershock-[a-z-]+)"', source()))

    assert keys - {"aftershock-board", "aftershock-rounds-played"} == {
        error.key for error in REFUSED
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_setup_is_explained(language: str) -> None:
    said = StrictWords(language)
    refused = [
        BadSetup("setup-seats", seats=6, allowed=(3, 4, 5)),
        BadSetup("setup-option", option="first_player", value="5"),
        BadSetup("setup-option", option="auto_pass", value=7),
        BadSetup("setup-no-such-option", option="colour"),
    ]

    texts = [PANEL.reason(said, error) for error in refused]

    assert all(text.startswith("**") for text in texts)
    assert len(set(texts)) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_and_each_of_its_values_has_a_name(language: str) -> None:
    said = StrictWords(language)

    for option in META.options:
        values = [PANEL.value(said, option.name, value) for value in option.values]
        assert PANEL.option(said, option.name)
        assert len(set(values)) == len(option.values)
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
