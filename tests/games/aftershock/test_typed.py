"""What people type after `/aftershock …`."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.games.aftershock import example as ex
from bot.games.aftershock.panel import DEALS
from bot.games.panel import Answer, View
from bot.messages.together import deals as proposals
from engine.errors import IllegalAction
from engine.game import Seat
from engine.games.aftershock.actions import Build, Buy, MoveMeeple, Pass, Shock, TakeBack
from engine.games.aftershock.state import Observation
from tests.games.aftershock.tables import in_phase
from tests.games.aftershock.turns import POOR, begun_with, building
from tests.games.pressing import moves, suggested, texts, typed
from tests.games.strict import StrictWords


def view_of(observation: Observation, language: str = "en") -> View:
    return ex.example(StrictWords(language), observation)


def played(answer: Answer) -> object:
    (action,) = moves(answer)
    return action


@pytest.mark.parametrize(
    "card",
    ["5", "ben · vallejo ($3m)", "Vallejo ($3M)", "Ben Vallejo ($3M)", "vallejo", "vall", " 5 "],
)
def test_a_card_is_known_by_its_number_or_any_of_its_names(card: str) -> None:
    view = view_of(ex.selling())

    assert played(typed(view, "buy", card, "minus_1")) == Buy(ex.BEN, "vallejo-3", "minus_1")


def test_without_a_token_the_price_is_asked_for() -> None:
    view = view_of(ex.selling())

    assert "**5 · Vallejo ($3M)**, from Ben: 2 meeples in Vallejo." in texts(
        typed(view, "buy", "5", "")
    )
    assert "**5 · Vallejo ($3M)**, from Ben: 2 meeples in Vallejo." in texts(
        typed(view, "buy", "5", "gold")
    )


@pytest.mark.parametrize("card", ["99", "a castle", ""])
def test_an_unknown_card_leads_to_the_sale(card: str) -> None:
    answer = typed(view_of(ex.selling()), "buy", card, "tax")

    assert "That isn't one of the cards for sale." in texts(answer)


def test_a_card_that_two_sell_is_not_guessed() -> None:
    view = in_phase("buy", 3, 2).view(Seat(0))
    observation = replace(
        view.observation, market=((), ("bridge",), ("bridge",)), to_act=(Seat(0),), money=(9, 9, 9)
    )
    twice = replace(view, observation=observation)

    assert "isn't one of the cards" in texts(typed(twice, "buy", "Bridge ($4M)", "tax"))
    assert played(typed(twice, "buy", "Cleo · Bridge ($4M)", "tax")) == Buy(
        Seat(2), "bridge", "tax"
    )


def test_cards_within_reach_are_suggested() -> None:
    view = view_of(ex.selling())

    names = [each.name for each in suggested(view, "buy", "")]

    assert "8 · Cleo · San Jose ($6M)" in names
    assert [each.value for each in suggested(view, "buy", "VALL")] == ["5"]


def test_passing_needs_no_words() -> None:
    assert played(typed(view_of(ex.selling()), "pass")) == Pass()


def test_a_bridge_is_built_at_once_if_it_is_clear() -> None:
    view = view_of(ex.building())

    assert played(typed(view, "build", "fremont", "palo alto")) == Build("fremont", "palo_alto")
    assert played(typed(view, "build", "", "PALO")) == Build("fremont", "palo_alto")
    assert "where to?" in texts(typed(view, "build", "Fremont", ""))
    assert "where to?" in texts(typed(view, "build", "San", ""))


def test_what_can_not_be_built_is_left_to_the_rules_to_refuse() -> None:
    view = view_of(ex.building())

    assert played(typed(view, "build", "Vallejo", "Richmond")) == Build("vallejo", "vallejo")
    assert played(typed(view, "build", "Atlantis", "")) == Build("Atlantis", "Atlantis")
    assert played(typed(view, "build", "", "Richmond")) == Build("fremont", "richmond")


def test_bridges_and_their_ends_are_suggested() -> None:
    view = view_of(ex.building())

    assert [each.value for each in suggested(view, "build", "f")] == ["fremont"]
    assert [each.name for each in suggested(view, "build", "fremont", "")] == [
        *("Hayward · 1 piece", "Palo Alto · 2 pieces", "San Jose · 2 pieces"),
    ]
    assert suggested(view, "build", "oak") == []


def test_while_pieces_are_missing_the_desk_asks() -> None:
    first = building("san_rafael", POOR)
    act = next(each for each in first.legal if isinstance(each, Build))

    view = begun_with(act)

    assert "You're short of pieces" in texts(typed(view, "build", "", ""))
    assert suggested(view, "build", "") == suggested(view, "build", "", "") == []


def test_a_shock_is_known_by_its_words() -> None:
    view = in_phase("shock", 4, 3).view()
    every = [each for each in view.legal if isinstance(each, Shock)]

    offered = suggested(view, "shock", "")

    assert len(offered) == min(25, len(every))
    assert played(typed(view, "shock", offered[0].value)) == every[0]
    assert played(typed(view, "shock", offered[-1].value.upper())) in every
    assert "shocked" in texts(typed(view, "shock", ""))
    assert "That is none of the choices." not in texts(typed(view, "shock", ""))
    assert "That isn't one of the choices." in texts(typed(view, "shock", "everybody"))


def test_a_way_is_known_by_its_area_or_its_words() -> None:
    view = view_of(ex.shaken())

    assert played(typed(view, "move", "richmond")) == MoveMeeple("richmond")
    assert played(typed(view, "move", "Hayward · $1M to Ben")) == MoveMeeple("hayward", (ex.BEN,))
    assert played(typed(view, "move", "home")) == TakeBack()
    assert played(typed(view, "move", "Your supply")) == TakeBack()
    assert "has to leave" in texts(typed(view, "move", ""))


def test_a_way_that_is_not_there_is_left_to_the_rules_to_refuse() -> None:
    view = view_of(ex.shaken())

    assert played(typed(view, "move", "fremont")) == MoveMeeple("fremont")
    assert played(typed(view, "move", "oakland")) == MoveMeeple("oakland")
    assert played(typed(view, "move", "Atlantis")) == MoveMeeple("Atlantis")


def test_where_several_may_be_paid_they_are_told_apart() -> None:
    bridges = list(ex.shaken().bridges)
    bridges[ex.BOARD.link_index["oakland", "hayward"]] = (ex.BEN, ex.CLEO)
    view = view_of(replace(ex.shaken(), bridges=tuple(bridges)))

    assert "has to leave" in texts(typed(view, "move", "Hayward"))
    assert played(typed(view, "move", "hayward · $1m to cleo")) == MoveMeeple("hayward", (ex.CLEO,))


def test_ways_are_suggested_with_their_tolls_and_the_way_home() -> None:
    view = view_of(ex.shaken())

    names = [each.name for each in suggested(view, "move", "")]

    assert names == [
        "Richmond · no toll",
        "Hayward · $1M to Ben",
        "San Francisco · $1M to Cleo",
        "your supply",
    ]
    assert [each.value for each in suggested(view, "move", "your")] == ["home"]


@pytest.mark.parametrize("language", ["fr", "es"])
def test_names_are_understood_in_every_language(language: str) -> None:
    view = view_of(ex.shaken(), language)

    home = suggested(view, "move", "")[-1]

    assert played(typed(view, "move", home.name)) == TakeBack()


def test_in_another_phase_nothing_is_played_and_nothing_suggested() -> None:
    view = view_of(ex.planning())

    moves: list[Callable[[], Answer]] = [
        lambda: typed(view, "buy", "1", "tax"),
        lambda: typed(view, "pass"),
        lambda: typed(view, "build", "", ""),
        lambda: typed(view, "shock", ""),
        lambda: typed(view, "move", ""),
    ]
    for move in moves:
        with pytest.raises(IllegalAction):
            move()
    assert suggested(view, "buy", "") == []
    assert suggested(view, "build", "") == []
    assert suggested(view, "build", "", "") == []
    assert suggested(view, "shock", "") == []
    assert suggested(view, "move", "") == []


def test_only_whoever_is_on_turn_may_type_a_move() -> None:
    view = replace(view_of(replace(ex.selling(), viewer=ex.BEN)), viewer=Seat(1))

    with pytest.raises(IllegalAction):
        typed(view, "pass")


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
