"""What pictures of the table say, and films of it."""

from dataclasses import replace
from io import BytesIO
from typing import Any

from PIL import Image as Picture

from bot.games.san_andreas.captions import headline
from bot.games.san_andreas.panel import PANEL
from bot.games.san_andreas.phases import PHASES
from bot.games.screen import Screen
from engine.game import PUBLIC, Seat
from tests.games.pressing import images
from tests.games.san_andreas.views import tables


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
