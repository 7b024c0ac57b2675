"""Drafts in ids: late, outdated, made by hand."""

import pytest

from bot.games.aftershock.panel import PANEL
from bot.games.custom_ids import draft_id
from engine.errors import IllegalAction
from engine.game import Seat
from engine.games.aftershock.actions import Keep, Reopen
from tests.games.aftershock.tables import Table, in_phase
from tests.games.aftershock.turns import planning
from tests.games.pressing import done, of_verb, texts


def test_a_seal_after_the_reveal_says_that_it_is_too_late() -> None:
    view = in_phase("buy").view()

    with pytest.raises(IllegalAction) as refused:
        PANEL.press(view, "K", ("01",))
    screen = PANEL.refreshed(view, "K", ("01",))

    assert refused.value.key == "aftershock-already-open"
    assert screen is not None
    assert "**Too late (keep):** all choices have been revealed." in texts(screen)


def test_an_outdated_draft_leads_to_the_desk_and_keeps_a_plan() -> None:
    view = planning("big")

    again = PANEL.refreshed(view, "p", ("f--", "0", "f"))

    assert again is not None
    assert "**Bridge**: San Francisco" in texts(again)
    assert PANEL.refreshed(view, "Q", ()) is None
    other = PANEL.refreshed(in_phase("move").view(), "p", ("f--", "0"))
    assert other is not None
    assert "to leave" in texts(other)


def test_an_outdated_keep_keeps_its_ticks() -> None:
    view = Table(3, 1).view(Seat(0))

    again = PANEL.refreshed(view, "K", ("046",))

    assert again is not None
    assert [each.label for each in of_verb(again, "k") if "✓" in each.label] == [
        "✓ 1",
        "✓ 5",
        "✓ 7",
    ]


def test_sealing_anew_takes_the_old_seal_back_first() -> None:
    table = Table(3, 1)
    table.submit(Seat(0), Keep(()))
    view = table.view(Seat(0))

    assert done(view, draft_id(view, "K", "-")) == (Reopen(), Keep(()))
