"""Moves taken back: at once if no other player is concerned, else if all others agree.

One press is taken back, with all lines after it. The step that stores it checks once more that it
may be, so nothing can come in between.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from bot.hosting.match.match_cache import MatchCache
from bot.hosting.match.tables import Tables
from bot.hosting.match.turns import Turns
from bot.storage.match.matches import MatchStore
from bot.table.errors import NotSeated, Stale, TakeBackRefused, VoteRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import LoadedMatch, Match, Status, VoteKind, VoteResult, not_playing
from bot.table.time import lateness
from bot.table.together import votes
from bot.table.world import Clock
from engine.game import Seat
from engine.record import standing
from engine.takebacks import TakeBack, TakeBackKind, class_of


class TakeBackLook(NamedTuple):
    """What a player could take back now, and how; `match` is the table as it is."""

    match: Match
    seat: Seat
    take_back: TakeBack


class TakeBacks:
    """Takes moves back, or asks the others whether they agree to it."""

    def __init__(
        self,
        matches: MatchStore,
        cache: MatchCache,
        turns: Turns,
        tables: Tables,
        clock: Clock,
    ) -> None:
        self._matches = matches
        self._cache = cache
        self._turns = turns
        self._tables = tables
        self._clock = clock

    async def look(self, match_id: MatchId, player: PlayerId) -> TakeBackLook:
        """Return what `player` could take back now; raises `NotSeated`, `NotPlaying`."""
        return await self._look(await self._cache.of(match_id), player)

    async def take_back(self, match_id: MatchId, player: PlayerId, line: int, request: str) -> None:
        """Take the lines from `line` on back, for which nobody has to be asked.

        Raises `Stale` if that isn't so any more, or if they aren't that player's last move;
        `TakeBackRefused`, `NotSeated`, `NotPlaying`. A repeated request changes nothing.
        """

        async def once() -> None:
            loaded = await self._cache.of(match_id)
            look = await self._check_asked(loaded, player, line)
            if look.take_back.kind is not TakeBackKind.FREE:
                raise Stale("stale", match=match_id)
            await self._turns.take_back(loaded, loaded.match, look.seat, line, request)

        await self._retry_on_conflict(match_id, request, once)

    async def ask(self, match_id: MatchId, player: PlayerId, line: int, request: str) -> None:
        """Ask all others to agree that the lines from `line` on are taken back.

        Computer players agree: if no person has to be asked, it is done at once. Raises as
        `take_back` does, and `VoteRefused` if something is asked already, or this was refused.
        """

        async def once() -> None:
            loaded, now = await self._cache.of(match_id), self._clock.now()
            match = loaded.match
            look = await self._check_asked(loaded, player, line)
            if look.take_back.kind is TakeBackKind.FREE:
                await self._turns.take_back(loaded, match, look.seat, line, request)
                return
            kind, known = VoteKind.TAKE_BACK, votes.Circumstances()
            woken = lateness.woken(match, player, now=now)
            match = votes.opened(woken, player, kind, str(line), known, now=now)
            vote = match.votes[-1]
            if votes.voters(match, vote):
                await self._tables.save(loaded, match, request)
            else:
                match = votes.closed_with(match, vote, VoteResult.PASSED, now=now)
                await self._turns.take_back(loaded, match, look.seat, line, request)

        await self._retry_on_conflict(match_id, request, once)

    async def answer(
        self, match_id: MatchId, player: PlayerId, vote_id: int, request: str, *, is_yes: bool
    ) -> None:
        """Agree that a move is taken back, or not; the last one who agrees takes it back.

        Raises `VoteRefused` (vote-over, vote-not-yours), `NotSeated`, `NotPlaying`.
        """

        async def once() -> None:
            loaded, now = await self._cache.of(match_id), self._clock.now()
            if votes.vote_of(loaded.match, vote_id).kind is not VoteKind.TAKE_BACK:
                raise VoteRefused("vote-over", match=match_id)
            woken = lateness.woken(loaded.match, player, now=now)
            match = votes.cast(woken, player, vote_id, is_yes=is_yes, now=now)
            vote = match.votes[vote_id - 1]
            if vote.result is VoteResult.PASSED:
                line = int(vote.arg)
                await self._turns.take_back(loaded, match, vote.by, line, request)
            else:
                await self._tables.save(loaded, match, request)

        await self._retry_on_conflict(match_id, request, once)

    async def _retry_on_conflict(
        self, match_id: MatchId, request: str, once: Callable[[], Awaitable[None]]
    ) -> None:
        async def anew() -> None:
            if await self._matches.find_answered(request) is None:
                await once()

        await self._tables.retry_on_conflict(match_id, anew)

    async def _check_asked(self, loaded: LoadedMatch, player: PlayerId, line: int) -> TakeBackLook:
        """Return how that player can take back these lines, which were shown as their last move."""
        look = await self._look(loaded, player)
        if look.take_back.kind is TakeBackKind.NEVER:
            raise TakeBackRefused(str(look.take_back.reason), match=loaded.match.id)
        if look.take_back.line != line:
            raise Stale("stale", match=loaded.match.id)
        return look

    async def _look(self, loaded: LoadedMatch, player: PlayerId) -> TakeBackLook:
        match, replay = loaded.match, loaded.begun
        seat = match.seat_of(player)
        if seat is None:
            raise NotSeated("not-seated", match=match.id)
        if match.status is not Status.PLAYING:
            raise not_playing(match)
        game = self._turns.game(match)
        first = await self._find_first(loaded, seat)
        # Older states may have to be played anew.
        return TakeBackLook(
            match, seat, await asyncio.to_thread(class_of, game, replay, seat, first)
        )

    async def _find_first(self, loaded: LoadedMatch, seat: Seat) -> int | None:
        """Return the first line of the last press of a seat that stands; None: there is none.

        What a computer player did for the seat right after its owner goes back with that.
        """
        entries = loaded.begun.record.entries
        row: list[int] = []
        for line in reversed(standing(entries)):
            move = entries[line].move
            if move is not None and move.actor == seat:
                row.append(line)
            elif row:
                break
        if len(row) < 2:
            return row[0] if row else None
        begun = await self._matches.find_pressed(loaded.match.id, row[-1], row[0])
        return max((line for line in row if line in begun), default=row[-1])
