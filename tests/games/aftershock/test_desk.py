"""The desk in the sealed phases: keep, take, plan, mark; sealed, changed, waiting."""

from dataclasses import replace

import pytest

from bot.games.aftershock.desk import Sealed
from bot.games.aftershock.panel import PANEL
from bot.games.aftershock.phases import ROUND, desk
from bot.games.aftershock.words import SEALED
from bot.games.panel import ListPreference, View
from bot.games.screen import Button, Image, Row, Screen, Style
from bot.table.match.match import Aids
from bot.table.preferences import Preferences
from engine.errors import IllegalAction
from engine.game import PUBLIC, Seat
from engine.games.aftershock.actions import Influence, Keep, Mark, Plan, Reopen, Take
from engine.games.aftershock.events import ChoiceReopened
from engine.games.aftershock.preview import lots
from engine.games.aftershock.state import Items
from tests.games.aftershock.tables import Table, in_phase, until
from tests.games.aftershock.turns import planning
from tests.games.pressing import (
    answer,
    buttons,
    checked,
    done,
    menus,
    of_verb,
    opened,
    pressed,
    texts,
    the,
)


def test_the_words_know_which_phases_are_sealed() -> None:
    assert {key for key, phase in ROUND.items() if isinstance(phase, Sealed)} == set(SEALED)


def test_the_desk_says_who_is_waited_for() -> None:
    table = Table(3, 1)
    table.submit(Seat(1), Keep(()))

    waiting, sealed = texts(opened(table.view(Seat(0)))), texts(opened(table.view(Seat(1))))

    # Nobody is told to wait for themselves.
    assert "-# ready 1 of 3 · waiting for Cleo" in waiting
    assert "-# ready 1 of 3 · waiting for Ann and Cleo" in sealed


def with_hand(*cards: str, money: int = 15) -> View:
    view = Table(3, 1).view(Seat(0))
    purses = (money, *view.observation.money[1:])
    observation = replace(view.observation, hand=tuple(sorted(cards)), money=purses)
    return replace(view, observation=observation)


def tapped(view: View, screen: Screen, verb: str, *labels: str) -> Screen:
    """Press buttons of a verb one after the other, each by what it says without its tick."""
    for label in labels:
        found = {each.label.removeprefix("✓ "): each for each in of_verb(screen, verb)}
        assert not found[label].disabled
        screen = pressed(view, found[label].id)
    return screen


def as_lists(view: View) -> View:
    return replace(view, preferences=Preferences(lists=True))


def test_cards_to_keep_are_toggled_under_their_picture() -> None:
    view = with_hand("bridge", "oakland-3", "richmond-6", "san_francisco-6")
    screen = opened(view)

    chosen = tapped(view, screen, "k", "1", "2", "3")
    less = tapped(view, chosen, "k", "2")

    blocks = [type(each) for each in screen.blocks]
    assert blocks.index(Image) < blocks.index(Row)
    assert not menus(screen)
    assert "You pay **$13M** of $15M. That leaves $2M." in texts(chosen)
    assert [(each.label, each.style) for each in of_verb(chosen, "k")] == [
        ("✓ 1", Style.BLUE),
        ("✓ 2", Style.BLUE),
        ("✓ 3", Style.BLUE),
        ("4", Style.GREY),
    ]
    assert the(chosen, "K").label == "Seal: keep 3 cards, pay $13M"
    assert done(view, the(chosen, "K").id) == (Keep(("bridge", "oakland-3", "richmond-6")),)
    assert done(view, the(less, "K").id) == (Keep(("bridge", "richmond-6")),)


def test_what_the_rest_of_the_money_cannot_pay_is_out_of_reach() -> None:
    view = with_hand("bridge", "oakland-3", "richmond-6", "san_francisco-6")

    chosen = tapped(view, opened(view), "k", "1", "3")

    assert [each.disabled for each in of_verb(chosen, "k")] == [False, False, False, True]


def test_cards_to_keep_come_as_a_list_for_those_who_prefer_it() -> None:
    view = as_lists(with_hand("bridge", "oakland-3", "richmond-6", "san_francisco-6"))

    (menu,) = menus(opened(view))
    chosen = pressed(view, menu.id, "0", "1", "2")
    keys = answer(view, the(chosen, "a").id)

    assert (menu.least, menu.most) == (0, 4)
    assert menu.options[2].label == "3 · Richmond ($6M)"
    assert menu.options[2].description == "3 meeples in Richmond"
    assert [each.chosen for each in menus(chosen)[0].options] == [True, True, True, False]
    assert done(view, the(chosen, "K").id) == (Keep(("bridge", "oakland-3", "richmond-6")),)
    assert isinstance(keys, ListPreference)
    labels = [each.label for each in of_verb(keys.screen, "k")]
    assert labels == ["✓ 1", "✓ 2", "✓ 3", "4"], "the draft stays"


def test_too_much_can_not_be_sealed() -> None:
    view = as_lists(with_hand("bridge", "oakland-3", "richmond-6", "san_francisco-6"))

    chosen = pressed(view, menus(opened(view))[0].id, "0", "1", "2", "3")

    assert "That's **$19M**; you have $15M. Leave a card out." in texts(chosen)
    assert the(chosen, "K").disabled


def test_nothing_may_be_kept() -> None:
    view = Table(3, 1).view(Seat(0))

    seal = the(opened(view), "K")

    assert seal.label == "Seal: keep 0 cards, pay $0M"
    assert done(view, seal.id) == (Keep(()),)


def test_equal_cards_are_kept_one_by_one() -> None:
    view = with_hand("bridge", "bridge", "bridge")

    chosen = tapped(view, opened(view), "k", "1", "3")

    assert done(view, the(chosen, "K").id) == (Keep(("bridge", "bridge")),)
    # Those are ticked that were pressed.
    assert [each.label for each in of_verb(chosen, "k")] == ["✓ 1", "2", "✓ 3"]


@pytest.mark.parametrize("phase", ["keep", "take", "plan", "mark"])
def test_what_is_chosen_but_not_sent_is_never_green(phase: str) -> None:
    view = in_phase(phase, 4, 3).view()
    screen = opened(view)

    while the(screen, view_seal(screen)).disabled or not ticked(screen):
        screen = pressed(view, next_key(screen).id)

    assert all(each.style is Style.BLUE for each in ticked(screen))
    green = [each for each in buttons(screen) if each.style is Style.GREEN]
    assert [each.id[0] for each in green] == [view_seal(screen)]


def view_seal(screen: Screen) -> str:
    (seal,) = [each for each in buttons(screen) if each.id[0] in "KTPM"]
    return seal.id[0]


def ticked(screen: Screen) -> list[Button]:
    return [each for each in buttons(screen) if each.label.startswith("✓ ")]


def next_key(screen: Screen) -> Button:
    """Return a button that chooses something more; of Influence markers those that are open."""
    keys = [each for verb in "ktpmi" for each in of_verb(screen, verb) if not each.disabled]
    return next(each for each in keys if not each.label.startswith("✓ "))


def test_a_sealed_choice_is_shown_to_its_owner_and_can_be_taken_back() -> None:
    table = Table(3, 1)
    choice = next(each for each in table.legal(Seat(0)) if len(each.cards) == 2)
    table.submit(Seat(0), choice)
    view = table.view(Seat(0))

    sealed = opened(view)
    again = the(sealed, "c")
    (reopen,) = done(view, again.id)
    table.submit(Seat(0), reopen)
    own = tuple(event for event in table.events if isinstance(event, ChoiceReopened))
    anew = checked(PANEL.receipt(table.view(Seat(0)), reopen, own))

    assert (again.label, again.style) == ("Take back and change", Style.RED)
    assert "**Sealed.** You can change it until everyone is ready." in texts(sealed)
    assert reopen == Reopen()
    assert "**Taken back.**" in texts(anew)
    assert done(table.view(Seat(0)), the(anew, "K").id) == (choice,)


@pytest.mark.parametrize("phase", ["take", "plan", "mark"])
def test_every_sealed_choice_comes_back_as_it_was(phase: str) -> None:
    table = in_phase(phase, 4, 3)
    seat = table.acting
    before = table.view(seat)
    chosen = finish(before, opened(before))
    table.submit(seat, *chosen)

    sealed = opened(table.view(seat))
    table.submit(seat, Reopen())
    own = tuple(event for event in table.events if isinstance(event, ChoiceReopened))
    after = table.view(seat)
    again = checked(PANEL.receipt(after, Reopen(), own))

    (seal,) = [each for each in buttons(again) if each.id[0] in "TPM"]
    assert done(after, seal.id) == chosen
    assert of_verb(sealed, "c")


def finish(view: View, screen: Screen) -> tuple[object, ...]:
    """Fill in a sealed choice by what the desk offers, and return what is sealed."""
    while True:
        (seal,) = [each for each in buttons(screen) if each.id[0] in "TPM"]
        if not seal.disabled:
            return done(view, seal.id)
        placed = of_verb(screen, "p")
        screen = pressed(view, placed[3].id if placed else next_key(screen).id)


def test_one_unsold_card_is_taken() -> None:
    table = in_phase("take", 3, 1)
    view = table.view()
    unsold = view.observation.market[table.acting]

    first = opened(view)
    chosen = pressed(view, of_verb(first, "t")[1].id)
    listed = pressed(as_lists(view), menus(opened(as_lists(view)))[0].id, "1")

    assert the(first, "T").disabled
    for screen in (chosen, listed):
        assert done(view, the(screen, "T").id) == (Take(unsold[1]),)
        assert the(screen, "T").label.startswith("Seal: take ")


def test_unsold_cards_have_the_numbers_of_the_sale() -> None:
    table = until(lambda table: table.phase == "take" and bool(table.state.purchases))
    view = next(table.view(seat) for seat in table.awaited if table.state.market[seat] and seat > 0)
    own = [lot for lot in lots(view.observation) if lot.seller == view.viewer and not lot.is_sold]

    labels = [each.label for each in of_verb(opened(view), "t")]

    assert [int(label.partition(" · ")[0]) for label in labels] == [lot.number for lot in own]
    assert own[0].number > 1


def test_each_tap_places_a_thing_and_goes_on_to_the_next() -> None:
    view = planning("big")
    screen = opened(view)
    taps = 0

    for key in (5, 3, 9):
        assert the(screen, "P").disabled
        screen = pressed(view, of_verb(screen, "p")[key].id)
        taps += 1

    assert taps == 3
    assert done(view, the(screen, "P").id) == (
        Plan("san_francisco"),
        Plan("oakland"),
        Plan("fremont"),
    )
    assert "**Bridge**: San Francisco" in texts(screen)
    assert "➤ **Big aftershock**: Fremont" in texts(screen)


def test_one_can_go_back_to_a_thing() -> None:
    view = planning("big")
    placed = pressed(view, of_verb(opened(view), "p")[5].id)

    back = pressed(view, of_verb(placed, "g")[0].id)
    moved = pressed(view, of_verb(back, "p")[0].id)

    assert "➤ **Bridge**: San Francisco" in texts(back)
    assert "◦ **Bridge**: San Rafael" in texts(moved)
    assert "➤ **Meeple**: not placed yet" in texts(moved)


def test_things_of_a_kind_are_numbered_and_many_of_them_fit_the_screen() -> None:
    view = planning("normal", "normal", "big", "mega", bridges=10)

    screen = opened(view)
    back = pressed(view, menus(screen)[0].id, "12")

    labels = [option.label for option in menus(screen)[0].options]
    assert {"Bridge 10", "Mega aftershock"} <= {*labels}
    assert "**Bridge 4**: not placed yet\n-# and 20 more items" in texts(screen)
    assert "➤ **Meeple 3**" in texts(back)
    assert all(len(each.id) <= 98 for each in buttons(screen))


def test_the_list_of_things_begins_with_the_one_that_comes_next() -> None:
    view = planning("normal", "big", bridges=16)
    screen = opened(view)
    area = of_verb(screen, "p")[0]

    placed = pressed(view, area.id)
    last = pressed(view, menus(screen)[0].id, "24")

    assert texts(placed).splitlines()[1] == "➤ **Bridge 2**: not placed yet"
    assert [each.label for each in menus(placed)[0].options][:2] == ["Bridge 2", "Bridge 3"]
    # What no longer fits a menu of 25 comes round.
    labels = [each.label for each in menus(last)[0].options]
    assert labels[:3] == ["Meeple 9", "Meeple 10", "Meeple 11"]
    assert {"Aftershock", "Big aftershock", "Bridge 1"} <= {*labels}


def test_areas_come_as_a_list_for_those_who_prefer_it() -> None:
    view = replace(planning("big"), preferences=Preferences(lists=True))

    screen = opened(view)
    placed = pressed(view, menus(screen)[0].id, "d")

    assert not of_verb(screen, "p")
    assert "◦ **Bridge**: Oakland" in texts(placed)


def test_the_list_is_one_tap_away_and_keeps_the_draft() -> None:
    view = planning("big")
    placed = pressed(view, of_verb(opened(view), "p")[5].id)

    listed = answer(view, the(placed, "a").id)

    assert isinstance(listed, ListPreference)
    assert listed.lists
    assert "**Bridge**: San Francisco" in texts(listed.screen)
    assert the(listed.screen, "a").label == "As buttons"
    assert not of_verb(listed.screen, "p")


def marking(influence: int, seats: int = 3) -> View:
    view = in_phase("mark", seats, 2).view()
    seat = int(str(view.viewer))
    items = list(view.observation.items)
    items[seat] = Items(influence=influence)
    return replace(view, observation=replace(view.observation, items=tuple(items)))


@pytest.mark.parametrize(("seats", "count"), [(3, 4), (5, 3)])
def test_exactly_all_score_markers_are_placed_in_the_order_of_the_board(
    seats: int, count: int
) -> None:
    view = marking(0, seats)
    screen = opened(view)
    (menu,) = menus(opened(as_lists(view)))
    taps = ("Most bridges", "Fremont", "Oakland", "San Rafael")[:count]

    chosen = tapped(view, screen, "m", *taps)

    assert (menu.least, menu.most, len(menu.options)) == (count, count, 11)
    assert the(screen, "M").disabled
    assert sum(not each.disabled for each in of_verb(chosen, "m")) == count, "no more than that"
    listed = pressed(as_lists(view), menu.id, *"kjda"[:count])
    assert done(view, the(listed, "M").id) == done(view, the(chosen, "M").id)
    spaces = [each.space for each in done(view, the(chosen, "M").id)]
    expected = ["san_rafael", "oakland", "fremont", "most_bridges"]
    assert spaces == expected[4 - count :]
    assert "Oakland, Fremont and most bridges." in texts(chosen)


def test_influence_may_share_a_space_and_comes_last() -> None:
    view = marking(2)
    three = tapped(view, opened(view), "m", "San Rafael", "Oakland", "Fremont")
    # The last one goes on to the first Influence marker, and that to the next.
    chosen = tapped(view, three, "i", "Most bridges")
    assert the(chosen, "M").disabled

    assert "Choose a space for **Influence marker 1**" in texts(chosen)
    one = tapped(view, chosen, "i", "Most bridges")
    both = tapped(view, one, "i", "San Rafael")
    back = tapped(view, both, "m", "4 Score markers")

    assert done(view, the(both, "M").id)[4:] == (
        Influence("san_rafael"),
        Influence("most_bridges"),
    )
    assert done(view, the(both, "M").id)[0] == Mark("san_rafael")
    assert "Influence: most bridges and San Rafael." in texts(both)
    assert len(of_verb(back, "m")) == 12, "as they were, to be changed"
    assert done(view, the(back, "M").id) == done(view, the(both, "M").id)


def test_score_markers_that_are_left_come_after_the_last_influence() -> None:
    view = marking(1)
    three = tapped(view, opened(view), "m", "San Rafael", "Oakland")
    early = tapped(view, three, "i", "Influence marker 1")

    left = tapped(view, early, "i", "Most bridges")

    assert "for your Score markers" in texts(left)
    both = tapped(view, left, "m", "Fremont", "Vallejo")
    assert len(done(view, the(both, "M").id)) == 5


def test_every_space_says_what_it_would_bring() -> None:
    view = as_lists(marking(0))

    (menu,) = menus(opened(view))

    assert all(option.description for option in menu.options)


def test_at_a_pure_table_nothing_is_worked_out() -> None:
    view = as_lists(marking(0))
    pure = replace(view, match=replace(view.match, aids=Aids.PURE))
    place = view.observation.board.index["oakland"]
    counts = ((0, 0, 0),) * place + ((3, 1, 0),) + ((0, 0, 0),) * (9 - place)
    told = [
        menus(opened(replace(each, observation=replace(each.observation, meeples=counts))))[0]
        for each in (view, pure)
    ]

    assert [menu.options[place].description for menu in told] == [
        "points: Ann 8, Bob 6",
        "meeples Ann 3, Bob 1",
    ]


def test_a_seal_that_lacks_markers_is_refused() -> None:
    view = marking(1)

    for draft in (("abc", "a"), ("abcd", "-")):
        with pytest.raises(IllegalAction) as refused:
            PANEL.press(view, "M", draft)
        assert refused.value.key == "aftershock-markers-left"
        assert "Place all your markers" in PANEL.refusal(view, refused.value)


def test_whoever_waits_sees_what_they_hold() -> None:
    table = in_phase("buy", 3, 2)
    idle = [Seat(seat) for seat in range(3) if seat not in table.awaited]
    waiting = next(seat for seat in idle if table.state.hands[seat])

    screen = opened(table.view(waiting))

    assert "In your hand: " in texts(screen)
    assert "It's not your turn." in texts(screen)
    assert of_verb(screen, "s")


@pytest.mark.parametrize("phase", ["buy", "take"])
def test_whoever_chooses_a_card_sees_what_they_hold_already(phase: str) -> None:
    view = in_phase(phase, 3, 2).view()
    gained = (("influence",),) * 3
    seen = replace(view.observation, hand=("bridge", "vallejo-3"), gained=gained)

    told = texts(opened(replace(view, observation=seen)))

    assert "In your hand: Bridge ($4M) and Vallejo ($3M).\nBought: Influence ($5M)." in told


def test_an_own_plan_stays_on_the_desk_until_it_opens() -> None:
    def waits(table: Table) -> bool:
        return table.phase == "build" and any(
            table.state.plans[seat] and not table.state.opened[seat] for seat in range(3)
        )

    table = until(waits)
    seat = next(Seat(n) for n in range(3) if table.state.plans[n] and not table.state.opened[n])

    assert "Your plan: " in texts(opened(table.view(seat)))
    assert "Your plan: " not in texts(opened(table.view(table.acting)))


def test_a_watcher_has_no_desk() -> None:
    with pytest.raises(TypeError):
        desk(in_phase("keep").view(PUBLIC))
