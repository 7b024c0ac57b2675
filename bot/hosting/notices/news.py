"""How often a channel is told of a table: its host chooses, and the daily message comes in time."""

from bot.hosting.match.tables import Tables
from bot.hosting.match.telling import Telling
from bot.storage.match.matches import MatchStore
from bot.table.effects import NO_EFFECTS, Effects
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Match, NewsMode, Status
from bot.table.notices.news_modes import Digest, with_hour, with_news
from bot.table.notices.notice import Notice, NoticeKind, to_table
from bot.table.time.timers import Timer, TimerKey, TimerKind
from bot.table.world import Clock


class News:
    """Changes how tables are told."""

    def __init__(self, matches: MatchStore, tables: Tables, telling: Telling, clock: Clock) -> None:
        self._matches = matches
        self._tables = tables
        self._telling = telling
        self._clock = clock

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
                # Nobody waits for a daily message that won't come.
                asks=True,
            )

        await self._telling.note_asked(match_id)
        await self._tables.change(match_id, lambda each, _: with_news(each, by, mode), effects=told)
        return await self._telling.tell_or_raise(match_id)

    async def set_hour(self, match_id: MatchId, by: PlayerId, minutes: int) -> Match:
        """Let the daily message come at another minute of the day; only the host may.

        Raises `LobbyRefused` (lobby-not-host), `NotPlaying`.
        """

        def told(before: Match, after: Match) -> Effects:
            # What is told sets the timer anew.
            is_new = before.digest_at != after.digest_at and after.status is Status.PLAYING
            return Effects(tells_table=is_new)

        change = lambda each, _: with_hour(each, by, minutes)  # noqa: E731
        await self._tables.change(match_id, change, effects=told)
        return await self._telling.tell_or_raise(match_id)

    async def next_digest(self, match: Match) -> Digest | None:
        """Return when a table's next daily message comes; None: it gets none."""
        if await self._matches.news_mode(match) is not NewsMode.DIGEST:
            return None
        return await self._matches.digest(match, self._clock.now())

    async def digest(self, timer: Timer) -> None:
        """Ask those who must act, and tell what has happened since the last daily message."""
        if timer.match is None:
            raise ValueError(timer)
        effects = Effects(fired=timer, asks=True)
        await self._tables.change(timer.match, lambda each, _: each, effects=lambda *_: effects)
