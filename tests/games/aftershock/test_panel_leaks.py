"""Nothing hidden shows: what the public sees is the same whatever lies in secret."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.games.aftershock.panel import PANEL
from bot.games.aftershock.phases import desk
from bot.games.panel import View
from bot.games.screen import Image, Post, Screen
from engine.game import PUBLIC, Seat
from engine.games.aftershock.rules import GAME
from tests.games.aftershock.tables import PHASES, Table, in_phase
from tests.games.aftershock.twin import twin


def shown(thing: Any) -> Any:
    """Return everything of a post or screen: words, ids, pictures, alt texts, pings."""
    match thing:
        case Post():
            return (thing.text, shown(thing.image), thing.rows, thing.pings)
        case Screen():
            return tuple(shown(block) for block in thing.blocks)
        case Image():
            return (thing.alt, thing.picture.data)
        case _:
            return thing


def public_output(view: View, table: Table) -> list[Any]:
    """Return all that anybody may be shown of a table."""
    return [
        shown(PANEL.post(view, table.news())),
        shown(PANEL.board(view)),
        PANEL.cover(view),
        PANEL.headline(view),
        PANEL.text(view),
        shown(PANEL.unseen(view)),
        shown(PANEL.score(view)),
    ]


@pytest.mark.parametrize("phase", PHASES)
def test_twin_worlds_look_the_same_to_everybody(phase: str) -> None:
    table = in_phase(phase, 3, 2)
    view = table.view(PUBLIC)
    expected = public_output(view, table)

    for seed in range(3):
        other = twin(table.state, PUBLIC, Random(seed))
        seen = replace(view, observation=GAME.observe(other, PUBLIC))

        assert public_output(seen, table) == expected


@pytest.mark.parametrize("phase", PHASES)
def test_twin_worlds_give_a_player_the_same_desk(phase: str) -> None:
    table = in_phase(phase, 4, 3)

    for seat in map(Seat, range(4)):
        view = table.view(seat)
        other = twin(table.state, seat, Random(seat))
        legal = tuple(GAME.legal_actions(other, seat))
        seen = replace(view, observation=GAME.observe(other, seat), legal=legal)

        assert shown(desk(seen)) == shown(desk(view))


def sealed(choice: int) -> Table:
    """Return a table at which the first player has sealed one of two different choices."""
    table = Table(3, 4)
    cheap = [each for each in table.legal(Seat(0)) if getattr(each, "cards", None)]
    table.submit(Seat(0), cheap[choice])
    return table


def test_different_sealed_choices_read_the_same_to_all_others() -> None:
    one, other = sealed(1), sealed(40)

    assert one.state.drafts != other.state.drafts
    for viewer in (PUBLIC, Seat(1), Seat(2)):
        first, second = one.view(viewer), other.view(viewer)
        assert public_output(first, one) == public_output(second, other)
        told = [PANEL.history(each.moments(viewer)) for each in (one, other)]
        assert told[0] == told[1]
    assert one.news() == other.news() == ()


def test_public_ids_hold_no_draft() -> None:
    for phase in PHASES:
        post = PANEL.post(in_phase(phase, 3, 2).view(PUBLIC), ())
        ids = [button.id for row in post.rows for button in row.buttons]

        assert all(len(each.split(".")) == 3 for each in ids), ids


def test_the_public_text_names_no_hand_and_no_plan() -> None:
    view = in_phase("build", 3, 2).view(PUBLIC)

    text = "\n".join(page.text for page in PANEL.text(view))

    assert "Only you know" not in text
    assert view.observation.hand == ()
