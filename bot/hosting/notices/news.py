"""How often a channel is told of a table: its host chooses, and the daily message comes in time."""

from bot.hosting.match.tables import Tables
from bot.hosting.match.telling import Telling
from bot.table.effects import NO_EFFECTS, Effects
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Match, NewsMode, Status
from bot.table.notices.news_modes import with_news
from bot.table.notices.notice import Notice, NoticeKind, to_table
from bot.table.time.timers import Timer, TimerKey, TimerKind


class News:
    """Changes how tables are told."""

    def __init__(self, tables: Tables, telling: Telling) -> None:
        self._tables = tables
        self._telling = telling

    async def set(self, match_id: MatchId, by: PlayerId, mode: NewsMode | None) -> Match:
        """Change how the table's channel is told; only the host may, and the table hears of it.

        Raises `LobbyRefused` (lobby-not-host, digest-too-fast), `NotPlaying`.
        """

        def told(before: Match, after: Match) -> Effects:
            if before.news is after.news or after.status is Status.LOBBY:
                return NO_EFFECTS
            host = next((each.name for each in after.people if each.id == by), "")
            facts = {"says": f"news-{mode or 'server'}", "who": host}
            key = f"news {match_id} {before.revision}"
            notice = Notice(to_table(match_id), NoticeKind.SAID, key, match_id, facts=facts)
            return Effects(
                notices=(notice,),
                dropped=(TimerKey(TimerKind.DIGEST, str(match_id)),),
                # Tell now what waited for the daily message.
                tells_table=before.line > before.table.upto,
            )

        await self._tables.change(match_id, lambda each, _: with_news(each, by, mode), effects=told)
        return await self._telling.tell_or_raise(match_id)

    async def digest(self, timer: Timer) -> None:
        """Let the channel be told what has happened since the last daily message."""
        if timer.match is None:
            raise ValueError(timer)
        effects = Effects(fired=timer, tells_table=True)
        await self._tables.change(timer.match, lambda each, _: each, effects=lambda *_: effects)
