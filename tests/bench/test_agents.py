import pytest

from engine.errors import UnknownAgent, UnknownGame
from tests.bench.agents import Meeting, interval, match, measure


def test_a_meeting_is_the_same_every_time_and_everybody_sits_everywhere() -> None:
    meeting = Meeting("san_andreas", 3, "greedy", "uniform", 3)

    one, again = ([match(meeting, number) for number in range(3)] for _ in range(2))

    assert [(each.won, each.ahead) for each in one] == [(each.won, each.ahead) for each in again]
    assert len({each.ahead for each in one}) > 1


def test_equal_players_share_what_there_is() -> None:
    meeting = Meeting("aftershock", 3, "greedy", "greedy", 3)

    assert sum(match(meeting, number).won for number in range(3)) == pytest.approx(1, abs=0.001)


def test_the_interval_is_that_of_wilson() -> None:
    # By hand: 8 of 10.
    assert interval(0.8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)


def test_figures_are_named_by_the_meeting() -> None:
    figures = measure("san_andreas:3:greedy.rival:uniform:3", 1)

    assert figures["san_andreas_3_greedy:rival_against_uniform_share"]
    # Experts of the title thought in a process of their own.
    assert 10 < float(figures["worker_memory_mib"]) <= 150
    assert figures["san_andreas_way_ms"]


def test_a_meeting_can_begin_with_a_later_match() -> None:
    meeting = Meeting("aftershock", 3, "greedy", "beginner", 2, 7)

    figures = measure("aftershock:3:greedy:beginner:2:7", 1)

    ahead = [match(meeting, number).ahead for number in (7, 8)]
    assert figures["aftershock_3_greedy_against_beginner_points_ahead"] == sum(ahead) / 2


@pytest.mark.parametrize(
    ("typed", "error", "says"),
    [
        ("seismic:2", ValueError, "SEATS"),
        ("seismic:two:greedy:greedy:4", ValueError, "numbers"),
        ("seismic:2:greedy:greedy:4:first", ValueError, "numbers"),
        ("seismic:2:greedy:greedy:4:0:0", ValueError, "numbers"),
        ("seismic:2:greedy:greedy:0", ValueError, "at least one"),
        ("chess:2:greedy:greedy:2", UnknownGame, "unknown-game"),
        ("seismic:2:greedy:deep:2", UnknownAgent, "unknown-agent"),
    ],
)
def test_what_makes_no_sense_is_refused(typed: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        measure(typed, 1)
