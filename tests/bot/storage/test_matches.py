import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Select, select, text

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.players import PlayerStore
from bot.storage.schema import entries, results, tellings
from bot.table.errors import LobbyRefused, Stale, UnknownMatch
from bot.table.ids import MatchId, PlayerId
from bot.table.match.lobby import opened
from bot.table.match.match import Chair, Match, Person, Status, Target, Venue
from bot.table.match.stored import Arrival, Pending, Stored
from bot.table.preferences import GuildPreferences
from engine.game import Setup
from engine.games.seismic import GAME
from engine.record import Entry, Header, Record, line_digest, root_digest
from engine.registry import games
from tests.bot.tables import ANN, BOB, HERE, one_move, played_out, record_of, table_of

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
SEED = bytes(range(32))
HEADER = Header("seismic", 1, Setup(2), "c0ffee01" * 8, ("1", "2"))


def a_lobby(player: int = 1, channel: int = 100) -> Match:
    person = Person(PlayerId(player), "Ann")
    venue = Venue(None, channel, threaded=False)
    return replace(
        opened(person, venue, GAME, Setup(2), f"join {player}", now=NOW), commitment="c0ffee01" * 8
    )


def lines(count: int) -> Record[Any]:
    """Return a record of `count` lines that nobody will replay."""
    digest = root_digest(HEADER)
    made: list[Entry[Any]] = []
    for seq in range(count):
        digest = line_digest(digest, seq, 0)
        made.append(Entry(seq, digest, undo_to=0))
    return Record(HEADER, tuple(made))


def playing(match: Match, line: int) -> Match:
    return replace(match, status=Status.PLAYING, has_begun=True, line=line, expires_at=None)


async def test_a_new_match_comes_back_as_it_was(matches: MatchStore) -> None:
    added = await matches.add(a_lobby(), SEED, "open")

    assert added.id > 0
    assert (await matches.get(added.id)).match == added


async def test_an_unknown_match_is_refused(matches: MatchStore) -> None:
    with pytest.raises(UnknownMatch):
        await matches.get(MatchId(7))
    with pytest.raises(UnknownMatch):
        await matches.fresh(MatchId(7))


async def test_the_seed_is_kept_apart(matches: MatchStore) -> None:
    added = await matches.add(a_lobby(), SEED, "open")

    assert await matches.seed(added.id) == SEED
    assert str(SEED) not in repr(await matches.get(added.id))


async def test_one_interaction_opens_one_match(matches: MatchStore) -> None:
    added = await matches.add(a_lobby(), SEED, "open")

    with pytest.raises(Stale):
        await matches.add(a_lobby(), SEED, "open")

    assert await matches.every() == [added.id]
    assert await matches.find_answered("open") == added.id
    assert await matches.find_answered("another") is None


async def test_a_rematch_is_linked_in_the_same_transaction(matches: MatchStore) -> None:
    before = await matches.add(a_lobby(), SEED, "open")
    after = replace(a_lobby(), follows=before.id)

    first = await matches.add(after, SEED, "again", before)
    with pytest.raises(Stale):
        await matches.add(after, SEED, "and again", before)

    assert (await matches.get(before.id)).match.rematch == first.id
    assert (await matches.get(first.id)).match.follows == before.id
    assert await matches.every() == [before.id, first.id]


async def test_a_change_builds_on_the_newest_revision(matches: MatchStore) -> None:
    added = await matches.add(a_lobby(), SEED, "open")
    bob = (*added.chairs, Chair("Bob", "j", PlayerId(2)))

    saved = await matches.save(replace(added, chairs=bob), NOW)
    with pytest.raises(Stale):
        await matches.save(replace(added, places=4), NOW)

    assert saved.revision == added.revision + 1
    assert (await matches.get(added.id)).match == saved


async def test_an_interaction_is_carried_out_once(matches: MatchStore) -> None:
    added = await matches.add(a_lobby(), SEED, "open")
    saved = await matches.save(replace(added, places=3), NOW, "change")

    with pytest.raises(Stale):
        await matches.save(replace(saved, places=4), NOW, "change")

    assert (await matches.get(added.id)).match == saved


async def test_lines_come_back_as_they_were(matches: MatchStore) -> None:
    match = await matches.add(a_lobby(), SEED, "open")

    match = await matches.append(playing(match, 3), lines(3), 0, None, NOW)
    match = await matches.append(playing(match, 5), lines(5), 3, "move", NOW)

    assert await matches.get(match.id) == Stored(match, lines(5))
    assert match.line == 5
    assert await matches.find_answered("move") == match.id


async def test_of_twenty_that_append_the_same_line_one_wins(matches: MatchStore) -> None:
    match = await matches.add(a_lobby(), SEED, "open")
    after = playing(match, 1)

    answers = await asyncio.gather(
        *(matches.append(after, lines(1), 0, f"move {n}", NOW) for n in range(20)),
        return_exceptions=True,
    )

    assert sum(isinstance(each, Match) for each in answers) == 1
    assert sum(isinstance(each, Stale) for each in answers) == 19
    assert (await matches.get(match.id)).match.line == 1


async def test_a_line_that_is_there_is_not_written_over(matches: MatchStore) -> None:
    match = await matches.add(a_lobby(), SEED, "open")
    match = await matches.append(playing(match, 2), lines(2), 0, None, NOW)

    with pytest.raises(Stale):
        await matches.append(playing(match, 2), lines(2), 1, "move", NOW)

    assert (await matches.get(match.id)).match == match
    assert await matches.find_answered("move") is None


async def test_what_was_posted_is_kept_apart_from_what_was_played(matches: MatchStore) -> None:
    match = await matches.add(a_lobby(), SEED, "open")
    cover = replace(match.cover.done(), message=8)
    table = replace(match.table, place=77, message=9)

    await matches.store_posted(match.id, {Target.COVER: cover, Target.TABLE: table}, NOW)
    saved = await matches.save(replace(match, places=3), NOW)

    cover, table = replace(cover, want=2, version=1), replace(table, version=1)
    assert (await matches.get(match.id)).match == replace(saved, cover=cover, table=table)
    assert await matches.fresh(match.id) == (2, 2)
    told = {Target.COVER: cover, Target.TABLE: table, Target.PING: match.ping}
    assert await matches.posts(match.id) == told


async def test_a_slow_teller_does_not_take_back_what_was_told(matches: MatchStore) -> None:
    match = await matches.add(a_lobby(), SEED, "open")
    match = await matches.append(playing(match, 2), lines(2), 0, None, NOW)
    fast = replace(match.table, told=2, upto=2, message=9)

    assert await matches.store_posted(match.id, {Target.TABLE: fast}, NOW)
    assert not await matches.store_posted(
        match.id, {Target.TABLE: replace(fast, upto=1, message=8)}, NOW
    )

    assert (await matches.get(match.id)).match.table == replace(fast, version=1)


async def test_channels_list_their_open_matches_newest_first(matches: MatchStore) -> None:
    first = await matches.add(a_lobby(1, 5), SEED, "1")
    second = await matches.add(a_lobby(2, 5), SEED, "2")
    elsewhere = await matches.add(a_lobby(3, 6), SEED, "3")
    await matches.store_posted(elsewhere.id, {Target.TABLE: replace(elsewhere.table, place=5)}, NOW)
    over = await matches.add(a_lobby(4, 5), SEED, "4")
    await matches.save(replace(over, status=Status.CLOSED), NOW)

    assert [each.id for each in await matches.in_channel(5)] == [
        elsewhere.id,
        second.id,
        first.id,
    ]


async def test_servers_count_the_open_matches_that_they_list(matches: MatchStore) -> None:
    one, other = (replace(a_lobby(n, 5), venue=Venue(n, 5)) for n in (1, 2))
    for request, lobby in enumerate((one, one, other, one)):
        added = await matches.add(lobby, SEED, str(request))
    await matches.save(replace(added, status=Status.CLOSED), NOW)

    assert [len(await matches.in_guild(guild)) for guild in (1, 2, 3)] == [2, 1, 0]
    assert [await matches.count_in_guild(guild) for guild in (1, 2, 3)] == [2, 1, 0]


async def test_people_have_the_matches_in_which_they_move_for_themselves(
    matches: MatchStore,
) -> None:
    mine = await matches.add(a_lobby(1), SEED, "1")
    await matches.add(a_lobby(2), SEED, "2")
    left = await matches.add(a_lobby(1), SEED, "3")
    chair = replace(left.chairs[0], agent="uniform")
    await matches.save(replace(left, chairs=(chair,)), NOW)

    assert [each.id for each in await matches.of_player(PlayerId(1))] == [mine.id]


async def test_nobody_sits_at_more_tables_than_they_may(matches: MatchStore) -> None:
    arrival = Arrival(PlayerId(1), 2)
    added = [await matches.add(a_lobby(1), SEED, f"{n}", arrival=arrival) for n in range(2)]
    others = await matches.add(a_lobby(2), SEED, "others")
    joined = replace(others, chairs=(*others.chairs, a_lobby(1).chairs[0]))

    with pytest.raises(LobbyRefused, match="too-many-tables"):
        await matches.add(a_lobby(1), SEED, "3", arrival=arrival)
    with pytest.raises(LobbyRefused, match="too-many-tables"):
        await matches.save(joined, NOW, "join", arrival=arrival)

    assert [each.id for each in await matches.of_player(PlayerId(1))] == [added[1].id, added[0].id]
    assert await matches.find_answered("3") is await matches.find_answered("join") is None
    assert (await matches.get(others.id)).match == others


async def test_a_server_has_no_more_tables_than_it_allows_however_many_are_opened_at_once(
    matches: MatchStore, players: PlayerStore
) -> None:
    await players.set_guild(5, GuildPreferences(most_tables=2))
    here, there = (replace(a_lobby(n), venue=Venue(n, 100)) for n in (5, 6))

    opened = await asyncio.gather(
        *(
            matches.add(each, SEED, f"{n}", arrival=Arrival(PlayerId(n), 9, each.venue.guild))
            for n, each in enumerate([here, here, there, here, there, there, here])
        ),
        return_exceptions=True,
    )

    refused = [each for each in opened if isinstance(each, LobbyRefused)]
    assert [(each.key, each.data["n"]) for each in refused] == [("too-many-here", 2)] * 2
    assert await matches.count_in_guild(5) == 2
    assert await matches.count_in_guild(6) == 3


async def test_lines_bear_the_moment_at_which_they_were_played(
    matches: MatchStore, database: Database
) -> None:
    match = await matches.add(a_lobby(), SEED, "open")
    later = NOW + timedelta(hours=7)

    stored = await matches.append(playing(match, 1), lines(1), 0, None, later)

    async with database.reading() as connection:
        assert (await connection.execute(select(entries.c.at))).scalars().all() == [later]
    assert stored.changed_at == (await matches.get(match.id)).match.changed_at == NOW


async def test_what_is_untold_is_found(matches: MatchStore) -> None:
    match = await matches.add(a_lobby(), SEED, "open")
    assert list(await matches.find_untold()) == [match.id]
    await matches.store_posted(match.id, {Target.COVER: match.cover.done()}, NOW)
    assert list(await matches.find_untold()) == []

    match = await matches.append(playing(match, 2), lines(2), 0, None, NOW)
    assert list(await matches.find_untold()) == [match.id]
    await matches.store_posted(match.id, {Target.TABLE: match.table.done()}, NOW)

    assert list(await matches.find_untold()) == []


async def test_a_paused_match_has_one_thing_to_tell(matches: MatchStore) -> None:
    match = await matches.add(a_lobby(), SEED, "open")
    match = await matches.append(playing(match, 2), lines(2), 0, None, NOW)
    await matches.pause(match.id, 2, NOW)
    paused, record, *_ = await matches.get(match.id)

    assert (paused.status, paused.paused_at, record) == (Status.PAUSED, 2, None)
    assert list(await matches.find_untold()) == [match.id]
    await matches.store_posted(match.id, {Target.COVER: paused.cover.done()}, NOW)

    assert list(await matches.find_untold()) == []


async def test_lobbies_are_due_when_their_time_has_come(matches: MatchStore) -> None:
    match = await matches.add(a_lobby(), SEED, "open")
    assert match.expires_at is not None

    assert list(await matches.find_due(match.expires_at - timedelta(microseconds=1))) == []
    assert list(await matches.find_due(match.expires_at)) == [match.id]


async def test_matches_that_wait_for_computer_players_are_found(matches: MatchStore) -> None:
    match = await matches.add(a_lobby(), SEED, "open")
    robo = (*match.chairs, Chair("Robo", "j", agent="uniform"))
    waiting = replace(playing(match, 1), chairs=robo, acting=match_seats(1))

    match = await matches.append(waiting, lines(1), 0, None, NOW)
    assert await matches.for_agents() == {match.id: Pending(match.venue.channel, 0)}
    assert (await matches.get(match.id)).match.acting == (1,)
    await matches.append(
        replace(playing(match, 2), chairs=robo, acting=match_seats(0)),
        lines(2),
        1,
        None,
        NOW,
    )

    assert list(await matches.for_agents()) == []


def match_seats(*seats: int) -> tuple[Any, ...]:
    return seats


async def test_moments_know_their_zone(matches: MatchStore) -> None:
    match = await matches.add(a_lobby(), SEED, "open")

    stored = (await matches.get(match.id)).match

    assert stored.opened_at == NOW
    assert stored.opened_at.tzinfo is UTC


async def test_results_are_stored_at_the_end(host: Host, database: Database) -> None:
    match = await played_out(host, (await table_of(host, ANN, BOB)).id)
    outcome = (await record_of(host, match.id)).outcome
    assert outcome is not None

    async with database.reading() as connection:
        columns = (results.c.match_id, results.c.seat, results.c.score, results.c.rank)
        stored = (await connection.execute(select(*columns).order_by(results.c.seat))).all()

    scores, ranks = outcome.scores, outcome.ranks
    assert [tuple(row) for row in stored] == [
        (match.id, seat, scores[seat], ranks[seat]) for seat in range(2)
    ]


async def test_a_played_match_comes_back_as_it_was(host: Host, matches: MatchStore) -> None:
    match = await table_of(host, ANN, BOB)
    for _ in range(6):
        match = (await one_move(host, match.id)).match

    assert (await matches.get(match.id)).match == match
    (listed,) = await matches.in_channel(HERE.channel)
    assert listed == match
    assert listed.line == match.line


@pytest.mark.parametrize("number", [0, -1, 2**63, 2**80])
async def test_a_number_that_no_row_can_have_is_an_unknown_match(
    matches: MatchStore, number: int
) -> None:
    with pytest.raises(UnknownMatch):
        await matches.get(MatchId(number))
    with pytest.raises(UnknownMatch):
        await matches.fresh(MatchId(number))


LOCK_WAITS = text("SELECT count(*) FROM pg_locks WHERE NOT granted")


async def test_who_tells_and_who_plays_want_the_rows_of_targets_in_one_order(
    postgresql_url: str,
) -> None:
    database = Database(postgresql_url)
    matches = MatchStore(database, games())
    added = await matches.add(a_lobby(), SEED, "open")

    def row(target: Target) -> Select[Any]:
        wanted = (tellings.c.match_id == added.id, tellings.c.target == target.value)
        return select(tellings.c.told).where(*wanted)

    for tell in ((Target.TABLE, Target.COVER), (Target.COVER, Target.TABLE)):
        match, posts = (await matches.get(added.id)).match, await matches.posts(added.id)
        async with database.writing() as connection:
            await connection.execute(row(Target.COVER).with_for_update())
            told = matches.store_posted(added.id, {each: posts[each].done() for each in tell}, NOW)
            both = asyncio.gather(told, matches.save(match, NOW, tell=tell))
            while (await connection.execute(LOCK_WAITS)).scalar_one() < 2:
                pass
            # Whoever waits for one of them holds none of the others.
            await connection.execute(row(Target.TABLE).with_for_update(nowait=True))
        await both
    await database.close()


async def test_a_paused_match_that_is_changed_keeps_its_record(matches: MatchStore) -> None:
    match = await matches.add(a_lobby(), SEED, "open")
    match = await matches.append(playing(match, 2), lines(2), 0, None, NOW)
    await matches.pause(match.id, 2, NOW)
    paused = (await matches.get(match.id)).match

    await matches.save(replace(paused, lost_at=NOW), NOW)
    await matches.unpause(match.id, NOW)

    found, record, *_ = await matches.get(match.id)
    assert (found.status, found.line, record) == (Status.PLAYING, 2, lines(2))
