"""All ratings computed anew from the results, in the order in which the matches were rated.

The result of a person who was erased has no player; its strength and doubt are those of before the
match, rounded, so that the others are still compared with somebody like them.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from bot.storage.database import Database
from bot.storage.people.results import EVERYBODY
from bot.storage.schema import ratings, results
from bot.table.ids import PlayerId
from bot.table.people.rating import Counted, Rating, SeatCount, rated
from engine.game import Seat

AT_ONCE: Final = 1000
"""How many rows are stored in one transaction."""
_RATED: Final = (
    select(
        results.c.guild,
        results.c.game,
        results.c.number,
        results.c.match_id,
        results.c.seat,
        results.c.rank,
        results.c.player,
        results.c.name,
        results.c.counted,
        results.c.mu,
        results.c.sigma,
        results.c.rated,
    )
    .where(results.c.number.is_not(None))
    .order_by(results.c.guild, results.c.game, results.c.number, results.c.seat)
)
_CORRECT: Final = (
    update(results)
    .where(results.c.match_id == bindparam("of"), results.c.seat == bindparam("where"))
    .values(mu=bindparam("new_mu"), sigma=bindparam("new_sigma"), rated=bindparam("new_rated"))
)

Told = Callable[[int, int], None]
"""Is told how many matches of how many are done."""


class RatedAnew(NamedTuple):
    """How many matches were rated anew, and how many seats had another rating before."""

    matches: int
    corrected: int


async def rate_anew(database: Database, told: Told) -> RatedAnew:
    """Compute and store all ratings anew; equal results give equal ratings, to the last digit."""
    rows = await database.rows(_RATED)
    every = [list(match) for _, match in groupby(rows, key=lambda row: row[:3])]
    corrections, latest = list[dict[str, Any]](), list[dict[str, Any]]()
    done = 0
    for where, matches in groupby(every, key=lambda match: match[0][:2]):
        known, names, count = dict[PlayerId, Rating](), dict[PlayerId, str](), 0
        for match in matches:
            after = rated(known | _erased(match), list(_seats(match)))
            corrections += _corrections(match, after)
            known |= {player: one for player, one in after.items() if player > EVERYBODY}
            names |= {row.player: row.name for row in match if row.player and row.name}
            count, done = count + 1, done + 1
            if done % AT_ONCE == 0:
                told(done, len(every))
        values = {player: (names.get(player, ""), *one) for player, one in known.items()}
        values[PlayerId(EVERYBODY)] = ("", 0.0, 0.0, count)
        latest += [
            dict(zip(ratings.c.keys(), (*where, player, *each), strict=True))
            for player, each in values.items()
        ]

    for first in range(0, len(corrections), AT_ONCE):
        await database.write(_execute, _CORRECT, corrections[first : first + AT_ONCE])
    await database.write(_replace, latest)
    told(done, len(every))
    return RatedAnew(len(every), len(corrections))


def _seats(match: Sequence[Any]) -> Iterator[SeatCount]:
    for row in match:
        yield SeatCount(Seat(row.seat), row.rank, _player(row), Counted(row.counted))


def _player(row: Any) -> PlayerId | None:
    """Return who is rated; one who was erased is nobody's, of that match alone."""
    if row.player is None and row.mu is not None:
        return PlayerId(EVERYBODY - 1 - row.seat)
    return None if row.player is None else PlayerId(row.player)


def _erased(match: Sequence[Any]) -> dict[PlayerId, Rating]:
    """Return what is left of those who were erased: about how strong they were before the match."""
    return {
        player: Rating(row.mu, row.sigma)
        for row in match
        if (player := _player(row)) is not None and player < EVERYBODY
    }


def _corrections(match: Sequence[Any], after: Any) -> Iterator[dict[str, Any]]:
    for row in match:
        if row.player is None and row.mu is not None:
            continue
        one = after.get(row.player)
        new = (None, None, None) if one is None else tuple(one)
        if new != (row.mu, row.sigma, row.rated):
            yield {
                "of": row.match_id,
                "where": row.seat,
                "new_mu": new[0],
                "new_sigma": new[1],
                "new_rated": new[2],
            }


def _execute(connection: Connection, statement: Any, values: Sequence[dict[str, Any]]) -> None:
    connection.execute(statement, values)


def _replace(connection: Connection, values: Sequence[dict[str, Any]]) -> None:
    connection.execute(delete(ratings))
    if values:
        connection.execute(insert(ratings), values)
