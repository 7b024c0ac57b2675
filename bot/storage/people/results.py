"""What became of each seat of a match that is over, and what that is worth, as rows.

Functions of a connection, parts of the caller's transaction.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, bindparam, insert, select, update

from bot.storage.people.moderation import freed
from bot.storage.schema import guilds, players, ratings, results, sitters
from bot.storage.together.deals import deals_of
from bot.storage.upserts import Upsert
from bot.table.ids import PlayerId
from bot.table.match.match import Match
from bot.table.match.sitters import Sitter, SitterKind
from bot.table.people.ended import EndedMatch
from bot.table.people.rating import (
    MatchReason,
    Rating,
    SeatCount,
    SeatFacts,
    counted,
    rated,
    reason_not_rated,
)
from bot.table.people.seats import seat_facts
from engine.counters import MOST
from engine.game import Seat

EVERYBODY: Final = 0
"""In place of a player: how many matches of a server and title were rated."""
_HERE: Final = (ratings.c.guild == bindparam("there"), ratings.c.game == bindparam("of"))
_SITTERS: Final = select(
    sitters.c.seat, sitters.c.from_line, sitters.c.kind, sitters.c.player
).where(sitters.c.match_id == bindparam("of"))
_UNLISTED: Final = select(players.c.id).where(
    players.c.id.in_(bindparam("them", expanding=True)), players.c.unlisted
)
_UNRANKED: Final = select(guilds.c.unranked).where(guilds.c.id == bindparam("there"))
_RATINGS: Final = select(ratings).where(
    *_HERE, ratings.c.player.in_(bindparam("them", expanding=True))
)
_COUNT: Final = Upsert(ratings, ["guild", "game", "player"])
_NEXT: Final = (
    update(ratings)
    .where(*_HERE, ratings.c.player == EVERYBODY)
    .values(matches=ratings.c.matches + 1)
    .returning(ratings.c.matches)
)
_PUT: Final = Upsert(ratings, ["guild", "game", "player"], ["name", "mu", "sigma", "matches"])
_INSERT: Final = insert(results)


def put(connection: Connection, match: Match, ended: EndedMatch, at: datetime) -> None:
    """Store the results of a match that is over, and the ratings of its players after it."""
    people = {each.player for each in match.chairs if each.player is not None}
    of_match = connection.execute(_SITTERS, {"of": match.id})
    sat = [
        Sitter(Seat(row.seat), row.from_line, SitterKind(row.kind), row.player) for row in of_match
    ]
    people |= {each.player for each in sat if each.player is not None}
    unlisted = connection.execute(_UNLISTED, {"them": sorted(people)}).scalars()
    facts = seat_facts(
        match.chairs,
        ended.outcome,
        ended.moves,
        sat,
        frozenset(map(PlayerId, unlisted)),
        freed(connection, match.id),
    )
    seats = counted(facts)
    guild = match.venue.guild
    unranked = connection.execute(_UNRANKED, {"there": guild}).scalar_one_or_none()
    unrated = reason_not_rated(
        seats,
        is_friendly=match.is_friendly,
        is_lesson=match.teaching,
        is_voted=ended.is_voted,
        is_unranked=bool(unranked),
    )
    judged = _judged(connection, match, ended)
    with_computers = any(each.player is None for each in facts)
    values = [
        _values(match, ended, at, fact, seat, unrated)
        | {
            "with_computers": with_computers,
            "promises_kept": judged[seat.seat, True],
            "promises_broken": judged[seat.seat, False],
        }
        for fact, seat in zip(facts, seats, strict=True)
    ]
    if unrated is None and guild is not None:
        _rate(connection, (guild, match.game), seats, values)
    connection.execute(_INSERT, values)


def _judged(
    connection: Connection, match: Match, ended: EndedMatch
) -> Counter[tuple[Seat, bool | None]]:
    """Return how many promises each seat kept and broke; for one who left a computer played."""
    if ended.is_kept is None:
        return Counter()
    return Counter(
        (seat, ended.is_kept(deal.terms.chapter, seat, promise))
        for deal in deals_of(connection, match.id)
        for seat, promise in deal.promised
        if match.chairs[seat].agent is None
    )


def _values(
    match: Match,
    ended: EndedMatch,
    at: datetime,
    fact: SeatFacts,
    seat: SeatCount,
    unrated: MatchReason | None,
) -> dict[str, Any]:
    chair = match.chairs[seat.seat]
    counts = (*ended.counts[seat.seat], *(0,) * MOST)[:MOST]
    return {
        "match_id": match.id,
        "seat": seat.seat,
        "score": ended.outcome.scores[seat.seat],
        "rank": seat.rank,
        "guild": match.venue.guild,
        "game": match.game,
        "seats": len(match.chairs),
        "variants": ",".join(match.setup.variants),
        "ended_at": at,
        "share": 1 / ended.outcome.ranks.count(1) if seat.rank == 1 else 0.0,
        "is_lesson": match.teaching,
        "is_voted": ended.is_voted,
        "player": seat.player,
        # Of a seat that changed hands, the name at the table is that of the one who took it over.
        "name": chair.name if seat.player is not None and chair.player == seat.player else None,
        "began": ended.first == seat.seat,
        "moves": fact.moves,
        "late": fact.late,
        "lasted": int((at - match.opened_at).total_seconds()),
        **{f"count_{n}": count for n, count in enumerate(counts, 1)},
        "counted": seat.counted.value,
        "reason": None if seat.reason is None else seat.reason.value,
        "unrated": None if unrated is None else unrated.value,
        "number": None,
        "mu": None,
        "sigma": None,
        "rated": None,
    }


def _rate(
    connection: Connection,
    where: tuple[int, str],
    seats: Sequence[SeatCount],
    values: Sequence[dict[str, Any]],
) -> None:
    """Rate the players of a match, and say so in the rows of its results.

    Matches of one server and title that end at once are rated one after the other: each waits for
    the row that counts them, and has a number by which all can be rated anew in the same order.
    """
    there = {"there": where[0], "of": where[1]}
    of_all = {"guild": where[0], "game": where[1], "player": EVERYBODY, "name": ""}
    _COUNT.execute(connection, of_all | {"mu": 0.0, "sigma": 0.0, "matches": 0})
    number = connection.execute(_NEXT, there).scalar_one()
    names = known(connection, where, [each.player for each in seats if each.player is not None])
    after = rated({player: rating for player, (_, rating) in names.items()}, seats)
    rows = []
    for value in values:
        value["number"] = number
        rating = after.get(value["player"])
        if rating is None:
            continue
        value.update(mu=rating.mu, sigma=rating.sigma, rated=rating.matches)
        before, _ = names.get(value["player"], ("", rating))
        rows.append(
            {
                "guild": where[0],
                "game": where[1],
                "player": value["player"],
                "name": value["name"] or before,
                "mu": rating.mu,
                "sigma": rating.sigma,
                "matches": rating.matches,
            }
        )
    _PUT.execute(connection, rows)


def known(
    connection: Connection, where: tuple[int, str], people: Collection[PlayerId]
) -> Mapping[PlayerId, tuple[str, Rating]]:
    """Return the names and ratings of those of these people who have one in a server and title."""
    asked = {"there": where[0], "of": where[1], "them": sorted(people)}
    return {
        PlayerId(row.player): (row.name, Rating(row.mu, row.sigma, row.matches))
        for row in connection.execute(_RATINGS, asked)
    }
