"""A season in two servers: people leave, two are erased, one is banned; all figures stay right."""

from collections.abc import Sequence

import pytest
from sqlalchemy import select

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.people.rate_anew import rate_anew
from bot.storage.people.statistics import StatisticsStore
from bot.storage.schema import ratings, results
from bot.table.errors import LobbyRefused
from bot.table.ids import PlayerId
from bot.table.match.match import Person
from bot.table.people.moderation import Act, Deed, Term
from tests.bot.storage.test_statistics import (
    GAMES,
    GUILDS,
    Played,
    assert_met,
    assert_order,
    assert_page,
    assert_titles,
    season,
)
from tests.bot.tables import ANN, HERE, new_request, table_of

MATCHES = 300
EVERYBODY = [PlayerId(1000 + n) for n in range(40)]


async def strengths(
    database: Database, but: Sequence[PlayerId] = ()
) -> dict[tuple[int, str, int], tuple[float, float, int]]:
    wanted = select(ratings).where(ratings.c.player.not_in([0, *but]))
    async with database.reading() as connection:
        rows = (await connection.execute(wanted)).all()
    return {(row.guild, row.game, row.player): (row.mu, row.sigma, row.matches) for row in rows}


async def assert_people(store: StatisticsStore, every: Sequence[Played]) -> None:
    for player in EVERYBODY:
        for guild in (*GUILDS, None):
            mine = [each for each in every if player in each.people and guild in {None, each.guild}]
            await assert_titles(store, player, guild, mine)
            await assert_order(store, player, guild, mine)
            await assert_met(store, player, guild, mine)


async def assert_pages(store: StatisticsStore, every: Sequence[Played]) -> None:
    for guild in GUILDS:
        for game in GAMES:
            there = [each for each in every if (each.guild, each.game) == (guild, game)]
            await assert_page(store, guild, game, [each for each in there if not each.is_voted])


def without(every: Sequence[Played], gone: Sequence[PlayerId]) -> list[Played]:
    """Return a season as it is remembered once people were erased: their seats are nobody's."""
    return [
        each._replace(people=[None if who in gone else who for who in each.people])
        for each in every
    ]


async def test_a_season_is_right_before_and_after_people_are_erased(
    host: Host, database: Database, matches: MatchStore
) -> None:
    store = StatisticsStore(database)
    played = await season(database, matches, MATCHES, EVERYBODY)
    every = [each for each in played if not each.is_lesson]
    of_people = [each for each in every if None not in each.people]
    assert len({each.left for each in every}) > 10
    await assert_people(store, every)
    await assert_pages(store, of_people)

    gone = EVERYBODY[:2]
    before = await strengths(database, gone)
    for each in gone:
        await host.erasing.erase(each)

    await assert_people(store, without(every, gone))
    await assert_pages(store, without(of_people, gone))
    for each in gone:
        assert await store.titles_of(each, None) == []
    assert await strengths(database) == before
    async with database.reading() as connection:
        kept = (await connection.execute(select(results.c.match_id).distinct())).scalars().all()
    assert set(kept) == {each.match for each in played}


async def test_ratings_computed_anew_after_people_were_erased_are_as_near_as_can_be(
    host: Host, database: Database, matches: MatchStore
) -> None:
    await season(database, matches, MATCHES, EVERYBODY)
    stored = await strengths(database)
    await rate_anew(database, lambda _done, _of: None)
    assert await strengths(database) == stored

    for each in EVERYBODY[:2]:
        await host.erasing.erase(each)
    first = await rate_anew(database, lambda _done, _of: None)
    once = await strengths(database)
    second = await rate_anew(database, lambda _done, _of: None)

    # By the rounded strength of those who are gone others move a little, once.
    assert second.corrected == 0
    assert await strengths(database) == once
    assert first.matches == second.matches
    assert once.keys() == {key for key in stored if key[2] not in EVERYBODY[:2]}
    for key, (mu, sigma, count) in once.items():
        was_mu, was_sigma, was_count = stored[key]
        assert count == was_count
        assert mu == pytest.approx(was_mu, abs=0.5)
        assert sigma == pytest.approx(was_sigma, abs=0.5)


async def test_who_is_banned_neither_opens_nor_joins_here_even_after_being_erased(
    host: Host,
) -> None:
    guest = Person(PlayerId(1007), "Guest")
    match = await table_of(host, ANN, guest)
    nora = Person(PlayerId(7), "Nora")
    deed = Deed(Act.BAN, nora, "shouts", new_request(), player=guest.id)
    await host.moderation.ban(match, deed, Term.FOR_GOOD, HERE.guild or 0, "Here")

    await host.erasing.erase(guest.id)

    with pytest.raises(LobbyRefused, match="banned"):
        await host.lobbies.open(guest, HERE, "seismic", 2, new_request())
    stranger = Person(PlayerId(1008), "Guest")
    assert (await host.lobbies.open(stranger, HERE, "seismic", 2, new_request())).host == 1008

    lift = Deed(Act.LIFT, nora, "long ago", new_request(), player=guest.id)
    await host.moderation.lift(lift, HERE.guild or 0, "Here")
    assert (await host.lobbies.open(guest, HERE, "seismic", 2, new_request())).host == guest.id
