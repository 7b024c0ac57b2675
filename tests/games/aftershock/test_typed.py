"""What people type after `/aftershock …`."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.games.aftershock import example as ex
from bot.games.aftershock.panel import DEALS, PANEL
from bot.games.panel import Answer, Submit, View
from bot.games.screen import Screen, Suggestion
from bot.messages.together import deals as proposals
from engine.errors import IllegalAction
from engine.game import Seat
from engine.games.aftershock.actions import Build, Buy, MoveMeeple, Pass, Shock, TakeBack
from engine.games.aftershock.state import Observation
from tests.games.aftershock.pressing import texts
from tests.games.aftershock.tables import in_phase
from tests.games.aftershock.turns import POOR, begun_with, building
from tests.games.strict import StrictWords


def view_of(observation: Observation, language: str = "en") -> View:
    return ex.example(StrictWords(language), observation)


COMMANDS = {each.name: each for each in PANEL.commands().moves}


def typed(command: str, view: View, *texts: str) -> Answer:
    return COMMANDS[command].answer(view, *texts)


def suggested(command: str, option: int, view: View, *texts: str) -> list[Suggestion]:
    suggest = COMMANDS[command].options[option].suggest
    assert suggest
    return suggest(view, *texts)


def played(answer: object) -> object:
    assert isinstance(answer, Submit)
    (action,) = answer.actions
    return action


def asked(answer: object) -> str:
    assert isinstance(answer, Screen)
    return texts(answer)


@pytest.mark.parametrize(
    "card",
    ["5", "ben · vallejo ($3m)", "Vallejo ($3M)", "Ben Vallejo ($3M)", "vallejo", "vall", " 5 "],
)
def test_a_card_is_known_by_its_number_or_any_of_its_names(card: str) -> None:
    view = view_of(ex.selling())

    assert played(typed("buy", view, card, "minus_1")) == Buy(ex.BEN, "vallejo-3", "minus_1")


def test_without_a_token_the_price_is_asked_for() -> None:
    view = view_of(ex.selling())

    assert "**Vallejo ($3M)** · Ben: 2 meeples in Vallejo." in asked(typed("buy", view, "5", ""))
    assert "**Vallejo ($3M)** · Ben: 2 meeples in Vallejo." in asked(
        typed("buy", view, "5", "gold")
    )


@pytest.mark.parametrize("card", ["99", "a castle", ""])
def test_an_unknown_card_leads_to_the_sale(card: str) -> None:
    answer = typed("buy", view_of(ex.selling()), card, "tax")

    assert "That is not one of the cards for sale." in asked(answer)


def test_a_card_that_two_sell_is_not_guessed() -> None:
    view = in_phase("buy", 3, 2).view(Seat(0))
    observation = replace(
        view.observation, market=((), ("bridge",), ("bridge",)), to_act=(Seat(0),), money=(9, 9, 9)
    )
    twice = replace(view, observation=observation)

    assert "not one of the cards" in asked(typed("buy", twice, "Bridge ($4M)", "tax"))
    assert played(typed("buy", twice, "Cleo · Bridge ($4M)", "tax")) == Buy(
        Seat(2), "bridge", "tax"
    )


def test_cards_within_reach_are_suggested() -> None:
    view = view_of(ex.selling())

    names = [each.name for each in suggested("buy", 0, view, "")]

    assert "8 · Cleo · San Jose ($6M)" in names
    assert [each.value for each in suggested("buy", 0, view, "VALL")] == ["5"]


def test_passing_needs_no_words() -> None:
    assert played(typed("pass", view_of(ex.selling()))) == Pass()


def test_a_bridge_is_built_at_once_if_it_is_clear() -> None:
    view = view_of(ex.building())

    assert played(typed("build", view, "fremont", "palo alto")) == Build("fremont", "palo_alto")
    assert played(typed("build", view, "", "PALO")) == Build("fremont", "palo_alto")
    assert "where to?" in asked(typed("build", view, "Fremont", ""))
    assert "where to?" in asked(typed("build", view, "San", ""))


def test_what_can_not_be_built_is_left_to_the_rules_to_refuse() -> None:
    view = view_of(ex.building())

    assert played(typed("build", view, "Vallejo", "Richmond")) == Build("vallejo", "vallejo")
    assert played(typed("build", view, "Atlantis", "")) == Build("Atlantis", "Atlantis")
    assert played(typed("build", view, "", "Richmond")) == Build("fremont", "richmond")


def test_bridges_and_their_ends_are_suggested() -> None:
    view = view_of(ex.building())

    assert [each.value for each in suggested("build", 0, view, "f")] == ["fremont"]
    assert [each.name for each in suggested("build", 1, view, "fremont", "")] == [
        *("Hayward · 1 piece", "Palo Alto · 2 pieces", "San Jose · 2 pieces"),
    ]
    assert suggested("build", 0, view, "oak") == []


def test_while_pieces_are_missing_the_desk_asks() -> None:
    first = building("san_rafael", POOR)
    act = next(each for each in first.legal if isinstance(each, Build))

    view = begun_with(act)

    assert "You are short of pieces" in asked(typed("build", view, "", ""))
    assert suggested("build", 0, view, "") == suggested("build", 1, view, "", "") == []


def test_a_shock_is_known_by_its_words() -> None:
    view = in_phase("shock", 4, 3).view()
    every = [each for each in view.legal if isinstance(each, Shock)]

    offered = suggested("shock", 0, view, "")

    assert len(offered) == min(25, len(every))
    assert played(typed("shock", view, offered[0].value)) == every[0]
    assert played(typed("shock", view, offered[-1].value.upper())) in every
    assert "shocked" in asked(typed("shock", view, ""))
    assert "That is none of the choices." not in asked(typed("shock", view, ""))
    assert "That isn't one of the choices." in asked(typed("shock", view, "everybody"))


def test_a_way_is_known_by_its_area_or_its_words() -> None:
    view = view_of(ex.shaken())

    assert played(typed("move", view, "richmond")) == MoveMeeple("richmond")
    assert played(typed("move", view, "Hayward · $1M to Ben")) == MoveMeeple("hayward", (ex.BEN,))
    assert played(typed("move", view, "home")) == TakeBack()
    assert played(typed("move", view, "Off the board")) == TakeBack()
    assert "has to leave" in asked(typed("move", view, ""))


def test_a_way_that_is_not_there_is_left_to_the_rules_to_refuse() -> None:
    view = view_of(ex.shaken())

    assert played(typed("move", view, "fremont")) == MoveMeeple("fremont")
    assert played(typed("move", view, "oakland")) == MoveMeeple("oakland")
    assert played(typed("move", view, "Atlantis")) == MoveMeeple("Atlantis")


def test_where_several_may_be_paid_they_are_told_apart() -> None:
    bridges = list(ex.shaken().bridges)
    bridges[ex.BOARD.link_index["oakland", "hayward"]] = (ex.BEN, ex.CLEO)
    view = view_of(replace(ex.shaken(), bridges=tuple(bridges)))

    assert "has to leave" in asked(typed("move", view, "Hayward"))
    assert played(typed("move", view, "hayward · $1m to cleo")) == MoveMeeple("hayward", (ex.CLEO,))


def test_ways_are_suggested_with_their_tolls_and_the_way_home() -> None:
    view = view_of(ex.shaken())

    names = [each.name for each in suggested("move", 0, view, "")]

    assert names == [
        "Richmond · no toll",
        "Hayward · $1M to Ben",
        "San Francisco · $1M to Cleo",
        "off the board",
    ]
    assert [each.value for each in suggested("move", 0, view, "off")] == ["home"]


@pytest.mark.parametrize("language", ["fr", "es"])
def test_names_are_understood_in_every_language(language: str) -> None:
    view = view_of(ex.shaken(), language)

    home = suggested("move", 0, view, "")[-1]

    assert played(typed("move", view, home.name)) == TakeBack()


def test_in_another_phase_nothing_is_played_and_nothing_suggested() -> None:
    view = view_of(ex.planning())

    moves: list[Callable[[], Answer]] = [
        lambda: typed("buy", view, "1", "tax"),
        lambda: typed("pass", view),
        lambda: typed("build", view, "", ""),
        lambda: typed("shock", view, ""),
        lambda: typed("move", view, ""),
    ]
    for move in moves:
        with pytest.raises(IllegalAction):
            move()
    assert suggested("buy", 0, view, "") == []
    assert suggested("build", 0, view, "") == []
    assert suggested("build", 1, view, "", "") == []
    assert suggested("shock", 0, view, "") == []
    assert suggested("move", 0, view, "") == []


def test_only_whoever_is_on_turn_may_type_a_move() -> None:
    view = replace(view_of(replace(ex.selling(), viewer=ex.BEN)), viewer=Seat(1))

    with pytest.raises(IllegalAction):
        typed("pass", view)


def test_promises_are_known_by_their_names_and_keys() -> None:
    view = view_of(ex.position())

    assert proposals.promise(DEALS, view, "oakland") == "oakland"
    assert proposals.promise(DEALS, view, "Not Most Bridges") == "-most_bridges"
    assert proposals.promise(DEALS, view, "south") == "south_san_francisco"
    with pytest.raises(IllegalAction, match="aftershock-no-such-space"):
        proposals.promise(DEALS, view, "san")
    assert len(proposals.promises_like(DEALS, view, "")) == 22
    assert [each.value for each in proposals.promises_like(DEALS, view, "oak")] == [
        *("oakland", "-oakland"),
    ]
