"""What is remembered of coins that were turned up (rules 6, option memory)."""

from dataclasses import replace

from bot.games.panel import Moment, View
from bot.games.san_andreas.panel import PANEL
from bot.locale.localisation import words
from bot.table.match.match import Status
from engine.boards.squares import Space
from engine.game import PUBLIC, Event, Move, Seat, Setup, Viewer
from engine.games.san_andreas import GAME
from engine.games.san_andreas.actions import Found, Resolve, Swap
from engine.games.san_andreas.events import CitiesScored, NullSwapped
from engine.games.san_andreas.memory import forgotten, remembered, retold, shown_again
from engine.games.san_andreas.state import State, but
from tests.games.san_andreas.worked import after, resolved, shaking, table, values
from tests.games.views import match_of

VIEWERS: tuple[Viewer, ...] = (PUBLIC, Seat(0), Seat(1), Seat(2))


def test_values_that_were_shown_stay_readable() -> None:
    state = after("5 on G1", "5 at 1,15; b3 at 1,13")

    state = GAME.apply(state, Move(Seat(1), Found(1, Space(4, 8)))).state

    assert values(state, Seat(2)) == [5, 3, None]
    seen = GAME.observe(state, PUBLIC).quake
    assert seen is not None
    assert [line.value for line in seen.scores] == [5, 3]


def test_a_shown_coin_that_is_lost_later_is_known() -> None:
    state = shaking(but(after("5 on G1", "5 at 1,15; b3 at 1,13"), seat=Seat(0)), "1 on A1")

    assert [purse.lost_coins for purse in GAME.observe(state, Seat(2)).purses] == [(5,), (), ()]


def scored(memory: str = "strict") -> tuple[State, tuple[Event, ...]]:
    """Return a table whose seat 0 has swapped its 0 for a lost 3, and all that came of it."""
    state = shaking(table("0 at 1,15; 3 at 7,1; b4 at 1,13", memory=memory), "5 on H1; 5 on G1")
    step = GAME.apply(resolved(state, "sun"), Move(Seat(0), Swap(3)))
    return step.state, step.events


def next_turn(state: State) -> tuple[State, tuple[Event, ...]]:
    step = GAME.apply(state, Move(Seat(1), Found(1, Space(4, 8))))
    return step.state, step.events


def test_with_strict_memory_the_next_turn_hides_the_values_again() -> None:
    state = after("5 on G1", "5 at 1,15; b3 at 1,13", memory="strict")
    assert values(state, Seat(2)) == [5, 3]

    state, _ = next_turn(state)

    assert values(state, Seat(2)) == [None, None, None]
    assert values(state, Seat(0)) == [5, None, None]
    seen = GAME.observe(state, Seat(2)).quake
    assert seen is not None
    assert [(line.value, line.points) for line in seen.scores] == [(None, 5), (None, 3)]


def test_with_strict_memory_nobody_else_knows_a_swapped_coin_later() -> None:
    state, _ = scored()

    state, _ = next_turn(state)

    seen = GAME.observe(state, Seat(2)).quake
    assert seen is not None
    assert [each.coin for each in seen.swaps] == [None]
    assert GAME.observe(state, Seat(2)).purses[0].lost_coins == ()
    assert GAME.observe(state, Seat(0)).purses[0].lost_coins == (0,)


def test_events_tell_the_values_as_they_are_shown_whatever_is_remembered() -> None:
    for memory in ("open", "strict"):
        _, events = scored(memory)

        (swap,) = [event for event in events if isinstance(event, NullSwapped)]
        (scoring,) = [event for event in events if isinstance(event, CitiesScored)]
        assert swap.swapped.coin == 3
        assert [(line.value, line.points) for line in scoring.scores] == [(3, 3), (4, 4)]


def test_with_strict_memory_what_is_told_later_has_points_but_no_values() -> None:
    state, events = scored()

    later = [retold(GAME.observe(state, PUBLIC), event) for event in events]

    (swap,) = [event for event in later if isinstance(event, NullSwapped)]
    (scoring,) = [event for event in later if isinstance(event, CitiesScored)]
    assert swap.swapped.coin is None
    assert [(line.value, line.points) for line in scoring.scores] == [(None, 3), (None, 4)]
    assert [type(event) for event in later] == [type(event) for event in events]


def test_with_open_memory_everything_may_be_told_later() -> None:
    state, events = scored("open")
    seen = GAME.observe(state, PUBLIC)

    assert tuple(retold(seen, event) for event in events) == events
    assert remembered(seen) == seen


def test_whoever_looks_back_knows_what_the_next_turn_would_have_left() -> None:
    for state in (scored()[0], after("5 on G1", "5 at 1,15; b3 at 1,13", memory="strict")):
        for viewer in VIEWERS:
            left = GAME.observe(forgotten(state), viewer)

            assert remembered(GAME.observe(state, viewer)) == left


def test_whoever_looks_back_at_the_question_about_a_null_sees_no_coins_of_others() -> None:
    asked = after("5 on H1", "0 at 1,15; 3 at 7,1; b4 at 1,13", memory="strict")
    assert values(asked, Seat(1)) == [0, 4]

    seen = remembered(GAME.observe(asked, Seat(1)))

    assert [city.value for city in seen.layout.cities] == [None, 4]
    assert seen.purses[0].lost_coins == ()


def test_before_the_first_quake_strict_memory_has_nothing_to_hide() -> None:
    state = table(memory="strict")

    assert next_turn(but(state, seat=Seat(1)))[0].quake is None
    assert remembered(GAME.observe(state, Seat(0))) == GAME.observe(state, Seat(0))


def view_of(state: State, viewer: Viewer, line: int = 9) -> View:
    """Return the table of a line of a match that has nine."""
    match = match_of(GAME, Setup(3), ("Ann", "Bob", "Cleo"))
    match = replace(match, line=9)
    return View(match, viewer, GAME.observe(state, viewer), (), line, words("en"))


def test_the_report_tells_the_values_even_if_the_next_turn_has_hidden_them_already() -> None:
    state, events = scored()
    state, more = next_turn(state)

    post = PANEL.post(view_of(state, PUBLIC), (*events, *more))

    assert "swapped the 0 for a lost 3" in post.text
    assert "Ann: A1d 3 points (coin 3)." in post.happened
    assert "Bob: B1d 4 points (coin 4)." in post.happened


def test_the_history_tells_values_only_where_they_stay_readable() -> None:
    for memory in ("open", "strict"):
        state, events = scored(memory)
        moments = (Moment(view_of(state, PUBLIC), events),)

        told = " ".join(sentence for _, sentence in PANEL.history(moments))

        assert ("A1d 3 points (coin 3)" in told) == (memory == "open")
        assert ("for a lost 3" in told) == (memory == "open")
        assert "Ann +3" in told


def test_a_board_of_the_past_shows_no_values_that_are_hidden_since() -> None:
    state, _ = scored()
    hidden, other = view_of(forgotten(state), Seat(1)), view_of(state, Seat(1), line=5)

    assert PANEL.board(other).picture == PANEL.board(hidden).picture
    assert PANEL.board(other).picture != PANEL.board(view_of(state, Seat(1))).picture


def test_after_the_match_the_boards_of_the_past_show_everything() -> None:
    state, _ = scored()
    view = view_of(state, Seat(1), line=5)

    finished = replace(view, match=replace(view.match, status=Status.FINISHED))

    assert PANEL.board(finished).picture == PANEL.board(view_of(state, Seat(1))).picture


def test_the_picture_of_the_report_shows_the_values_too() -> None:
    before = shaking(table("5 at 1,15; b3 at 1,13", memory="strict"), "5 on G1; 5 on F1")
    step = GAME.apply(before, Move(Seat(0), Resolve("sun")))
    state, more = next_turn(step.state)
    view = view_of(state, PUBLIC)

    report = PANEL.post(view, (*step.events, *more)).image
    without = PANEL.post(view, tuple(retold(view.observation, each) for each in step.events)).image

    assert report is not None
    assert without is not None
    assert report.picture.format == "gif"
    assert report.picture != without.picture


def test_coins_that_are_shown_again_are_those_that_were_scored() -> None:
    state, events = scored()
    (scoring,) = [event for event in events if isinstance(event, CitiesScored)]
    later, _ = next_turn(state)
    assert values(later, PUBLIC) == [None, None, None]

    seen = shown_again(GAME.observe(later, PUBLIC), scoring.scores)

    assert [(city.value, city.is_shown) for city in seen.layout.cities] == [
        (3, True),
        (4, True),
        (None, False),
    ]
    assert seen.quake is not None
    assert seen.quake.scores == scoring.scores
