"""Tells channels what happened: after it was stored, in order, and again where it failed."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import structlog

from bot.hosting.concurrency import Locks
from bot.hosting.errors import CHANNEL_GONE, CannotPost, OutOfReach
from bot.hosting.match import Match, MatchId, Posted, Standing, Status, Target
from bot.hosting.ports import Messenger, Ownership, Truth
from bot.hosting.scheduler import Backoff
from bot.hosting.standings import Standings
from bot.hosting.updates import EditPauses, UpdateKind
from engine.game import CHANCE, PUBLIC, Seat, visible

MOST_HELD: Final = 100
"""So many lines of a run of computer players are told, even if the run goes on."""

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


class Telling:
    """Brings channels up to date with what is stored."""

    def __init__(
        self,
        matches: Truth,
        standings: Standings,
        messenger: Messenger,
        backoff: Backoff,
        edits: EditPauses,
        ownership: Ownership,
    ) -> None:
        self._matches = matches
        self._standings = standings
        self._messenger = messenger
        self._backoff = backoff
        self._edits = edits
        self._ownership = ownership
        self._locks: Locks[MatchId] = Locks()

    async def tell(self, match_id: MatchId, *, at_once: bool = False) -> CannotPost | None:
        """Tell the channel what it has not been told; return what keeps it from being told.

        While computer players move, what they do is held back and told as one: `at_once` doesn't
        wait for the end of their run.
        """
        async with self._locks.of(match_id), self._ownership.telling(match_id) as is_ours:
            standing = await self._standings.of(match_id)
            # Whoever is at it tells the newest too, or leaves it to the clock.
            if not is_ours or (self.holds(standing.match) and not at_once):
                return None
            return await self._tell(standing)

    def holds(self, match: Match) -> bool:
        """Say whether news waits for more: computer players are about to move on."""
        # In trouble nobody knows when they will.
        is_short = match.line - match.table.upto < MOST_HELD
        return match.agent_acts and is_short and not self._backoff.has_failed(match.id)

    async def tell_again(self, match_id: MatchId) -> None:
        """Post the newest message of the match anew; raises `CannotPost`."""
        async with self._locks.of(match_id), self._ownership.telling(match_id):
            standing = await self._standings.of(match_id)
            match = standing.match
            if standing.replay is None:
                lost = replace(match, cover=replace(match.cover, message=None))
                told = {Target.COVER: await self._cover(replace(standing, match=lost))}
            else:
                lost = replace(match, table=replace(match.table, message=None))
                since = min(match.table.since, _last_move(standing))
                told = {Target.TABLE: await self._anew(replace(standing, match=lost), since)}
            await self._posted(match, told)

    async def _tell(self, standing: Standing) -> CannotPost | None:
        match = standing.match
        if match.lost_at is not None:
            return CannotPost(CHANNEL_GONE)
        told: dict[Target, Posted] = {}
        try:
            # A thread grows from the cover, so that has to be there; else turns come first.
            order = (Target.TABLE, Target.COVER)
            for target in order if match.cover.message else reversed(order):
                # The record of a paused match doesn't replay: nothing can be told of its table.
                is_paused = target is Target.TABLE and standing.replay is None
                if is_paused or not match.posted(target).is_behind:
                    continue
                now = replace(standing, match=match)
                posted = await (self._cover if target is Target.COVER else self._table)(now)
                if posted is None:
                    # The cover waits with the turn: it would betray what is held back.
                    break
                told[target] = posted
                match = match.told_by({target: posted})
        except CannotPost as trouble:
            self._backoff.failed(match.id)
            log.warning("cannot-post", match=match.id, reason=trouble.key, **trouble.data)
            # A lost cover is no reason to alarm whoever moved: their news is out.
            return trouble if standing.replay is None or match.table.is_behind else None
        except OutOfReach:
            raise
        except Exception:
            if standing.replay is None:
                raise
            # What is stored is stored: whoever moved must not hear that it failed.
            self._backoff.failed(match.id)
            log.exception("not-told", match=match.id)
            return CannotPost("no-answer")
        finally:
            # One write for all targets; whatever kills the process before it is found again.
            if told:
                await self._posted(standing.match, told)
        await self._deals(replace(standing, match=match))
        return None

    async def _deals(self, standing: Standing) -> None:
        """Tell how proposals stand; the turns are told, so trouble ends here."""
        match_id = standing.match.id
        try:
            if standing.match.status in (Status.PLAYING, Status.FINISHED):
                await self._messenger.deals(standing)
        except OutOfReach:
            return
        except CannotPost as trouble:
            log.warning("deals-untold", match=match_id, reason=trouble.key)
        except Exception:
            log.exception("deals-untold", match=match_id)
        else:
            self._backoff.succeeded(match_id)
            return
        self._backoff.failed(match_id)

    async def _table(self, standing: Standing) -> Posted | None:
        """Tell the table; None: not yet."""
        match = standing.match
        kind = self._standings.update_kind(standing)
        if self._edits.must_wait(match, kind):
            return None
        if kind is UpdateKind.ANEW:
            return await self._anew(standing, match.table.upto)
        if kind is UpdateKind.UNSEEN:
            return match.table.done()
        posted = await self._messenger.more(standing, match.table.since)
        if kind is UpdateKind.EXTENDED:
            # The next message of its own begins where this one did not yet go on.
            return posted.done()
        self._edits.edited(match.id)
        return replace(posted.done(), upto=match.line)

    async def _anew(self, standing: Standing, since: int) -> Posted:
        posted = await self._messenger.table(standing, since, _missed(standing, since))
        return posted.done(since=since, upto=standing.match.line)

    async def _cover(self, standing: Standing) -> Posted:
        match = standing.match
        if match.status == Status.CLOSED and match.cover.message is None:
            return match.cover.done()
        return (await self._messenger.cover(standing)).done()

    async def _posted(self, match: Match, told: Mapping[Target, Posted]) -> None:
        if await self._matches.posted(match.id, told):
            self._standings.keep_posted(match.id, told)
        else:
            self._standings.forget(match.id)


def _missed(standing: Standing, since: int) -> tuple[Seat, ...]:
    """Return who moved, for all to see, after whoever alone is asked now, and before line `since`.

    In the order of their first moves; nobody, if that one hasn't moved yet, or only from `since`
    on, as where computer players answered: then the message itself tells all of it.
    """
    if len(standing.match.acting) != 1:
        return ()
    (asked,) = standing.match.acting
    seats: list[Seat] = []
    replay = standing.begun
    for entry in reversed(replay.record.entries):
        actor = None if entry.move is None else entry.move.actor
        # Moves that nobody else saw count for nothing: this must not tell of them.
        if not isinstance(actor, int) or not any(
            visible(each, PUBLIC) for each in replay.events[entry.seq]
        ):
            continue
        if actor == asked:
            return tuple(dict.fromkeys(reversed(seats)))
        if entry.seq < since:
            seats.append(Seat(actor))
    return ()


def _last_move(standing: Standing) -> int:
    """Return the line before the newest thing that a seat did, with all that came of it."""
    entries = standing.begun.record.entries
    seqs = (entry.seq for entry in reversed(entries) if entry.move and entry.move.actor != CHANCE)
    return next(seqs, 0)
