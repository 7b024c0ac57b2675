"""When a table of a daily digest hears of news, and what a closed direct message becomes."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest

from bot.table.ids import PlayerId
from bot.table.match.lobby import opened
from bot.table.match.match import Match, NewsMode, Person, Status, Venue
from bot.table.match.pace import PACES
from bot.table.notices.news_modes import digest_due, first_message
from bot.table.notices.notice import Notice, NoticeKind, fallen_back
from engine.game import Setup
from engine.games.seismic import GAME

NOW: Final = datetime(2027, 3, 26, 18, tzinfo=UTC)
HOUR: Final = timedelta(hours=1)
NEW, OLD = first_message(NOW - 5 * HOUR), first_message(NOW - 25 * HOUR)
DIGEST, ONE = NewsMode.DIGEST, NewsMode.ONE


def table(news: NewsMode | None, pace: str = "week", status: Status = Status.PLAYING) -> Match:
    lobby = opened(Person(PlayerId(1), "Ann"), Venue(7, 100), GAME, Setup(2), "open", now=NOW)
    return replace(lobby, news=news, pace=PACES[pace], status=status)


@pytest.mark.parametrize(
    ("match", "servers", "message", "due"),
    [
        (table(DIGEST), None, NEW, NOW + 19 * HOUR),
        (table(None), DIGEST, NEW, NOW + 19 * HOUR),
        (table(ONE), DIGEST, NEW, None),
        (table(None), None, NEW, None),
        (table(DIGEST), None, OLD, None),
        (table(DIGEST), None, None, None),
        # Too fast to wait for a day, or over: it is told at once.
        (table(DIGEST, "day"), None, NEW, None),
        (table(DIGEST, status=Status.FINISHED), None, NEW, None),
    ],
)
def test_when_a_daily_table_hears_of_news(
    match: Match, servers: NewsMode | None, message: int | None, due: datetime | None
) -> None:
    assert digest_due(match, servers, message, NOW) == due


@pytest.mark.parametrize(
    ("kind", "facts", "channel", "target", "told"),
    [
        (NoticeKind.TIME_UP, {}, 100, "channel:100", {"player": 1, "fell_back": True}),
        (NoticeKind.TIME_UP, {}, None, None, {}),
        (
            NoticeKind.REMINDER,
            {"channel": 200, "tables": [{"guild": 7}, {"guild": 8}, {"guild": 7}]},
            100,
            "channel:200",
            {
                "channel": 200,
                "tables": [{"guild": 7}, {"guild": 7}],
                "player": 1,
                "fell_back": True,
            },
        ),
        # A channel would tell everybody of a plan.
        (NoticeKind.PLAN_DROPPED, {}, 100, None, {}),
    ],
)
def test_a_direct_message_that_is_not_taken_goes_to_the_channel(
    kind: NoticeKind,
    facts: dict[str, Any],
    channel: int | None,
    target: str | None,
    told: dict[str, Any],
) -> None:
    notice = Notice("dm:1", kind, "key", facts=facts)

    there = fallen_back(notice, channel, is_first=True)
    again = fallen_back(notice, channel, is_first=False)

    assert (there and there.target, there and there.facts) == (target, told if target else None)
    assert again is None or "fell_back" not in again.facts
