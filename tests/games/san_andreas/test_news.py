"""A quake in sentences: what a tile did, how the ground leans now, what a picture points at."""

from dataclasses import replace

import pytest

from bot.games.panel import View
from bot.games.people import name
from bot.games.san_andreas.captions import order_alt
from bot.games.san_andreas.ordering import Ordering
from bot.games.san_andreas.panel import PANEL
from bot.games.san_andreas.table_post import report
from bot.locale.localisation import LANGUAGES, words
from bot.messages.components import layout
from engine.boards.squares import Space
from engine.game import PUBLIC, Event, Move, Seat, Setup, Viewer
from engine.games.san_andreas import GAME
from engine.games.san_andreas.actions import Found, Resolve, Swap
from engine.games.san_andreas.events import (
    CitiesScored,
    CityFounded,
    DiceRolled,
    SwapDecided,
    TileShifted,
)
from engine.games.san_andreas.preview import shaken_by, unresolved
from engine.games.san_andreas.state import State, but
from engine.games.san_andreas.tiles import Pawn
from render.games.san_andreas.directions import ARROWS
from tests.games.pressing import labels, texts
from tests.games.san_andreas.views import moments
from tests.games.san_andreas.worked import after, resolved, shaking, table
from tests.games.views import match_of


def view_of(state: State, viewer: Viewer = PUBLIC, language: str = "en") -> View:
    match = match_of(GAME, Setup(3), ("Ann", "Bob", "Cleo"))
    return View(match, viewer, GAME.observe(state, viewer), (), 0, words(language))


SHAKEN = "2 on D1; 1 on B1; 1 on B1"


def test_a_report_points_the_way_and_leaves_the_leans_to_the_picture() -> None:
    assert report(view_of(after(SHAKEN, "3 at 1,11")))[1:] == [
        (
            "1\\. **Sun ←**: D1 moves to the left and slides under C1 and C2."
            " **Destroyed:** C1d (Ann)."
        ),
        "2\\. **Moon ↑**: B1 moves up and rides over B2.",
        "3\\. **Crown ↑**: B1 moves up.",
    ]


def test_what_is_read_aloud_tells_how_the_ground_leans_now() -> None:
    now = PANEL.text(view_of(after(SHAKEN, "3 at 1,11")))[0].text

    assert (
        "1. Sun: D1 moves to the left and slides under C1 and C2. C1: its upper right corner is"
        " raised. C2: its lower right corner is raised. Destroyed: C1d (Ann)." in now
    )
    assert "3. Crown: B1 moves up. B1: lies flat." in now


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

    screen = Ordering().ask(view, order=order)

    assert layout(screen).view.total_children_count <= 40
    spared = words(language).say("No city is lost.")
    first, second, third = [line for line in texts(screen).splitlines() if line[:2] in "1.2.3."]
    assert spared not in first
    assert second.endswith(spared)
    assert third.endswith(spared)
    tried = shaken_by(view.observation, order)
    left = unresolved(tried)
    assert "←" not in order_alt(view, tried, left)


def test_a_die_s_button_points_where_its_tile_would_go() -> None:
    view = view_of(shaking(table(), "1 on B1; 5 on G1; 3 on D1"), Seat(0))

    assert labels(Ordering().ask(view)) == [
        "Sun: B1 ↑ over",
        "Moon: G1 → over",
        "Crown: D1 ← over",
    ]


def test_that_somebody_has_decided_is_not_told_beside_what_came_of_it() -> None:
    asked = after("5 on H1", "0 at 1,15; 3 at 7,1")
    step = GAME.apply(asked, Move(Seat(0), Swap(3)))

    post = PANEL.post(view_of(step.state), step.events)

    assert SwapDecided(Seat(0)) in step.events
    assert "has decided" not in post.text
    assert "swapped the 0 for a lost 3" in post.text


def test_the_message_that_tells_the_scores_after_a_swap_shows_them() -> None:
    asked = after("5 on H1", "0 at 1,15; 3 at 7,1", memory="strict")
    step = GAME.apply(asked, Move(Seat(0), Swap(3)))
    later = GAME.apply(step.state, Move(Seat(1), Found(1, Space(4, 8))))

    question, scored = PANEL.post(view_of(asked), ()), PANEL.post(view_of(step.state), step.events)
    after_a_turn = PANEL.post(view_of(later.state), (*step.events, *later.events))

    pictures = [post.image for post in (question, scored, after_a_turn)]
    assert all(image is not None and image.picture.format == "png" for image in pictures)
    _, shown, shown_later = [image.alt for image in pictures if image]
    assert "Ann, A1d: coin 3, by the ocean: 3 points." in shown
    assert shown == shown_later


def test_a_reader_s_own_cities_are_told_first_then_seat_by_seat() -> None:
    state = after("5 on G1", "3 at 1,15; b4 at 1,13; 2 at 1,11; c5 at 3,7")

    screen = PANEL.score(view_of(state, Seat(1)))

    told = [line.split(",")[0] for line in texts(screen).splitlines() if line.startswith("- ")]
    assert told == ["- Bob", "- Ann", "- Ann", "- Cleo"] * 2


def test_the_result_says_what_the_last_quake_took_and_brought() -> None:
    last = but(table("3 at 1,15; b4 at 1,13"), hands=((), (1,), (1,)))
    shaken = resolved(shaking(last, "5 on G1; 1 on B1"))
    step = GAME.apply(shaken, Move(Seat(0), Resolve("sun")))

    post = PANEL.result(view_of(step.state), step.events)

    lines = post.text.splitlines()
    assert lines[1:3] == ["**Quake 1**, set off by Ann. City lost: B1d (Bob).", "Points: Ann +3."]
    assert len(lines) == 4
    assert not post.files
    assert "**Quake 1**, set off by Ann: Sun 5, Moon 1, Crown 0, Arms 0." in post.happened
    assert "Ann: A1d 3 points (coin 3)." in post.happened


def run(seats: int, seed: int, first: int, last: int) -> tuple[View, list[Event]]:
    """Return the table after some decisions of a match, with all that they brought."""
    part = moments(seats, seed)[first : last + 1]
    return part[-1].view(PUBLIC), [event for each in part[1:] for event in each.news()]


@pytest.mark.parametrize(("seats", "seed"), [(3, 4), (4, 7)])
@pytest.mark.parametrize("long", [3, 9, 30])
def test_a_run_of_turns_is_told_in_sums_with_all_of_it_behind(
    seats: int, seed: int, long: int
) -> None:
    whole = moments(seats, seed)
    for first in range(0, len(whole) - long, 5):
        if not whole[first + long].awaited:
            break
        view, news = run(seats, seed, first, first + long)
        before = whole[first].view(PUBLIC).observation.points
        gains = [now - then for now, then in zip(view.observation.points, before, strict=True)]
        wanted = [f"{name(view, Seat(n))} +{gain}" for n, gain in enumerate(gains) if gain]

        post = PANEL.post(view, news)

        lines = post.text.splitlines()
        assert len(lines) <= 4
        assert len(post.text) < 500
        assert ("Points: " in post.text) == bool(wanted)
        if wanted:
            assert f"Points: {', '.join(wanted)}." in post.text
        founded = [each for each in news if isinstance(each, CityFounded)]
        told = post.happened or (post.text,)
        for each in founded:
            assert any(f"**{each.tile}{each.quarter}**" in line for line in told)


def test_the_cities_that_two_quakes_took_are_added_up() -> None:
    lost = shaking(table("3 at 1,13; b4 at 5,4; c2 at 4,12"), "1 on B1")
    view = view_of(lost)
    quake = view.observation.quake
    assert quake is not None
    again = replace(view.observation, quake=replace(quake, number=2))
    shaken = TileShifted(quake.shifts[0], None)
    scored = CitiesScored((), (0, 4, 0), (0, 4, 0))
    rolled = DiceRolled(Seat(1), (1, 0, 0, 0))
    one = (DiceRolled(Seat(0), (1, 0, 0, 0)), shaken, scored)

    both = PANEL.post(replace(view, observation=again), (*one, rolled, shaken, scored))
    waiting = PANEL.post(replace(view, observation=again), (*one, rolled))

    assert "**Quakes 1 to 2**. Cities lost: B1d (Ann), B1d (Ann)." in both.text
    assert "Points: Bob +8." in both.text
    assert "**Quake 1**, set off by Ann. City lost: B1d (Ann)." in waiting.text
    assert "**Bob** rolled Sun 1" in waiting.text
