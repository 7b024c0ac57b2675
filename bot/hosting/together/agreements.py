"""What a table agrees on, and what happens when time is up: stored with all that follows.

The rules are functions of a match, in `votes`, `lateness` and `holds`. Here they get what they need
besides the match, and timers are handled.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

import structlog

from bot.hosting.match.match_cache import MatchCache
from bot.hosting.match.tables import Change, Tables
from bot.hosting.match.telling import Telling
from bot.storage.match.matches import MatchStore
from bot.storage.time.holidays import HolidayStore
from bot.table import consequences
from bot.table.effects import NO_EFFECTS, Effects
from bot.table.errors import OutOfReach, VoteRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Match, Person, Status, VoteKind
from bot.table.notices.notice import Notice, NoticeKind, to_channel, to_player
from bot.table.time import lateness
from bot.table.time.holidays import TakenHoliday
from bot.table.time.timers import Timer
from bot.table.time.waits import DAY_MORE, MoreTime, Wait
from bot.table.together import holds, votes
from bot.table.together.votes import Circumstances
from bot.table.world import Clock
from engine.game import AnyGame, Seat

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


HOUR: Final = timedelta(hours=1)
"""A player's presence is stored at most once in this time."""


class Agreements:
    """Stores ballots, gifts of time, who is back and who takes a seat over; handles timers.

    `told` tells the channel of a match and returns it.
    """

    def __init__(
        self,
        matches: MatchStore,
        holidays: HolidayStore,
        cache: MatchCache,
        tables: Tables,
        telling: Telling,
        clock: Clock,
        games: Mapping[str, AnyGame],
    ) -> None:
        self._matches = matches
        self._holidays = holidays
        self._tables = tables
        self._cache = cache
        self._telling = telling
        self._clock = clock
        self._games = games
        self._seen: dict[tuple[MatchId, PlayerId], datetime] = {}

    async def circumstances(self, match_id: MatchId) -> Circumstances:
        """Return what of a table's time a vote may depend on now; raises `UnknownMatch`."""
        match = await self._cache.match(match_id)
        found = await self._matches.circumstances(match, self._clock.now())
        return replace(found, counts=self._games[match.game].meta.standing is not None)

    async def check(self, match_id: MatchId, player: PlayerId, kind: VoteKind, arg: str) -> None:
        """Refuse what can't be asked now, as `ask` does; nothing is stored."""
        known, now = await self.circumstances(match_id), self._clock.now()
        votes.opened(await self._cache.match(match_id), player, kind, arg, known, now=now)

    async def ask(
        self, match_id: MatchId, player: PlayerId, kind: VoteKind, arg: str, request: str
    ) -> Match:
        """Open a vote, for which `player` is. Raises `NotSeated`, `NotPlaying`, `VoteRefused`."""
        known = await self.circumstances(match_id)
        return await self._change(
            match_id,
            lambda each, now: votes.opened(
                lateness.woken(each, player, now=now), player, kind, arg, known, now=now
            ),
            request,
        )

    async def vote(
        self, match_id: MatchId, player: PlayerId, vote_id: int, request: str, *, is_yes: bool
    ) -> Match:
        """Store a ballot; the last one, and what it decides, in one transaction.

        Raises `NotSeated`, `NotPlaying`, `VoteRefused`.
        """
        away = (await self.circumstances(match_id)).away

        def cast(match: Match, now: datetime) -> Match:
            # What takes a move back is stored with the line that does it (`TakeBacks.answer`).
            of_lines = {each.id for each in match.votes if each.kind is VoteKind.TAKE_BACK}
            if vote_id in of_lines:
                raise VoteRefused("vote-over", match=match_id)
            woken = votes.come_home(lateness.woken(match, player, now=now), away, now=now)
            return votes.cast(woken, player, vote_id, is_yes=is_yes, now=now)

        return await self._change(match_id, cast, request)

    async def back(self, match_id: MatchId, player: PlayerId, request: str) -> Match:
        """Give a seat back to its owner, whose automatic holiday is over.

        Raises `NotSeated`, `NotPlaying`.
        """
        away = (await self.circumstances(match_id)).away
        return await self._change(
            match_id,
            lambda each, now: lateness.back(each, player, now=now),
            request,
            lambda _before, _after: Effects(there=(player,), tells_table=player in away),
        )

    async def hand_on(self, match_id: MatchId, player: PlayerId, request: str) -> Match:
        """Offer a player's own seat to others. Raises `NotSeated`, `NotPlaying`."""
        return await self._change(
            match_id,
            lambda each, now: lateness.handed_on(each, player, now=now),
            request,
            lambda _before, after: Effects(handed_on=_seats_of(after, player)),
        )

    async def give_a_day(self, match_id: MatchId, by: PlayerId, seat: Seat, request: str) -> Match:
        """Give a seat a day more, once a wait. Raises `NotSeated`, `NotPlaying`, `VoteRefused`."""
        return await self._change(
            match_id,
            lambda each, now: lateness.given_a_day(lateness.woken(each, by, now=now), by, seat),
            request,
            lambda _before, _after: Effects(
                more_time=(MoreTime(DAY_MORE, seat, by),),
                outdated=frozenset({NoticeKind.TIME_UP, NoticeKind.ASK_TIME}),
                tells_table=True,
            ),
        )

    async def take_seat(
        self,
        match_id: MatchId,
        seat: Seat,
        person: Person,
        request: str,
        *,
        gone: PlayerId | None = None,
    ) -> Match:
        """Let `person` take over a seat that is offered, or whose owner is `gone` for good.

        Raises `NotPlaying`, `LobbyRefused` (lobby-already-in, seat-known, player-replaced,
        too-many-tables).
        """
        known = (await self.circumstances(match_id)).knowing
        return await self._change(
            match_id,
            lambda each, now: lateness.substituted(each, seat, person, known, gone=gone, now=now),
            request,
            arriving=person.id,
        )

    async def note_presence(self, match: Match, player: PlayerId) -> None:
        """Remember, to the hour, that a player of a table is there now."""
        if match.status is not Status.PLAYING or match.seat_of(player) is None:
            return
        now, key = self._clock.now(), (match.id, player)
        if now - HOUR < self._seen.get(key, now - HOUR) <= now:
            return
        with suppress(OutOfReach):
            await self._matches.note_presence(match.id, player, now)
            recent = ((each, at) for each, at in self._seen.items() if now - HOUR < at <= now)
            self._seen = {**dict(recent), key: now}

    async def time_up(self, timer: Timer) -> None:
        """Do what the table agreed on for all seats whose time is up by now: it is said at once.

        For those who allowed that, and have days left, a holiday begins instead.
        """
        match_id = _about(timer)
        waits, away = await self._waits(match_id), (await self.circumstances(match_id)).away
        match, moment = await self._cache.match(match_id), self._clock.now()
        ups = _up(match, waits, moment)
        taken = await self._holidays.automatic(match.venue.guild, tuple(ups.values()), moment)
        away |= {each.holiday.player for each in taken.values()}

        def late(match: Match, now: datetime) -> Mapping[Seat, Wait]:
            return {seat: up for seat, up in _up(match, waits, now).items() if seat not in taken}

        def change(match: Match, now: datetime) -> Match:
            up = late(match, now)
            again = [seat for seat, wait in up.items() if wait.was_up]
            return lateness.time_up(match, list(up), away, again, now=now) if up else match

        def effects(before: Match, after: Match) -> Effects:
            now, fired = self._clock.now(), Effects(fired=timer)
            up = _up(before, waits, now)
            if resting := {seat: each for seat, each in taken.items() if seat in up}:
                fired = fired.joined(_of_holidays(before, resting))
            if up := late(before, now):
                return fired.joined(_of_lateness(after, up))
            return fired

        await self._fire(match_id, change, effects)

    async def returned(self, timer: Timer) -> None:
        """Let a match go on that stood still until the holiday of one of its players was over.

        A vote on that holiday has no reason any more. A table that waits for the player says anew
        when they are due.
        """
        match_id, player = _about(timer), PlayerId(int(timer.key.partition(":")[2]))
        away = (await self.circumstances(match_id)).away

        def change(match: Match, now: datetime) -> Match:
            match = votes.come_home(match, away, now=now)
            return match if player in away else lateness.returned(match, player, now=now)

        await self._fire(match_id, change, partial(_shown_anew, timer))

    async def away(self, timer: Timer) -> None:
        """Let a computer player move for a player who wants that in their holiday.

        Else the table says that they are away.
        """
        match_id, seat = _about(timer), timer.seat
        if seat is None:
            raise ValueError(timer.key)
        match = await self._cache.match(match_id)
        moves = await self._holidays.has_stand_in(match, seat, self._clock.now())
        known = await self.circumstances(match_id)
        is_open = seat in known.waits and str(known.waits[seat]) == timer.key

        def change(match: Match, now: datetime) -> Match:
            if not (moves and is_open) or match.status is not Status.PLAYING:
                return match
            if match.held_until is not None:
                return match
            return lateness.stood_in(match, seat, known.away, now=now)

        await self._fire(match_id, change, partial(_shown_anew, timer))

    async def lapse_vote(self, timer: Timer) -> None:
        """Count a vote that lapses over those who are present."""
        match_id = _about(timer)
        known = await self.circumstances(match_id)
        vote_id = int(timer.key.partition(":")[2])

        def change(match: Match, now: datetime) -> Match:
            if match.status is not Status.PLAYING:
                return match
            try:
                match = votes.come_home(match, known.away, now=now)
                return votes.lapsed(match, vote_id, known.present, now=now)
            except VoteRefused:
                return match

        await self._fire(match_id, change, _only(timer))

    async def end_hold(self, timer: Timer) -> None:
        """Let a match go on whose hold is over."""

        def change(match: Match, now: datetime) -> Match:
            is_held = match.held_until is not None and not match.is_deserted
            return holds.gone_on(match, now=now) if is_held else match

        await self._fire(_about(timer), change, _only(timer))

    async def all_away(self, timer: Timer) -> None:
        """Let a match stand still in which nothing happened for long, then warn, then close it."""

        def change(match: Match, now: datetime) -> Match:
            is_idle = match.changed_at + lateness.DESERTED_AFTER <= now
            if match.status is not Status.PLAYING or match.lost_at is not None:
                return match
            if not match.is_deserted and (match.held_until is not None or not is_idle):
                return match
            return lateness.deserted_for_long(match, now=now)

        def effects(before: Match, after: Match) -> Effects:
            fired = Effects(fired=timer)
            if after != before or before.status is not Status.PLAYING:
                return fired
            if before.is_deserted and before.lost_at is None:
                return fired.joined(consequences.closing_soon(before))
            again = max(before.changed_at, before.held_until or before.changed_at)
            if before.lost_at is not None:
                again = self._clock.now()
            return fired.joined(Effects(timers=(consequences.deserted_timer(before, again),)))

        await self._fire(_about(timer), change, effects)

    async def _waits(self, match_id: MatchId) -> Sequence[Wait]:
        match = await self._cache.match(match_id)
        return (await self._holidays.times([match], self._clock.now()))[match_id].waits

    async def _fire(
        self, match_id: MatchId, change: Change, effects: Callable[[Match, Match], Effects]
    ) -> None:
        """Store what a timer leads to; the scheduler tells the channel, as that may hang."""
        await self._tables.change(match_id, change, effects=effects)

    async def _change(
        self,
        match_id: MatchId,
        change: Change,
        request: str | None,
        effects: Callable[[Match, Match], Effects] = lambda _before, _after: NO_EFFECTS,
        arriving: PlayerId | None = None,
    ) -> Match:
        await self._tables.change(match_id, change, request, arriving, effects)
        return await self._telling.tell_or_raise(match_id)


def _seats_of(match: Match, player: PlayerId) -> tuple[Seat, ...]:
    seat = match.seat_of(player)
    return () if seat is None else (seat,)


def _only(timer: Timer) -> Callable[[Match, Match], Effects]:
    return lambda _before, _after: Effects(fired=timer)


def _shown_anew(timer: Timer, before: Match, after: Match) -> Effects:
    """Return that the table says anew who is due when, if nothing else makes it do so."""
    is_on = before.status is Status.PLAYING and before == after
    return Effects(fired=timer, tells_table=is_on)


def _about(timer: Timer) -> MatchId:
    if timer.match is None:
        raise ValueError(timer.kind)
    return timer.match


def _up(match: Match, waits: Sequence[Wait], now: datetime) -> Mapping[Seat, Wait]:
    """Return the waits whose time is up and has not been counted, by their seats."""
    if match.status is not Status.PLAYING or match.held_until is not None:
        return {}
    return {
        wait.seat: wait
        for wait in waits
        if wait.due_at is not None
        and wait.due_at <= now
        and wait.late_at is None
        and wait.seat in match.acting
        and match.chairs[wait.seat].mover is None
        and match.chairs[wait.seat].player == wait.player
    }


def _of_holidays(match: Match, taken: Mapping[Seat, TakenHoliday]) -> Effects:
    """Return what is stored and said as holidays begin of people whose time is up."""
    notices = []
    for seat, (wait, holiday) in taken.items():
        facts = {"seat": seat, "player": holiday.player, "name": match.chairs[seat].name}
        # A private message as well, if the player takes direct messages.
        for target in (to_channel(match.place), to_player(holiday.player)):
            key = f"{wait}:{target.partition(':')[0]}"
            notices.append(Notice(target, NoticeKind.AUTO_HOLIDAY, key, match.id, wait, facts))
    return Effects(holidays=tuple(taken.values()), notices=tuple(notices), tells_table=True)


def _of_lateness(after: Match, up: Mapping[Seat, Wait]) -> Effects:
    """Return what is said when time is up."""
    effects = Effects(late=tuple(wait.id for wait in up.values()))
    if after.status is not Status.PLAYING:
        return effects
    # Of seats on offer, and of tables that stand still, other messages tell.
    said = [] if after.is_deserted else [each for each in up if not after.chairs[each].is_offered]
    if not said:
        return effects
    facts = {
        seat: {"seat": seat, "player": after.chairs[seat].player, "name": after.chairs[seat].name}
        for seat in said
    }
    # Where a computer player moves the wait is over at once, but this is to be read later.
    is_waiting = len(said) == 1 and not after.chairs[said[0]].has_stand_in
    about = up[said[0]].id if is_waiting else None
    # Those who were asked at the same time are told of in one message.
    key = f"{after.id}:{min(up[each].line for each in said)}"
    kind, every = NoticeKind.TIME_UP, {"late": list(facts.values())}
    notices = [Notice(to_channel(after.place), kind, key, after.id, about, every)]
    for seat in said:
        chair = after.chairs[seat]
        if chair.has_stand_in and chair.lapses > 1 and chair.player is not None:
            # A private message as well, if the player takes direct messages.
            private, target = f"{key}:{seat}:{after.revision}", to_player(chair.player)
            only = {"late": [facts[seat]]}
            notices.append(Notice(target, kind, private, after.id, facts=only))
    return replace(effects, notices=tuple(notices))
