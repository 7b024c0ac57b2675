"""Stores matches, on SQLAlchemy Core."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection, Update, case, delete, func, insert, select, union_all, update
from sqlalchemy.exc import IntegrityError

from bot.storage import outbox, rows, timers
from bot.storage.advice.reviews import ask as ask_for_review
from bot.storage.database import Database
from bot.storage.match import plans
from bot.storage.match.listings import Listings, parts_of
from bot.storage.notices import news_modes
from bot.storage.people import follows, moderation, results, seated, wishes
from bot.storage.people.moderation import FingerprintOf
from bot.storage.schema import (
    ballots,
    entries,
    guilds,
    matches,
    requests,
    seats,
    seeds,
    tellings,
    votes,
)
from bot.storage.time import attendance, holidays, mentions, turns, waits
from bot.table.effects import NO_EFFECTS, Effects
from bot.table.errors import LobbyRefused, Stale, TimerGone, UnknownMatch
from bot.table.ids import MatchId, PlayerId
from bot.table.invitations import seeks_players
from bot.table.match.match import Match, NewsMode, Posted, StandIn, Status, Target
from bot.table.match.plans import REQUEST
from bot.table.match.stored import Arrival, Freshness, Stored
from bot.table.notices.news_modes import Digest
from bot.table.time.clocks import NewLines, TakenBack
from bot.table.time.mentions import TURN
from bot.table.time.waits import Stop
from bot.table.together.votes import Circumstances
from engine.game import AnyGame, Seat
from engine.record import Record


class MatchStore(Listings):
    """Keeps matches in a database; several processes may share it."""

    def __init__(
        self,
        database: Database,
        games: Mapping[str, AnyGame],
        fingerprint_of: FingerprintOf = lambda _player: None,
    ) -> None:
        super().__init__(database)
        self._games = games
        self._fingerprint_of = fingerprint_of

    def _await(
        self, connection: Connection, arrival: Arrival | None, guild: int | None, at: datetime
    ) -> None:
        """Let nobody take two seats at once, nor one where they are banned."""
        if arrival is None:
            return
        moderation.let_in_turn(connection, arrival.player)
        if guild is not None:
            moderation.check_ban(connection, guild, arrival.player, at, self._fingerprint_of)

    async def add(
        self,
        match: Match,
        seed: bytes,
        request: str,
        after: Match | None = None,
        arrival: Arrival | None = None,
    ) -> Match:
        """Store a new match in its lobby and return it with its id; `after` gets it as rematch.

        Raises `LobbyRefused` if the person who arrives has too many by then (too-many-tables), or
        their server (too-many-here), or if they may not open tables there (banned).
        """

        def add(connection: Connection) -> Match:
            self._await(connection, arrival, match.venue.guild, match.opened_at)
            first = replace(match, revision=1)
            match_id = MatchId(connection.execute(rows.ADD, rows.new_values(first)).scalar_one())
            new = replace(first, id=match_id).wanting(Target.COVER)
            connection.execute(insert(seeds), {"match_id": match_id, "seed": seed})
            connection.execute(insert(tellings), rows.telling_values(new))
            _seat(connection, new)
            timers.put(connection, *seeks_players(new))
            _remember(connection, match_id, request, match.opened_at)
            if after is not None:
                _save(connection, replace(after, rematch=match_id))
                _want(connection, after.id, after.revision + 1, (Target.COVER,))
            _check_tables(connection, arrival)
            return new

        return await self._change(add)

    async def get(self, match_id: MatchId) -> Stored:
        """Return a match and its record: nothing else reads one.

        Raises `UnknownMatch`, `NewerRules`, `CorruptRecord`.
        """
        _check_number(match_id)
        async with self._database.reading() as connection:
            found = await connection.execute(select(matches).where(matches.c.id == match_id))
            row = found.mappings().one_or_none()
            if row is None:
                raise UnknownMatch("unknown-match", match=match_id)
            parts = (await parts_of(connection, [row]))[match_id]
            lines = (await connection.execute(rows.ENTRIES, {"of": match_id})).all()
        record = rows.record_of(self._games, row, [line.body for line in lines])
        return Stored(
            rows.match_of(row, parts),
            record,
            frozenset(
                seq for seq, line in enumerate(lines) if (line.request or "").startswith(REQUEST)
            ),
            {seq: StandIn(why) for seq, line in enumerate(lines) if (why := line.stand_in_for)},
        )

    async def fresh(self, match_id: MatchId) -> Freshness:
        """Return the newest of what changes often; raise `UnknownMatch`."""
        _check_number(match_id)
        row = await self._database.row(rows.FRESH, {"of": match_id})
        if row is None:
            raise UnknownMatch("unknown-match", match=match_id)
        return Freshness(*row)

    async def heights(self, match_id: MatchId) -> Mapping[Seat, int]:
        """Return the heights in cm of those at the table who stated theirs and still play."""
        found = await self._database.rows(rows.HEIGHTS, {"of": match_id})
        return {Seat(row.seat): row.height_cm for row in found}

    async def seed(self, match_id: MatchId) -> bytes:
        """Return the secret seed; never logged, never shown before the end."""
        async with self._database.asking() as connection:
            found = await connection.execute(
                select(seeds.c.seed).where(seeds.c.match_id == match_id)
            )
            return bytes(found.scalar_one())

    async def save(
        self,
        match: Match,
        at: datetime,
        request: str | None = None,
        tell: Collection[Target] = (Target.COVER,),
        arrival: Arrival | None = None,
        effects: Effects = NO_EFFECTS,
    ) -> Match:
        """Store all but lines and tellings: status, chairs, votes, set-up, times.

        `at` is when that changed: clocks stop, or run again, from there. Raises `LobbyRefused`
        (too-many-tables, banned) if the person who arrives has too many by then, or may not join
        tables in this server.
        """

        def save(connection: Connection) -> Match:
            self._await(connection, arrival, match.venue.guild, at)
            saved = _save(connection, match)
            _check_fired(connection, effects, at)
            for taken in effects.holidays:
                holidays.take(connection, match.venue.guild, taken, at)
            _put_parts(connection, match)
            told = news_modes.want(connection, match, saved.revision, tell, at)
            _remember(connection, match.id, request, at)
            _check_tables(connection, arrival)
            waits.follow(connection, match, at, effects)
            turns.leave(connection, match)
            _put_effects(connection, match, effects, at)
            if arrival is not None:
                seated.sat_down(connection, saved, arrival.player)
            for player in effects.there:
                holidays.come_back(connection, player, match.venue.guild, at)
            by = next(iter(effects.handed_on), None)
            is_due = plans.follow(connection, match, by=by)
            return replace(saved, plan_is_due=is_due).wanting(*told)

        return await self._change(save)

    async def append(
        self,
        match: Match,
        record: Record[Any],
        since: int,
        request: str | None,
        at: datetime,
        tell: Collection[Target] = (Target.TABLE,),
        effects: Effects = NO_EFFECTS,
        *,
        whole: bool = False,
    ) -> Match:
        """Store the new lines of a record, and the match; the first ones fix the chairs.

        `whole`: seats, votes or settings have changed, too; else only what a move changes is
        stored.
        `at` is when they were played, which nobody may learn who can't see them: `changed_at` of
        the match is what is public. Raises `Stale` also if a line of that number exists.
        """
        lines, is_whole = record.entries[since:], whole or not since
        columns = rows.whole_values if is_whole else rows.line_values

        def append(connection: Connection) -> Match:
            saved = _save(connection, match, partial(columns, record=record))
            _check_fired(connection, effects, at)
            if is_whole:
                _put_parts(connection, match)
            if lines:
                connection.execute(
                    rows.APPEND, rows.entry_values(match, lines, request, at, effects.stand_in)
                )
            else:
                _remember(connection, match.id, request, at)
            told = news_modes.want(connection, match, saved.revision, tell, at)
            if effects.ended is not None:
                results.put(connection, match, effects.ended, at)
            undone = _taken_back(record, since)
            moves = [each.move for each in lines if each.move is not None]
            movers = {Seat(each.actor) for each in moves if isinstance(each.actor, int)}
            played = NewLines(
                movers,
                effects.may_return,
                effects.asked_anew,
                undone,
                by_computer=movers if effects.is_by_computer else (),
                planned=None if effects.used is None else effects.used.seat,
            )
            away = waits.follow(connection, match, at, effects, played)
            _put_effects(connection, match, effects, at)
            # Only then may there be one: else a move would cost a question more.
            for player in effects.there if away else ():
                holidays.come_back(connection, player, match.venue.guild, at)
            by = None if undone is None else undone.seat
            is_due = plans.follow(connection, match, lines, effects.used, by)
            return replace(saved, plan_is_due=is_due).wanting(*told)

        return await self._change(append)

    async def circumstances(self, match: Match, now: datetime) -> Circumstances:
        """Return what lies outside of a match and changes by itself, as it is now."""
        return await self._database.ask(partial(attendance.circumstances, match=match, now=now))

    async def note_presence(self, match_id: MatchId, player: PlayerId, now: datetime) -> None:
        """Store that a player was at a table."""
        await self._database.write(attendance.was_there, match_id, player, now)

    async def find_pressed(self, match_id: MatchId, first: int, last: int) -> frozenset[int]:
        """Return at which of these lines something began that a person pressed or typed."""
        between = {"of": match_id, "first": first, "last": last}
        return frozenset(await self._database.scalars(rows.PRESSED, between))

    async def store_posted(
        self, match_id: MatchId, told: Mapping[Target, Posted], at: datetime
    ) -> bool:
        """Store what targets were told, all in one; False if another process was faster.

        Clocks run from the moment a message stands that asks those who must act.
        """

        def post(connection: Connection) -> bool:
            # In the same order as `want`: else two transactions could each hold a row that the
            # other waits for.
            values = [
                {
                    "of": match_id,
                    "to": target.value,
                    "seen": posted.version,
                    **rows.posted_values(posted),
                }
                for target, posted in sorted(told.items())
            ]
            written = connection.execute(rows.POSTED, values).rowcount if told else 0
            if Target.TABLE in told:
                follows.tell(connection, match_id, told[Target.TABLE].upto)
            shown = [told[each] for each in (Target.TABLE, Target.PING) if each in told]
            if asking := [each.message for each in shown if each.asks and each.message]:
                waits.shown(connection, match_id, max(asking), at)
            elif Target.TABLE in told and told[Target.TABLE].message is not None:
                waits.go_on(connection, match_id, Stop.TROUBLE, at)
            unpinged = [each for posted in told.values() for each in posted.unpinged]
            mentions.later(connection, match_id, f"{TURN}:{match_id}", unpinged)
            return written == len(told)

        return await self._database.write(post)

    async def news_mode(self, match: Match) -> NewsMode:
        """Return how a table's channel is told now."""
        return await self._database.ask(partial(news_modes.mode, match=match))

    async def digest(self, match: Match, now: datetime) -> Digest:
        """Return when the next daily message of a table comes, and in which zone that is meant."""
        return await self._database.ask(partial(news_modes.digest, match=match, now=now))

    async def stop_clocks(self, match_id: MatchId, at: datetime) -> None:
        """Let the clocks of a match stand until its table is told of something again."""
        await self._database.write(waits.stop, match_id, Stop.TROUBLE, at)

    async def posts(self, match_id: MatchId) -> Mapping[Target, Posted]:
        """Return what each target was told."""
        async with self._database.asking() as connection:
            found = await connection.execute(rows.TELLINGS, {"ids": [match_id]})
            return {Target(row["target"]): rows.posted_of(row) for row in found.mappings()}

    async def pause(self, match_id: MatchId, line: int, at: datetime) -> None:
        """Store that the record doesn't replay from this line on; clocks stand."""
        stopped = {
            "status": Status.PAUSED.value,
            "paused_at": line,
            "agent_acts": False,
            "revision": matches.c.revision + 1,
        }
        stop = update(matches).where(matches.c.id == match_id).values(stopped)

        def pause(connection: Connection) -> None:
            connection.execute(stop)
            connection.execute(_cover_wanted(match_id))
            waits.stop(connection, match_id, Stop.TROUBLE, at)

        await self._database.write(pause)

    async def unpause(self, match_id: MatchId, at: datetime) -> None:
        """Store that a paused match is as it was before; it may be paused again at once."""
        running = matches.c.revealed.is_(None)
        before = case((running, Status.PLAYING.value), else_=Status.FINISHED.value)
        again = {"status": before, "paused_at": None, "revision": matches.c.revision + 1}
        paused = (matches.c.id == match_id, matches.c.status == Status.PAUSED.value)
        go_on = update(matches).where(*paused).values(again)

        def unpause(connection: Connection) -> None:
            if connection.execute(go_on).rowcount:
                connection.execute(_cover_wanted(match_id))
                waits.go_on(connection, match_id, Stop.TROUBLE, at)

        await self._database.write(unpause)

    async def find_answered(self, request: str) -> MatchId | None:
        """Return the match in which this interaction was already carried out."""
        asked = union_all(
            select(requests.c.match_id).where(requests.c.id == request),
            select(entries.c.match_id).where(entries.c.request == request),
        )
        found = await self._database.scalar(asked)
        return None if found is None else MatchId(found)

    async def _change(self, work: Callable[[Connection], Match]) -> Match:
        try:
            return await self._database.write(work)
        except IntegrityError as error:
            raise Stale("stale") from error


def _check_tables(connection: Connection, arrival: Arrival | None) -> None:
    """Refuse a person who has too many tables now, counting what this transaction did."""
    if arrival is None:
        return
    counted = (
        select(func.count()).select_from(matches).where(rows.COUNTED, rows.seated(arrival.player))
    )
    if connection.execute(counted).scalar_one() > arrival.most:
        raise LobbyRefused("too-many-tables", n=arrival.most)
    if arrival.server is None:
        return
    # Locked: two who open the last one at once see each other.
    allowed = select(guilds.c.most_tables).where(guilds.c.id == arrival.server).with_for_update()
    most = connection.execute(allowed).scalar_one_or_none()
    there = (
        select(func.count())
        .select_from(matches)
        .where(rows.COUNTED, matches.c.guild == arrival.server)
    )
    if most is not None and (now := connection.execute(there).scalar_one()) > most:
        raise LobbyRefused("too-many-here", n=now - 1)


def _check_number(match_id: MatchId) -> None:
    """Refuse a number that no row can have: databases don't take it."""
    if not 0 < match_id < 2**63:
        raise UnknownMatch("unknown-match", match=match_id)


def _save(
    connection: Connection,
    match: Match,
    columns: Callable[[Match], rows.Values] = rows.match_values,
) -> Match:
    saved = replace(match, revision=match.revision + 1)
    values = {"of": match.id, "seen": match.revision, **columns(saved)}
    if connection.execute(rows.SAVE, values).rowcount != 1:
        raise Stale("stale", match=match.id)
    return saved


def _want(
    connection: Connection, match_id: MatchId, revision: int, targets: Collection[Target]
) -> None:
    for target in sorted(targets):
        connection.execute(rows.WANT, {"of": match_id, "to": target.value, "upon": revision})


def _cover_wanted(match_id: MatchId) -> Update:
    newest = select(matches.c.revision).where(matches.c.id == match_id).scalar_subquery()
    cover = (tellings.c.match_id == match_id, tellings.c.target == Target.COVER.value)
    return update(tellings).where(*cover).values(want=newest)


def _check_fired(connection: Connection, effects: Effects, at: datetime) -> None:
    """Delete the timer for which a match is changed; raise `TimerGone` if it is gone.

    The match is locked by then: transactions of moves lock it before waits and timers, too.
    """
    timer = effects.fired
    if timer is None:
        return
    if not timers.taken(connection, timer, at):
        raise TimerGone("stale", timer=timer.key)
    if effects.late and timer.match is not None:
        waits.late(connection, timer.match, effects.late, at)


def _taken_back(record: Record[Any], since: int) -> TakenBack | None:
    """Return what the last of these lines takes back, if one does."""
    undone = [entry.undo_to for entry in record.entries[since:] if entry.undo_to is not None]
    move = record.entries[undone[-1]].move if undone else None
    if move is None or not isinstance(move.actor, int):
        return None
    return TakenBack(Seat(move.actor), undone[-1])


def _put_effects(connection: Connection, match: Match, effects: Effects, at: datetime) -> None:
    timers.drop(connection, *effects.dropped)
    timers.put(connection, *effects.timers)
    outbox.put(connection, *effects.notices)
    for kind in effects.outdated:
        outbox.outdated(connection, match.id, kind)
    for kind, key in effects.retracted:
        outbox.retract(connection, kind, key)
    if effects.moderated is not None:
        moderation.log(connection, effects.moderated)
    for kind in effects.withdrawn:
        outbox.retract_from_others(connection, match.id, kind, ())
    if effects.has_new_invitations:
        wishes.keep_seats(connection, match)
    if effects.is_to_be_reviewed:
        ask_for_review(connection, match.id, at)
    attendance.put_sitters(connection, match.id, effects.sitters)
    attendance.owned_anew(connection, match.id, effects.new_owners)
    if match.status in (Status.FINISHED, Status.CLOSED):
        timers.drop_all(connection, match.id)
        follows.end(connection, match.id)


def _put_parts(connection: Connection, match: Match) -> None:
    """Store seats and votes anew; what clocks stand at stays."""
    gone = (seats.c.match_id == match.id, seats.c.seat >= len(match.chairs))
    connection.execute(delete(seats).where(*gone))
    _seat(connection, match)
    if match.votes:
        connection.execute(delete(ballots).where(ballots.c.match_id == match.id))
        connection.execute(delete(votes).where(votes.c.match_id == match.id))
        connection.execute(insert(votes), rows.vote_values(match))
        if cast := rows.ballot_values(match):
            connection.execute(insert(ballots), cast)


def _seat(connection: Connection, match: Match) -> None:
    if match.chairs:
        rows.PUT_SEATS.execute(connection, rows.seat_values(match))


def _remember(connection: Connection, match_id: MatchId, request: str | None, at: datetime) -> None:
    if request is not None:
        connection.execute(rows.REQUEST, {"id": request, "match_id": match_id, "at": at})
