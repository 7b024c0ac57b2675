"""The shelf of deals on SQLAlchemy Core."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from pydantic import TypeAdapter
from sqlalchemy import RowMapping, Select, insert, select, update

from bot.hosting.deals import Answer, Deal, DealId, Terms
from bot.hosting.errors import DealRefused
from bot.hosting.match import MatchId, Status
from bot.storage.database import Database
from bot.storage.schema import deals, matches
from engine.game import Seat

_ANSWERS: Final = TypeAdapter(tuple[Answer, ...])


class SqlDeals:
    """Keeps deals in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, deal: Deal, request: str, check: Callable[[Sequence[Deal]], None]) -> Deal:
        """Store a new deal, once for each interaction."""
        one_by_one = select(matches.c.id).where(matches.c.id == deal.match).with_for_update()
        async with self._database.writing() as connection:
            await connection.execute(one_by_one)
            before = await connection.execute(select(deals).where(deals.c.request == request))
            if (row := before.mappings().one_or_none()) is not None:
                return _deal(row)
            others = await connection.execute(_of(deal.match))
            check([_deal(each) for each in others.mappings()])
            values = {**_values(deal), "request": request}
            added = await connection.execute(insert(deals).values(values).returning(deals))
            return _deal(added.mappings().one())

    async def get(self, deal: DealId) -> Deal:
        """Return a deal."""
        async with self._database.asking() as connection:
            found = await connection.execute(select(deals).where(deals.c.id == deal))
            return _found(found.mappings().one_or_none(), deal)

    async def of(self, match: MatchId) -> Sequence[Deal]:
        """Return the deals of a match, oldest first."""
        async with self._database.asking() as connection:
            return [_deal(row) for row in (await connection.execute(_of(match))).mappings()]

    async def untold(self) -> Sequence[MatchId]:
        """Return the matches with deals whose messages don't say how they stand."""
        begun = matches.c.status.in_((Status.PLAYING.value, Status.FINISHED.value))
        # In the words of the index, which SQLite uses only then.
        late = select(deals.c.match_id).where(~deals.c.told, ~deals.c.closed).distinct()
        there = matches.c.lost_at.is_(None)
        wanted = late.join(matches, matches.c.id == deals.c.match_id).where(begun, there)
        async with self._database.asking() as connection:
            return [MatchId(each) for each in (await connection.execute(wanted)).scalars()]

    async def change(self, deal: DealId, change: Callable[[Deal], Deal]) -> Deal:
        """Store what `change` makes of a deal; two who answer at once both get their say."""
        row = select(deals).where(deals.c.id == deal).with_for_update()
        async with self._database.writing() as connection:
            now = _found((await connection.execute(row)).mappings().one_or_none(), deal)
            changed = change(now)
            values = _values(changed)
            await connection.execute(update(deals).where(deals.c.id == deal).values(values))
        return changed


def _of(match: MatchId) -> Select[Any]:
    return select(deals).where(deals.c.match_id == match).order_by(deals.c.id)


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
        "message": deal.message,
        "told": deal.is_told,
    }


def _deal(row: RowMapping) -> Deal:
    return Deal(
        id=DealId(row["id"]),
        match=MatchId(row["match_id"]),
        line=row["line"],
        proposer=Seat(row["proposer"]),
        terms=Terms(row["chapter"], row["mine"], row["yours"], row["words"]),
        answers=_ANSWERS.validate_json(row["answers"]),
        is_withdrawn=row["withdrawn"],
        is_closed=row["closed"],
        message=row["message"],
        is_told=row["told"],
    )
