"""Which variants go together, and what they put on the table."""

from itertools import combinations

import pytest

from engine.errors import BadSetup
from engine.game import Setup
from engine.games.seismic import GAME
from engine.games.seismic.variants import NAMES, variant
from engine.setups import sets_of_variants

FOUR = ("aftershocks", "big_one", "road_crews_dilemma", "twin_cities")


def test_any_set_of_the_four_goes_and_balance_alone_or_with_aftershocks() -> None:
    four = [chosen for n in range(1, 5) for chosen in combinations(FOUR, n)]
    balanced = [("balance",), ("aftershocks", "balance")]

    assert sorted(sets_of_variants(GAME)) == sorted([*four, *balanced])


@pytest.mark.parametrize("other", ["big_one", "road_crews_dilemma", "twin_cities"])
def test_balance_says_what_it_does_not_go_with(other: str) -> None:
    with pytest.raises(BadSetup) as caught:
        GAME.initial(Setup(2, tuple(sorted(("aftershocks", "balance", other)))))

    assert caught.value.key == "setup-variants-clash"
    assert caught.value.data == {"variant": "balance", "clashes": (other,)}


def test_all_that_clash_are_named() -> None:
    with pytest.raises(BadSetup) as caught:
        GAME.initial(Setup(4, NAMES))

    assert caught.value.data["clashes"] == ("big_one", "road_crews_dilemma", "twin_cities")


def test_the_table_names_its_variants_in_the_order_of_the_menu() -> None:
    names = GAME.observe(GAME.initial(Setup(2, FOUR)), "public").variants

    assert names == ("big_one", "road_crews_dilemma", "aftershocks", "twin_cities")
    assert variant(names) == variant(FOUR)


@pytest.mark.parametrize(
    ("variants", "pile", "staged", "aside", "crews"),
    [
        ((), 67, 12, 6, 20),
        (("big_one",), 69, 10, 5, 20),
        (("twin_cities",), 134, 24, 12, 40),
        (("big_one", "twin_cities"), 138, 20, 10, 40),
        (("balance",), 67, 12, 5, 20),
    ],
)
def test_the_boxes_are_filled_as_the_variant_says(
    variants: tuple[str, ...], pile: int, staged: int, aside: int, crews: int
) -> None:
    state = GAME.initial(Setup(3, variants))
    seen = GAME.observe(state, "public")

    assert (seen.pile, sum(state.first_stage.values())) == (pile, staged)
    assert (state.variant.set_aside, state.crews) == (aside, (crews,) * 3)
