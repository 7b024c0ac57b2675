"""Every screen of a match, for everybody, in every language; nothing hidden gets out."""

from dataclasses import replace
from io import BytesIO
from random import Random
from typing import Any

import pytest
from PIL import Image as Picture

from bot.games.custom_ids import parsed
from bot.games.panel import ListPreference, Submit
from bot.games.san_andreas.captions import headline
from bot.games.san_andreas.panel import PANEL
from bot.games.san_andreas.phases import PHASES
from bot.games.screen import Button, Image, Post, Row, Screen, Style
from bot.locale.localisation import LANGUAGES
from bot.messages.components import layout, message
from engine.game import PUBLIC, Seat
from engine.games.san_andreas import GAME
from engine.games.san_andreas.actions import Epicenter, Found, Resolve, Swap
from tests.games.san_andreas.twin import twin
from tests.games.san_andreas.views import Table, tables


def images(screen: Screen) -> list[Image]:
    return [block for block in screen.blocks if isinstance(block, Image)]


def buttons(screen: Screen) -> list[Button]:
    rows = [block for block in screen.blocks if isinstance(block, Row)]
    return [each for row in rows for each in row.buttons if not each.disabled]


def sampled(seats: int, seed: int, every: int) -> list[Table]:
    """Return some moments of a match: also the first after each quake, and the last."""
    whole = list(tables(seats, seed))
    return [
        each
        for number, each in enumerate(whole)
        if number % every == 0 or each.state.phase != "playing"
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_public_message_fits_and_has_words(language: str) -> None:
    for table in sampled(3, 4, 9):
        view = table.view(PUBLIC, language)
        over = not table.awaited
        post = PANEL.result(view, table.news()) if over else PANEL.post(view, table.news())

        assert message(post).content
        assert len(post.text) < 1700
        assert post.image is not None
        assert 0 < len(post.image.alt) <= 300
        assert PANEL.cover(view)
        assert PANEL.headline(view)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_private_screen_fits_and_has_words(language: str) -> None:
    for table in sampled(4, 7, 12):
        for viewer in table.viewers[:3]:
            view = table.view(viewer, language)
            screens = [PANEL.score(view), PANEL.unseen(view), PANEL.side_view(view)]  # type: ignore[attr-defined]

            for screen in screens:
                assert layout(screen).view.total_children_count <= 40
                assert all(0 < len(image.alt) <= 300 for image in images(screen))
            for page in PANEL.text(view):
                assert len(page.text) < 3900


@pytest.mark.parametrize("language", LANGUAGES)
def test_looking_back_has_words(language: str) -> None:
    *_, last = tables(3, 4)
    moments = last.moments(Seat(1), language)

    screen = PANEL.since(last.view(Seat(1), language), moments[-12:])
    told = PANEL.history(moments)

    assert layout(screen).view.total_children_count <= 40
    assert len(told) > 20
    assert PANEL.animation(moments[::6]).picture.format == "gif"


def test_a_picture_says_whose_turn_it_is_that_dice_roll_or_that_all_is_over() -> None:
    *_, last = tables(3, 4)
    over = last.view(PUBLIC)
    over_now: dict[str, Any] = {}

    heads = {
        phase: headline(replace(over, observation=replace(over.observation, **changes)))
        for phase, changes in (
            ("over", over_now),
            ("rolling", {"phase": "rolling", "to_act": (), "outcome": None}),
            ("playing", {"phase": "playing", "to_act": (Seat(1),), "outcome": None}),
        )
    }

    assert heads == {"over": "Final score", "rolling": "Quake!", "playing": "Bob to play"}


def test_a_film_ends_with_the_table_as_it_stands() -> None:
    *_, last = tables(3, 4)
    moments = last.moments(PUBLIC)

    films = [PANEL.animation(part).picture.data for part in (moments[-12:], moments[-1:])]

    ends = []
    for data in films:
        film = Picture.open(BytesIO(data))
        film.seek(getattr(film, "n_frames", 1) - 1)
        ends.append(film.convert("RGB").tobytes())
    assert moments[-1].view.observation.outcome is not None
    assert ends[0] == ends[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_has_pages_with_pictures(language: str) -> None:
    (first, *_) = tables(3, 1)
    words = first.view(PUBLIC, language).words

    pages = [PANEL.rules(words, number) for number in range(-1, 8)]

    assert len({page.blocks[0] for page in pages}) == 7
    assert all(len(images(page)) == 1 and layout(page) for page in pages)


def walked(table: Table, seat: Seat, chance: Random) -> Submit:
    """Press what is offered until something is to be stored; only green and red ones send."""
    view = table.view(seat)
    offered = [each for row in PANEL.post(view, ()).rows for each in row.buttons]
    offered = [each for each in offered if parsed(each.id).verb in PANEL.verbs]
    for _ in range(9):
        button = chance.choice(offered)
        control = parsed(button.id)
        answer = PANEL.press(view, control.verb, control.args)
        if isinstance(answer, Submit):
            assert button.style in (Style.GREEN, Style.RED)
            return answer
        answer = answer.screen if isinstance(answer, ListPreference) else answer
        assert isinstance(answer, Screen)
        assert layout(answer).view.total_children_count <= 40
        assert all(0 < len(image.alt) <= 300 for image in images(answer))
        offered = buttons(answer)
        # Going back for ever is no way to a move.
        offered = offered[:-1] if chance.random() < 0.8 and len(offered) > 1 else offered
    return walked(table, seat, chance)


def test_whatever_is_pressed_leads_to_a_legal_move() -> None:
    chance, kinds = Random(3), set[type]()
    for seed in (4, 7):
        for table in sampled(3, seed, 4):
            for seat in table.awaited:
                moves = walked(table, seat, chance)
                state = table.state
                assert moves.actions[0] in tuple(GAME.legal_actions(state, seat))
                kinds.add(type(moves.actions[0]))

    assert kinds >= {Found, Epicenter, Resolve, Swap}


def test_a_draft_for_a_table_that_has_moved_on_opens_the_wizard_anew() -> None:
    for table in sampled(3, 4, 8):
        for seat in table.awaited:
            view = table.view(seat)
            for verb in sorted(PANEL.verbs):
                assert PANEL.refreshed(view, verb, ("D1c", "3")) is not None
    assert PANEL.refreshed(table.view(Seat(0)), "c", ()) is None


def public(table: Table, state: Any) -> list[object]:
    """Return all that the channel, and anybody without a seat, is shown at a moment."""
    view = table.at(state).view(PUBLIC)
    over = not table.awaited
    post: Post = PANEL.result(view, table.news()) if over else PANEL.post(view, table.news())
    screens = [PANEL.score(view), PANEL.unseen(view)]
    return [post, PANEL.cover(view), PANEL.headline(view), PANEL.text(view), *screens]


@pytest.mark.parametrize("seed", [4, 7])
def test_nothing_public_depends_on_coins_that_lie_face_down(seed: int) -> None:
    chance, different = Random(seed), 0
    for table in sampled(3, seed, 6):
        state = table.state
        other = twin(state, PUBLIC, chance)
        different += other != state

        assert public(table, state) == public(table, other)

    assert different > 3


def test_a_seat_s_own_screens_depend_on_no_other_seat_s_coins() -> None:
    chance, different, me = Random(1), 0, Seat(1)
    for table in sampled(4, 7, 9):
        state = table.state
        other = twin(state, me, chance)
        different += other != state
        ours, theirs = table.view(me), table.at(other).view(me)

        assert PANEL.board(ours) == PANEL.board(theirs)
        assert PANEL.score(ours) == PANEL.score(theirs)
        assert PANEL.text(ours) == PANEL.text(theirs)
        assert ours.legal == theirs.legal

    assert different > 3


def test_whoever_orders_the_dice_sees_them_on_the_board() -> None:
    shaken = next(
        each for each in tables(3, 2) if each.view(PUBLIC).observation.phase == "ordering"
    )
    seat = shaken.awaited[0]
    other = next(each for each in range(3) if each != seat)

    own, others = PANEL.board(shaken.view(seat)), PANEL.board(shaken.view(Seat(other)))

    due = PHASES.due(shaken.view(seat))
    assert due is not None
    asked = due.ask(shaken.view(seat))
    assert isinstance(asked, Screen)
    assert own.alt == images(asked)[0].alt
    assert others.alt == PANEL.board(shaken.view(PUBLIC)).alt != own.alt
