"""What moderators do is stored with its reason, once; a ban holds in every process."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.housekeeping import keep_house
from bot.storage.schema import bans, moderation, results
from bot.storage.stores import Stores, stores_in
from bot.table.ages import MODERATION
from bot.table.errors import LobbyRefused, ModerationRefused, NotPlaying, VoteRefused
from bot.table.ids import PlayerId
from bot.table.match.match import Match, Person, Status, Venue
from bot.table.people.moderation import Act, Ban, Deed, LogEntry, Term, checked_reason
from bot.table.time.timers import Timer, TimerKind
from engine.registry import games
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import ANN, BOB, CLEO, DAN, lobby_of, new_request, played_out, table_of

NORA = Person(PlayerId(99), "Nora")
SERVER, ELSEWHERE = 1, Venue(guild=2, channel=200, threaded=False)


def deed(act: Act, whom: Person | None = None, new: Person | None = None) -> Deed:
    player = None if whom is None else whom.id
    return Deed(act, NORA, "rude", new_request(), player, new)


async def ban(host: Host, match: Match, whom: Person, term: Term = Term.WEEK) -> None:
    await host.moderation.ban(match, deed(Act.BAN, whom), term, SERVER, "Server")


async def log(stores: Stores, clock: StandingClock, guild: int = SERVER) -> list[LogEntry]:
    return list(await stores.moderation.acts(guild, clock.now(), most=100))


@pytest.mark.parametrize("typed", ["", "  ", "...", "ab", "-a b-"])
def test_a_reason_has_three_letters(typed: str) -> None:
    with pytest.raises(ModerationRefused, match="reason-missing"):
        checked_reason(typed)


def test_a_reason_is_one_line_of_200_characters() -> None:
    assert checked_reason(" no  \n answer ") == "no answer"
    assert len(checked_reason("a" * 500)) == 200


async def test_an_act_is_in_the_log_with_who_did_what_to_whom_and_why(
    host: Host, stores: Stores, clock: StandingClock
) -> None:
    match = await table_of(host, ANN, BOB)
    free = Deed(Act.FREE, ANN, "asked for it", new_request(), BOB.id)

    for _ in range(2):
        after = await host.moderation.do(match.id, free, SERVER)

    seat = match.seat_of(BOB.id)
    assert seat is not None
    assert after.chairs[seat].is_offered
    assert await log(stores, clock) == [
        LogEntry(
            SERVER,
            clock.now(),
            ANN,
            Act.FREE,
            "asked for it",
            free.request,
            match.id,
            "seismic",
            seat,
            BOB,
            plays_there=True,
        )
    ]
    assert await log(stores, clock, guild=2) == []


async def test_what_is_refused_is_not_in_the_log(
    host: Host, stores: Stores, clock: StandingClock
) -> None:
    match = await table_of(host, ANN, BOB)
    lobby = await lobby_of(host, CLEO)
    over = await table_of(host, ANN, DAN)
    await host.lobbies.end(over.id, ANN)

    with pytest.raises(VoteRefused, match="vote-not-held"):
        await host.moderation.do(match.id, deed(Act.GO_ON), SERVER)
    with pytest.raises(LobbyRefused, match="player-replaced"):
        await host.moderation.do(match.id, deed(Act.FREE, DAN), SERVER)
    with pytest.raises(LobbyRefused, match="lobby-already-in"):
        await host.moderation.do(match.id, deed(Act.HAND, BOB, ANN), SERVER)
    for table, act in ((lobby, Act.HOLD), (lobby, Act.COMPUTER), (over, Act.CLOSE)):
        with pytest.raises(NotPlaying):
            await host.moderation.do(table.id, deed(act, CLEO), SERVER)

    assert await log(stores, clock) == []


async def test_of_two_moderators_at_once_one_holds_the_table(
    host: Host, stores: Stores, clock: StandingClock
) -> None:
    match = await table_of(host, ANN, BOB)

    told = await asyncio.gather(
        *(host.moderation.do(match.id, deed(Act.HOLD), SERVER) for _ in range(2)),
        return_exceptions=True,
    )

    assert sum(isinstance(each, VoteRefused) for each in told) == 1
    assert len(await log(stores, clock)) == 1


async def test_a_ban_holds_in_another_process_and_in_one_server(
    host: Host, database: Database, clock: StandingClock, messenger: Listener
) -> None:
    beside = Host(stores_in(database, games()), messenger, clock, KnownEntropy())
    match, lobby = await table_of(host, ANN, BOB), await lobby_of(host, CLEO, places=3)
    before = await beside.cache.match(lobby.id)

    await ban(host, match, BOB)

    with pytest.raises(LobbyRefused, match="banned"):
        await beside.lobbies.join(lobby.id, BOB, new_request())
    with pytest.raises(LobbyRefused, match="banned"):
        await lobby_of(beside, BOB)
    await lobby_of(beside, BOB, venue=ELSEWHERE)
    await lobby_of(beside, DAN)
    assert (await host.cache.match(lobby.id)).chairs == before.chairs


async def test_a_person_who_is_banned_as_they_join_is_in_or_out(
    host: Host, database: Database, clock: StandingClock, messenger: Listener
) -> None:
    beside = Host(stores_in(database, games()), messenger, clock, KnownEntropy())
    match, lobby = await table_of(host, ANN, BOB), await lobby_of(host, CLEO, places=3)

    joined, banned = await asyncio.gather(
        beside.lobbies.join(lobby.id, BOB, new_request()),
        ban(host, match, BOB),
        return_exceptions=True,
    )

    host.cache.forget(lobby.id)
    is_in = (await host.cache.match(lobby.id)).seat_of(BOB.id) is not None
    assert banned is None
    assert is_in is not isinstance(joined, LobbyRefused)


async def test_a_ban_ends_by_time_or_is_lifted_once(
    host: Host, stores: Stores, clock: StandingClock
) -> None:
    match = await table_of(host, ANN, BOB)
    await ban(host, match, BOB, Term.DAY)
    until = clock.now() + timedelta(days=1)
    found = await stores.moderation.banned(SERVER, [ANN.id, BOB.id], clock.now())
    clock.pass_by(days=1)

    over = await stores.moderation.banned(SERVER, [BOB.id], clock.now())
    await lobby_of(host, BOB)
    await ban(host, match, BOB, Term.FOR_GOOD)
    await host.moderation.lift(deed(Act.LIFT, BOB), SERVER, "Server")
    with pytest.raises(ModerationRefused, match="ban-over"):
        await host.moderation.lift(deed(Act.LIFT, BOB), SERVER, "Server")

    assert found == {BOB.id: Ban("Bob", "rude", until)}
    assert over == {}
    await lobby_of(host, BOB)
    assert [each.act for each in await log(stores, clock)] == [Act.LIFT, Act.BAN, Act.BAN]


async def test_after_90_days_an_act_is_forgotten_unless_its_match_still_runs(
    host: Host, stores: Stores, database: Database, clock: StandingClock
) -> None:
    running, over = await table_of(host, ANN, BOB), await table_of(host, ANN, CLEO)
    await host.moderation.do(running.id, deed(Act.FREE, BOB), SERVER)
    await host.moderation.do(over.id, deed(Act.CLOSE), SERVER)
    await ban(host, running, BOB)
    clock.pass_by(seconds=MODERATION.total_seconds() + 1)
    daily, now = Timer(TimerKind.HOUSEKEEPING, "daily", clock.now()), clock.now()

    await database.write(lambda connection: keep_house(connection, daily, now))

    async with database.reading() as connection:
        kept = (await connection.execute(select(moderation.c.act))).scalars().all()
        banned = (await connection.execute(select(bans))).all()
    assert sorted(kept) == ["ban", "free"]
    assert banned == []
    assert await log(stores, clock) == []


async def test_a_seat_that_was_handed_over_is_rated_for_nobody(
    host: Host, database: Database
) -> None:
    match = await table_of(host, ANN, BOB, CLEO)
    seat = match.seat_of(BOB.id)

    await host.moderation.do(match.id, deed(Act.HAND, BOB, DAN), SERVER)
    ended = await played_out(host, match.id)

    async with database.reading() as connection:
        rows = (await connection.execute(select(results).order_by(results.c.seat))).all()
    assert ended.status is Status.FINISHED
    assert [row.reason for row in rows if row.seat == seat] == ["freed"]
    assert [row.counted for row in rows if row.seat != seat] == ["rated", "rated"]
