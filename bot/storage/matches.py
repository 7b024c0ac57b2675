"""The shelf of matches on SQLAlchemy Core."""

from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    RowMapping,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.hosting.errors import Stale, UnknownMatch
from bot.hosting.match import Match, MatchId, PlayerId, Status
from bot.hosting.ports import Freshness
from bot.storage.database import Database
from bot.storage.rows import (
    Values,
    chair_of,
    entry_values,
    line_values,
    match_of,
    match_values,
    new_values,
    posted_values,
    record_of,
    result_values,
    seat_values,
)
from bot.storage.schema import entries, matches, requests, results, seats, seeds
from bot.storage.statements import (
    ADD,
    APPEND,
    ENTRIES,
    FRESH,
    HEIGHTS,
    OPEN,
    POSTED,
    REQUEST,
    SAVE,
    SEATS,
    here,
    seated,
)
from engine.errors import CorruptRecord
from engine.game import AnyGame
from engine.record import Entry
from engine.seat import Seat


class SqlMatches:
    """Keeps matches in a database; several processes may share it."""

    def __init__(self, database: Database, games: Mapping[str, AnyGame]) -> None:
        self._database = database
        self._games = games

    async def add(
        self, match: Match, seed: bytes, request: str, after: Match | None = None
    ) -> Match:
        """Store a new match, its seed apart; link `after` to it."""
        async with self._changing() as connection:
            added = await connection.execute(ADD, new_values(replace(match, revision=1)))
            match_id = MatchId(added.scalar_one())
            new = replace(match, id=match_id, revision=1)
            await connection.execute(insert(seeds), {"match_id": match_id, "seed": seed})
            await _seat(connection, new)
            await _remember(connection, match_id, request)
            if after is not None:
                await _save(connection, replace(after, rematch=match_id))
        return new

    async def get(self, match_id: MatchId) -> Match:
        """Return a match with its whole record."""
        async with self._database.reading() as connection:
            found = await connection.execute(select(matches).where(matches.c.id == match_id))
            row = found.mappings().one_or_none()
            if row is None:
                raise UnknownMatch("unknown-match", match=match_id)
            chairs, bodies = await _parts(connection, [row])
        return match_of(row, chairs[match_id], record_of(self._games, row, bodies[match_id]))

    async def fresh(self, match_id: MatchId) -> Freshness:
        """Return the newest of what changes often."""
        async with self._database.asking() as connection:
            row = (await connection.execute(FRESH, {"of": match_id})).one_or_none()
        if row is None:
            raise UnknownMatch("unknown-match", match=match_id)
        return Freshness(*row)

    async def heights(self, match_id: MatchId) -> Mapping[Seat, int]:
        """Return the heights of those at the table who stated theirs and still play."""
        async with self._database.asking() as connection:
            found = await connection.execute(HEIGHTS, {"of": match_id})
            return {Seat(row.seat): row.height_cm for row in found}

    async def seed(self, match_id: MatchId) -> bytes:
        """Return the secret seed."""
        async with self._database.asking() as connection:
            found = await connection.execute(
                select(seeds.c.seed).where(seeds.c.match_id == match_id)
            )
            return bytes(found.scalar_one())

    async def save(self, match: Match, request: str | None = None) -> Match:
        """Store everything but the lines and the messages."""
        async with self._changing() as connection:
            saved = await _save(connection, match)
            await _seat_anew(connection, match)
            await _remember(connection, match.id, request)
        return saved

    async def append(self, match: Match, lines: Sequence[Entry[Any]], request: str | None) -> Match:
        """Store new lines and the match itself."""
        begins = not lines or lines[0].seq == 0
        async with self._changing() as connection:
            saved = await _save(connection, match, match_values if begins else line_values)
            if begins:
                await _seat_anew(connection, match)
            if lines:
                await connection.execute(APPEND, entry_values(match, lines, request))
            if ends := result_values(match):
                await connection.execute(insert(results), ends)
        return saved

    async def posted(self, match: Match) -> None:
        """Store what the channel has seen."""
        which = {"of": match.id, "up_to": match.told, "shows": match.shown}
        async with self._database.writing() as connection:
            await connection.execute(POSTED, {**which, **posted_values(match)})

    async def pause(self, match_id: MatchId, line: int) -> None:
        """Store that the record doesn't replay from this line on."""
        stopped = {
            "status": Status.PAUSED.value,
            "paused_at": line,
            "agent_acts": False,
            "revision": matches.c.revision + 1,
        }
        async with self._database.writing() as connection:
            await connection.execute(
                update(matches).where(matches.c.id == match_id).values(stopped)
            )

    async def unpause(self, match_id: MatchId) -> None:
        """Store that a paused match is as it was before."""
        running = matches.c.outcome.is_(None)
        before = case((running, Status.PLAYING.value), else_=Status.FINISHED.value)
        again = {"status": before, "paused_at": None, "revision": matches.c.revision + 1}
        paused = (matches.c.id == match_id, matches.c.status == Status.PAUSED.value)
        async with self._database.writing() as connection:
            await connection.execute(update(matches).where(*paused).values(again))

    async def answered(self, request: str) -> MatchId | None:
        """Return the match in which this interaction was already carried out."""
        asked = union_all(
            select(requests.c.match_id).where(requests.c.id == request),
            select(entries.c.match_id).where(entries.c.request == request),
        )
        async with self._database.asking() as connection:
            found = (await connection.execute(asked)).scalar_one_or_none()
        return None if found is None else MatchId(found)

    async def in_channel(self, channel: int) -> Sequence[Match]:
        """Return open and running matches of a channel or thread, newest first."""
        return await self._open_ones(here(channel))

    async def finished_in(self, channel: int) -> MatchId | None:
        """Return the newest finished match of a channel or thread."""
        over = matches.c.status == Status.FINISHED.value
        newest = select(func.max(matches.c.id)).where(here(channel), over)
        async with self._database.asking() as connection:
            found = (await connection.execute(newest)).scalar_one()
        return None if found is None else MatchId(found)

    async def of_player(self, player: PlayerId) -> Sequence[Match]:
        """Return open and running matches of a person, newest first."""
        return await self._open_ones(seated(player))

    async def count_of(self, player: PlayerId) -> int:
        """Return how many open and running matches a person has."""
        counted = select(func.count()).select_from(matches).where(OPEN, seated(player))
        async with self._database.asking() as connection:
            return int((await connection.execute(counted)).scalar_one())

    async def untold(self) -> Sequence[MatchId]:
        """Return matches whose channel has not seen everything."""
        unseen = matches.c.shown < matches.c.revision
        # In the words of the index, which SQLite uses only then.
        behind = or_(matches.c.told < matches.c.lines, unseen)
        running = matches.c.status != Status.PAUSED.value
        return await self._ids(behind, or_(running, unseen))

    async def due(self, now: datetime) -> Sequence[MatchId]:
        """Return lobbies whose time has come."""
        return await self._ids(matches.c.expires_at.is_not(None), matches.c.expires_at <= now)

    async def for_agents(self) -> Sequence[MatchId]:
        """Return matches that wait for a computer player."""
        return await self._ids(matches.c.agent_acts)

    async def every(self) -> Sequence[MatchId]:
        """Return the ids of all matches."""
        return await self._ids()

    @asynccontextmanager
    async def _changing(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._database.writing() as connection:
                yield connection
        except IntegrityError as error:
            raise Stale("stale") from error

    async def _ids(self, *conditions: ColumnElement[bool]) -> Sequence[MatchId]:
        wanted = select(matches.c.id).where(*conditions).order_by(matches.c.id)
        async with self._database.asking() as connection:
            return [MatchId(each) for each in (await connection.execute(wanted)).scalars()]

    async def _open_ones(self, condition: ColumnElement[bool]) -> Sequence[Match]:
        wanted = select(matches).where(OPEN, condition).order_by(matches.c.id.desc())
        async with self._database.reading() as connection:
            rows = (await connection.execute(wanted)).mappings().all()
            chairs, bodies = await _parts(connection, rows)
        return [self._listed(row, chairs[row["id"]], bodies[row["id"]]) for row in rows]

    def _listed(self, row: RowMapping, chairs: Sequence[Any], bodies: Sequence[str]) -> Match:
        """Read a match for a list, where one broken record must not hide the others."""
        try:
            return match_of(row, chairs, record_of(self._games, row, bodies))
        except CorruptRecord as error:
            broken = match_of(row, chairs, None)
            return replace(broken, status=Status.PAUSED, paused_at=error.line)


async def _save(
    connection: AsyncConnection, match: Match, columns: Callable[[Match], Values] = match_values
) -> Match:
    saved = replace(match, revision=match.revision + 1)
    values = {"of": match.id, "seen": match.revision, **columns(saved)}
    if (await connection.execute(SAVE, values)).rowcount != 1:
        raise Stale("stale", match=match.id)
    return saved


async def _seat_anew(connection: AsyncConnection, match: Match) -> None:
    await connection.execute(delete(seats).where(seats.c.match_id == match.id))
    await _seat(connection, match)


async def _seat(connection: AsyncConnection, match: Match) -> None:
    if match.chairs:
        await connection.execute(insert(seats), seat_values(match))


async def _remember(connection: AsyncConnection, match_id: MatchId, request: str | None) -> None:
    if request is not None:
        await connection.execute(REQUEST, {"id": request, "match_id": match_id})


async def _parts(
    connection: AsyncConnection, rows: Sequence[RowMapping]
) -> tuple[Mapping[int, list[Any]], Mapping[int, list[str]]]:
    """Return the chairs and the stored lines of some matches, by match."""
    ids = {"ids": [row["id"] for row in rows]}
    chairs: dict[int, list[Any]] = defaultdict(list)
    bodies: dict[int, list[str]] = defaultdict(list)
    if rows:
        for row in (await connection.execute(SEATS, ids)).mappings():
            chairs[row["match_id"]].append(chair_of(row))
        for match_id, body in await connection.execute(ENTRIES, ids):
            bodies[match_id].append(body)
    return chairs, bodies
