"""Statistics of an invented season, against figures that are computed from a plain list of it."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import groupby, takewhile
from random import Random
from statistics import mean, median_low
from typing import NamedTuple

import pytest

from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.people import results
from bot.storage.people.statistics import StatisticsStore
from bot.storage.players import PlayerStore
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Chair, Venue
from bot.table.people.ended import EndedMatch
from bot.table.preferences import GuildPreferences, Preferences
from engine.counters import counters_of
from engine.game import Outcome, Seat, Setup
from tests.bot.storage.test_matches import SEED, a_lobby

GAMES = ("seismic", "san_andreas", "aftershock")
PEOPLE = [PlayerId(100 + n) for n in range(10)]
GUILDS = (1, 2)
BEGINS = datetime(2026, 3, 1, tzinfo=UTC)


class Played(NamedTuple):
    """A match as the test remembers it; `people` has None for computer players."""

    match: MatchId
    guild: int
    game: str
    people: Sequence[PlayerId | None]
    scores: Sequence[int]
    ranks: Sequence[int]
    counts: Sequence[tuple[int, ...]]
    variants: tuple[str, ...]
    first: Seat
    left: PlayerId | None
    is_voted: bool
    is_lesson: bool
    moves: tuple[Seat, ...]
    hours: int

    def place(self, player: PlayerId) -> int:
        return self.ranks[self.people.index(player)]

    def is_win(self, player: PlayerId) -> bool:
        return self.place(player) == 1 and not self.is_voted and self.left != player


async def season(
    database: Database,
    matches: MatchStore,
    count: int,
    everybody: Sequence[PlayerId] = PEOPLE,
    guilds: Sequence[int] = GUILDS,
) -> list[Played]:
    """Store a season of matches that were never played."""
    chance, played = Random(8), list[Played]()
    for number in range(count):
        game = chance.choice(GAMES)
        size = chance.randint(2 if game == "seismic" else 3, 4)
        people: list[PlayerId | None] = [*chance.sample(everybody, size)]
        if chance.random() < 0.2:
            people[-1] = None
        scores = [chance.randint(0, 9) for _ in range(size)]
        ranks = [1 + sum(other > each for other in scores) for each in scores]
        counters = counters_of(game)
        assert counters is not None
        counts = [tuple(chance.randint(0, 9) for _ in counters.summing) for _ in people]
        variants = chance.choice(((), (), ("aftershocks",), ("aftershocks", "the_big_one")))
        first = Seat(chance.randrange(size))
        left = people[0] if chance.random() < 0.1 else None
        is_lesson, is_voted = chance.random() < 0.05, chance.random() < 0.1
        chairs = tuple(
            Chair("Robo", "", agent="greedy")
            if who is None
            else Chair(f"P{who}", "", who, agent="greedy" if who == left else None)
            for who in people
        )
        lobby = replace(a_lobby(), venue=Venue(chance.choice(guilds), 100))
        match = await matches.add(lobby, SEED, f"open {number}")
        match = replace(
            match,
            game=game,
            setup=Setup(size, variants),
            chairs=chairs,
            teaching=is_lesson,
        )
        moves = tuple(Seat(chance.randrange(size)) for _ in range(chance.randint(1, 9)))
        over = EndedMatch(
            Outcome(tuple(scores), tuple(ranks), ""),
            tuple((seat, None) for seat in moves),
            tuple(counts),
            first,
            is_voted,
        )
        ends, hours = BEGINS + timedelta(days=number), chance.randint(1, 99)
        match = replace(match, opened_at=ends - timedelta(hours=hours))
        await database.write(results.put, match, over, ends)
        played.append(
            Played(
                match.id,
                match.venue.guild or 0,
                game,
                people,
                scores,
                ranks,
                counts,
                variants,
                first,
                left,
                is_voted,
                is_lesson,
                moves,
                hours,
            )
        )
    return played


@pytest.fixture
async def store(database: Database) -> StatisticsStore:
    return StatisticsStore(database)


async def test_everything_of_a_season_is_right(
    database: Database, matches: MatchStore, store: StatisticsStore, players: PlayerStore
) -> None:
    every = [each for each in await season(database, matches, 150) if not each.is_lesson]

    for player in PEOPLE:
        for guild in (*GUILDS, None):
            mine = [each for each in every if player in each.people and guild in {None, each.guild}]
            await assert_titles(store, player, guild, mine)
            await assert_order(store, player, guild, mine)
            await assert_met(store, player, guild, mine)
    for guild in GUILDS:
        for game in GAMES:
            there = [each for each in every if (each.guild, each.game) == (guild, game)]
            there = [each for each in there if not each.is_voted]
            await players.set_guild(guild, GuildPreferences(counts_computers=True))
            await assert_page(store, guild, game, there)
            await players.set_guild(guild, GuildPreferences())
            await assert_page(
                store, guild, game, [each for each in there if None not in each.people]
            )


async def assert_titles(
    store: StatisticsStore, player: PlayerId, guild: int | None, mine: Sequence[Played]
) -> None:
    found = {each.game: each for each in await store.titles_of(player, guild)}

    assert Counter(each.game for each in mine) == {g: each.matches for g, each in found.items()}
    for game, title in found.items():
        own = [each for each in mine if each.game == game]
        whole = [each for each in own if not each.is_voted and each.left != player]
        scores = [each.scores[each.people.index(player)] for each in whole]
        assert title.wins == sum(each.is_win(player) for each in own)
        assert title.left == sum(each.left == player for each in own)
        assert title.since == BEGINS + timedelta(days=min(each.match for each in own) - 1)
        assert title.moves == sum(each.moves.count(each.people.index(player)) for each in own)
        game_wins = [each.is_win(player) for each in own[::-1] if not each.is_voted]
        now = len(list(takewhile(bool, game_wins)))
        assert (await store.streaks_of(player, guild, game))[0] == now
        assert title.points == pytest.approx(mean(scores) if scores else 0)
        assert title.best == max(scores, default=None)
        if scores:
            best = [
                each.match for each, score in zip(whole, scores, strict=True) if score == title.best
            ]
            assert title.best_match == min(best)
        counters = counters_of(game)
        assert counters is not None
        counts = [each.counts[each.people.index(player)] for each in own]
        ways = enumerate(counters.summing.values())
        assert title.counts == tuple(
            max(each[n] for each in counts) if way == "best" else sum(each[n] for each in counts)
            for n, way in ways
        )


async def assert_order(
    store: StatisticsStore, player: PlayerId, guild: int | None, mine: Sequence[Played]
) -> None:
    newest = mine[::-1]
    places = await store.places_of(player, guild)
    assert [(each.match, each.rank, each.is_win) for each in places] == [
        (each.match, each.place(player), each.is_win(player)) for each in newest[:10]
    ]

    wins = [each.is_win(player) for each in newest if not each.is_voted]
    runs = [len(list(run)) for won, run in groupby(wins) if won]
    now = len(list(next(groupby(wins))[1])) if wins and wins[0] else 0
    assert await store.streaks_of(player, guild) == (now, max(runs, default=0))

    variants = Counter(",".join(each.variants) for each in mine)
    assert await store.variants_of(player, guild) == variants


async def assert_met(
    store: StatisticsStore, player: PlayerId, guild: int | None, mine: Sequence[Played]
) -> None:
    expected: dict[PlayerId, list[int]] = defaultdict(lambda: [0, 0, 0])
    for each in mine:
        for other in each.people:
            if other is None or other == player:
                continue
            expected[other][0] += 1
            if not each.is_voted:
                expected[other][1] += each.place(player) < each.place(other)
                expected[other][2] += each.place(player) > each.place(other)

    met = await store.met(player, guild, most=100)

    assert {each.player: [each.matches, each.ahead, each.behind] for each in met} == expected
    assert [each.matches for each in met] == sorted((each.matches for each in met), reverse=True)
    if met:
        (one,) = await store.met(player, guild, met[-1].player)
        assert one == met[-1]


async def assert_page(
    store: StatisticsStore, guild: int, game: str, there: Sequence[Played]
) -> None:
    page = await store.title(guild, game)
    assert page is not None
    assert page.matches == len(there)
    assert page.since == BEGINS + timedelta(days=min(each.match for each in there) - 1)
    for size, count, points in page.seats:
        of_size = [each for each in there if len(each.people) == size]
        assert count == len(of_size)
        assert points == pytest.approx(mean(score for each in of_size for score in each.scores))
    shares = [1 / each.ranks.count(1) if each.ranks[each.first] == 1 else 0 for each in there]
    assert page.known_first == len(there)
    assert page.first_wins == pytest.approx(sum(shares))
    assert page.fair == pytest.approx(sum(1 / len(each.people) for each in there))
    scored = Counter(score for each in there for score in each.scores)
    assert {score: times for score, times, _ in page.scores} == scored
    assert sum(wins for *_, wins in page.scores) == sum(each.ranks.count(1) for each in there)

    assert page.moves == median_low(len(each.moves) for each in there)
    assert page.lasted == timedelta(hours=median_low(each.hours for each in there))

    records = {each.variants: each.points for each in await store.records(guild, game)}
    expected: dict[tuple[str, ...], int] = {}
    for each in there:
        for who, score in zip(each.people, each.scores, strict=True):
            if who is not None and who != each.left:
                expected[each.variants] = max(expected.get(each.variants, 0), score)
    assert records == expected


async def test_a_ranking_is_in_the_order_of_its_lower_ends(
    database: Database, matches: MatchStore, store: StatisticsStore
) -> None:
    await season(database, matches, 150)

    found = await store.ranking(1, "seismic")

    lower = [each.rating.lower for each in found]
    assert found
    assert lower == sorted(lower, reverse=True)
    assert [each.place for each in found] == list(range(1, len(found) + 1))
    for each in found:
        history = await store.rated_results(each.player, 1, "seismic")
        assert each.rating == history[-1].rating == await store.rating(each.player, 1, "seismic")
        assert [one.rating.matches for one in history] == list(range(1, len(history) + 1))
        assert each.rating.matches >= 5
    assert await store.rated_matches(1, "seismic") > 0


async def test_hidden_people_hold_no_record(
    database: Database, matches: MatchStore, store: StatisticsStore
) -> None:
    await season(database, matches, 30)
    holder = (await store.records(1, "seismic"))[0].player

    players = PlayerStore(database)
    await players.prefer(holder, Preferences(unseen=True))

    found = await store.records(1, "seismic")
    assert found
    assert holder not in [each.player for each in found]


async def test_the_name_is_that_of_the_last_table(
    database: Database, matches: MatchStore, store: StatisticsStore
) -> None:
    await season(database, matches, 10)

    assert await store.name_of(PEOPLE[0], 1) == f"P{PEOPLE[0]}"
    assert await store.name_of(PlayerId(7), 1) == ""


async def test_of_nobody_and_nowhere_there_is_nothing(store: StatisticsStore) -> None:
    assert list(await store.titles_of(PEOPLE[0], None)) == []
    assert await store.streaks_of(PEOPLE[0], 1) == (0, 0)
    assert list(await store.met(PEOPLE[0], 1)) == []
    assert await store.title(1, "seismic") is None
    assert list(await store.records(1, "seismic")) == []
    assert list(await store.ranking(1, "seismic")) == []
    assert await store.rating(PEOPLE[0], 1, "seismic") is None
    assert await store.rated_matches(1, "seismic") == 0
