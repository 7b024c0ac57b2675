"""The turn as a wizard: old, odd and hand-made buttons change nothing and break nothing."""

from dataclasses import replace

import pytest

from bot.games.custom_ids import parsed
from bot.games.panel import ListPreference, Submit, View
from bot.games.san_andreas.panel import PANEL
from bot.games.screen import Row, Screen, Select, Style
from bot.messages.components import layout
from bot.table.preferences import Preferences
from engine.errors import IllegalAction
from engine.game import Move, Seat
from engine.games.san_andreas import GAME
from engine.games.san_andreas.actions import Resolve, Swap
from engine.games.san_andreas.preview import name_at
from engine.games.san_andreas.state import State, but, remember
from engine.games.san_andreas.tiles import PAWNS
from tests.games.pressing import texts
from tests.games.san_andreas.views import at, moments, shaken
from tests.games.san_andreas.worked import after, cleared, ground_after, shaking, table


def view_of(state: State, seat: int = 0) -> View:
    """Return how a seat sees a position that no match has led to."""
    other = moments()[0]
    return replace(
        other.at(state).view(Seat(seat)),
        legal=tuple(GAME.legal_actions(state, Seat(seat))),
    )


def test_an_odd_coin_neither_keeps_nor_swaps_the_0() -> None:
    view = at("swapping")

    for args in ((), ("",), ("x",), ("²",), ("3", "4")):
        with pytest.raises(IllegalAction, match="not-now"):
            PANEL.press(view, "y", args)
    assert PANEL.press(view, "y", ("-",)).actions == (Swap(None),)  # type: ignore[union-attr]


def test_a_draft_on_a_quarter_that_has_been_covered_is_not_about_what_covers_it() -> None:
    view = shaken()
    layout_ = view.observation.layout
    tile = next(each for each in layout_.tiles if len(each.visible) < 4)
    quarter = next(iter(set("abcd") - set(tile.visible)))

    for verb, rest in (("c", ()), ("n", ("3",)), ("e", ()), ("m", ("sun",))):
        with pytest.raises(IllegalAction):
            PANEL.press(view, verb, (f"{tile.tile}{quarter}", *rest))


def test_a_tile_under_the_land_is_offered_for_nothing() -> None:
    ground = ground_after("A1 by 2; A1 by 2")
    view = view_of(cleared(but(table(), ground=ground)))

    for verb in "ce":
        screen = PANEL.press(view, verb, ())
        assert isinstance(screen, Screen)
        rows = [block for block in screen.blocks if isinstance(block, Row)]
        assert "A1" not in [each.label for row in rows for each in row.buttons]
        back = PANEL.press(view, verb, ("A1",))
        assert isinstance(back, Screen)
        assert "on A1 now" in texts(back)


def test_a_sunken_tile_is_offered_for_nothing() -> None:
    state = after("2 on B1; 4 on D1; 1 on C2")
    view = view_of(state, state.seat)

    assert view.observation.layout.tile("C1") is None
    for verb in "ce":
        back = PANEL.press(view, verb, ("C1",))
        assert isinstance(back, Screen)
        assert "on C1 now" in texts(back)
        with pytest.raises(IllegalAction, match="not-now"):
            PANEL.press(view, verb, ("C1a",))


def test_the_order_is_shaken_only_when_it_is_whole() -> None:
    view = at("ordering")

    part = PANEL.press(view, "k", ("sm",))
    whole = PANEL.press(view, "k", ("smca",))

    assert isinstance(part, Screen)
    assert isinstance(whole, Submit)
    assert whole.actions == tuple(map(Resolve, PAWNS[:3]))


def test_a_whole_order_is_what_the_referee_takes() -> None:
    state = shaking(table(), "3 on D1; 1 on B1; 5 on G1; 0 on A1")
    view = view_of(state)
    answer = PANEL.press(view, "k", ("msc",))

    assert isinstance(answer, Submit)
    for action in answer.actions:
        state = GAME.apply(state, Move(Seat(0), action)).state
    assert state.quake is not None
    assert [shift.die for shift in state.quake.shifts] == ["moon", "sun", "crown"]


def test_dice_that_act_already_or_never_are_refused() -> None:
    view = view_of(shaking(table(), "3 on D1; 1 on B1; 5 on G1; 0 on A1"))

    for draft, key in (("ss", "san-andreas-die-resolved"), ("a", "san-andreas-die-null")):
        with pytest.raises(IllegalAction, match=key):
            PANEL.press(view, "d", (draft,))


def test_who_has_no_coin_is_told_to_set_an_epicenter() -> None:
    state = but(table(), hands=((), (1,), (2,)))
    view = view_of(state)

    screen = PANEL.press(view, "c", ())

    assert isinstance(screen, Screen)
    assert texts(screen) == "**No city can be founded now.** Set an epicenter instead."
    anew = PANEL.refreshed(view, "c", ("D1c",))
    assert anew is not None
    assert "### An epicenter on D1" in texts(anew)


def test_who_can_do_nothing_has_one_button_and_it_passes() -> None:
    view = view_of(but(table(), hands=((), (), ())))
    inland = remember(but(view.observation), view.observation.foundable, {})
    view = replace(view, observation=inland)

    (row,) = PANEL.post(view, ()).rows
    pressed = parsed(row.buttons[0].id)

    assert (row.buttons[0].label, row.buttons[0].style) == ("Pass", Style.GREEN)
    assert isinstance(PANEL.press(view, pressed.verb, pressed.args), Submit)
    assert PANEL.refreshed(view, "c", ()) is None
    empty = PANEL.press(view, "e", ())
    assert isinstance(empty, Screen)
    assert texts(empty) == "**No epicenter can be set now.** Found a city instead."


def test_an_only_space_and_an_only_pawn_are_not_asked_for() -> None:
    view = at("playing", pool=1)
    room = view.observation.settable
    last = list(room)[:1]
    only = remember(but(view.observation), view.observation.foundable, {last[0]: room[last[0]]})
    only = replace(view, observation=only)
    named = name_at(view.observation.layout, last[0])
    assert named is not None

    straight = PANEL.press(only, "e", (named[0],))

    assert isinstance(straight, Screen)
    assert "### The last epicenter" in texts(straight)


@pytest.mark.parametrize("verb", ["c", "e"])
def test_tiles_come_as_a_list_for_those_who_like_that(verb: str) -> None:
    view = at("playing")
    preferring = replace(view, preferences=Preferences(lists=True))

    listed, keys = PANEL.press(view, verb, ("l",)), PANEL.press(preferring, verb, ("k",))

    assert isinstance(listed, ListPreference)
    assert isinstance(keys, ListPreference)
    assert (listed.lists, keys.lists) == (True, False)
    assert listed.screen.blocks[-2] == PANEL.press(preferring, verb, ()).blocks[-2]  # type: ignore[union-attr]
    (menu,) = [block for block in listed.screen.blocks if isinstance(block, Select)]
    assert parsed(menu.id).verb == verb
    for option in menu.options:
        assert 0 < len(option.description) <= 100
        assert isinstance(PANEL.press(view, verb, (option.value,)), Screen)
    assert layout(listed.screen).view.total_children_count <= 40
