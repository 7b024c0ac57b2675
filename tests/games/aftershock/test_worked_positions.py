"""The worked positions of the rules, number by number; seats a, b, c … in turn order."""

import pytest

from engine.errors import IllegalAction
from engine.game import Finished, Seat
from engine.games.aftershock import GAME
from engine.games.aftershock.actions import (
    Build,
    Buy,
    Dismantle,
    GiveUp,
    Keep,
    MoveMeeple,
    Pass,
    Roll,
    Shock,
    Stand,
    TakeBack,
)
from engine.games.aftershock.cards import payable
from engine.games.aftershock.events import (
    BankShared,
    BridgeReplaced,
    FirstPlayerPassed,
    FreeMarkerGiven,
)
from engine.games.aftershock.scoring import scored
from engine.games.aftershock.state import Marks, SpaceScore, State
from engine.values import but
from tests.games.aftershock.worked import (
    BAY,
    KEYS,
    after,
    building,
    drawn,
    keys,
    laid,
    legal,
    scored_round,
    seats,
    shaking,
)

A, B, C, D, E = (Seat(each) for each in range(5))

HAND = tuple(
    sorted(
        (
            *("hayward-6", "influence", "bridge", "vallejo-3", "oakland-3", "palo_alto-3"),
            *("fremont-1", "richmond-1"),
        )
    )
)


@pytest.mark.parametrize(("money", "sets"), [(0, 1), (2, 4), (4, 14), (7, 39), (15, 173)])
def test_1_so_many_sets_of_cards_can_be_paid(money: int, sets: int) -> None:
    assert sorted(BAY.cost((card,)) for card in HAND) == [1, 1, 3, 3, 3, 4, 5, 6]

    assert len(set(payable(BAY, HAND, money))) == sets


def test_1_six_four_and_three_cost_thirteen_of_fifteen() -> None:
    state = laid(hands=(HAND,) * 3, phase="keep", ready=(False,) * 3)

    for who in (A, B, C):
        state = after(state, who, Keep(("bridge", "hayward-6", "vallejo-3")))

    assert (state.money, state.bank, state.paid) == ((2, 2, 2), 39, (13, 13, 13))


def selling(money: int) -> State:
    """Return a position in which a, on turn, may buy four cards of b and c."""
    market = ((), ("bridge", "influence"), ("oakland-1", "vallejo-3"))
    return laid(phase="buy", market=market, money=(money, 15, 15), bank=15 - money)


@pytest.mark.parametrize(("money", "buys"), [(0, 2), (1, 3), (2, 6), (4, 10), (6, 12)])
def test_2_so_many_purchases_are_possible(money: int, buys: int) -> None:
    choices = legal(selling(money), A)

    assert len([each for each in choices if isinstance(each, Buy)]) == buys
    assert [each for each in choices if not isinstance(each, Buy)] == [Pass(), Stand()]


@pytest.mark.parametrize(
    ("card", "token", "pays", "gets", "tax"),
    [("oakland-1", "minus_1", 0, 0, 0), ("vallejo-3", "minus_2", 1, 1, 0)],
)
def test_2_tokens_take_off_and_give_no_change(
    card: str, token: str, pays: int, gets: int, tax: int
) -> None:
    bought = after(selling(6), A, Buy(C, card, token))

    assert (bought.money, bought.bank) == ((6 - pays, 15, 15 + gets), 9 + tax)


def test_2_tax_goes_to_the_bank_and_the_price_to_the_seller() -> None:
    state = but(selling(7), market=((), ("hayward-6",), ("oakland-1",)))

    bought = after(state, A, Buy(B, "hayward-6", "tax"))

    assert (bought.money, bought.bank) == ((0, 21, 15), 8 + 1)


FOURTEEN = (
    "Richmond-San Francisco: a; Hayward-San Francisco: a; San Rafael-San Francisco: a;"
    "Hayward-South San Francisco: a;"
)
FIFTEEN = FOURTEEN + "South San Francisco-San Francisco: a;"


def test_3_a_bridge_that_some_link_has_pieces_for_must_be_built() -> None:
    state = building(laid(FOURTEEN), "bridge San Rafael")

    assert state.pieces[A] == 2
    assert legal(state, A) == [
        Build("san_rafael", each) for each in keys("Vallejo, Richmond, San Francisco")
    ]
    with pytest.raises(IllegalAction, match="aftershock-can-build"):
        after(state, A, GiveUp("san_rafael"))


def test_3_a_bridge_that_no_link_has_pieces_for_may_be_given_up() -> None:
    state = building(laid(FIFTEEN), "bridge San Rafael")

    assert state.pieces[A] == 1
    assert [type(each) for each in legal(state, A)] == [Build, Build, Build, GiveUp]
    assert after(state, A, GiveUp("san_rafael")).bridges == state.bridges


def test_3_in_oakland_one_link_has_pieces() -> None:
    state = building(laid(FIFTEEN), "bridge Oakland")

    sections = {
        each.to: BAY.links[BAY.link_index[each.area, each.to]].sections for each in legal(state, A)
    }
    assert [to for to, needs in sections.items() if needs <= state.pieces[A]] == ["richmond"]
    assert not any(isinstance(each, GiveUp) for each in legal(state, A))


def test_3_bridges_come_down_one_by_one_until_the_pieces_suffice() -> None:
    state = building(laid(FIFTEEN), "bridge San Rafael")

    chosen = after(state, A, Build("san_rafael", "vallejo"))
    assert len(legal(chosen, A)) == 5
    short = after(chosen, A, Dismantle("san_francisco", "south_san_francisco"))
    built = after(short, A, Dismantle("richmond", "san_francisco"))

    assert (short.phase, short.pieces[A]) == ("dismantle", 2)
    assert (built.phase, built.pieces[A]) == ("mark", 3)
    assert built.bridges[BAY.link_index["san_rafael", "vallejo"]] == (A,)


def test_3_where_every_link_is_full_a_meeple_comes_instead() -> None:
    full = laid("San Rafael-Vallejo: b c; Vallejo-Richmond: b b")

    built = building(full, "bridge Vallejo")

    assert built.meeples[BAY.index["vallejo"]] == (1, 0, 0)
    assert built.builds[0].instead == ("vallejo",)
    assert built.pieces[A] == 16
    assert BridgeReplaced(A, "vallejo", 1).seen_by == "everybody"


def test_4_three_of_nine_meeples_are_shocked_in_nine_ways() -> None:
    hit = shaking(laid(meeples="Oakland: a3 b4 c2"), "big Oakland")

    rolled = drawn(hit, Roll(2))

    assert rolled.aftershocks[-1].count == 3
    assert len(legal(rolled, A)) == 9
    assert all(isinstance(each, Shock) and sum(each.counts) == 3 for each in legal(rolled, A))


def test_4_who_is_hit_by_more_than_stand_there_has_no_choice() -> None:
    hit = shaking(laid(meeples="Oakland: a1 b1"), "normal Oakland")

    rolled = drawn(hit, Roll(3))

    assert rolled.aftershocks[-1].shocked == (1, 1, 0)
    assert rolled.phase == "mark"
    assert rolled.meeples[BAY.index["oakland"]] == (0, 0, 0)


BRIDGES = (
    "San Francisco-Hayward: b; Hayward-Oakland: b; San Francisco-Oakland: a;"
    "Oakland-Richmond: a d; San Francisco-South San Francisco: c"
)


def moving(bridges: str, who: Seat, money: int) -> State:
    """Return the position in which a meeple of `who` is Shocked in San Francisco."""
    purses = tuple(money if each == who else 15 for each in range(4))
    letter = "abcd"[who]
    state = laid(bridges, f"San Francisco: {letter}1", seats=4, money=purses, bank=15 - money)
    return drawn(shaking(state, "normal San Francisco"), Roll(1))


@pytest.mark.parametrize(
    ("money", "ways"),
    [
        (0, [("South San Francisco", "")]),
        (1, [("Oakland", "a"), ("Hayward", "b"), ("South San Francisco", "")]),
        (
            2,
            [
                ("Richmond", "a a"),
                ("Richmond", "a d"),
                ("Oakland", "a"),
                ("Hayward", "b"),
                ("South San Francisco", ""),
            ],
        ),
    ],
)
def test_5_c_pays_for_the_cheapest_ways(money: int, ways: list[tuple[str, str]]) -> None:
    state = moving(BRIDGES, C, money)

    moves = [MoveMeeple(KEYS[name], seats(paid)) for name, paid in ways]
    assert legal(state, C) == [*moves, TakeBack()]


def test_5_b_goes_over_its_own_bridges_free_of_charge() -> None:
    state = moving(BRIDGES, B, 0)

    assert legal(state, B) == [MoveMeeple("oakland"), MoveMeeple("hayward"), TakeBack()]


def test_5_where_two_ways_are_equally_cheap_the_mover_picks_who_is_paid() -> None:
    bridges = "San Francisco-Oakland: a; San Francisco-Hayward: b; Hayward-Oakland: c"
    state = moving(bridges, C, 1)

    assert legal(state, C) == [
        MoveMeeple("oakland", (A,)),
        MoveMeeple("oakland", (B,)),
        MoveMeeple("hayward", (A,)),
        MoveMeeple("hayward", (B,)),
        TakeBack(),
    ]
    paid = after(state, C, MoveMeeple("oakland", (B,)))
    assert paid.money == (15, 16, 0, 15)
    assert paid.meeples[BAY.index["oakland"]] == (0, 0, 1, 0)


def space_score(name: str, counts: tuple[int, ...], markers: int) -> SpaceScore:
    space = BAY.space(KEYS[name])
    return scored(space, (markers, *(0,) * (len(counts) - 1)), counts)


@pytest.mark.parametrize(
    ("name", "counts", "markers", "points", "lost"),
    [
        ("Richmond", (4, 2, 2, 1, 0), 2, (7, 4, 4, 3, 0), "a"),
        ("San Francisco", (3, 3, 3, 1, 0), 2, (7, 7, 7, 4, 0), "a b c"),
        ("San Rafael", (1, 1, 1, 1, 0), 1, (1, 1, 1, 1, 0), "a b c d"),
        ("South San Francisco", (2, 1, 0, 0, 0), 1, (0, 0, 0, 0, 0), ""),
        ("Vallejo", (0, 0, 0, 0, 0), 3, (0, 0, 0, 0, 0), ""),
        ("most bridges", (7, 7, 5, 0, 0), 2, (5, 5, 3, 0, 0), ""),
    ],
)
def test_6_spaces_score(
    name: str, counts: tuple[int, ...], markers: int, points: tuple[int, ...], lost: str
) -> None:
    score = space_score(name, counts, markers)

    assert (score.points, score.lost) == (points, seats(lost))


def test_7_the_bank_is_shared_and_first_player_goes_to_the_left() -> None:
    state = laid(seats=4, bank=43, money=(4, 4, 4, 5), first=B, scores=(12, 9, 9, 20))

    step = scored_round(state, *(Marks(()),) * 4)

    assert step.events[-3:] == (BankShared(10, 3), FirstPlayerPassed(C), FreeMarkerGiven(B))
    assert (step.state.money, step.state.bank) == ((14, 14, 14, 15), 3)


def test_7_with_five_the_second_on_the_left_is_next() -> None:
    state = laid(seats=5, first=D, scores=(10, 4, 11, 4, 4))

    step = scored_round(state, *(Marks(()),) * 5)

    assert step.events[-2:] == (FirstPlayerPassed(A), FreeMarkerGiven(E))


@pytest.mark.parametrize(
    ("money", "first", "ranks"), [((5, 3, 4), A, (1, 3, 2)), ((5, 2, 5), B, (1, 3, 2))]
)
def test_7_money_then_turn_order_break_ties(
    money: tuple[int, ...], first: Seat, ranks: tuple[int, ...]
) -> None:
    state = laid(round=3, scores=(30, 31, 30), money=money, first=first)

    over = scored_round(state, *(Marks(()),) * 3).state

    node = GAME.node(over)
    assert isinstance(node, Finished)
    assert (node.outcome.scores, node.outcome.ranks) == ((32, 32, 32), ranks)
