"""What people type: any case, any language; nothing is played that was not named."""

from dataclasses import replace

import pytest

from bot.games.panel import Answer, View
from bot.games.san_andreas.panel import PANEL
from bot.games.san_andreas.words import QUARTER_NAMES, pawn_name, space_name
from bot.games.screen import Screen, Suggestion, Text
from bot.locale.localisation import LANGUAGES
from engine.errors import IllegalAction
from engine.games.san_andreas import GAME
from engine.games.san_andreas.actions import Epicenter, Found, Resolve, Swap
from engine.games.san_andreas.preview import name_at, space_of, unresolved
from engine.games.san_andreas.tiles import QUARTERS, Quarter
from tests.games.pressing import moves, suggested, typed
from tests.games.san_andreas.views import at, moments, shaken
from tests.games.san_andreas.worked import after


def heading(answer: Answer) -> str:
    assert isinstance(answer, Screen)
    return next(block.markdown for block in answer.blocks if isinstance(block, Text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_space_is_known_by_its_letter_by_its_side_and_by_the_compass(language: str) -> None:
    view = at("playing", language)
    space = space_of(view.observation.layout, "D1", "c")
    assert space is not None
    long = f"D1 {view.words.say(QUARTER_NAMES['c'])}"

    for name in (
        "D1c",
        " d1 C ",
        long,
        long.upper(),
        "D1 north-west",
        "d1 northwest",
        "d1 nord-ouest",
    ):
        assert moves(typed(view, "found", name, "3")) == (Found(3, space),)


@pytest.mark.parametrize("language", LANGUAGES)
def test_coins_and_epicenters_are_known_by_name(language: str) -> None:
    view = at("playing", language)
    free = view.observation.pool[1]

    coins = [typed(view, "found", "D1c", each) for each in ("0", "1", "NULL", "zéro", "cero", "as")]
    pawn = typed(view, "epicenter", "D1c", pawn_name(view.words, free).lower())

    assert [moves(each)[0].coin for each in coins] == [0, 1, 0, 0, 0, 1]
    assert isinstance(moves(pawn)[0], Epicenter)
    assert moves(pawn)[0].pawn == free


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_suggested_leads_to_a_legal_move(language: str) -> None:
    view = at("playing", language)

    for city in suggested(view, "found", "d1"):
        for coin in suggested(view, "found", "", ""):
            assert moves(typed(view, "found", city.value, coin.value))[0] in view.legal
    for space in suggested(view, "epicenter", "f1"):
        for pawn in suggested(view, "epicenter", "", ""):
            assert moves(typed(view, "epicenter", space.value, pawn.value))[0] in view.legal
    assert suggested(view, "found", "nowhere") == []


def covered(view: View) -> str:
    """Return the name of a quarter that lies under another plate."""
    for laid in view.observation.layout.tiles:
        for quarter in QUARTERS:
            space = space_of(view.observation.layout, laid.tile, quarter)
            if space and name_at(view.observation.layout, space) != (laid.tile, quarter):
                return space_name(laid.tile, quarter)
    raise AssertionError("nothing is covered")


def test_a_space_under_another_plate_is_not_the_one_on_top_of_it() -> None:
    view = shaken()

    for answer in (
        typed(view, "found", covered(view), "3"),
        typed(view, "epicenter", covered(view), ""),
    ):
        assert f"**{covered(view)} lies under " in heading(answer)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tile_without_a_corner_opens_the_wizard_at_its_spaces(language: str) -> None:
    view = at("playing", language)

    city, epicenter = typed(view, "found", " d1", "3"), typed(view, "epicenter", "D1", "")

    assert city == PANEL.press(view, "c", ("D1",))
    assert epicenter == PANEL.press(view, "e", ("D1",))
    assert city != epicenter


def test_a_space_of_a_tile_that_has_sunk_is_told_so() -> None:
    sunk = after("2 on B1; 4 on D1; 1 on C2")
    view = replace(at("playing"), observation=GAME.observe(sunk, sunk.seat), viewer=sunk.seat)

    for answer in (typed(view, "found", "C1c", "3"), typed(view, "epicenter", "c1 north-west", "")):
        assert heading(answer) == "**C1 has sunk.**"


@pytest.mark.parametrize("name", ["", "Z9a", "D4", "D1x", "here", "**", "d1 d1"])
def test_nonsense_for_a_space_opens_the_wizard(name: str) -> None:
    view = at("playing")

    assert heading(typed(view, "found", name, "3")) == "There is no such space."
    assert heading(typed(view, "epicenter", name, "sun")) == "There is no such space."


@pytest.mark.parametrize("language", LANGUAGES)
def test_spaces_are_suggested_by_letter_and_by_side(language: str) -> None:
    view = at("playing", language)
    side = view.words.say(QUARTER_NAMES["b"])

    offered = [suggested(view, "found", each) for each in ("d1b", f"d1 {side}", "D1")]

    assert offered[0] == offered[1] == [Suggestion(f"D1b · {side}", "D1b")]
    assert [each.value for each in offered[2]] == ["D1a", "D1b", "D1c", "D1d"]


def test_nonsense_for_a_coin_or_an_epicenter_asks_which() -> None:
    view = at("playing")

    assert heading(typed(view, "found", "D1c", "9")) == "There is no such coin."
    assert heading(typed(view, "epicenter", "D1c", "star")) == "There is no such epicenter."
    assert "Which coin on D1c?" in heading(typed(view, "found", "D1c", ""))
    assert "Which pawn on D1c?" in heading(typed(view, "epicenter", "D1c", ""))


def test_a_space_where_nothing_may_stand_is_refused_before_the_coin_is_asked_for() -> None:
    view = occupied()
    city = view.observation.layout.cities[0]

    for coin in ("", "nonsense"):
        with pytest.raises(IllegalAction, match="san-andreas-city-there"):
            typed(view, "found", f"{city.tile}{city.quarter}", coin)
    with pytest.raises(IllegalAction, match="san-andreas-inland"):
        typed(view, "epicenter", "D3a", "")


def occupied() -> View:
    table = moments()[4]
    return table.view(table.awaited[0])


def test_the_last_epicenter_is_never_set_without_being_asked_about() -> None:
    view = at("playing", pool=1)
    pawn = view.observation.pool[0]
    named = [name_at(view.observation.layout, space) for space in view.observation.settable]
    tile, quarter = next(each for each in named if each)

    for typed_pawn in (pawn, "", "star"):
        answer = typed(view, "epicenter", f"{tile}{quarter}", typed_pawn)
        assert "### The last epicenter" in heading(answer)


def order(view: View, count: int) -> str:
    return ", ".join(pawn_name(view.words, die) for die in unresolved(view.observation)[:count])


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_order_may_name_the_last_die_or_leave_it_out(language: str) -> None:
    view = at("ordering", language)
    dice = unresolved(view.observation)
    assert len(dice) == 4

    for count in (3, 4):
        assert moves(typed(view, "quake", order(view, count))) == tuple(map(Resolve, dice[:3]))
    assert isinstance(typed(view, "quake", order(view, 2)), Screen)


def test_an_order_with_a_word_that_means_no_die_is_not_played() -> None:
    view = at("ordering")

    answer = typed(view, "quake", f"{order(view, 2)} mooon {order(view, 4)}")

    assert heading(answer) == "**There is no die “mooon”.**"


def test_a_die_that_is_named_twice_is_refused() -> None:
    view = at("ordering")

    with pytest.raises(IllegalAction, match="san-andreas-die-resolved"):
        typed(view, "quake", "sun sun")


@pytest.mark.parametrize("language", LANGUAGES)
def test_orders_are_suggested_one_die_after_the_other(language: str) -> None:
    view, words = at("ordering", language), ""

    for _ in range(3):
        words = suggested(view, "quake", words)[-1].value

    assert len(moves(typed(view, "quake", words))) == 3
    assert [each.value for each in suggested(view, "quake", words)] == [words]
    assert suggested(at("playing"), "quake", "") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_0_is_swapped_kept_or_asked_about(language: str) -> None:
    view = at("swapping", language)
    legal = {each.coin for each in view.legal}

    offered = [typed(view, "swap", each.value) for each in suggested(view, "swap", "")]

    assert {moves(each)[0].coin for each in offered} == legal
    assert moves(typed(view, "swap", "0")) == (Swap(None),)
    assert isinstance(typed(view, "swap", "nonsense"), Screen)


def test_what_is_not_due_is_refused_or_answered_with_what_is() -> None:
    with pytest.raises(IllegalAction, match="san-andreas-no-swap"):
        typed(at("playing"), "swap", "3")
    with pytest.raises(IllegalAction, match="san-andreas-not-now"):
        typed(at("playing"), "quake", "sun")
    for asked in (
        typed(at("ordering"), "found", "D1c", "3"),
        typed(at("ordering"), "epicenter", "", ""),
    ):
        assert "in which order?" in heading(asked)
    assert "Your 0 survived" in heading(typed(at("swapping"), "found", "D1c", "3"))


def test_suggestions_show_nobody_else_s_coins() -> None:
    for table in moments()[::5]:
        for seat in table.viewers[1:]:
            view = table.view(seat)
            if seat != view.observation.seat:
                assert suggested(view, "found", "", "") == []


def test_every_quarter_has_a_letter_that_can_be_typed() -> None:
    view = at("playing")
    quarters: tuple[Quarter, ...] = ("a", "b", "c", "d")

    for quarter in quarters:
        assert moves(typed(view, "found", f"D1{quarter}", "2"))[0].space == space_of(
            view.observation.layout, "D1", quarter
        )
