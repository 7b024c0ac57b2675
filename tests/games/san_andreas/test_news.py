"""A quake in sentences: what a tile did, how the ground leans now, what a picture points at."""

import pytest

from bot.games.panel import View
from bot.games.san_andreas.alt_texts import order_alt
from bot.games.san_andreas.news import ARROWS
from bot.games.san_andreas.ordering import choose, tried_out
from bot.games.san_andreas.panel import PANEL
from bot.games.san_andreas.table_post import report
from bot.locale.localisation import LANGUAGES, words
from bot.views.build import layout
from bot.views.screen import Row, Screen, Text
from engine.games.san_andreas import GAME
from engine.games.san_andreas.actions import Swap
from engine.games.san_andreas.events import SwapDecided
from engine.games.san_andreas.state import State
from engine.games.san_andreas.tiles import Pawn
from engine.record import Move, Setup
from engine.seat import PUBLIC, Seat, Viewer
from tests.games.san_andreas.worked import after, shaking, table
from tests.games.views import match_of


def view_of(state: State, viewer: Viewer = PUBLIC, language: str = "en") -> View:
    match = match_of(GAME, Setup(3), ("Ann", "Bob", "Cleo"))
    return View(match, viewer, GAME.observe(state, viewer), (), 0, words(language))


def said(screen: Screen) -> str:
    return "\n".join(block.markdown for block in screen.blocks if isinstance(block, Text))


def test_a_report_tells_which_way_it_went_and_how_the_ground_leans_now() -> None:
    lines = report(view_of(after("2 on D1; 1 on B1; 1 on B1")))

    assert lines[1:] == [
        (
            "1\\. **Sun ←**: D1 moves north and slides under C1 and C2. C1: its south-east corner"
            " is up. C2: its south-west corner is up."
        ),
        "2\\. **Moon ↑**: B1 moves east and rides over B2. B1: its east side is up.",
        "3\\. **Crown ↑**: B1 moves east and meets nothing new. B1: lies flat.",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_read_aloud_has_no_arrows(language: str) -> None:
    view = view_of(after("2 on D1; 1 on B1; 5 on H1", "5 at 1,15"), language=language)

    aloud = [page.text for page in PANEL.text(view)]

    assert any(arrow in line for arrow in ARROWS.values() for line in report(view))
    assert not any(arrow in text for arrow in ARROWS.values() for text in aloud)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_order_that_is_tried_out_says_of_every_die_what_falls(language: str) -> None:
    state = shaking(table("3 at 1,13; b4 at 5,4"), "1 on B1; 5 on G1; 3 on D1")
    view = view_of(state, Seat(0), language)
    order: tuple[Pawn, ...] = ("sun", "moon")

    screen = choose(view, order)

    assert layout(screen).view.total_children_count <= 40
    spared = words(language).say("No city falls.")
    first, second, third = [line for line in said(screen).splitlines() if line[:2] in "1.2.3."]
    assert spared not in first
    assert second.endswith(spared)
    assert third.endswith(spared)
    tried, left = tried_out(view.observation, order)
    assert "←" not in order_alt(view, tried, left)


def test_a_die_s_button_points_where_its_tile_would_go() -> None:
    view = view_of(shaking(table(), "1 on B1; 5 on G1; 3 on D1"), Seat(0))

    keys = [row for row in choose(view).blocks if isinstance(row, Row)]

    labels = [key.label for row in keys for key in row.buttons]
    assert labels == [
        "Sun: B1 east ↑, over",
        "Moon: G1 south →, over",
        "Crown: D1 north ←, over",
    ]


def test_that_somebody_has_decided_is_not_told_beside_what_came_of_it() -> None:
    asked = after("5 on H1", "0 at 1,15; 3 at 7,1")
    step = GAME.apply(asked, Move(Seat(0), Swap(3)))

    post = PANEL.post(view_of(step.state), step.events)

    assert SwapDecided(Seat(0)) in step.events
    assert "has decided" not in post.text
    assert "swapped the null for a lost 3" in post.text
