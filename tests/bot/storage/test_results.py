"""What is written of each seat when a match is over, and what it is worth."""

from dataclasses import replace
from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy import insert, select

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.players import PlayerStore
from bot.storage.schema import guilds, ratings, results
from bot.storage.stores import Stores
from bot.table.ids import MatchId
from bot.table.match.lobby import terms
from bot.table.match.match import Match, Person, Venue, VoteKind
from bot.table.people.rating import MatchReason
from bot.table.preferences import GuildPreferences, Preferences
from engine.counters import counters_of
from engine.game import PUBLIC, Seat
from engine.games.seismic import GAME
from tests.bot.tables import (
    ANN,
    BOB,
    CLEO,
    DAN,
    HERE,
    lobby_of,
    new_request,
    one_move,
    played_out,
    record_of,
    table_of,
)

ELSEWHERE = Venue(guild=2, channel=200, threaded=False)


async def stored(database: Database, match: Match | None = None) -> list[Any]:
    wanted = select(results).order_by(results.c.number, results.c.match_id, results.c.seat)
    if match is not None:
        wanted = wanted.where(results.c.match_id == match.id)
    async with database.reading() as connection:
        return list((await connection.execute(wanted)).all())


async def strengths(database: Database, guild: int = 1) -> dict[int, tuple[float, float, int]]:
    wanted = select(ratings).where(ratings.c.guild == guild, ratings.c.player != 0)
    async with database.reading() as connection:
        rows = (await connection.execute(wanted)).all()
    return {row.player: (row.mu, row.sigma, row.matches) for row in rows}


async def over(host: Host, *people: Person, venue: Venue = HERE) -> Match:
    return await played_out(host, (await table_of(host, *people, venue=venue)).id)


async def test_a_seat_keeps_where_when_how_and_what_its_title_counts(
    host: Host, database: Database
) -> None:
    match = await over(host, ANN, BOB, CLEO)
    loaded = await host.cache.of(match.id)
    counters = counters_of("seismic")
    assert counters is not None
    table = GAME.observe(loaded.begun.state, PUBLIC)
    counts = counters.count(loaded.since(0).events, table)
    moves = [each.move for each in (await record_of(host, match.id)).entries if each.move]

    rows = await stored(database, match)

    assert [(row.guild, row.game, row.seats, row.variants) for row in rows] == [
        (1, "seismic", 3, "")
    ] * 3
    assert [row.player for row in rows] == [each.player for each in match.chairs]
    assert [row.name for row in rows] == [each.name for each in match.chairs]
    assert sum(row.began for row in rows) == 1
    assert [row.moves for row in rows] == [
        sum(each.actor == Seat(seat) for each in moves) for seat in range(3)
    ]
    assert [(row.count_1, row.count_2, row.count_3, row.count_4) for row in rows] == [
        (*each, 0) for each in counts
    ]
    assert {row.ended_at for row in rows} == {match.changed_at}
    assert {(row.counted, row.reason, row.unrated) for row in rows} == {("rated", None, None)}


async def test_ratings_follow_from_the_rows_alone_match_by_match(
    host: Host, database: Database
) -> None:
    tables = [(ANN, BOB), (BOB, CLEO, ANN), (CLEO, DAN), (ANN, BOB, CLEO, DAN), (DAN, ANN)]
    for people in tables * 2:
        await over(host, *people)
    await over(host, ANN, BOB, venue=ELSEWHERE)

    rows = [row for row in await stored(database) if row.guild == 1]
    model, known = PlackettLuce(), dict[int, Any]()
    for number in range(1, len(tables) * 2 + 1):
        seats = [row for row in rows if row.number == number]
        teams = [[known.get(row.player) or model.rating()] for row in seats]
        after = model.rate(teams, ranks=[float(row.rank) for row in seats])
        for row, (one,) in zip(seats, after, strict=True):
            known[row.player] = one
            assert (row.mu, row.sigma) == (one.mu, one.sigma)

    found = await strengths(database)
    assert {who: (one.mu, one.sigma) for who, one in known.items()} == {
        who: values[:2] for who, values in found.items()
    }
    assert found[ANN.id][2] == sum(ANN in people for people in tables * 2)
    assert set(await strengths(database, 2)) == {ANN.id, BOB.id}


async def test_what_a_table_ends_by_vote_is_kept_and_not_rated(
    host: Host, database: Database
) -> None:
    match = await table_of(host, ANN, BOB)
    for _ in range(4):
        await one_move(host, match.id)
    kind = VoteKind.END_AS_IT_STANDS
    match = await host.agreements.ask(match.id, ANN.id, kind, "", new_request())
    await host.agreements.vote(match.id, BOB.id, match.votes[-1].id, new_request(), is_yes=True)

    rows = await stored(database, match)

    assert {(row.is_voted, row.unrated, row.mu, row.number) for row in rows} == {
        (True, "vote", None, None)
    }
    assert await strengths(database) == {}


async def test_who_is_not_to_be_rated_is_left_out_and_the_others_are_not(
    host: Host, database: Database, players: PlayerStore
) -> None:
    await players.prefer(CLEO.id, Preferences(unlisted=True))

    match = await over(host, ANN, BOB, CLEO)

    rows = {row.player: row for row in await stored(database, match)}
    assert (rows[CLEO.id].counted, rows[CLEO.id].reason) == ("out", "unlisted")
    assert rows[CLEO.id].mu is None
    assert set(await strengths(database)) == {ANN.id, BOB.id}


async def test_alone_with_computer_players_nothing_is_rated(host: Host, database: Database) -> None:
    match = await host.lobbies.open(ANN, HERE, "seismic", 2, new_request())
    match = await host.lobbies.add_agent(match.id, ANN.id, "uniform", "Robo", new_request())
    match = await host.lobbies.start(match.id, ANN.id)
    while match.acting:
        if match.agent_acts:
            await host.tick()
        else:
            await one_move(host, match.id)
        match = await host.cache.match(match.id)

    rows = await stored(database, match)

    assert {(row.player, row.reason) for row in rows} == {(ANN.id, None), (None, "computer")}
    assert {row.unrated for row in rows} == {"alone"}


async def test_what_a_match_was_worth_is_told_with_what_was_shown_before(
    host: Host, stores: Stores, database: Database
) -> None:
    tables = [(ANN, BOB), (ANN, BOB, CLEO), (BOB, ANN), (ANN, BOB), (CLEO, ANN, BOB), (ANN, BOB)]
    played = [await over(host, *people) for people in tables]
    rows = await stored(database)

    shown, seen = dict[int, int](), dict[int, int]()
    for match in played:
        worth = await stores.statistics.rated_match(match.id)
        assert worth is not None
        assert worth.unrated is None
        for seat in worth.seats:
            player = match.chairs[seat.seat].player
            (row,) = (each for each in rows if each.match_id == match.id and each.player == player)
            assert player is not None
            seen[player] = seen.get(player, 0) + 1
            assert seat.after is not None
            assert tuple(seat.after) == (row.mu, row.sigma, seen[player])
            # Nothing was shown before the fifth match.
            assert seat.before == (shown[player] if seen[player] > 5 else None)
            shown[player] = seat.after.number
    assert seen == {ANN.id: 6, BOB.id: 6, CLEO.id: 2}


async def test_where_nothing_is_ranked_nothing_is_told(
    host: Host, stores: Stores, database: Database
) -> None:
    match = await over(host, ANN, BOB)
    values = {"id": 1, "channels": "[]", "threads": True, "unranked": True}
    assert await stores.statistics.rated_match(match.id) is not None

    await database.execute(insert(guilds).values(values))

    assert await stores.statistics.rated_match(match.id) is None
    assert await stores.statistics.rated_match(MatchId(99)) is None


async def test_what_a_table_agreed_to_be_friendly_is_not_rated(
    host: Host, stores: Stores, database: Database
) -> None:
    match = await lobby_of(host, ANN, BOB)
    friendly = replace(terms(match), is_friendly=True)
    await host.lobbies.change(match.id, ANN.id, friendly)
    match = await played_out(host, (await host.lobbies.start(match.id, ANN.id)).id)

    again = await host.lobbies.rematch(match.id, BOB, new_request())

    assert {row.unrated for row in await stored(database, match)} == {"friendly"}
    assert await strengths(database) == {}
    worth = await stores.statistics.rated_match(match.id)
    assert worth is not None
    assert worth.unrated is MatchReason.FRIENDLY
    assert again.is_friendly


async def test_who_switches_ratings_off_is_in_no_ranking_and_comes_back_where_they_were(
    host: Host, stores: Stores, players: PlayerStore
) -> None:
    for _ in range(5):
        await over(host, ANN, BOB)
    before = await stores.statistics.ranking(1, "seismic")
    first = before[0].player

    await players.prefer(first, Preferences(unlisted=True))
    without = await stores.statistics.ranking(1, "seismic")
    await players.prefer(first, Preferences())

    assert len(before) == 2
    assert [(each.place, each.player) for each in without] == [(1, before[1].player)]
    assert await stores.statistics.ranking(1, "seismic") == before


async def test_in_a_server_without_rankings_nothing_is_rated_from_then_on(
    host: Host, database: Database, players: PlayerStore
) -> None:
    await over(host, ANN, BOB)
    rated = await strengths(database)
    await players.set_guild(1, GuildPreferences(unranked=True))

    match = await over(host, ANN, BOB)
    elsewhere = await over(host, ANN, BOB, venue=ELSEWHERE)

    assert {(row.unrated, row.number) for row in await stored(database, match)} == {
        ("unranked", None)
    }
    assert await strengths(database) == rated
    assert {row.unrated for row in await stored(database, elsewhere)} == {None}
