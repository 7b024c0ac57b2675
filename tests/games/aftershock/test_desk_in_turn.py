"""The desk in turn: buying, passing, building, shocking, moving."""

from dataclasses import replace

import pytest

from bot.games.aftershock import example as ex
from bot.games.aftershock.buying import KEYS, for_sale
from bot.games.aftershock.panel import PANEL
from bot.games.aftershock.phases import desk
from bot.games.aftershock.words import priced
from bot.games.custom_ids import draft_id
from bot.games.panel import View
from bot.games.screen import Button, Image, Screen, Style
from bot.table.preferences import Preferences
from engine.game import Seat
from engine.games.aftershock.actions import (
    Build,
    Buy,
    Dismantle,
    GiveUp,
    MeepleInstead,
    MoveMeeple,
    Pass,
    Resolve,
    Shock,
    Stand,
    TakeBack,
    Withdraw,
)
from engine.games.aftershock.preview import lots
from tests.games.aftershock.tables import Table, in_phase, until
from tests.games.aftershock.turns import POOR, begun_with, building
from tests.games.pressing import (
    buttons,
    checked,
    done,
    images,
    menus,
    of_verb,
    opened,
    press,
    pressed,
    texts,
    the,
)
from tests.games.strict import StrictWords

ANN = Seat(0)


def selling() -> View:
    return ex.example(StrictWords("en"), ex.selling())


def test_three_taps_buy_a_card() -> None:
    view = selling()
    sale = opened(view)
    card = next(each for each in of_verb(sale, "b") if each.label == "5 · Vallejo ($3M)")

    ways = pressed(view, card.id)

    assert [(each.label, each.style) for each in of_verb(ways, "B")] == [
        ("Buy Vallejo: pay Ben $1M, uses your −2", Style.GREEN),
        ("Buy Vallejo: pay Ben $2M, uses your −1", Style.GREEN),
        ("Buy Vallejo: pay Ben $3M, plus $1M tax", Style.GREEN),
    ]
    assert done(view, of_verb(ways, "B")[0].id) == (Buy(ex.BEN, "vallejo-3", "minus_2"),)
    told = "**5 · Vallejo ($3M)**, from Ben: 2 meeples in Vallejo. You have 0 meeples there."
    assert told in texts(ways)
    assert "You have $4M and can afford 6 cards." in texts(sale)


def test_the_numbers_are_those_of_the_picture() -> None:
    cards = for_sale(selling())

    assert [(each.number, each.seller, each.card) for each in cards] == [
        (3, ex.BEN, "influence"),
        (4, ex.BEN, "oakland-1"),
        (5, ex.BEN, "vallejo-3"),
        (6, ex.CLEO, "bridge"),
        (7, ex.CLEO, "palo_alto-1"),
        (8, ex.CLEO, "san_jose-6"),
    ]


def test_a_token_that_saves_nothing_more_is_not_offered() -> None:
    view = selling()
    card = next(each for each in of_verb(opened(view), "b") if each.label == "4 · Oakland ($1M)")

    ways = of_verb(pressed(view, card.id), "B")

    assert [each.label for each in ways] == [
        "Buy Oakland: pay Ben $0M, uses your −1",
        "Buy Oakland: pay Ben $1M, plus $1M tax",
    ]


def test_numbers_stay_when_cards_are_sold() -> None:
    table = in_phase("buy", 3, 2)
    first = reversed(lots(table.view().observation))
    before = {(each.seller, each.card): each.number for each in first}

    while table.phase == "buy" and len(table.state.purchases) < 3:
        buys = [each for each in table.legal(table.acting) if isinstance(each, Buy)]
        table.submit(table.acting, buys[0] if buys else Pass())
    view = table.view()

    assert len(table.state.purchases) == 3
    for each in for_sale(view):
        assert each.number == before[each.seller, each.card]
        assert f"No. {each.number}, {priced(view, each.card)}" in sale_in_words(view)


def sale_in_words(view: View) -> str:
    return next(page.text for page in PANEL.text(view) if page.key == "sale")


def test_a_button_of_the_time_before_numbers_stayed_asks_again() -> None:
    view = selling()

    for verb, draft in (("b", ("5",)), ("B", ("5", "0")), ("l", ("0", "5"))):
        screen = press(view, verb, *draft)
        assert "The numbers have changed. Choose the card again." in texts(screen)
        assert of_verb(screen, "b")


def test_equal_cards_of_a_seller_are_offered_once() -> None:
    view = selling()
    market = ((), ("bridge", "bridge"), ("bridge",))
    doubled = replace(view, observation=replace(view.observation, market=market))

    assert [each.number for each in for_sale(doubled)] == [1, 3]


def test_a_card_out_of_reach_says_so() -> None:
    view = selling()
    poor = replace(view, observation=replace(view.observation, money=(0, 11, 6)))

    screen = pressed(poor, draft_id(poor, "b", f"{ex.CLEO}san_jose-6"))

    assert "You can't pay for it with any token." in texts(screen)
    assert not of_verb(screen, "B")


def test_many_cards_come_in_menus_and_so_do_few_for_those_who_prefer_it() -> None:
    view = selling()
    codes = sorted(card.code for card in ex.BOARD.cards)
    market = ((), tuple(codes[:16]), tuple(codes[16:]))
    rich = replace(view.observation, market=market, money=(30, 0, 0))
    lists = replace(view, preferences=Preferences(lists=True))

    many = opened(replace(view, observation=rich))
    few = opened(lists)

    assert len(codes) > KEYS
    assert [len(menu.options) for menu in menus(many)] == [25, 3]
    assert not of_verb(many, "b")
    card = menus(few)[0].options[0].value
    assert "Influence" in texts(pressed(lists, menus(few)[0].id, card))
    numbers = [option.label.partition(" · ")[0] for menu in menus(many) for option in menu.options]
    assert numbers == [str(number) for number in range(1, 29)], "as in the picture"


def test_one_may_pass_once_or_from_now_on() -> None:
    view = selling()
    screen = opened(view)

    assert done(view, the(screen, "x").id) == (Pass(),)
    assert done(view, the(screen, "s").id) == (Stand(),)


def test_a_standing_pass_can_be_withdrawn_by_whoever_waits() -> None:
    table = in_phase("buy", 3, 2)
    seat = next(Seat(n) for n in range(3) if n not in table.awaited and table.legal(Seat(n)))
    table.submit(seat, Stand())

    view = table.view(seat)

    assert done(view, the(opened(view), "w").id) == (Withdraw(),)


def test_a_bridge_is_chosen_and_the_last_button_builds_it() -> None:
    view = building("fremont", "")

    screen = opened(view)
    ends = of_verb(screen, "y")
    chosen = pressed(view, ends[1].id)

    assert [each.label for each in ends] == [
        "a · Hayward · 1 piece",
        "b · Palo Alto · 2 pieces",
        "c · San Jose · 2 pieces",
    ]
    assert not of_verb(screen, "E")
    build = the(chosen, "E")
    assert (build.label, build.style) == ("Build to Palo Alto, 2 pieces", Style.GREEN)
    assert done(view, build.id) == (Build("fremont", "palo_alto"),)
    assert [(each.label, each.style) for each in of_verb(chosen, "y")][1] == (
        "✓ b · Palo Alto · 2 pieces",
        Style.BLUE,
    )
    assert "Bridge from **Fremont**: where to? You have 16 pieces left." in texts(screen)
    assert images(chosen)[0].alt.endswith("Your choice: Palo Alto.")


def test_several_bridges_are_built_in_any_order() -> None:
    view = building("fremont oakland", "")
    screen = opened(view)

    other = pressed(view, next(each.id for each in of_verb(screen, "e") if not each.disabled))

    assert {each.label for each in of_verb(screen, "e")} == {
        "Bridge from Fremont",
        "Bridge from Oakland",
    }
    assert texts(screen) != texts(other)


def test_too_few_pieces_are_said_and_the_bridge_may_be_given_up() -> None:
    view = building("san_rafael", POOR)

    screen = opened(view)

    for end in of_verb(screen, "y"):
        build = the(pressed(view, end.id), "E")
        assert build.style is Style.RED
        assert build.label.endswith(": a bridge of yours comes down")
    assert done(view, the(screen, "u").id) == (GiveUp("san_rafael"),)


def test_a_bridge_that_comes_down_is_chosen() -> None:
    view = building("san_rafael", POOR)
    chosen = pressed(view, of_verb(opened(view), "y")[0].id)
    (act,) = done(view, the(chosen, "E").id)
    state = begun_with(act)

    screen = opened(state)

    keys = of_verb(screen, "f")
    assert keys
    assert all(isinstance(done(state, each.id)[0], Dismantle) for each in keys)
    assert "take one of your bridges down." in texts(screen)


def test_a_meeple_stands_in_where_nothing_is_free() -> None:
    full = "San Rafael-Vallejo: b b; Vallejo-Richmond: b b"
    view = building("vallejo fremont", full)

    screen = opened(view)
    first = of_verb(screen, "e")[0]
    shown = pressed(view, first.id) if not first.disabled else screen

    assert done(view, the(shown, "n").id) == (MeepleInstead("vallejo"),)


def test_the_next_aftershock_is_chosen() -> None:
    view = in_phase("resolve", 4, 3).view()

    keys = of_verb(opened(view), "r")

    assert {done(view, each.id)[0] for each in keys} == {
        each for each in view.legal if isinstance(each, Resolve)
    }


def test_one_tap_for_each_shocked_meeple() -> None:
    view = until(lambda table: table.phase == "shock" and _count(table) >= 2, 4, 3).view()
    count = view.observation.aftershocks[-1].count
    screen = opened(view)

    for _ in range(count):
        assert the(screen, "H").disabled
        screen = pressed(view, next(e.id for e in owners(screen) if not e.disabled))

    (act,) = done(view, the(screen, "H").id)
    assert act in view.legal
    assert isinstance(act, Shock)
    assert sum(act.counts) == count
    assert the(screen, "H").style is Style.RED
    assert "left to choose" not in texts(screen)


def test_the_button_of_a_shock_keeps_a_figure_in_a_name_apart() -> None:
    view = in_phase("shock", 4, 3).view()
    chairs = (replace(each, name=f"Robo {n}") for n, each in enumerate(view.match.chairs, 1))
    view = replace(view, match=replace(view.match, chairs=tuple(chairs)))
    act = view.legal[0]
    assert isinstance(act, Shock)
    taps = "".join(str(seat) * n for seat, n in enumerate(act.counts))

    screen = PANEL.press(view, "h", (taps,))

    assert isinstance(screen, Screen)
    counted = [f"Robo {seat}: {n}" for seat, n in enumerate(act.counts, 1) if n]
    assert the(screen, "H").label == f"Shock: {', '.join(counted)}"


def _count(table: Table) -> int:
    count: int = table.state.aftershocks[-1].count
    return count


def owners(screen: Screen) -> list[Button]:
    return [each for each in of_verb(screen, "h") if " · " in each.label]


def test_the_last_tap_can_be_taken_back() -> None:
    view = in_phase("shock", 4, 3).view()
    first = opened(view)
    tapped = pressed(view, next(each.id for each in owners(first) if not each.disabled))

    back = pressed(view, next(e.id for e in of_verb(tapped, "h") if e.label == "Undo last choice"))

    assert texts(back) == texts(first)
    assert texts(tapped) != texts(first)


def test_every_shock_that_is_legal_can_be_tapped() -> None:
    view = in_phase("shock", 4, 3).view()

    for act in view.legal[:12]:
        assert isinstance(act, Shock)
        taps = "".join(str(seat) * n for seat, n in enumerate(act.counts))
        screen = PANEL.press(view, "h", (taps,))
        assert isinstance(screen, Screen)
        assert done(view, the(checked(screen), "H").id) == (act,)


def test_a_way_is_one_tap_and_names_its_toll() -> None:
    legal = (TakeBack(), MoveMeeple("richmond"), MoveMeeple("hayward", (ex.BEN,)))
    view = replace(ex.example(StrictWords("en"), ex.shaken()), legal=legal)

    screen = opened(view)

    assert {each.label for each in of_verb(screen, "V")} == {
        "a · Move to Richmond, no toll",
        "b · Move to Hayward, $1M to Ben",
        "c · Move to San Francisco, $1M to Cleo",
    }
    assert done(view, of_verb(screen, "V")[0].id) == (MoveMeeple("richmond"),)
    assert done(view, of_verb(screen, "V")[1].id) == (MoveMeeple("hayward", (ex.BEN,)),)
    assert done(view, the(screen, "o").id) == (TakeBack(),)
    assert "1 meeple of yours has to leave **Oakland**. You have $4M." in texts(screen)


def test_where_several_may_be_paid_the_mover_is_asked_whom() -> None:
    bridges = list(ex.shaken().bridges)
    place = ex.BOARD.link_index["oakland", "hayward"]
    bridges[place] = (ex.BEN, ex.CLEO)
    view = ex.example(StrictWords("en"), replace(ex.shaken(), bridges=tuple(bridges)))
    screen = opened(view)

    (asks,) = of_verb(screen, "v")
    both = pressed(view, asks.id)

    assert asks.label == "b · Hayward · $1M, to whom?"
    assert [done(view, each.id)[0] for each in of_verb(both, "V")] == [
        MoveMeeple("hayward", (ex.BEN,)),
        MoveMeeple("hayward", (ex.CLEO,)),
    ]
    assert of_verb(both, "d")


@pytest.mark.parametrize("seed", [2, 5])
def test_every_legal_way_is_offered(seed: int) -> None:
    view = in_phase("move", 5, seed).view()
    screen = opened(view)
    asked = [pressed(view, each.id) for each in of_verb(screen, "v")]

    acts = {done(view, key.id)[0] for each in (screen, *asked) for key in of_verb(each, "V")}

    assert acts == {each for each in view.legal if isinstance(each, MoveMeeple)}


def test_pictures_have_the_letters_of_the_buttons() -> None:
    screen = desk(replace(ex.example(StrictWords("en"), ex.building())))

    (image,) = [block for block in screen.blocks if isinstance(block, Image)]

    assert image.alt == "Bridge from Fremont: where to? a: Hayward; b: Palo Alto; c: San Jose."
    assert [each.label[0] for each in of_verb(screen, "y")] == ["a", "b", "c"]
    assert buttons(screen)


def test_a_toll_to_many_with_long_names_fits_its_button() -> None:
    def is_dear(table: Table) -> bool:
        return table.phase == "move" and any(
            len(set(getattr(each, "paid", ()))) > 2 for each in table.legal(table.acting)
        )

    table = until(is_dear, 5, 1)
    chairs = tuple(
        replace(each, name=f"{n}{'W' * 40}") for n, each in enumerate(table.match.chairs)
    )
    table.match = replace(table.match, chairs=chairs)

    screen = opened(table.view(table.acting))

    assert max(len(button.label) for button in of_verb(screen, "V")) <= 80
