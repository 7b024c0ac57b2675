import re

import pytest
from sqlalchemy import delete, update
from structlog.testing import capture_logs

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.schema import entries
from bot.storage.schema import matches as table
from bot.storage.stores import Stores
from bot.table.errors import NewerRules, NotPlaying
from bot.table.ids import MatchId
from bot.table.match.match import Match, Status
from bot.table.processes.shares import SOLE
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import (
    ANN,
    BOB,
    HERE,
    new_request,
    one_move,
    play_and_tell,
    record_of,
    table_of,
)


async def spoiled(database: Database, match_id: MatchId, seq: int, body: str) -> None:
    line = (entries.c.match_id == match_id) & (entries.c.seq == seq)
    async with database.writing() as connection:
        await connection.execute(update(entries).where(line).values(body=body))


async def a_played_match(host: Host) -> Match:
    match = await table_of(host, ANN, BOB)
    await one_move(host, match.id)
    return (await one_move(host, match.id)).match


@pytest.fixture
def restarted(
    stores: Stores, messenger: Listener, clock: StandingClock, entropy: KnownEntropy
) -> Host:
    return Host(stores, messenger, clock, entropy)


async def test_a_line_that_does_not_replay_pauses_the_match(
    host: Host, matches: MatchStore, restarted: Host, database: Database, messenger: Listener
) -> None:
    match = await a_played_match(host)
    other = (await record_of(host, match.id)).entries[1]
    body = f'{{"seq":2,"digest":"{other.digest}","move":null,"undo_to":1}}'
    await spoiled(database, match.id, 2, body)

    paused = await restarted.cache.match(match.id)
    await restarted.tick()

    assert (paused.status, paused.paused_at) == (Status.PAUSED, 3)
    assert (await restarted.cache.of(match.id)).replay is None
    assert messenger.lobbies[-1].status == Status.PAUSED
    assert await matches.in_channel(HERE.channel) == []


async def test_a_line_that_cannot_be_read_pauses_the_match(
    host: Host, restarted: Host, database: Database
) -> None:
    match = await a_played_match(host)
    await spoiled(database, match.id, 1, '{"seq":1,"digest":7}')

    assert (await restarted.cache.match(match.id)).paused_at == 2


async def test_a_missing_line_pauses_the_match(
    host: Host, restarted: Host, database: Database
) -> None:
    match = await a_played_match(host)
    last = (entries.c.match_id == match.id) & (entries.c.seq == match.line - 1)
    async with database.writing() as connection:
        await connection.execute(delete(entries).where(last))

    assert (await restarted.cache.match(match.id)).paused_at == match.line


async def test_a_paused_match_says_so_and_keeps_its_line(
    host: Host, restarted: Host, database: Database
) -> None:
    match = await a_played_match(host)
    await spoiled(database, match.id, 2, "{}")

    with pytest.raises(NotPlaying) as refused:
        await play_and_tell(
            restarted, match.id, match.people[0].id, None, match.line, new_request()
        )
    with pytest.raises(NotPlaying):
        await restarted.cache.progress(match.id)

    assert refused.value.data["status"] == Status.PAUSED
    assert refused.value.data["line"] == 3


async def test_a_broken_match_does_not_hide_the_others(
    host: Host, matches: MatchStore, restarted: Host, database: Database
) -> None:
    sound, broken = await a_played_match(host), await a_played_match(host)
    await spoiled(database, broken.id, 2, "{}")

    listed = await matches.in_channel(HERE.channel)

    # That it is broken shows as soon as a player looks at it: a list reads no record.
    assert [each.id for each in listed] == [broken.id, sound.id]
    assert (await restarted.cache.match(broken.id)).status is Status.PAUSED
    assert (await restarted.cache.match(sound.id)).status is Status.PLAYING


async def of_rules(database: Database, match_id: MatchId, version: int) -> None:
    async with database.writing() as connection:
        found = await connection.execute(table.select().where(table.c.id == match_id))
        header = found.mappings().one()["header"]
        other = re.sub(r'"rules_version":\d', f'"rules_version":{version}', header)
        await connection.execute(
            update(table).where(table.c.id == match_id).values(header=other, revision=99)
        )


async def test_a_match_of_forgotten_rules_is_paused_at_its_header(
    host: Host, restarted: Host, database: Database
) -> None:
    match = await a_played_match(host)
    await of_rules(database, match.id, 0)

    assert (await restarted.cache.match(match.id)).paused_at == 0


async def test_a_match_of_newer_rules_is_left_to_those_who_know_them(
    host: Host, matches: MatchStore, restarted: Host, database: Database, messenger: Listener
) -> None:
    match = await a_played_match(host)
    await of_rules(database, match.id, 2)
    told = len(messenger.told)

    with capture_logs() as logged:
        await restarted.tick()
        for refused in (
            restarted.cache.match(match.id),
            restarted.cache.progress(match.id),
            restarted.lobbies.leave(match.id, ANN.id),
            restarted.lobbies.resume(match.id),
            play_and_tell(restarted, match.id, ANN.id, None, match.line, new_request()),
        ):
            with pytest.raises(NewerRules):
                await refused
        await restarted.tick()
    await of_rules(database, match.id, 1)

    assert [each["event"] for each in logged] == ["newer-rules"]
    assert (logged[0]["match"], logged[0]["version"]) == (match.id, 2)
    assert len(messenger.told) == told
    assert [each.id for each in await matches.in_channel(HERE.channel)] == [match.id]
    assert (await one_move(restarted, match.id)).match.status is Status.PLAYING


async def test_a_match_of_newer_rules_keeps_no_other_in_a_deleted_channel(
    host: Host, restarted: Host, database: Database
) -> None:
    sound, newer = await a_played_match(host), await a_played_match(host)
    await of_rules(database, newer.id, 2)

    await restarted.venues.channel_gone(HERE.channel)

    assert (await restarted.cache.match(sound.id)).lost_at is not None


async def test_a_match_of_a_title_that_is_not_there_is_left_alone(
    host: Host, restarted: Host, database: Database
) -> None:
    match = await a_played_match(host)
    async with database.writing() as connection:
        new = update(table).where(table.c.id == match.id).values(game="tremor", revision=99)
        await connection.execute(new)

    with pytest.raises(NewerRules):
        await restarted.cache.match(match.id)


async def test_a_mended_match_that_everybody_had_left_is_closed(
    host: Host, restarted: Host, database: Database
) -> None:
    match = await a_played_match(host)
    async with database.reading() as connection:
        line = (entries.c.match_id == match.id) & (entries.c.seq == 2)
        body = (await connection.execute(entries.select().where(line))).mappings().one()["body"]
    for person in (ANN, BOB):
        await host.lobbies.leave(match.id, person.id)
    await spoiled(database, match.id, 2, "{}")
    broken = await restarted.cache.match(match.id)
    await spoiled(database, match.id, 2, body)

    mended = await restarted.lobbies.resume(match.id)

    assert broken.status == Status.PAUSED
    assert mended.status == Status.CLOSED


async def test_a_mended_match_is_played_on_by_an_owner_who_believes_its_memory(
    host: Host, database: Database, stores: Stores, clock: StandingClock
) -> None:
    match = await a_played_match(host)
    async with database.reading() as connection:
        line = (entries.c.match_id == match.id) & (entries.c.seq == 2)
        body = (await connection.execute(entries.select().where(line))).mappings().one()["body"]
    await spoiled(database, match.id, 2, "{}")
    owner = Host(stores, Listener(), clock, KnownEntropy(), ownership=SOLE)
    broken = await owner.cache.match(match.id)
    await spoiled(database, match.id, 2, body)

    mended = await owner.lobbies.resume(match.id)

    assert (broken.status, mended.status) == (Status.PAUSED, Status.PLAYING)


async def test_a_mended_match_is_played_on(host: Host, restarted: Host, database: Database) -> None:
    match = await a_played_match(host)
    before = await record_of(host, match.id)
    async with database.reading() as connection:
        line = (entries.c.match_id == match.id) & (entries.c.seq == 2)
        body = (await connection.execute(entries.select().where(line))).mappings().one()["body"]
    await spoiled(database, match.id, 2, "{}")
    await restarted.cache.match(match.id)

    still_broken = await restarted.lobbies.resume(match.id)
    await spoiled(database, match.id, 2, body)
    mended = await restarted.lobbies.resume(match.id)
    record = await record_of(restarted, match.id)
    played = await one_move(restarted, match.id)

    assert still_broken.status == Status.PAUSED
    assert (mended.status, mended.paused_at) == (Status.PLAYING, None)
    assert record == before
    assert mended.acting == match.acting
    assert played.match.line > match.line
