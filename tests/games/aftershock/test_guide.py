"""The guide of Aftershock: its examples are true."""

from bot.games.aftershock import example as ex
from bot.games.aftershock.guide import CHAPTERS
from bot.games.aftershock.panel import PANEL
from bot.games.screen import Text
from engine.games.aftershock.preview import builds, purchases, routes
from tests.games.strict import StrictWords


def page_said(title: str) -> str:
    (page,) = [n for n, each in enumerate(CHAPTERS) if each.title == title]
    text = PANEL.rules(StrictWords("en"), page).blocks[0]
    assert isinstance(text, Text)
    return text.markdown


def test_the_example_of_the_hand_costs_what_it_says() -> None:
    assert ex.position().board.cost(ex.KEPT) == 11


def test_the_example_of_the_sale_costs_what_it_says() -> None:
    offers = purchases(ex.selling(), ex.ANN)

    vallejo = [each for each in offers if (each.seller, each.card) == (ex.BEN, "vallejo-3")]
    san_jose = [each for each in offers if each.card == "san_jose-6"]
    assert [each.price + each.tax for each in vallejo] == [1, 2, 4]
    assert [each.token for each in san_jose] == ["minus_2"]


def test_the_example_of_the_bridge_leads_where_it_says() -> None:
    sites = {site.to: site.sections for site in builds(ex.building())}

    assert sites == {"hayward": 1, "palo_alto": 2, "san_jose": 2}


def test_the_example_of_the_aftershock_costs_what_it_says() -> None:
    found = {way.to: way.paid for way in routes(ex.shaken())}

    assert found == {"richmond": (), "hayward": (ex.BEN,), "san_francisco": (ex.CLEO,)}


def test_the_first_turn_costs_and_brings_what_it_says() -> None:
    offers = purchases(ex.selling(), ex.ANN)
    cheap = [each for each in offers if (each.card, each.token) == ("oakland-1", "minus_1")]
    cards = ("richmond-6", "vallejo-3", "fremont-1", "oakland-1")

    assert ex.KEPT == ("bridge", "fremont-1", "richmond-6")
    assert [(each.seller, each.price, each.tax) for each in cheap] == [(ex.BEN, 0, 0)]
    assert "vallejo-3" in ex.selling().market[ex.ANN]
    assert [ex.BOARD.card[each].meeples for each in cards] == [3, 2, 1, 1]
    assert {each.to: each.sections for each in builds(ex.building())}["hayward"] == 1
    assert ex.BOARD.spaces[ex.BOARD.index["richmond"]].points[0] == 7


def test_an_area_pays_what_the_page_says() -> None:
    text, last = page_said("How an area pays"), ex.scoring().scorings[-1]
    spaces = {each.space: each for each in last.spaces}
    printed = {each.key: each.points for each in ex.BOARD.spaces}

    assert "Oakland prints **8 6 4 3**" in text
    assert "**San Francisco, 9 7 5 4.**" in text
    assert "**Fremont, 5 4 3 2.**" in text
    assert printed["oakland"] == (8, 6, 4, 3)
    assert printed["san_francisco"] == (9, 7, 5, 4)
    assert printed["fremont"] == (5, 4, 3, 2)
    assert spaces["oakland"].counts == (3, 3, 1)
    assert spaces["oakland"].points == (7, 7, 4)
    assert spaces["oakland"].lost == (ex.ANN, ex.BEN)
    assert spaces["san_francisco"].counts == (2, 1, 4)
    assert spaces["san_francisco"].points == (7, 5, 9)
    assert spaces["san_francisco"].markers == (1, 0, 2)
    assert spaces["san_francisco"].lost == (ex.CLEO,)
    assert spaces["fremont"].counts == (1, 2, 2)
    assert spaces["fremont"].points == (3, 4, 4)
    assert (spaces["san_jose"].scores, spaces["san_jose"].counts) == (False, (2, 0, 0))


def test_the_page_of_the_scoring_says_what_the_board_pays_for_bridges() -> None:
    assert "pays 6, 4, 3, 2 points" in page_said("How an area pays")


def test_the_example_of_the_scoring_counts_right() -> None:
    last = ex.scoring().scorings[-1]
    spaces = {each.space: each for each in last.spaces}

    assert spaces["oakland"].points == (7, 7, 4)
    assert spaces["oakland"].lost == (ex.ANN, ex.BEN)
    assert not spaces["san_jose"].scores
    assert ex.scoring().scores == (38, 41, 42)
    assert ex.ended().scores == (43, 43, 45)
