"""What a table says of time: when a move is due, who is away, that the clock is stopped."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest
from discord.utils import format_dt

from bot.locale.localisation import LANGUAGES, words
from bot.messages.time import times
from bot.table.ids import MatchId, PlayerId
from bot.table.match.lobby import opened
from bot.table.match.match import Chair, Match, Person, Status, Venue, WhenLate
from bot.table.match.pace import NO_LIMIT, PACES, Pace, PaceKind
from bot.table.time import waits as rules
from bot.table.time.clocks import seen
from bot.table.time.holidays import Holiday, TableTimes
from bot.table.time.nights import ALWAYS_THERE
from bot.table.time.waits import Stop, Wait
from engine.game import Seat, Setup
from engine.games.seismic import GAME

NOW: Final = datetime(2027, 3, 26, 18, tzinfo=UTC)
HOUR: Final = timedelta(hours=1)
SAID: Final = words("en")
ANN, BOB = Seat(0), Seat(1)


def table(of: Pace, *acting: Seat) -> Match:
    lobby = opened(Person(PlayerId(1), "Ann"), Venue(7, 100), GAME, Setup(2), "1", of, now=NOW)
    chairs = (*lobby.chairs, Chair("B*b", "2", PlayerId(2)))
    return replace(lobby, chairs=chairs, status=Status.PLAYING, acting=acting, has_begun=True)


def wait(seat: Seat, of: Pace, begun: timedelta | None = None) -> Wait:
    """Return a wait that runs for so long; None: nobody has seen it."""
    asked = rules.asked(MatchId(0), seat, NOW - (begun or timedelta()), of, of.span)
    return asked if begun is None else rules.started(asked, asked.asked_at, NOW)


def due(match: Match, *waits: Wait, away: dict[Seat, Holiday] | None = None) -> str:
    shown = tuple(seen(each, ALWAYS_THERE, NOW) for each in waits)
    return times.due(match, TableTimes(shown, away or {}), SAID, NOW)


def due_line(moment: datetime) -> str:
    return f"due {format_dt(moment, 'R')}"


def test_the_earliest_of_those_who_must_act_is_named() -> None:
    of = PACES["day"]
    line = due(table(of, ANN, BOB), wait(ANN, of, HOUR), wait(BOB, of, 5 * HOUR))

    assert line == due_line(NOW + 19 * HOUR)


def test_a_wait_that_nobody_has_seen_begins_with_the_message() -> None:
    of = PACES["day"]

    assert due(table(of, BOB), wait(BOB, of)) == due_line(NOW + 24 * HOUR)


def test_trouble_ends_with_the_message_that_tells_it() -> None:
    of = PACES["day"]
    troubled = rules.stopped(wait(BOB, of, 2 * HOUR), Stop.TROUBLE, NOW - HOUR)

    assert due(table(of, BOB), troubled) == due_line(NOW + 23 * HOUR)


def test_without_a_limit_nothing_is_due() -> None:
    assert due(table(NO_LIMIT, BOB), wait(BOB, NO_LIMIT, HOUR)) == ""


def test_on_hold_time_stands_still() -> None:
    of = PACES["day"]
    held = rules.stopped(wait(BOB, of, HOUR), Stop.HOLD, NOW)

    assert due(table(of, BOB), held) == "the clock is stopped"


def test_whoever_is_away_is_said_to_be() -> None:
    of, back = PACES["day"], NOW + 48 * HOUR
    holiday = Holiday(PlayerId(2), 7, NOW - HOUR, back, "UTC")
    held = rules.stopped(wait(BOB, of, HOUR), Stop.HOLIDAY, NOW)
    away = {BOB: holiday}
    said = f"B\\*b is away until {format_dt(back, 'f')}"

    assert due(table(of, BOB), held, away=away) == f"the clock is stopped · {said}"
    assert due(table(NO_LIMIT, BOB), wait(BOB, NO_LIMIT, HOUR), away=away) == said
    # Not while another person is waited for, or before it begins.
    assert due(table(of, ANN), wait(ANN, of), away=away).startswith("due")
    later = {BOB: replace(holiday, begins_at=NOW + HOUR)}
    assert "away" not in due(table(of, BOB), wait(BOB, of), away=later)
    assert times.absences(table(of, ANN), TableTimes((), later), SAID) == [
        f"**B\\*b** is away from {format_dt(NOW + HOUR, 'f')} to {format_dt(back, 'f')}."
    ]


def test_a_match_that_is_over_has_nothing_due() -> None:
    of = PACES["day"]
    over = replace(table(of, BOB), status=Status.FINISHED)

    assert due(over, wait(BOB, of, HOUR)) == ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list(PACES))
def test_every_pace_has_a_name_that_begins_a_line(name: str, language: str) -> None:
    said = times.pace_name(PACES[name], words(language))

    assert said[0].isupper() or said[0].isdecimal()
    assert len(said) <= 100


def test_a_pace_that_is_not_on_offer_any_more_says_how_long_it_is() -> None:
    assert times.pace_name(Pace(PaceKind.MOVE, timedelta(days=5)), SAID) == "5 days per move"


def test_what_happens_late_is_said_only_where_there_is_a_limit() -> None:
    assert times.agreed(table(NO_LIMIT), SAID) == ["**Pace** No limit"]
    late = replace(table(PACES["three-days"]), when_late=WhenLate.WAIT)
    assert times.agreed(late, SAID) == [
        "**Pace** 3 days per move",
        "**When time is up** The table waits",
    ]


def test_a_player_reads_that_their_own_due_date_was_moved() -> None:
    moved = replace(wait(BOB, PACES["day"], HOUR), player=PlayerId(2), night=HOUR)
    shown = TableTimes((wait(ANN, PACES["day"], HOUR), moved))

    said = {each: times.moved(shown, PlayerId(2), words(each)) for each in LANGUAGES}
    assert said["en"] == "Later than usual because of your quiet hours or your holiday."
    assert len(set(said.values())) == len(LANGUAGES)
    assert times.moved(shown, PlayerId(1), SAID) == ""


def test_the_place_of_a_guessed_time_zone_has_its_name_in_the_reader_s_language() -> None:
    assert times.city("America/New_York", SAID) == "New York"
    assert times.city("Europe/Madrid", words("es")) == "Madrid"
    assert [times.city("America/Mexico_City", words(each)) for each in ("en", "es")] == [
        "Mexico City",
        "Ciudad de México",
    ]
