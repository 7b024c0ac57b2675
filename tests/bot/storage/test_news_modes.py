"""The database and hosting agree on how a channel is told."""

from dataclasses import replace
from datetime import timedelta
from itertools import product

from sqlalchemy import Connection, select, update

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.notices.news_modes import MODE
from bot.storage.schema import guilds, matches
from bot.table.match.match import NewsMode
from bot.table.match.pace import PACES
from bot.table.notices.news_modes import first_message, moment_of, news_mode
from tests.bot.fakes import StandingClock
from tests.bot.tables import ANN, BOB, HERE, table_of

MODES = (None, *NewsMode)


async def test_the_database_finds_the_way_that_hosting_finds(
    host: Host, database: Database
) -> None:
    match = await table_of(host, ANN, BOB)
    guild = {"id": HERE.guild, "channels": "[]", "threads": True}
    await database.write(lambda connection: connection.execute(guilds.insert(), guild))

    def found(connection: Connection) -> list[tuple[str, NewsMode]]:
        both = []
        for own, servers, pace in product(MODES, MODES, PACES.values()):
            seconds = {
                "pace": pace.kind.value,
                "span_s": int(pace.span.total_seconds()),
                "news": own,
            }
            connection.execute(update(matches).values(seconds))
            connection.execute(update(guilds).values(news=servers))
            stored = connection.execute(select(MODE).select_from(matches)).scalar_one()
            both.append((stored, news_mode(replace(match, news=own, pace=pace), servers)))
        return both

    both = await database.write(found)

    assert len(both) == 4 * 4 * len(PACES)
    assert {stored for stored, _ in both} == set(NewsMode)
    assert [stored for stored, _ in both] == [hosted for _, hosted in both]


def test_the_id_of_a_message_says_when_it_was_taken() -> None:
    now = StandingClock().now()

    assert moment_of(first_message(now)) == now
    assert moment_of(first_message(now) - 1) == now - timedelta(milliseconds=1)
