"""What was played by people and of titles, read from results alone.

Every figure of a server is about matches there. Lessons count nowhere; matches with
computer players count for their people, and for a title's page if the server wants them there.
Matches that were ended by vote count as played, but are neither won nor a record.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, case, desc, exists, func, select

from bot.storage.database import Database
from bot.storage.people.results import EVERYBODY
from bot.storage.schema import answer_times, guilds, players, ratings, results
from bot.table.ids import MatchId, PlayerId
from bot.table.people.rating import LISTED_FROM, Counted, MatchReason, Rating, SeatReason
from bot.table.people.statistics import (
    Encounter,
    MatchPlace,
    RankedRating,
    RatedMatch,
    RatedResult,
    RatedSeat,
    TitlePage,
    TitleRecord,
    TitleStatistics,
)
from engine.counters import counters_of
from engine.game import Seat

_AWAY: Final = (SeatReason.LEFT.value, SeatReason.CHANGED.value, SeatReason.FREED.value)
"""Reasons why a seat wasn't its first owner's at the end."""
_IS_PLAYED: Final = results.c.is_lesson.is_(False)
_IS_PEOPLES: Final = results.c.with_computers.is_(False)
_STAYED: Final = results.c.reason.is_(None) | results.c.reason.not_in(_AWAY)
_TO_THE_END: Final = and_(results.c.is_voted.is_(False), _STAYED)
_WON: Final = and_(results.c.rank == 1, _TO_THE_END)
_NEWEST: Final = (results.c.ended_at.desc(), results.c.match_id.desc())
_COUNTS: Final = (results.c.count_1, results.c.count_2, results.c.count_3, results.c.count_4)


def _times(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)


class StatisticsStore:
    """Reads statistics and ratings; `guild` None: over all servers, for the person alone."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def titles_of(self, player: PlayerId, guild: int | None) -> Sequence[TitleStatistics]:
        """Return what a person has played of each title, the most played first."""
        best = case((_TO_THE_END, results.c.score))
        wanted = (
            select(
                results.c.game,
                func.count().label("matches"),
                _times(_WON).label("wins"),
                _times(results.c.reason == SeatReason.LEFT.value).label("left"),
                func.min(results.c.ended_at).label("since"),
                func.avg(best).label("points"),
                func.max(best).label("best"),
                func.sum(results.c.moves).label("moves"),
                func.sum(results.c.late).label("late"),
                func.sum(results.c.promises_kept).label("kept"),
                func.sum(results.c.promises_broken).label("broken"),
                *(func.sum(each).label(f"sum_{n}") for n, each in enumerate(_COUNTS)),
                *(func.max(each).label(f"best_{n}") for n, each in enumerate(_COUNTS)),
            )
            .where(*self._of(player, guild))
            .group_by(results.c.game)
            .order_by(desc("matches"), results.c.game)
        )
        rows = await self._database.rows(wanted)
        matches = {row.game: await self._best_match(player, guild, row) for row in rows}
        return [_statistics_of(row, matches[row.game]) for row in rows]

    async def answer_times_of(
        self, player: PlayerId, guild: int | None, game: str | None = None
    ) -> Mapping[int, int]:
        """Return how many answers of a person fell into each class of `answer_times`."""
        wanted = (
            select(answer_times.c["class"], func.sum(answer_times.c.answers).label("answers"))
            .join(
                results,
                and_(
                    results.c.match_id == answer_times.c.match_id,
                    results.c.seat == answer_times.c.seat,
                ),
            )
            .where(*self._of(player, guild, game))
            .group_by(answer_times.c["class"])
        )
        rows = await self._database.rows(wanted)
        return {row[0]: int(row.answers) for row in rows}

    async def _best_match(self, player: PlayerId, guild: int | None, row: Any) -> MatchId | None:
        wanted = select(func.min(results.c.match_id)).where(
            *self._of(player, guild, row.game), _TO_THE_END, results.c.score == row.best
        )
        found = await self._database.scalars(wanted)
        return None if found[0] is None else MatchId(found[0])

    async def places_of(
        self, player: PlayerId, guild: int | None, game: str | None = None, most: int = 10
    ) -> Sequence[MatchPlace]:
        """Return how the last matches of a person ended, the newest first."""
        wanted = (
            select(
                results.c.match_id,
                results.c.game,
                results.c.rank,
                results.c.seats,
                case((_WON, 1), else_=0).label("won"),
            )
            .where(*self._of(player, guild, game))
            .order_by(*_NEWEST)
            .limit(most)
        )
        return [
            MatchPlace(MatchId(row.match_id), row.game, row.rank, row.seats, bool(row.won))
            for row in await self._database.rows(wanted)
        ]

    async def streaks_of(
        self, player: PlayerId, guild: int | None, game: str | None = None
    ) -> tuple[int, int]:
        """Return how many of a person's last matches in a row were won, and the longest such row.

        Matches that were ended by vote are passed over.
        """
        wanted = (
            select(case((_WON, 1), else_=0))
            .where(*self._of(player, guild, game), results.c.is_voted.is_(False))
            .order_by(*_NEWEST)
        )
        runs = [0]
        for won in await self._database.scalars(wanted):
            if won:
                runs[-1] += 1
            else:
                runs.append(0)
        return runs[0], max(runs)

    async def variants_of(
        self, player: PlayerId, guild: int | None, game: str | None = None
    ) -> Mapping[str, int]:
        """Return how often a person played which variants, names with commas; "": without any."""
        wanted = (
            select(results.c.variants, func.count().label("matches"))
            .where(*self._of(player, guild, game), results.c.variants.is_not(None))
            .group_by(results.c.variants)
            .order_by(desc("matches"), results.c.variants)
        )
        return {row.variants: row.matches for row in await self._database.rows(wanted)}

    async def met(
        self, player: PlayerId, guild: int | None, other: PlayerId | None = None, most: int = 25
    ) -> Sequence[Encounter]:
        """Return whom a person has met, those most often met first; one person only if given."""
        theirs = results.alias("theirs")
        both = and_(results.c.match_id == theirs.c.match_id, theirs.c.player != player)
        is_counted = results.c.is_voted.is_(False)
        wanted = (
            select(
                theirs.c.player,
                func.max(theirs.c.name).label("name"),
                func.count().label("matches"),
                _times(and_(is_counted, results.c.rank < theirs.c.rank)).label("ahead"),
                _times(and_(is_counted, results.c.rank > theirs.c.rank)).label("behind"),
            )
            .join(theirs, both)
            .where(*self._of(player, guild), theirs.c.player.is_not(None))
            .group_by(theirs.c.player)
            .order_by(desc("matches"), theirs.c.player)
            .limit(most)
        )
        if other is not None:
            wanted = wanted.where(theirs.c.player == other)
        return [
            Encounter(PlayerId(row.player), row.name or "", row.matches, row.ahead, row.behind)
            for row in await self._database.rows(wanted)
        ]

    async def name_of(self, player: PlayerId, guild: int) -> str:
        """Return the name that a person had at their last table in a server, "" without one."""
        wanted = select(results.c.name).where(*self._of(player, guild), results.c.name.is_not(None))
        found = await self._database.scalars(wanted.order_by(*_NEWEST).limit(1))
        return found[0] if found else ""

    async def ranking(self, guild: int, game: str) -> Sequence[RankedRating]:
        """Return the players of a server with a rating that is shown, in order.

        Those who don't want to be listed are left out, and take up no place.
        """
        is_unlisted = select(players.c.id).where(
            players.c.id == ratings.c.player, players.c.unlisted
        )
        wanted = select(ratings).where(
            ratings.c.guild == guild,
            ratings.c.game == game,
            ratings.c.player != EVERYBODY,
            ratings.c.matches >= LISTED_FROM,
            ~is_unlisted.exists(),
        )
        lower = ratings.c.mu - ratings.c.sigma
        rows = await self._database.rows(wanted.order_by(lower.desc(), ratings.c.player))
        return [
            RankedRating(
                place,
                PlayerId(row.player),
                row.name,
                Rating(row.mu, row.sigma, row.matches),
            )
            for place, row in enumerate(rows, 1)
        ]

    async def rated_matches(self, guild: int, game: str) -> int:
        """Return how many matches of a server and title were rated."""
        wanted = select(ratings.c.matches).where(
            ratings.c.guild == guild, ratings.c.game == game, ratings.c.player == EVERYBODY
        )
        found = await self._database.scalars(wanted)
        return found[0] if found else 0

    async def rating(self, player: PlayerId, guild: int, game: str) -> Rating | None:
        """Return the rating of a person, also one that is not shown yet; None: no rated match."""
        wanted = select(ratings).where(
            ratings.c.guild == guild, ratings.c.game == game, ratings.c.player == player
        )
        rows = await self._database.rows(wanted)
        return Rating(rows[0].mu, rows[0].sigma, rows[0].matches) if rows else None

    async def rated_results(self, player: PlayerId, guild: int, game: str) -> Sequence[RatedResult]:
        """Return the ratings of a person after each rated match, the first one first."""
        wanted = (
            select(
                results.c.match_id,
                results.c.mu,
                results.c.sigma,
                results.c.rated,
                case((_WON, 1), else_=0).label("won"),
            )
            .where(*self._of(player, guild, game), results.c.number.is_not(None))
            .where(results.c.mu.is_not(None))
            .order_by(results.c.number)
        )
        return [
            RatedResult(MatchId(row.match_id), Rating(row.mu, row.sigma, row.rated), bool(row.won))
            for row in await self._database.rows(wanted)
        ]

    async def rated_match(self, match: MatchId) -> RatedMatch | None:
        """Return what a match was worth; None: nothing is known, or its server has no rankings."""
        earlier = results.alias("earlier")
        before = (
            select(earlier.c.mu)
            .where(
                *(earlier.c[each] == results.c[each] for each in ("guild", "game", "player")),
                earlier.c.number < results.c.number,
                earlier.c.mu.is_not(None),
            )
            .order_by(earlier.c.number.desc())
            .limit(1)
        )
        is_unranked = select(guilds.c.id).where(guilds.c.id == results.c.guild, guilds.c.unranked)
        wanted = (
            select(results, before.scalar_subquery().label("before"))
            .where(
                results.c.match_id == match,
                results.c.guild.is_not(None),
                results.c.counted.is_not(None),
                ~is_unranked.exists(),
            )
            .order_by(results.c.seat)
        )
        rows = await self._database.rows(wanted)
        if not rows:
            return None
        unrated = rows[0].unrated
        return RatedMatch(
            None if unrated is None else MatchReason(unrated), [_rated_seat(row) for row in rows]
        )

    async def title(self, guild: int, game: str) -> TitlePage | None:
        """Return what was played of a title in a server; None: no match was played to its end."""
        there = self._in(guild, game)
        first = case((results.c.began, results.c.share), else_=0.0)
        fair = case((results.c.began, 1.0 / results.c.seats), else_=0.0)
        by_seats = await self._database.rows(
            select(
                results.c.seats,
                func.count().label("rows"),
                func.avg(results.c.score).label("points"),
                func.min(results.c.ended_at).label("since"),
                _times(results.c.began).label("known"),
                func.sum(first).label("first"),
                func.sum(fair).label("fair"),
            )
            .where(*there)
            .group_by(results.c.seats)
            .order_by(results.c.seats)
        )
        if not by_seats:
            return None
        scores = await self._database.rows(
            select(
                results.c.score,
                func.count().label("times"),
                _times(results.c.rank == 1).label("wins"),
            )
            .where(*there)
            .group_by(results.c.score)
            .order_by(results.c.score)
        )
        matches = sum(row.rows // row.seats for row in by_seats)
        moves = func.sum(results.c.moves).label("figure")
        lasted = func.min(results.c.lasted).label("figure")
        of_match = select(moves).where(*there).group_by(results.c.match_id)
        timed = select(lasted).where(*there, results.c.lasted.is_not(None))
        return TitlePage(
            game,
            min(row.since for row in by_seats),
            matches,
            tuple((row.seats, row.rows // row.seats, float(row.points)) for row in by_seats),
            sum(row.known for row in by_seats),
            sum(float(row.first) for row in by_seats),
            sum(float(row.fair) for row in by_seats),
            tuple((row.score, row.times, row.wins) for row in scores),
            await self._median(of_match) or 0,
            None
            if (found := await self._median(timed.group_by(results.c.match_id))) is None
            else timedelta(seconds=found),
        )

    async def _median(self, figures: Select[Any]) -> int | None:
        """Return the figure in the middle, the lower one of two; None: there is none."""
        every = figures.cte()
        place = func.row_number().over(order_by=every.c.figure).label("place")
        count = func.count().over().label("rows")
        placed = select(every.c.figure, place, count).subquery()
        found = await self._database.scalars(
            select(placed.c.figure).where(placed.c.place == (placed.c.rows + 1) // 2)
        )
        return int(found[0]) if found else None

    async def records(self, guild: int, game: str) -> Sequence[TitleRecord]:
        """Return the most points of people in a server, for each choice of variants.

        Those who don't want others to see their statistics have none.
        """
        hidden = select(players.c.id).where(players.c.unseen)
        there = (
            *self._in(guild, game),
            results.c.player.is_not(None),
            results.c.player.not_in(hidden),
            _STAYED,
        )
        most = (
            select(results.c.variants, func.max(results.c.score).label("score"))
            .where(*there)
            .group_by(results.c.variants)
            .subquery()
        )
        wanted = (
            select(
                results.c.variants,
                results.c.score,
                results.c.player,
                results.c.name,
                results.c.match_id,
            )
            .join(
                most,
                and_(most.c.variants == results.c.variants, most.c.score == results.c.score),
            )
            .where(*there)
            .order_by(results.c.variants, results.c.match_id, results.c.seat)
        )
        found = dict[str, TitleRecord]()
        for row in await self._database.rows(wanted):
            variants = tuple(filter(None, row.variants.split(",")))
            # Of equal ones the first that was reached stands.
            found.setdefault(
                row.variants,
                TitleRecord(
                    variants,
                    row.score,
                    PlayerId(row.player),
                    row.name or "",
                    MatchId(row.match_id),
                ),
            )
        return list(found.values())

    @staticmethod
    def _of(
        player: PlayerId, guild: int | None, game: str | None = None
    ) -> tuple[ColumnElement[bool], ...]:
        there = () if guild is None else (results.c.guild == guild,)
        title = () if game is None else (results.c.game == game,)
        return (results.c.player == player, _IS_PLAYED, *there, *title)

    @staticmethod
    def _in(guild: int, game: str) -> tuple[ColumnElement[bool], ...]:
        return (
            results.c.guild == guild,
            results.c.game == game,
            _IS_PLAYED,
            _IS_PEOPLES | exists().where(guilds.c.id == guild, guilds.c.counts_computers),
            results.c.is_voted.is_(False),
            results.c.seats.is_not(None),
        )


def _rated_seat(row: Any) -> RatedSeat:
    # Of a former player only the strength from before the match is kept.
    is_known = row.mu is not None and row.player is not None
    after = Rating(row.mu, row.sigma, row.rated) if is_known else None
    was_shown = is_known and row.before is not None and row.rated > LISTED_FROM
    return RatedSeat(
        Seat(row.seat),
        row.name,
        row.rank,
        Counted(row.counted),
        None if row.reason is None else SeatReason(row.reason),
        Rating(row.before, row.sigma).number if was_shown else None,
        after,
    )


def _statistics_of(row: Any, best_match: MatchId | None) -> TitleStatistics:
    counters = counters_of(row.game)
    ways = () if counters is None else tuple(counters.summing.values())
    return TitleStatistics(
        row.game,
        row.matches,
        row.wins,
        row.left,
        row.since,
        float(row.points or 0),
        row.best,
        best_match,
        tuple(getattr(row, f"{way}_{n}") for n, way in enumerate(ways)),
        row.moves,
        row.late,
        (row.kept, row.broken),
    )
