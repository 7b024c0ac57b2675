"""Only green and red buttons send a move; grey and blue ones ask, whatever is pressed."""

from collections.abc import Iterator

import pytest

from bot.games.aftershock import table_post
from bot.games.aftershock.panel import PANEL
from bot.games.custom_ids import parsed
from bot.games.panel import Submit, View
from bot.games.screen import Button, Screen, Style
from engine.errors import IllegalAction
from engine.game import PUBLIC, Seat
from tests.games.aftershock.tables import PHASES, Table, in_phase
from tests.games.pressing import answer, buttons, opened

ASKING = (Style.GREY, Style.BLUE)


def screens(table: Table, seat: Seat) -> Iterator[tuple[View, list[Button]]]:
    """Return what a player may press: under the table, at the desk, and behind its questions."""
    view = table.view(seat)
    yield view, [each for row in table_post.buttons(table.view(PUBLIC)) for each in row.buttons]
    first = opened(view)
    yield view, buttons(first)
    for each in buttons(first):
        if each.style in ASKING and not each.disabled and is_of_a_turn(each):
            given = answer(view, each.id)
            if isinstance(given, Screen):
                yield view, buttons(given)


def is_of_a_turn(button: Button) -> bool:
    return parsed(button.id).verb in PANEL.verbs


def sends(view: View, button: Button) -> bool:
    control = parsed(button.id)
    try:
        return isinstance(PANEL.press(view, control.verb, control.args), Submit)
    except IllegalAction:
        return False


@pytest.mark.parametrize("phase", PHASES)
def test_no_grey_or_blue_button_sends_a_move(phase: str) -> None:
    table = in_phase(phase, 4, 3)
    pressed = 0

    for seat in map(Seat, range(4)):
        known: set[str] = set()
        for view, offered in screens(table, seat):
            turn = [each for each in offered if is_of_a_turn(each) and not each.disabled]
            # Screens share most of their buttons; what one answers is in its id.
            asking = [each for each in turn if each.style in ASKING and each.id not in known]
            known |= {each.id for each in asking}
            pressed += len(turn)
            assert [each.label for each in asking if sends(view, each)] == []

    # Where one takes or marks there are menus alone, and a seal that waits for them.
    assert pressed or phase in ("take", "mark")


def test_a_sealed_choice_is_taken_back_by_a_red_button() -> None:
    keeping = Table(3, 1)
    keeping.submit(Seat(0), keeping.legal(Seat(0))[0])
    sealed = buttons(opened(keeping.view(Seat(0))))

    (again,) = [each for each in sealed if each.label == "Take back and change"]

    assert again.style is Style.RED
    assert sends(keeping.view(Seat(0)), again)
