"""How tables are told and when a daily digest comes, and what a closed direct message becomes."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

import pytest

from bot.table.ids import PlayerId
from bot.table.match.lobby import opened
from bot.table.match.match import Match, NewsMode, Person, Status, Venue
from bot.table.match.pace import PACES
from bot.table.notices.news_modes import news_mode, next_digest, zone_of_most
from bot.table.notices.notice import Notice, NoticeKind, fallen_back
from engine.game import Setup
from engine.games.seismic import GAME

NOW: Final = datetime(2027, 3, 26, 18, tzinfo=UTC)
DIGEST, ONE = NewsMode.DIGEST, NewsMode.ONE


def table(news: NewsMode | None, pace: str = "week", status: Status = Status.PLAYING) -> Match:
    lobby = opened(Person(PlayerId(1), "Ann"), Venue(7, 100), GAME, Setup(2), "open", now=NOW)
    return replace(lobby, news=news, pace=PACES[pace], status=status)


@pytest.mark.parametrize(
    ("match", "servers", "mode"),
    [
        (table(None), None, NewsMode.EACH),
        (table(None), DIGEST, DIGEST),
        (table(ONE), DIGEST, ONE),
        # Too fast to wait for a day.
        (table(DIGEST, "day"), None, ONE),
        (table(DIGEST, "none"), None, DIGEST),
    ],
)
def test_a_table_goes_before_its_server(
    match: Match, servers: NewsMode | None, mode: NewsMode
) -> None:
    assert news_mode(match, servers) is mode


@pytest.mark.parametrize(
    ("hour", "zone", "now", "due"),
    [
        (None, "UTC", (26, 17, 59), (26, 18)),
        (None, "UTC", (26, 18, 0), (27, 18)),
        (None, "Europe/Paris", (26, 12, 0), (26, 17)),
        # Over the night of 28 March a day has 23 hours there.
        (None, "Europe/Paris", (27, 18, 0), (28, 16)),
        # That hour is left out on the 28th: it comes as the clocks go on.
        (150, "Europe/Paris", (27, 12, 0), (28, 1, 30)),
        (0, "Pacific/Auckland", (26, 10, 59), (26, 11)),
        (23 * 60, "America/New_York", (27, 3, 0), (28, 3)),
    ],
)
def test_a_digest_comes_at_the_same_hour_of_the_day(
    hour: int | None, zone: str, now: tuple[int, ...], due: tuple[int, ...]
) -> None:
    match = replace(table(DIGEST), digest_at=hour)

    def moment(parts: tuple[int, ...]) -> datetime:
        return datetime(2027, 3, *parts, tzinfo=UTC)  # type: ignore[arg-type,misc]

    assert next_digest(match, zone, moment(now)) == (moment(due), zone)


@pytest.mark.parametrize(
    ("zones", "language", "zone"),
    [
        (["Asia/Tokyo", "Asia/Tokyo", "UTC"], "fr", "Asia/Tokyo"),
        (["Asia/Tokyo"], None, "Asia/Tokyo"),
        (["Asia/Tokyo", "UTC"], "es", "Europe/Madrid"),
        ([], "fr", "Europe/Paris"),
        ([], None, "UTC"),
    ],
)
def test_the_hour_is_that_of_most_people(zones: list[str], language: str | None, zone: str) -> None:
    assert zone_of_most(zones, language) == zone


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
        # Its table's message says it from now on: only why is said.
        (
            NoticeKind.NEXT_UP,
            {"name": "Ann", "seat": 1},
            100,
            "channel:100",
            {"says": "next-up", "who": "Ann"},
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
