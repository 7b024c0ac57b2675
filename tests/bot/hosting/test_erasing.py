"""A person erased: what goes, what stays, and what their tables do meanwhile."""

from datetime import timedelta
from json import dumps
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import BigInteger, func, insert, select, update

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.people.erasing import PEOPLE, ErasureStore, erase_again
from bot.storage.people.fingerprints import Fingerprints
from bot.storage.people.rate_anew import rate_anew
from bot.storage.schema import (
    bans,
    deals,
    erased,
    metadata,
    moderation,
    outbox,
    results,
    timers,
    waits,
)
from bot.storage.stores import Stores, stores_in
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Person, Status
from bot.table.people.rating import Rating, blurred
from bot.table.preferences import Preferences
from engine.draws import verify
from engine.registry import games
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.storage.test_statistics import BEGINS, season
from tests.bot.storage.test_statistics import PEOPLE as PLAYERS
from tests.bot.tables import (
    BOB,
    CLEO,
    DAN,
    THREADED,
    lobby_of,
    new_request,
    one_move,
    played_out,
    record_of,
    table_of,
)

ZOE = Person(PlayerId(398712345678901234), "Zoëlla Quint")
SECRETS = (str(ZOE.id).encode(), ZOE.id.to_bytes(8, "big"), "Zoëlla".encode(), b"Zo\\u00eblla")


def traces(file: Path) -> list[bytes]:
    """Return what of Zoe stands anywhere in the files of an SQLite database."""
    every = b"".join(
        each.read_bytes() for each in file.parent.glob(f"{file.name}*") if each.is_file()
    )
    return [each for each in SECRETS if each in every]


async def rows_about(database: Database, player: PlayerId) -> list[str]:
    """Return the columns in which a person's number or name stands, in any table."""
    found = []
    async with database.reading() as connection:
        for table in metadata.sorted_tables:
            for row in (await connection.execute(select(table))).mappings():
                found += [
                    f"{table.name}.{name}"
                    for name, value in row.items()
                    if value == player or str(player) in str(value) or "Zoëlla" in str(value)
                ]
    return found


async def test_nothing_is_left_but_the_matches(
    host: Host, stores: Stores, database: Database
) -> None:
    over = await played_out(host, (await table_of(host, ZOE, BOB)).id)
    running = await table_of(host, ZOE, BOB, CLEO)
    await one_move(host, running.id)
    await stores.players.prefer(ZOE.id, Preferences(height_cm=171))
    await host.tick()

    await host.erasing.erase(ZOE.id)
    await host.tick()

    assert await rows_about(database, ZOE.id) == []
    assert not await stores.erasing.knows(ZOE.id)
    match = await host.cache.match(over.id)
    assert match.chairs[0].is_former
    assert match.chairs[0].letter == over.chairs[0].letter
    assert match.chairs[1] == over.chairs[1]
    assert (await host.cache.match(running.id)).chairs[0].agent == "greedy"


async def test_the_record_of_a_finished_match_still_verifies(host: Host) -> None:
    over = await played_out(host, (await table_of(host, ZOE, BOB)).id)
    before = await record_of(host, over.id)

    await host.erasing.erase(ZOE.id)

    record = await record_of(host, over.id)
    assert record == before
    assert verify(games()["seismic"], record) > 0


async def test_every_column_with_a_person_is_known() -> None:
    named = {
        (table.name, column.name)
        for table in metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, BigInteger)
        and (column.name in ("player", "blocked", "by", "host", "moderator"))
    }

    known = {(each.table.name, each.name) for each in PEOPLE}

    # Timers are dropped by themselves; a vote is opened by a seat.
    assert named - known == {("timers", "player"), ("votes", "by")}
    assert known - named == {("players", "id")}


async def test_free_pages_and_the_journal_hold_nothing(
    host: Host, stores: Stores, database: Database, tmp_path: Path
) -> None:
    if database._thread is None:
        pytest.skip("a server frees its pages itself")
    for _ in range(6):
        await played_out(host, (await table_of(host, ZOE, BOB)).id)
    running = await table_of(host, ZOE, BOB, CLEO)
    await lobby_of(host, ZOE, DAN)
    await stores.players.prefer(ZOE.id, Preferences(height_cm=171))
    await host.tick()
    before = traces(tmp_path / "faultline.db")

    await host.erasing.erase(ZOE.id)

    assert before
    assert traces(tmp_path / "faultline.db") == []
    assert (await host.cache.match(running.id)).status is Status.PLAYING


async def test_a_computer_player_moves_on_and_the_table_hears_it(
    host: Host, messenger: Listener
) -> None:
    match = await table_of(host, ZOE, BOB, CLEO)
    while match.acting[0] != 0:
        match = (await one_move(host, match.id)).match

    await host.erasing.erase(ZOE.id)
    await host.tick()

    after = await host.cache.match(match.id)
    assert after.line > match.line
    assert 0 not in after.acting
    (said,) = [each.notice for each in messenger.noticed if "left-for-good" in each.notice.key]
    assert said.facts == {"says": "left-for-good"}
    assert after.host == BOB.id


async def test_no_time_is_left_that_they_gave_and_nobody_is_told_of_them(
    host: Host, database: Database, clock: StandingClock
) -> None:
    match = await table_of(host, ZOE, BOB, CLEO)
    mine = {"player": ZOE.id, "name": ZOE.name, "says": "late"}
    notices = [
        ("channel:100", f"x:{ZOE.id}", {}, 7),
        ("channel:100", "late", {"late": [mine]}, 8),
        ("channel:100", "other", {"late": [{**mine, "player": 12, "name": "Bob"}]}, 9),
        (f"dm:{ZOE.id}", "turn", {}, 10),
        (f"dm:{BOB.id}", "next", {"who": ZOE.name}, None),
    ]
    await database.execute(
        insert(outbox).values(
            [
                {
                    "target": target,
                    "key": key,
                    "kind": "said",
                    "match_id": match.id,
                    "facts": dumps(facts),
                    "state": "pending" if message is None else "sent",
                    "message": message,
                    "place": 100,
                    "sent_at": clock.now(),
                }
                for target, key, facts, message in notices
            ]
        )
    )
    await database.execute(update(waits).values(given_by=f"12,{ZOE.id},13"))

    await host.erasing.erase(ZOE.id)

    left = await database.rows(
        select(outbox.c.message, outbox.c.state).where(outbox.c.message.in_((7, 8, 9, 10)))
    )
    assert sorted(left) == [(7, "retract"), (8, "retract"), (9, "sent")]
    assert await rows_about(database, ZOE.id) == []
    given = set(await database.scalars(select(waits.c.given_by)))
    assert given <= {"12,13", ""}


async def test_the_next_person_becomes_host_of_an_open_table(host: Host) -> None:
    table = await lobby_of(host, ZOE, BOB, places=3)

    await host.erasing.erase(ZOE.id)

    after = await host.cache.match(table.id)
    assert after.host == BOB.id
    assert [each.name for each in after.chairs] == ["Bob"]


async def test_a_table_without_other_people_ends(host: Host, database: Database) -> None:
    table = await lobby_of(host, ZOE)

    await host.erasing.erase(ZOE.id)

    assert (await host.cache.match(table.id)).status is Status.CLOSED
    assert await rows_about(database, ZOE.id) == []


async def test_what_becomes_of_tables_is_foreseen(host: Host) -> None:
    over = await played_out(host, (await table_of(host, ZOE, BOB)).id)
    running = await table_of(host, ZOE, BOB, CLEO)
    opened = await lobby_of(host, ZOE, BOB, places=3)
    alone = await lobby_of(host, ZOE)

    known = await host.erasing.foresee(ZOE.id)

    assert known is not None
    assert known.finished == 1
    left = {each.match.id: each for each in known.tables}
    assert set(left) == {running.id, opened.id, alone.id}
    assert over.id not in left
    assert left[running.id].awaits is (0 in running.acting)
    assert (left[opened.id].next_host, left[opened.id].ends) == ("Bob", False)
    assert left[alone.id].ends


async def test_of_a_stranger_nothing_is_foreseen_and_twice_nothing(host: Host) -> None:
    await table_of(host, ZOE, BOB)

    assert await host.erasing.foresee(CLEO.id) is None
    await host.erasing.erase(ZOE.id)
    assert await host.erasing.foresee(ZOE.id) is None
    assert await host.erasing.erase(ZOE.id) == 0


async def test_a_killed_process_leaves_the_rest_to_the_next_one(
    host: Host,
    stores: Stores,
    database: Database,
    messenger: Listener,
    clock: StandingClock,
    entropy: KnownEntropy,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for _ in range(3):
        await played_out(host, (await table_of(host, ZOE, BOB)).id)
    running = await table_of(host, ZOE, BOB, CLEO)
    monkeypatch.setattr("bot.storage.people.erasing.AT_ONCE", 1)
    write, left = database.write, 9

    async def until_killed(*args: Any, **kwargs: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt
        return await write(*args, **kwargs)

    monkeypatch.setattr(database, "write", until_killed)
    with pytest.raises(KeyboardInterrupt):
        await host.erasing.erase(ZOE.id)
    monkeypatch.setattr(database, "write", write)
    assert await stores.erasing.knows(ZOE.id)

    clock.pass_by(minutes=2)
    await Host(stores_in(database, games()), messenger, clock, entropy).tick()

    assert await rows_about(database, ZOE.id) == []
    host.cache.forget(running.id)
    assert (await host.cache.match(running.id)).chairs[0].is_former


async def test_who_comes_back_begins_anew(host: Host, stores: Stores) -> None:
    await played_out(host, (await table_of(host, ZOE, BOB)).id)
    await host.erasing.erase(ZOE.id)

    await host.tick()
    table = await lobby_of(host, ZOE, BOB)

    assert (await host.cache.match(table.id)).host == ZOE.id
    assert await stores.erasing.finished(ZOE.id) == 0


async def test_a_seat_taken_while_the_rest_goes_is_a_new_beginning(
    host: Host, stores: Stores, clock: StandingClock
) -> None:
    over = await played_out(host, (await table_of(host, ZOE, BOB)).id)
    table = await lobby_of(host, ZOE, places=2)

    gone = await stores.erasing.erase(ZOE.id, clock.now())
    await host.lobbies.join(table.id, BOB, new_request())
    begun = await host.lobbies.start(table.id, ZOE.id)

    assert list(gone.matches) == [over.id]
    assert begun.status is Status.PLAYING
    assert begun.seat_of(ZOE.id) == 0


async def test_matches_are_shown_anew_where_they_stand(host: Host, messenger: Listener) -> None:
    over = await played_out(host, (await table_of(host, ZOE, BOB, venue=THREADED)).id)
    told = len(messenger.told)

    channels = await host.erasing.erase(ZOE.id)
    await host.tick()

    assert channels == 1
    (shown,) = messenger.redrawn
    assert shown.id == over.id
    assert shown.chairs[0].is_former
    assert len(messenger.told) == told
    await host.tick()
    assert len(messenger.redrawn) == 1


async def test_a_rematch_has_no_former_player(host: Host) -> None:
    over = await played_out(host, (await table_of(host, ZOE, BOB)).id)
    await host.erasing.erase(ZOE.id)

    again = await host.lobbies.rematch(over.id, BOB, new_request())

    assert [each.name for each in again.chairs] == ["Bob"]


async def proposals(database: Database, match: MatchId) -> None:
    values = {
        "match_id": match,
        "line": 1,
        "chapter": "1",
        "mine": "",
        "yours": "",
        "answers": "[]",
        "withdrawn": False,
        "closed": True,
    }
    said = [(0, "I promise"), (1, "zoëlla quint, please; not Zoëlla Quintus"), (2, "fine")]
    await database.execute(
        insert(deals).values(
            [
                {**values, "proposer": seat, "words": words, "request": f"deal {seat}"}
                for seat, words in said
            ]
        )
    )


async def test_their_words_go_and_their_name_in_the_words_of_others(
    host: Host, database: Database
) -> None:
    match = await table_of(host, ZOE, BOB, CLEO)
    await proposals(database, match.id)

    await host.erasing.erase(ZOE.id)

    words = await database.scalars(select(deals.c.words).order_by(deals.c.proposer))
    assert list(words) == ["", "…, please; not Zoëlla Quintus", "fine"]


async def test_a_ban_stays_under_the_fingerprint(
    host: Host, stores: Stores, database: Database, clock: StandingClock
) -> None:
    now = clock.now()
    of_zoe = {
        "guild": 1,
        "player": ZOE.id,
        "name": ZOE.name,
        "by": DAN.id,
        "reason": "Zoëlla Quint shouts",
    }
    by_zoe = {"guild": 1, "player": BOB.id, "name": BOB.name, "by": ZOE.id, "reason": "no"}
    await database.execute(insert(bans).values([{**each, "at": now} for each in (of_zoe, by_zoe)]))
    act = {"guild": 1, "at": now, "act": "ban", "reason": "no", "moderator_name": ZOE.name}
    log = {**act, "moderator": ZOE.id, "player": ZOE.id, "name": ZOE.name, "request": "one"}
    await database.execute(insert(moderation).values(log))
    known = await host.erasing.foresee(ZOE.id)

    await host.erasing.erase(ZOE.id)

    assert known is not None
    assert list(known.bans) == [(1, None)]
    rows = await database.rows(select(bans).order_by(bans.c.id))
    assert rows[0].player is None
    assert rows[0].fingerprint == stores.erasing.fingerprint_of(ZOE.id)
    assert rows[0].reason == "… shouts"
    assert (rows[1].player, rows[1].by) == (BOB.id, 0)
    assert await rows_about(database, ZOE.id) == []


async def test_ratings_of_others_hardly_move_and_then_stay(
    database: Database, stores: Stores
) -> None:
    await season(database, stores.matches, 80)
    gone = PLAYERS[0]
    before = await others(database, gone)

    await stores.erasing.erase(gone, BEGINS)
    kept = await others(database, gone)
    await rate_anew(database, lambda *_: None)
    after = await others(database, gone)
    again = await rate_anew(database, lambda *_: None)

    assert kept == before
    assert after.keys() == before.keys()
    assert max(abs(after[each] - before[each]) for each in before) < 20
    assert again.corrected == 0
    left = await database.rows(
        select(results.c.mu, results.c.sigma).where(
            results.c.player.is_(None), results.c.mu.is_not(None)
        )
    )
    assert left
    assert all(blurred(Rating(*each)) == Rating(*each) for each in left)


async def others(database: Database, gone: PlayerId) -> dict[Any, int]:
    wanted = select(metadata.tables["ratings"])
    rows = await database.rows(wanted)
    return {
        (row.guild, row.game, row.player): Rating(row.mu, row.sigma).number
        for row in rows
        if row.player not in (gone, 0)
    }


async def test_a_restore_erases_again_but_not_who_came_back_before_the_backup(
    database: Database, stores: Stores, tmp_path: Path, clock: StandingClock
) -> None:
    fingerprints = Fingerprints(tmp_path / "erasure")
    store, now = ErasureStore(database, fingerprints), clock.now()
    await store.begin(ZOE.id, now)
    await store.erase(ZOE.id, now)
    # As in a backup of before, which is brought back.
    await stores.players.prefer(ZOE.id, Preferences(height_cm=171))
    await stores.players.prefer(BOB.id, Preferences(height_cm=171))

    later = await database.write(erase_again, fingerprints, now + timedelta(hours=1), now)
    earlier = await database.write(erase_again, fingerprints, now - timedelta(hours=1), now)

    assert (later, earlier) == (0, 1)
    assert list(await database.scalars(select(timers.c.player))) == [ZOE.id]


async def test_the_file_has_the_key_and_outlives_the_process(tmp_path: Path) -> None:
    file = tmp_path / "erasure"
    first = Fingerprints(file)
    mark = first.of(ZOE.id)
    first.note(mark, BEGINS)

    second = Fingerprints(file)

    assert first.is_there
    assert not Fingerprints(tmp_path / "none").is_there
    assert second.of(ZOE.id) == mark
    assert second.of(BOB.id) != mark
    assert second.noted() == {mark: BEGINS}
    assert file.stat().st_mode & 0o777 == 0o600
    assert str(ZOE.id) not in file.read_text()
    assert Fingerprints(tmp_path / "other").of(ZOE.id) != mark


async def test_without_a_place_for_the_fingerprint_nothing_is_erased(
    host: Host, database: Database, tmp_path: Path, stores: Stores
) -> None:
    await table_of(host, ZOE, BOB)
    store = ErasureStore(database, Fingerprints(tmp_path / "missing" / "erasure"))

    with pytest.raises(OSError, match="erasure"):
        await store.begin(ZOE.id, BEGINS)

    assert await stores.erasing.knows(ZOE.id)
    assert not await database.scalar(select(func.count()).select_from(erased))


async def test_who_is_only_invited_keeps_no_seat_and_is_not_written_again(
    host: Host, database: Database
) -> None:
    lobby = await lobby_of(host, BOB)
    await host.lobbies.invite(lobby.id, BOB.id, [ZOE], new_request())

    await host.erasing.erase(ZOE.id)
    await host.lobbies.invite(lobby.id, BOB.id, [DAN], new_request())

    match = await host.cache.match(lobby.id)
    assert [each.name for each in match.invitations] == ["Dan"]
    assert await rows_about(database, ZOE.id) == []


def test_a_line_that_was_cut_off_hides_no_other(tmp_path: Path) -> None:
    file = tmp_path / "list"
    fingerprints = Fingerprints(file)
    one, other = (fingerprints.of(PlayerId(number)) for number in (1, 2))
    fingerprints.note(one, BEGINS)
    with file.open("a", encoding="ascii") as broken:
        broken.write(f"{other} 2026-0")

    fingerprints.note(other, BEGINS)

    assert fingerprints.noted() == {one: BEGINS, other: BEGINS}
