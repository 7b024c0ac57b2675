"""Which matches have a page at an address: keys, wishes, and what ends them, in both databases."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, update

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.page.pages import OpenPage, PageStore, end_pages
from bot.storage.schema import pages, reviews, seats, secrets
from bot.storage.stores import Stores, stores_in
from bot.table.errors import LobbyRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Person, Status
from bot.table.page.keys import page_key
from bot.table.preferences import GuildPreferences
from engine.registry import games
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.storage.test_matches import LOCK_WAITS
from tests.bot.tables import ANN, BOB, CLEO, one_move, played_out, table_of

ZOE = Person(PlayerId(398712345678901234), "Zoella")


async def test_a_match_has_one_key_that_nobody_can_guess(
    host: Host, stores: Stores, database: Database
) -> None:
    first, second = (await table_of(host, ANN, BOB)).id, (await table_of(host, ANN, BOB)).id

    keys = [await stores.pages.key(first, is_public=True) for _ in range(2)]
    other = await stores.pages.key(second, is_public=True)

    (key,) = {*keys}
    assert key is not None
    assert len(key) == 24
    assert key != other
    secret = await database.scalar(select(secrets.c.value))
    assert secret is not None
    assert key == page_key(bytes(secret), first, 0)
    assert key != page_key(bytes(32), first, 0)


async def test_two_processes_agree_on_the_secret_and_on_every_key(
    host: Host, stores: Stores, database: Database, database_url: str
) -> None:
    match = (await table_of(host, ANN, BOB)).id
    elsewhere = Database(database_url)

    try:
        both = [stores.pages, PageStore(elsewhere)]
        keys = await asyncio.gather(*(each.key(match, is_public=True) for each in 3 * both))
        found = [await each.find(str(keys[0])) for each in both]
    finally:
        await elsewhere.close()

    assert len({*keys}) == 1
    assert found[0] == found[1] is not None
    assert len(await database.scalars(select(secrets.c.value))) == 1


async def test_processes_that_ask_at_once_all_get_the_key(postgresql_url: str) -> None:
    # PostgreSQL looks at one key of a row only where an upsert names one: a second process that
    # inserts the same row within the same instant was refused for the other key.
    processes = [Database(postgresql_url) for _ in range(4)]
    stores = [stores_in(each, games()) for each in processes]
    host = Host(stores[0], Listener(), StandingClock(), KnownEntropy())
    match = (await table_of(host, ANN, BOB)).id
    try:
        for _ in range(100):
            await processes[0].execute(delete(pages))
            keys = await asyncio.gather(*(each.pages.key(match, is_public=True) for each in stores))
            assert len({*keys}) == 1
            assert keys[0] is not None
    finally:
        for each in processes:
            await each.close()


@pytest.mark.parametrize("pageless", [False, True])
@pytest.mark.parametrize(
    ("is_public", "asked", "has_page"),
    [
        (True, None, True),
        (True, False, False),
        (True, True, True),
        (False, None, False),
        (False, True, True),
        (False, False, False),
        (None, None, False),
        (None, True, True),
    ],
)
async def test_server_and_host_say_whether_there_is_a_page(
    *,
    pageless: bool,
    is_public: bool | None,
    asked: bool | None,
    has_page: bool,
    host: Host,
    stores: Stores,
) -> None:
    match = (await table_of(host, ANN, BOB)).id
    await stores.players.set_guild(1, GuildPreferences(pageless=pageless))
    if asked is not None:
        await stores.pages.ask(match, wanted=asked)

    key = await stores.pages.key(match, is_public=is_public)

    assert (key is not None) is (has_page and not pageless)
    assert await stores.pages.asked(match) is asked


async def test_where_nobody_knows_who_sees_a_channel_all_stays_as_it_was(
    host: Host, stores: Stores
) -> None:
    match = (await table_of(host, ANN, BOB)).id

    key = await stores.pages.key(match, is_public=True)
    unknown = await stores.pages.key(match, is_public=None)
    private = await stores.pages.key(match, is_public=False)
    still = await stores.pages.key(match, is_public=None)

    assert unknown == key is not None
    assert private is still is None


async def test_a_server_that_has_pages_again_has_them_at_the_same_addresses(
    host: Host, stores: Stores
) -> None:
    match, found = (await table_of(host, ANN, BOB)).id, list[OpenPage | None]()
    key = str(await stores.pages.key(match, is_public=True))

    for pageless in (True, False):
        await stores.players.set_guild(1, GuildPreferences(pageless=pageless))
        found.append(await stores.pages.find(key))
    await stores.players.set_guild(1, GuildPreferences(pageless=True))
    none = await stores.pages.key(match, is_public=True)
    await stores.players.set_guild(1, GuildPreferences())
    again = await stores.pages.key(match, is_public=True)

    assert found[0] is None
    assert found[1] is not None
    assert none is None
    assert again == key


async def test_what_its_host_wants_no_more_is_gone_at_once(host: Host, stores: Stores) -> None:
    match = (await table_of(host, ANN, BOB)).id
    key = str(await stores.pages.key(match, is_public=True))

    await stores.pages.ask(match, wanted=False)
    found = await stores.pages.find(key)
    await stores.pages.ask(match, wanted=None)
    again = await stores.pages.key(match, is_public=True)

    assert found is None
    assert again == key


async def test_a_page_says_how_its_match_stands(
    host: Host, stores: Stores, database: Database, clock: StandingClock
) -> None:
    match = await table_of(host, ANN, BOB)
    other = await table_of(host, ANN, CLEO)
    key = str(await stores.pages.key(match.id, is_public=True))
    beside = str(await stores.pages.key(other.id, is_public=True))

    begun = await stores.pages.find(key)
    await one_move(host, match.id)
    moved = await stores.pages.find(key)
    over = await played_out(host, match.id)
    ended = await stores.pages.find(key)
    done = {"match_id": match.id, "asked_at": clock.now(), "done_at": clock.now()}
    await database.execute(insert(reviews).values(done))
    every = await stores.pages.find_all([key, beside, "no-such-key"])

    assert begun is not None
    assert moved is not None
    assert begun.status is Status.PLAYING
    assert begun.revision < moved.revision
    assert ended == OpenPage(match.id, Status.FINISHED, over.revision, 1, is_reviewed=False)
    assert every.keys() == {key, beside}
    assert every[key].is_reviewed
    assert every[beside].match == other.id


async def test_of_what_there_is_not_there_is_no_page(stores: Stores) -> None:
    assert await stores.pages.key(MatchId(99), is_public=True) is None
    assert await stores.pages.asked(MatchId(99)) is None
    assert await stores.pages.find("no-such-key") is None
    assert await stores.pages.find_all([]) == {}


async def test_keys_that_have_ended_lead_nowhere_and_the_next_one_is_another(
    host: Host, stores: Stores, database: Database
) -> None:
    ended, kept = (await table_of(host, ANN, BOB)).id, (await table_of(host, ANN, BOB)).id
    old = str(await stores.pages.key(ended, is_public=True))
    other = str(await stores.pages.key(kept, is_public=True))
    await stores.pages.ask(ended, wanted=True)

    await database.write(end_pages, [ended])
    await database.write(end_pages, [])
    found = await stores.pages.find_all([old, other])
    new = await stores.pages.key(ended, is_public=False)

    assert [*found] == [other]
    assert new not in (None, old)
    assert await stores.pages.asked(ended) is True


async def test_a_key_that_ends_while_another_process_makes_it_is_the_next_one(
    postgresql_url: str,
) -> None:
    database = Database(postgresql_url)
    stores = stores_in(database, games())
    host = Host(stores, Listener(), StandingClock(), KnownEntropy())
    match = (await table_of(host, ANN, BOB)).id
    old = await stores.pages.key(match, is_public=True)
    await stores.pages.key(match, is_public=False)
    async with database.writing() as connection:
        await connection.run_sync(end_pages, [match])
        key = asyncio.create_task(stores.pages.key(match, is_public=True))
        while not (await connection.execute(LOCK_WAITS)).scalar_one():
            pass
    made = await key
    again = await stores.pages.key(match, is_public=True)
    await database.close()

    assert made == again
    assert made not in (None, old)


async def test_who_is_erased_is_on_no_page_at_an_address_that_anyone_had(
    host: Host, stores: Stores, database: Database
) -> None:
    over = (await played_out(host, (await table_of(host, ZOE, BOB)).id)).id
    beside = (await table_of(host, BOB, CLEO)).id
    old = str(await stores.pages.key(over, is_public=True))
    others = str(await stores.pages.key(beside, is_public=True))

    await host.erasing.erase(ZOE.id)
    new = str(await stores.pages.key(over, is_public=True))
    found = await stores.pages.find_all([old, new, others])
    # As in a backup of before, which is brought back.
    row: dict[str, Any] = {"key": old, "edition": 0}
    await database.execute(update(pages).where(pages.c.match_id == over).values(row))
    of_zoe = seats.c.match_id == over, seats.c.seat == 0
    await database.execute(update(seats).where(*of_zoe).values(player=ZOE.id, name=ZOE.name))
    await host.erasing.erase(ZOE.id)
    restored = await stores.pages.key(over, is_public=True)

    assert found.keys() == {new, others}
    assert restored == new != old


async def test_only_the_host_decides_and_the_message_is_edited(
    host: Host, stores: Stores, messenger: Listener
) -> None:
    match = await table_of(host, ANN, BOB)
    await host.telling.tell(match.id)
    messenger.told.clear()

    with pytest.raises(LobbyRefused, match="lobby-not-host"):
        await host.pages.ask(match.id, BOB.id, wanted=True)
    refused = await stores.pages.asked(match.id)
    asking = (host.pages.ask(match.id, ANN.id, wanted=True) for _ in range(2))
    await asyncio.gather(*asking)

    assert refused is None
    assert await stores.pages.asked(match.id) is True
    assert [each.is_new for each in messenger.told] == [False, False]
