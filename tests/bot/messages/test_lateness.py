"""Tables that stand still and go on, as their channels read it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from bot.games.registry import panels
from bot.games.screen import Post
from bot.hosting.host import Host
from bot.locale.localisation import words
from bot.messages.notice_view import NoticeView
from bot.messages.time.lateness import standstill, time_up
from bot.table.match.match import LoadedMatch, Match, Person, Status, WhenLate
from bot.table.match.pace import PACES
from bot.table.notices.notice import Notice, NoticeKind
from bot.table.time import waits as rules
from bot.table.time.holidays import TableTimes
from engine.game import Seat
from tests.bot.tables import ANN, BOB, CLEO, table_of

NOW: Final = datetime(2026, 11, 21, 9, tzinfo=UTC)
DAY: Final = PACES["day"]


async def test_only_those_who_must_still_act_are_pinged_when_a_table_goes_on(host: Host) -> None:
    match = replace(await table_of(host, ANN, BOB), acting=(Seat(1),))
    # Ann has moved, and a player has left, before the channel could be told.
    facts = {"says": "goes-on", "pings": [ANN.id, BOB.id, 77]}
    notice = Notice("channel:100", NoticeKind.STANDSTILL, "1", match.id, facts=facts)

    post = standstill(NoticeView(notice, LoadedMatch(match), panels(), NOW), words("en"))

    assert post.pings == (BOB.id,)
    assert f"<@{BOB.id}>" in post.text
    assert f"<@{ANN.id}>" not in post.text


def up(match: Match, when_late: WhenLate, *seats: int, ago: timedelta = DAY.span) -> Post:
    """Return what is said when the time of these seats is up that were asked so long ago."""
    late = [Seat(each) for each in seats]
    chairs = [
        replace(each, lapses=1) if number in late else each
        for number, each in enumerate(match.chairs)
    ]
    match = replace(
        match,
        chairs=tuple(chairs),
        status=Status.PLAYING,
        acting=tuple(late),
        when_late=when_late,
        pace=DAY,
    )
    facts: list[dict[str, Any]] = [
        {"seat": each, "player": match.chairs[each].player, "name": match.chairs[each].name}
        for each in late
    ]
    asked = [rules.asked(match.id, each, NOW - ago, DAY, DAY.span) for each in late]
    times = TableTimes(tuple(rules.started(each, each.asked_at, NOW) for each in asked))
    notice = Notice("channel:100", NoticeKind.TIME_UP, "1", match.id, facts={"late": facts})
    about = NoticeView(notice, LoadedMatch(match), panels(), NOW, times=times)
    return time_up(about, words("en"))


async def test_several_who_are_late_are_named_as_people_say_it(host: Host) -> None:
    people: tuple[Person, ...] = (ANN, BOB, CLEO)
    post = up(await table_of(host, *people), WhenLate.WAIT, 0, 1, 2)

    assert post.text.startswith("**Time is up for Ann, Bob and Cleo** at ")
    assert f"<@{ANN.id}>, <@{BOB.id}> and <@{CLEO.id}>: the table is still waiting" in post.text


async def test_who_can_still_avert_the_end_finds_the_way_to_the_move_first(host: Host) -> None:
    post = up(await table_of(host, ANN, BOB, CLEO), WhenLate.END, 1)

    ((first, *_),) = [row.buttons for row in post.rows]
    assert (first.label, first.id.partition(".")[0]) == ("Play my move", "play")


async def test_who_was_given_a_day_after_their_time_reads_until_when(host: Host) -> None:
    match = await table_of(host, ANN, BOB, CLEO)

    without = up(match, WhenLate.WAIT, 1)
    given = up(match, WhenLate.WAIT, 1, ago=timedelta())

    until = int((NOW + DAY.span).timestamp())
    assert "There is time until" not in without.text
    assert f"There is time until <t:{until}:f> now." in given.text
