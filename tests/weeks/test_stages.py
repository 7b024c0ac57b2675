"""Single tables over days: what people are told, and what time they have."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from bot.storage.database import Database
from bot.storage.integrity import Hanging, hanging
from bot.table.match.match import WhenLate
from tests.weeks.stage import ANN, BOB, CLEO, NAMES, Stage, staged

HOUR = timedelta(hours=1)


@pytest.mark.parametrize("title", ["seismic", "san_andreas", "aftershock"])
async def test_a_table_that_waits_on_reminds_as_if_there_were_no_limit(
    title: str, tmp_path: Path
) -> None:
    async with staged(tmp_path) as stage:
        people = [*list(NAMES)[:3]] if title != "seismic" else [ANN, BOB]
        await stage.sat_down(title, people, "day", WhenLate.WAIT)
        seat, awaited = await stage.awaited()
        other = next(each for each in people if each != awaited)
        await stage.passed(44 * HOUR)
        began = stage.now

        await stage.players.nudge(stage.match_id, seat, NAMES[other], stage.now)
        await stage.passed(HOUR)
        nudged = stage.pings(awaited, began)
        await stage.passed(9 * 24 * HOUR)
        reminded = stage.pings(awaited, began)
        await stage.host.agreements.give_a_day(stage.match_id, other, seat, stage.request())
        given = await stage.left(seat)
        await stage.passed(4 * 24 * HOUR)
        await stage.host.agreements.back(stage.match_id, awaited, stage.request())
        back = await stage.left(seat)

        assert len(nudged) == 1
        assert 3 <= len(reminded) <= 4
        assert given is not None
        assert abs(given - 24 * HOUR) < HOUR
        assert back is not None
        assert back > 23 * HOUR
        assert not stage.law.broken


@pytest.mark.parametrize("when_late", list(WhenLate))
@pytest.mark.parametrize("pace", ["none", "day", "day-clock"])
async def test_no_wait_hangs_at_a_table_that_nobody_looks_at(
    pace: str, when_late: WhenLate, tmp_path: Path
) -> None:
    async with staged(tmp_path) as stage:
        await stage.sat_down("seismic", [ANN, BOB], pace, when_late)
        database = Database(f"sqlite:///{tmp_path / 'stage.db'}")
        found: list[Hanging] = []
        for _ in range(12):
            await stage.passed(24 * HOUR)
            found += await hanging(database)
        await database.close()

        assert not found
        assert not stage.law.broken


def end_that_is_said(stage: Stage) -> float | None:
    """Return when the match will end, as the channel reads it of a player whose time was up."""
    texts = [each.text for each in stage.chat.messages.values() if each.deleted_at is None]
    (text,) = [each for each in texts if "Time is up for" in each]
    found = re.search(r"<t:(\d+):f>", text)
    return None if found is None else float(found[1])


@pytest.mark.parametrize("why", ["holiday", "quiet hours"])
async def test_the_moment_at_which_a_match_will_end_is_said_as_it_is_by_now(
    why: str, tmp_path: Path
) -> None:
    async with staged(tmp_path) as stage:
        await stage.sat_down("seismic", [ANN, BOB, CLEO], "day", WhenLate.END)
        seat, awaited = await stage.awaited()
        await stage.passed(25 * HOUR)
        first = end_that_is_said(stage)
        assert first is not None

        if why == "holiday":
            today = stage.now.date()
            await stage.planned_holiday(awaited, today, today + timedelta(days=1), "UTC")
            await stage.passed(HOUR)
            assert end_that_is_said(stage) is None
            await stage.passed(48 * HOUR)
        else:
            now = stage.now.hour
            await stage.sleeps(awaited, "UTC", (now + 20) % 24, (now + 6) % 24)
            await stage.passed(HOUR)

        left, by_now = await stage.left(seat), end_that_is_said(stage)
        assert left is not None
        # What is left is stored in whole seconds.
        assert by_now is not None
        assert by_now == pytest.approx((stage.now + left).timestamp(), abs=2)
        assert abs(by_now - first) > 3600
        assert not stage.law.broken
