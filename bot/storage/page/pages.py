"""Which matches have a page at an address, and at which.

A key is computed of the match (`bot.table.page.keys`), and stored so that it can be found.
"""

from collections.abc import Collection, Mapping
from secrets import token_bytes
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, false, func, or_, select, update

from bot.storage.database import Database
from bot.storage.schema import guilds, matches, pages, reviews, secrets
from bot.storage.upserts import Upsert
from bot.table.ids import MatchId
from bot.table.match.match import Status
from bot.table.page.keys import SECRET_BYTES, page_key

_NAME: Final = "page"
_SET_SECRET: Final = Upsert(secrets)
_READ_SECRET: Final = select(secrets.c.value).where(secrets.c.name == _NAME)
# An upsert names one unique key; PostgreSQL refuses it if another process inserts the same row
# meanwhile and the other key is found first. So the row is made without an address, and locked
# until it has one: an address that another process ends in between must not come back.
_ADD: Final = Upsert(pages)
_LOCK: Final = select(pages.c.match_id).where(pages.c.match_id == bindparam("of")).with_for_update()
_CHANGE: Final = update(pages).where(pages.c.match_id == bindparam("of"))
_ASK: Final = Upsert(pages, ["match_id"], ["asked"])
_IS_ALLOWED: Final = ~func.coalesce(guilds.c.pageless, false())
_ROW: Final = (
    select(pages.c.key, pages.c.edition, pages.c.asked, _IS_ALLOWED.label("is_allowed"))
    .select_from(matches)
    .outerjoin(pages, pages.c.match_id == matches.c.id)
    .outerjoin(guilds, guilds.c.id == matches.c.guild)
    .where(matches.c.id == bindparam("of"))
)
_OPEN: Final = (
    select(
        pages.c.key,
        pages.c.match_id,
        matches.c.status,
        matches.c.revision,
        matches.c.guild,
        reviews.c.done_at,
    )
    .join(matches, matches.c.id == pages.c.match_id)
    .outerjoin(reviews, reviews.c.match_id == pages.c.match_id)
    .outerjoin(guilds, guilds.c.id == matches.c.guild)
    .where(or_(guilds.c.id.is_(None), ~guilds.c.pageless))
)
_BY_KEY: Final = _OPEN.where(pages.c.key == bindparam("key"))
_BY_KEYS: Final = _OPEN.where(pages.c.key.in_(bindparam("keys", expanding=True)))
_END: Final = _CHANGE.values(key=None, edition=pages.c.edition + 1)


class OpenPage(NamedTuple):
    """A page at an address, as its match stands; one with the same values has not changed."""

    match: MatchId
    status: Status
    revision: int
    guild: int | None
    is_reviewed: bool


class PageStore:
    """Pages of matches at an address."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def key(self, match_id: MatchId, *, is_public: bool | None) -> str | None:
        """Return the key of a match's page, made if need be; None: it has none, or no longer.

        It has one unless its server or its host wants none; where not everybody sees its channel
        (`is_public`), only if its host asked for it. If nobody knows who does, all stays as it was.
        """
        row = await self._database.row(_ROW, {"of": match_id})
        if row is None:
            return None
        wanted = _is_wanted(row, is_public=is_public)
        if wanted == (row.key is not None):
            return str(row.key) if wanted else None
        return await self._database.write(_set_key, match_id, is_public=is_public)

    async def ask(self, match_id: MatchId, *, wanted: bool | None) -> None:
        """Store whether the host wants a page, whoever sees the channel; None: as is usual.

        A page that they don't want is gone at once.
        """
        await self._database.write(_ask, match_id, wanted=wanted)

    async def asked(self, match_id: MatchId) -> bool | None:
        """Return what the host wants; None: nothing."""
        wanted = select(pages.c.asked).where(pages.c.match_id == match_id)
        found: bool | None = await self._database.scalar(wanted)
        return found

    async def close(self, channels: Collection[int]) -> None:
        """Let the pages of tables in these channels go, as not everybody sees those any more.

        Those for which their hosts asked stay.
        """
        there = select(matches.c.id).where(matches.c.channel.in_(channels))
        usual = (pages.c.match_id.in_(there), pages.c.asked.is_(None), pages.c.key.is_not(None))
        await self._database.execute(update(pages).where(*usual).values(key=None))

    async def find(self, key: str) -> OpenPage | None:
        """Return the page at a key; None: there is none, or none any more."""
        row = await self._database.row(_BY_KEY, {"key": key})
        return None if row is None else _open_page(row)

    async def find_all(self, keys: Collection[str]) -> Mapping[str, OpenPage]:
        """Return the pages at some keys; those that are gone lack."""
        rows = await self._database.rows(_BY_KEYS, {"keys": list(keys)})
        return {row.key: _open_page(row) for row in rows}


def end_pages(connection: Connection, found: Collection[MatchId]) -> None:
    """Let the keys of these matches lead nowhere any more; new ones are made when asked for."""
    if found:
        connection.execute(_END, [{"of": each} for each in found])


def _is_wanted(row: Any, *, is_public: bool | None) -> bool:
    usual = row.key is not None if is_public is None else is_public
    return bool(row.is_allowed and (usual if row.asked is None else row.asked))


def _ask(connection: Connection, match_id: MatchId, *, wanted: bool | None) -> None:
    _ASK.execute(connection, {"match_id": match_id, "asked": wanted})
    if wanted is False:
        connection.execute(_CHANGE.values(key=None), {"of": match_id})


def _set_key(connection: Connection, match_id: MatchId, *, is_public: bool | None) -> str | None:
    _ADD.execute(connection, {"match_id": match_id})
    connection.execute(_LOCK, {"of": match_id}).one()
    row = connection.execute(_ROW, {"of": match_id}).one()
    wanted = _is_wanted(row, is_public=is_public)
    key = page_key(_secret(connection), match_id, row.edition) if wanted else None
    connection.execute(_CHANGE.values(key=key), {"of": match_id})
    return key


def _secret(connection: Connection) -> bytes:
    """Return the secret of keys; of two processes that make one both get the same."""
    found = connection.execute(_READ_SECRET).scalar_one_or_none()
    if found is None:
        _SET_SECRET.execute(connection, {"name": _NAME, "value": token_bytes(SECRET_BYTES)})
        found = connection.execute(_READ_SECRET).scalar_one()
    return bytes(found)


def _open_page(row: Any) -> OpenPage:
    is_reviewed = row.done_at is not None
    return OpenPage(MatchId(row.match_id), Status(row.status), row.revision, row.guild, is_reviewed)
