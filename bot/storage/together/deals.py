"""Stores deals, on SQLAlchemy Core."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from json import loads
from typing import Any, Final

from pydantic import TypeAdapter
from sqlalchemy import (
    Connection,
    RowMapping,
    Select,
    Text,
    and_,
    cast,
    exists,
    func,
    insert,
    literal,
    select,
    update,
)

from bot.storage.database import Database
from bot.storage.rows import POSTED, POSTED_COLUMNS, WANT, posted_of, posted_values, telling_row
from bot.storage.schema import deals, matches, sitters, tellings
from bot.storage.time import mentions
from bot.table.errors import DealRefused
from bot.table.ids import MatchId
from bot.table.match.match import Posted
from bot.table.match.sitters import SitterKind
from bot.table.together.deals import Answer, Deal, DealId, DealTerms
from engine.agents.heuristics import DealReason
from engine.game import Seat

_ANSWERS: Final = TypeAdapter(tuple[Answer, ...])
_REASONS: Final = frozenset(map(str, DealReason))
_NEW, _OLD = sitters.alias("new"), sitters.alias("old")
_WAS_THERE: Final = (
    exists()
    .where(
        _OLD.c.match_id == _NEW.c.match_id,
        _OLD.c.seat == _NEW.c.seat,
        _OLD.c.player == _NEW.c.player,
        _OLD.c.from_line <= deals.c.line,
    )
    .correlate(_NEW, deals)
)
_HANDED_ON: Final = (
    select(func.aggregate_strings(cast(_NEW.c.seat, Text), ","))
    .where(
        _NEW.c.match_id == deals.c.match_id,
        _NEW.c.from_line > deals.c.line,
        _NEW.c.kind == SitterKind.PERSON,
        ~_WAS_THERE,
    )
    .correlate(deals)
    .scalar_subquery()
)
_ALL: Final = select(
    deals, *(tellings.c[name] for name in POSTED_COLUMNS), _HANDED_ON.label("handed_on")
).join(
    tellings,
    and_(
        tellings.c.match_id == deals.c.match_id,
        tellings.c.target == literal("deal:") + cast(deals.c.id, Text),
    ),
)


class DealStore:
    """Keeps deals in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, deal: Deal, request: str, check: Callable[[Sequence[Deal]], None]) -> Deal:
        """Store a new deal and return it with its id; a repeated `request` returns the first.

        `check` gets those that the match has; what it raises changes nothing.
        """
        one_by_one = select(matches.c.id).where(matches.c.id == deal.match).with_for_update()
        async with self._database.writing() as connection:
            await connection.execute(one_by_one)
            before = await connection.execute(_ALL.where(deals.c.request == request))
            if (row := before.mappings().one_or_none()) is not None:
                return _deal(row)
            others = await connection.execute(_of(deal.match))
            check([_deal(each) for each in others.mappings()])
            values = {**_values(deal), "request": request}
            added = await connection.execute(insert(deals).values(values).returning(deals.c.id))
            new = replace(deal, id=DealId(added.scalar_one()))
            telling = telling_row(deal.match, _target(new.id), new.post)
            await connection.execute(insert(tellings), telling)
            return new

    async def get(self, deal: DealId) -> Deal:
        """Return a deal; raise `DealRefused` if there is none."""
        async with self._database.asking() as connection:
            found = await connection.execute(_ALL.where(deals.c.id == deal))
            return _found(found.mappings().one_or_none(), deal)

    async def of(self, match: MatchId) -> Sequence[Deal]:
        """Return the deals of a match, oldest first."""
        return await self._database.ask(lambda connection: deals_of(connection, match))

    async def change(self, deal: DealId, change: Callable[[Deal], Deal]) -> Deal:
        """Store what `change` makes of a deal as it is now; what it raises changes nothing."""
        row = _ALL.where(deals.c.id == deal).with_for_update()
        async with self._database.writing() as connection:
            now = _found((await connection.execute(row)).mappings().one_or_none(), deal)
            if (changed := change(now)) == now:
                return now
            changed = replace(changed, post=now.post.wanting(now.post.want + 1))
            values = _values(changed)
            await connection.execute(update(deals).where(deals.c.id == deal).values(values))
            want = {"of": now.match, "to": _target(deal), "upon": changed.post.want}
            await connection.execute(WANT, want)
        return changed

    async def posted(self, deal: DealId, post: Posted) -> bool:
        """Store what the channel was told of a deal; False if another process was faster."""

        def write(connection: Connection) -> bool:
            of = select(deals.c.match_id).where(deals.c.id == deal)
            key = {"of": connection.execute(of).scalar_one(), "to": _target(deal)}
            values = {**key, "seen": post.version, **posted_values(post)}
            mentions.later(connection, key["of"], f"deal:{deal}", post.unpinged)
            return connection.execute(POSTED, values).rowcount == 1

        return await self._database.write(write)


def deals_of(connection: Connection, match: MatchId) -> Sequence[Deal]:
    """Return the deals of a match, oldest first, as part of the caller's transaction."""
    return [_deal(row) for row in connection.execute(_of(match)).mappings()]


def _target(deal: DealId) -> str:
    return f"deal:{deal}"


def _of(match: MatchId) -> Select[Any]:
    return _ALL.where(deals.c.match_id == match).order_by(deals.c.id)


def _found(row: RowMapping | None, deal: DealId) -> Deal:
    if row is None:
        raise DealRefused("deal-unknown", deal=deal)
    return _deal(row)


def _values(deal: Deal) -> dict[str, Any]:
    return {
        "match_id": deal.match,
        "line": deal.line,
        "proposer": deal.proposer,
        "chapter": deal.terms.chapter,
        "mine": deal.terms.mine,
        "yours": deal.terms.yours,
        "words": deal.terms.words,
        "answers": _ANSWERS.dump_json(deal.answers).decode(),
        "withdrawn": deal.is_withdrawn,
        "closed": deal.is_closed,
    }


def _answers(written: str) -> tuple[Answer, ...]:
    """Return the answers; one with a reason that only a later version knows has none."""
    found = loads(written)
    for each in found:
        if each.get("why") not in _REASONS:
            each["why"] = None
    return _ANSWERS.validate_python(found)


def _deal(row: RowMapping) -> Deal:
    return Deal(
        id=DealId(row["id"]),
        match=MatchId(row["match_id"]),
        line=row["line"],
        proposer=Seat(row["proposer"]),
        terms=DealTerms(row["chapter"], row["mine"], row["yours"], row["words"]),
        answers=_answers(row["answers"]),
        is_withdrawn=row["withdrawn"],
        is_closed=row["closed"],
        post=posted_of(row),
        handed_on=frozenset(
            Seat(int(seat)) for seat in (row["handed_on"] or "").split(",") if seat
        ),
    )
