"""Tells channels what happened: after it was stored, in order, and again where it failed.

**What is told.** A match has three targets: its cover (the lobby's message, later one line), its
table (a message for each turn) and, where the table's message is only edited, the line that pings
those who must act. For each a row of `tellings` (`Posted`) holds two numbers: `want`, the newest
revision that has something for the target, and `told`, the revision that it knows. The
transaction that stores a change sets `want`, so nothing that is stored can be forgotten: a target
whose `told` is behind is found by the scheduler, in whichever process has the lease by then.

**What becomes of it.** Nothing is queued. `tell` compares the record with what the target knows and
makes one message of the difference, so ten lines that were stored meanwhile are told as one. What a
new line means for the message is decided in `updates`: a message of its own, an edit of the newest,
or nothing that anybody could see.

**Invariants.**
- Store, then tell: a crash in between leaves a target behind, never a message without its move.
- One task tells a match at a time in a process (`_locks`), and one process (`Ownership.telling`).
  A process that doesn't get it returns at once: the other one tells the newest, or the clock does.
- `Posted.version` counts writes. Of two processes that tell all the same, the second writes
  nothing, and forgets what it had in memory.
- Trouble with a channel never reaches the player as a failed move: their move is stored.
- A thread grows from the cover, so the first cover is told before the first turn; later turns
  come first, as people wait for them.

**What surprises.** While computer players move, their moves are held back and told as one
(`is_held_back`), but for at most `MOST_HELD` lines, not while they let people deal, and not while
the match is in trouble, since nobody knows when it will end. A sent message whose `told` could not
be written, as the database was away, is kept in `_unwritten`: the next `tell` writes it down
instead of sending it again. If the process ends before that, `ChannelMessenger` looks for the
message in the channel. Time stands still for the players while their table can't be told
(`MatchStore.untellable`).

**What isn't nice.** Proposals have tellings of their own and are told by a call of the messenger at
the end of `_tell`. As notices they were worse: an answer showed only when the channel's lane had
rested, a notice is forgotten after days in which a slow table still answers, and the player could
not be told at once that the bot can't post here.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import structlog

from bot import metrics, tracing
from bot.hosting.match.match_cache import MatchCache
from bot.hosting.match.tables import Tables
from bot.hosting.match.talk import lets_people_deal
from bot.hosting.match.updates import EditPauses, UpdateKind
from bot.hosting.processes.backoff import Backoff
from bot.hosting.processes.breakers import PatientMessenger
from bot.storage.match.matches import MatchStore
from bot.table.errors import CHANNEL_GONE, NO_ANSWER, CannotPost, LeaseLost, LeftAlone, OutOfReach
from bot.table.ids import MatchId
from bot.table.match.match import LoadedMatch, Match, NewsMode, Posted, Status, Target
from bot.table.processes.concurrency import Locks
from bot.table.processes.fences import unfenced
from bot.table.processes.shares import Ownership
from bot.table.world import Clock
from engine.game import CHANCE, PUBLIC, Seat, visible
from engine.record import standing

_NOT_ASKED: Final = frozenset({UpdateKind.EXTENDED, UpdateKind.HELD, UpdateKind.UNSEEN})
"""What changes nothing for those who were asked to act."""
MOST_HELD: Final = 100
"""At most how many lines of a run of computer players are held back before they are told."""

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


class Telling:
    """Brings channels up to date with what is stored."""

    def __init__(
        self,
        matches: MatchStore,
        cache: MatchCache,
        tables: Tables,
        messenger: PatientMessenger,
        backoff: Backoff[MatchId],
        edits: EditPauses,
        ownership: Ownership,
        clock: Clock,
    ) -> None:
        self._clock = clock
        self._matches = matches
        self._cache = cache
        self._tables = tables
        self._messenger = messenger
        self._backoff = backoff
        self._breakers = messenger.breakers
        self._edits = edits
        self._ownership = ownership
        self._locks: Locks[MatchId] = Locks()
        self._unwritten: dict[MatchId, Mapping[Target, Posted]] = {}
        """What was told but could not be stored, as the database was away: it isn't told twice."""

    async def tell(self, match_id: MatchId, *, so_far: bool = False) -> CannotPost | None:
        """Tell the channel what it has not been told; return what keeps it from being told.

        While computer players move, what they do is held back, and told as one when a person must
        act. `so_far` lets the newest message tell what there is of it, for the people who wait.
        A match whose channel is gone is put to rest.
        """
        async with self._locks.of(match_id), self._ownership.telling(match_id) as is_ours:
            loaded = await self._cache.of(match_id)
            # Another process that tells now tells the newest, too, or leaves it to the clock.
            if not is_ours or (self.is_held_back(loaded.match) and not so_far):
                return None
            with tracing.span("tell", title=loaded.match.game):
                trouble = await self._tell(loaded)
        is_gone = trouble is not None and trouble.key == CHANNEL_GONE
        if is_gone and (await self._cache.match(match_id)).lost_at is None:
            await self._tables.put_to_rest(match_id)
        return trouble

    async def tell_or_raise(self, match_id: MatchId) -> Match:
        """Tell the channel what it has not been told, and return the match; raises `CannotPost`."""
        trouble = await self.tell(match_id)
        if trouble is not None:
            raise trouble
        return await self._cache.match(match_id)

    async def type_in(self, match_id: MatchId) -> None:
        """Let a match's channel see that something is coming, if it can."""
        match = await self._cache.of(match_id)
        if not self.is_in_trouble(match_id):
            await self._messenger.type_in(match)

    def is_held_back(self, match: Match) -> bool:
        """Say whether news waits for more: computer players are about to move on."""
        is_short = match.line - match.table.upto < MOST_HELD
        if not match.agent_acts or not is_short:
            return False
        kept = self._cache.remembered(match.id)
        is_talk = kept is not None and lets_people_deal(kept, now=self._clock.now())
        # In trouble it is unknown when they will move.
        return not is_talk and not self.is_in_trouble(match.id)

    def is_in_trouble(self, match_id: MatchId) -> bool:
        """Say whether a match, or its channel, was in trouble when it was told last."""
        kept = self._cache.remembered(match_id)
        is_silent = kept is not None and self._breakers.is_in_trouble(kept.match.venue.channel)
        return is_silent or self._backoff.has_failed(match_id)

    async def tell_again(self, match_id: MatchId) -> Match:
        """Post the newest message anew, for a channel that lost it; raises `CannotPost`."""
        async with self._locks.of(match_id), self._ownership.telling(match_id):
            loaded = await self._cache.of(match_id)
            match = loaded.match
            if loaded.replay is None:
                lost = replace(match, cover=replace(match.cover, message=None))
                told = {Target.COVER: await self._cover(replace(loaded, match=lost))}
            else:
                lost = replace(match, table=replace(match.table, message=None))
                since = min(match.table.since, _last_move(loaded))
                told = {Target.TABLE: await self._post_anew(replace(loaded, match=lost), since)}
                if match.ping.message is not None:
                    # It leads to the message that was lost.
                    now = replace(loaded, match=match.with_posts(told))
                    asked = await self._messenger.ask(now, match.ping.since, anew=False)
                    told[Target.PING] = asked.done()
            await self._store_posted(match, told)
        return await self._cache.match(match_id)

    async def edit(self, match_id: MatchId) -> None:
        """Edit the newest message of a match, which has something new that nobody played.

        What is yet to be told brings it by itself. Raises `CannotPost`.
        """
        async with self._locks.of(match_id), self._ownership.telling(match_id):
            loaded = await self._cache.of(match_id)
            match = loaded.match
            has_message = match.table.message is not None and loaded.replay is not None
            if has_message and not match.table.is_behind:
                posted = await self._messenger.extend_table(loaded, match.table.since)
                await self._store_posted(match, {Target.TABLE: posted})

    async def tell_restored(self, match_id: MatchId, notice: int) -> None:
        """Show a match again below the message that says that it was restored; may be repeated.

        Raises `CannotPost`.
        """
        async with self._locks.of(match_id), self._ownership.telling(match_id):
            loaded = await self._cache.of(match_id)
            match, told = loaded.match, dict[Target, Posted]()
            if match.status is Status.PLAYING and (match.table.message or 0) < notice:
                since = min(match.table.since, _last_move(loaded))
                told[Target.TABLE] = await self._post_anew(loaded, since)
                match = match.with_posts(told)
            told[Target.COVER] = await self._cover(replace(loaded, match=match))
            await self._store_posted(loaded.match, told)

    async def _tell(self, loaded: LoadedMatch) -> CannotPost | None:
        match = loaded.match
        if match.lost_at is not None:
            return CannotPost(CHANNEL_GONE)
        # Only what is newer than the stored post: it may have been stored after all, or another
        # process may have told more since.
        told = {
            target: posted.newest(match.posted(target))
            for target, posted in self._unwritten.pop(match.id, {}).items()
            if posted.version >= match.posted(target).version
        }
        match = match.with_posts(told)
        try:
            # How those who must act are to be asked; None: nobody is asked but by table and cover.
            mode = await self._matches.news_mode(match) if match.ping.is_behind else None
            asks_anew = mode is not NewsMode.ONE and self._asks_anew(replace(loaded, match=match))
            # A thread grows from the cover, so that has to be there; else turns come first.
            order = (Target.TABLE, Target.PING, Target.COVER)
            for target in order if match.cover.message else (Target.COVER, *order[:2]):
                # A paused match has no state, as its record doesn't replay: only its cover can be
                # told.
                is_paused = target is not Target.COVER and loaded.replay is None
                is_due = match.posted(target).is_behind or (target is Target.TABLE and asks_anew)
                if is_paused or not is_due:
                    continue
                now, posted = replace(loaded, match=match), None
                match target:
                    case Target.TABLE if asks_anew:
                        posted = await self._post_anew(now, match.ping.upto or match.table.since)
                    case Target.TABLE:
                        posted = await self._table(now)
                    case Target.PING:
                        is_asked = Target.TABLE in told and told[Target.TABLE].asks
                        posted = await self._ping(now, mode, is_asked=is_asked)
                    case Target.COVER:
                        posted = await self._cover(now)
                if posted is None:
                    # What follows waits with the turn: it would betray what is held back.
                    break
                told[target] = posted
                if target is Target.TABLE:
                    metrics.told()
                match = match.with_posts({target: posted})
        except CannotPost as trouble:
            if isinstance(trouble, LeftAlone):
                # That was logged when it began.
                await self._stop_clocks(match)
            else:
                log.warning("cannot-post", match=match.id, reason=trouble.key, **trouble.data)
                await self._note_failure(match)
            # A lost cover is no reason to alarm the player who moved: their news is out.
            return trouble if loaded.replay is None or match.table.is_behind else None
        except (OutOfReach, LeaseLost):
            raise
        except Exception:
            if loaded.replay is None:
                raise
            # What is stored is stored: the player who moved must not hear that it failed.
            log.exception("not-told", match=match.id)
            await self._note_failure(match)
            return CannotPost(NO_ANSWER)
        finally:
            # One write for all targets. If the process is killed before it, the messages are found
            # again by their nonces and ids.
            if told:
                await self._store_posted(loaded.match, told)
        await self._deals(replace(loaded, match=match))
        return None

    async def _note_failure(self, match: Match) -> None:
        """Leave the match alone for a while."""
        self._backoff.failed(match.id)
        await self._stop_clocks(match)

    async def _stop_clocks(self, match: Match) -> None:
        """Stop the clocks until the table is told."""
        if match.table.is_behind:
            await self._matches.stop_clocks(match.id, self._clock.now())

    async def _deals(self, loaded: LoadedMatch) -> None:
        """Tell how proposals stand; the turns are told, so trouble ends here."""
        match_id = loaded.match.id
        try:
            if loaded.match.status in (Status.PLAYING, Status.FINISHED):
                with unfenced():
                    await self._messenger.deals(loaded)
        except OutOfReach:
            return
        except LeaseLost:
            raise
        except LeftAlone:
            return
        except CannotPost as trouble:
            log.warning("deals-untold", match=match_id, reason=trouble.key)
        except Exception:
            log.exception("deals-untold", match=match_id)
        else:
            self._backoff.succeeded(match_id)
            return
        self._backoff.failed(match_id)

    async def _table(self, loaded: LoadedMatch) -> Posted | None:
        """Tell the table; None: not yet."""
        match = loaded.match
        kind = self._cache.update_kind(loaded)
        if kind is UpdateKind.NEW_MESSAGE and self.is_held_back(match):
            if match.table.message is None:
                return None
            kind = UpdateKind.EXTENDED
        if self._edits.must_wait(match, kind):
            return None
        if kind is UpdateKind.NEW_MESSAGE:
            return await self._post_anew(loaded, match.table.upto)
        if kind is UpdateKind.UNSEEN:
            if match.line > match.table.upto:
                return match.table.done(asks=not match.ping.is_behind)
            # No move: the moment at which a player is due has changed, or the match is on hold.
            return (await self._messenger.extend_table(loaded, match.table.since)).done()
        posted = await self._messenger.extend_table(loaded, match.table.since)
        if kind is UpdateKind.EXTENDED:
            # `upto` stays: the next message of its own tells these lines once more.
            return posted.done()
        self._edits.edited(match.id)
        return replace(posted.done(), upto=match.line)

    async def _post_anew(self, loaded: LoadedMatch, since: int) -> Posted:
        posted = await self._messenger.table(loaded, since, _missed(loaded, since))
        return posted.done(since=since, upto=loaded.match.line)

    def _asks_anew(self, loaded: LoadedMatch) -> bool:
        """Say whether those who must act are to be asked by a new message of the table.

        They are by the daily message, or if its table wants a message each turn from now on.
        """
        match = loaded.match
        if not match.ping.is_behind or loaded.replay is None or self.is_held_back(match):
            return False
        return self._cache.ask_kind(loaded) is UpdateKind.NEW_MESSAGE

    async def _ping(
        self, loaded: LoadedMatch, mode: NewsMode | None, *, is_asked: bool
    ) -> Posted | None:
        """Ask those who must act in a line of its own, or take it away; None: not yet.

        `is_asked`: the table's message has just asked them.
        """
        match, ping = loaded.match, loaded.match.ping
        if mode is not NewsMode.ONE or match.status is not Status.PLAYING:
            gone = await self._messenger.unask(loaded) if ping.message is not None else ping
            return gone.done(asks=False, upto=match.line if is_asked else ping.upto)
        if self.is_held_back(match):
            return None
        kind = self._cache.ask_kind(loaded)
        if kind in _NOT_ASKED and match.line > ping.upto:
            # The line says what it said: nobody can see a difference.
            return ping.done(asks=False)
        since, is_new = ping.since, kind is UpdateKind.NEW_MESSAGE
        if is_new:
            own = _last_of_asked(loaded)
            since = ping.upto if own is None else own
        posted = await self._messenger.ask(loaded, since, anew=is_new)
        return posted.done(since=since, upto=match.line, asks=posted.message is not None)

    async def note_asked(self, match_id: MatchId) -> None:
        """Store that all who must act were asked, if the table had a message each turn so far."""
        async with self._locks.of(match_id), self._ownership.telling(match_id):
            match = (await self._cache.of(match_id)).match
            if await self._matches.news_mode(match) is not NewsMode.EACH:
                return
            asked = replace(match.ping, upto=match.table.upto, asks=False)
            await self._store_posted(match, {Target.PING: asked})

    async def _cover(self, loaded: LoadedMatch) -> Posted:
        match = loaded.match
        if match.status == Status.CLOSED and match.cover.message is None:
            return match.cover.done()
        return (await self._messenger.cover(loaded)).done()

    async def _store_posted(self, match: Match, told: Mapping[Target, Posted]) -> None:
        try:
            with unfenced():
                is_newest = await self._matches.store_posted(match.id, told, self._clock.now())
        except OutOfReach:
            self._unwritten[match.id] = told
            raise
        if is_newest:
            self._cache.keep_posted(match.id, told)
        else:
            self._cache.forget(match.id)


def _missed(loaded: LoadedMatch, since: int) -> tuple[Seat, ...]:
    """Return which seats publicly moved since the only seat asked now, and before line `since`.

    They are in the order of their first moves. There are none if the asked seat hasn't moved yet,
    or if its last move is at `since` or later: then the message itself tells all of it.
    """
    if len(loaded.match.acting) != 1:
        return ()
    (asked,) = loaded.match.acting
    seats: list[Seat] = []
    replay = loaded.begun
    entries = replay.record.entries
    for line in reversed(standing(entries)):
        move = entries[line].move
        actor = None if move is None else move.actor
        # Moves that nobody else saw are left out: a public message must not tell of them.
        if not isinstance(actor, int) or not any(
            visible(each, PUBLIC) for each in replay.happened(line)
        ):
            continue
        if actor == asked:
            return tuple(dict.fromkeys(reversed(seats)))
        if line < since:
            seats.append(Seat(actor))
    return ()


def _last_of_asked(loaded: LoadedMatch) -> int | None:
    """Return the line after the last move of the only seat that is asked; None: there is none."""
    if len(loaded.match.acting) != 1:
        return None
    entries = loaded.begun.record.entries
    moves = ((line, entries[line].move) for line in reversed(standing(entries)))
    (asked,) = loaded.match.acting
    return next((line + 1 for line, move in moves if move and move.actor == asked), None)


def _last_move(loaded: LoadedMatch) -> int:
    """Return the line before the newest thing that a seat did, with all that came of it."""
    entries = loaded.begun.record.entries
    moves = ((line, entries[line].move) for line in reversed(standing(entries)))
    return next((line for line, move in moves if move and move.actor != CHANCE), 0)
