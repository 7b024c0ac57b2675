"""Golden pictures of one position; they also illustrate the README."""

from dataclasses import replace

from engine.game import Outcome, Seat
from engine.games.aftershock.preview import routes, scored_now
from engine.games.aftershock.state import (
    Aftershock,
    BuildTurn,
    Crossing,
    Items,
    Moved,
    Observation,
    Pair,
    Planned,
)
from render.games.aftershock import RENDERER
from render.games.aftershock.desk import MarkedPlaces
from render.theme import COLOURS
from tests.games.aftershock.positions import (
    FIVE,
    FIVE_BRIDGES,
    MARKET,
    MIDDLE,
    SCORED,
    captions,
    position,
)
from tests.render.comparing import assert_looks_like, opened

NORA, BEN, CLEO, DAN = (Seat(seat) for seat in range(4))


def looks(data: bytes, name: str) -> None:
    assert_looks_like(data, name, "aftershock")


def shaken() -> Observation:
    """Return the table after an aftershock in San Francisco: one home, one free, one for a toll."""
    moves = (
        Moved(CLEO, "san_rafael", (Crossing("san_francisco", "san_rafael", CLEO),)),
        Moved(DAN, "hayward", (Crossing("san_francisco", "hayward", NORA),), (NORA,)),
        Moved(DAN, None),
    )
    left = {"san_francisco": "N4 B3 D1 C1", "san_rafael": "D2 C1", "hayward": "N3 C3 D2 B1"}
    shock = Aftershock(BEN, "san_francisco", "big", 2, 3, (0, 0, 1, 2), (0, 0, 0, 0), moves)
    waiting = ((Planned("mega", "oakland"),), (), (), ())
    return position(
        {**MIDDLE, **left}, phase="resolve", to_act=(NORA,), aftershocks=(shock,), markers=waiting
    )


def test_the_table_shows_everything_for_five() -> None:
    table = position(FIVE, FIVE_BRIDGES, 5, phase="buy", to_act=(DAN,))

    looks(RENDERER.board(table, captions(table)).data, "five")


def test_a_build_turn_shows_its_bridges_and_its_meeples() -> None:
    built = (Pair("san_francisco", "richmond"),)
    turn = BuildTurn(BEN, (), ("oakland", "south_san_francisco"), built, is_over=True)
    markers = ((Planned("big", "oakland"),), (), (Planned("normal", "san_jose"),), ())
    table = position(phase="build", to_act=(BEN,), builds=(turn,), markers=markers)

    looks(RENDERER.board(table, captions(table)).data, "built")


def test_an_aftershock_shows_die_ways_tolls_and_losses() -> None:
    looks(RENDERER.board(shaken(), captions(shaken(), "Aftershock")).data, "aftershock")


def test_a_scoring_shows_what_each_area_brought_to_whom() -> None:
    table = position(phase="keep", scorings=(SCORED,), scores=SCORED.points)

    looks(RENDERER.scoring(table, captions(table, "Scoring")).data, "scoring")


def test_what_every_area_would_bring_now_stands_below_its_pieces() -> None:
    table = position(phase="mark", to_act=(NORA,), scores=SCORED.points)
    scored = replace(table, scorings=(scored_now(table),))

    looks(RENDERER.scoring(scored, captions(table, "Scoring")).data, "scored-now")


def test_unseen_cards_are_counted_with_what_they_bring_and_cost() -> None:
    table = position(phase="keep")
    cards = tuple(each.code for each in table.board.cards for _ in range(each.count))

    looks(RENDERER.unseen(table, captions(table, "Unseen cards"), cards).data, "unseen")


def test_a_sheet_of_unseen_cards_without_any_is_drawn_and_private_ones_have_a_padlock() -> None:
    table = position(phase="keep")
    words = captions(table, "Unseen cards")

    public, private = (
        opened(RENDERER.unseen(each, words, ()).data)
        for each in (table, replace(table, viewer=NORA))
    )

    assert public.size == private.size == (1200, 400)
    assert public.getpixel((3, 200)) == COLOURS["frame"]
    assert private.getpixel((3, 200)) == COLOURS["amber"]


def test_choices_worth_a_look_are_marked_where_they_put_something() -> None:
    table = position(phase="build", to_act=(BEN,), viewer=BEN)
    marks = (
        MarkedPlaces("1", links=(("san_francisco", "richmond"),), is_played=True),
        MarkedPlaces("2", links=(("san_francisco", "hayward"),)),
        MarkedPlaces("3", ("oakland", "san_jose", "most_bridges")),
    )

    picture = RENDERER.marked(table, captions(table, "Hint"), marks)

    looks(picture.data, "marked")


def test_the_links_for_a_bridge_glow_with_their_letters() -> None:
    table = position(phase="build", to_act=(BEN,), viewer=BEN)
    ends = ("san_rafael", "richmond", "oakland", "hayward", "south_san_francisco")
    letters = dict(zip(ends, "abcde", strict=True))
    words = captions(table, "Bridge", round="Ben builds")

    looks(RENDERER.bridge(table, words, "san_francisco", letters).data, "bridge")


def test_the_link_that_is_chosen_for_a_bridge_is_ringed() -> None:
    table = position(phase="build", to_act=(BEN,), viewer=BEN)
    letters = dict(zip(("richmond", "oakland", "hayward"), "abc", strict=True))
    words = captions(table, "Bridge", round="Ben builds")

    picture = RENDERER.bridge(table, words, "san_francisco", letters, "oakland")

    looks(picture.data, "bridge-chosen")


def test_the_ways_of_a_meeple_stand_on_the_shores_with_their_tolls() -> None:
    shock = Aftershock(BEN, "san_francisco", "big", 2, 3, (0, 0, 1, 2), (0, 0, 0, 2))
    table = position(
        phase="move", to_act=(DAN,), viewer=DAN, aftershocks=(shock,), money=(4, 11, 0, 1)
    )
    found = routes(table)

    looks(
        RENDERER.route(table, captions(table, "Move"), found, "abcdefg"[: len(found)]).data, "way"
    )


def test_a_plan_lies_on_plates_along_the_shore() -> None:
    items = (Items(2, 2, ("big",)), Items(), Items(), Items())
    table = position(viewer=NORA, items=items)
    areas = ("san_francisco", "fremont", "san_francisco", None, "oakland")

    looks(RENDERER.plan(table, captions(table), areas, 3).data, "plan")


def test_a_hand_shows_prices_and_what_is_affordable() -> None:
    hand = (
        "big_aftershock",
        "bridge",
        "fremont-1",
        "influence",
        "oakland-3",
        "palo_alto-1",
        "richmond-6",
        "san_francisco-6",
    )
    table = position(phase="keep", viewer=NORA, money=(15,) * 4, hand=hand, round=1)
    words = captions(
        table, "Which cards do you keep?", note="Round 1 of 3", spent="$11 of $15", left="$4 left"
    )

    picture = RENDERER.hand(table, words, (1, 2, 7))

    looks(picture.data, "hand")


def test_the_market_shows_cards_prices_sellers_and_tokens() -> None:
    tokens = (("minus_2", "tax"), *(("tax",),) * 3)
    table = position(
        phase="buy", viewer=NORA, to_act=(NORA,), money=(3, 11, 0, 7), tokens=tokens, market=MARKET
    )

    looks(RENDERER.market(table, captions(table, "Buy a card?")).data, "market")


def test_everybody_sees_what_the_cards_for_sale_bring() -> None:
    table = position(phase="buy", to_act=(NORA,), market=MARKET)

    looks(RENDERER.market(table, captions(table, "For sale")).data, "market-public")


def test_the_result_shows_rounds_and_money_as_bars() -> None:
    rounds = tuple(
        replace(SCORED, round=n + 1, points=points)
        for n, points in enumerate(((9, 14, 11, 8), SCORED.points, (12, 19, 20, 24)))
    )
    outcome = Outcome((52, 59, 56, 57), (4, 1, 3, 2), "aftershock-rounds-played")
    table = position(phase="over", to_act=(), scorings=rounds, outcome=outcome)

    looks(RENDERER.result(table, captions(table, "Ben wins")).data, "result")


def test_what_changed_since_a_moment_is_ringed_or_red() -> None:
    then = {"oakland": "N3 D4 B3", "richmond": "C4 N2 D2 B2", "san_rafael": ""}
    before = position({**MIDDLE, **then}, {("fremont", "san_jose"): "B"}, scores=(21, 30, 18, 20))
    table = position(viewer=NORA, phase="build", to_act=(NORA,))

    looks(RENDERER.since(before, table, captions(table, "Since you", round="")).data, "since")
