"""Tables that stand still and go on, as their channels read it."""

from dataclasses import replace
from datetime import UTC, datetime

from bot.games.registry import panels
from bot.hosting.host import Host
from bot.locale.localisation import words
from bot.messages.notice_view import NoticeView
from bot.messages.time.lateness import standstill
from bot.table.match.match import LoadedMatch
from bot.table.notices.notice import Notice, NoticeKind
from engine.game import Seat
from tests.bot.tables import ANN, BOB, table_of


async def test_only_those_who_must_still_act_are_pinged_when_a_table_goes_on(host: Host) -> None:
    match = replace(await table_of(host, ANN, BOB), acting=(Seat(1),))
    # Ann has moved, and a player has left, before the channel could be told.
    facts = {"says": "goes-on", "pings": [ANN.id, BOB.id, 77]}
    notice = Notice("channel:100", NoticeKind.STANDSTILL, "1", match.id, facts=facts)
    now = datetime(2026, 11, 21, 9, tzinfo=UTC)

    post = standstill(NoticeView(notice, LoadedMatch(match), panels(), now), words("en"))

    assert post.pings == (BOB.id,)
    assert f"<@{BOB.id}>" in post.text
    assert f"<@{ANN.id}>" not in post.text
