"""A database that goes away and comes back."""

import pytest
from structlog.testing import capture_logs

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.processes.ownership import SharedOwnership
from bot.storage.stores import stores_in
from bot.table.errors import OutOfReach
from engine.registry import games
from tests import postgresql
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import ANN, BOB, one_move, table_of


@pytest.mark.skipif(postgresql.GIVEN != "", reason="the given PostgreSQL is not ours to stop")
async def test_while_the_database_is_away_one_line_says_so_and_all_goes_on_after_it(
    server: postgresql.Server, postgresql_url: str, messenger: Listener, clock: StandingClock
) -> None:
    database = Database(postgresql_url)
    ownership = SharedOwnership(database)
    stores = stores_in(database, games())
    host = Host(stores, messenger, clock, KnownEntropy(), ownership=ownership)
    match = await table_of(host, ANN, BOB)

    with capture_logs() as logged:
        with server.away():
            for _ in range(3):
                with pytest.raises(OutOfReach):
                    await one_move(host, match.id)
                await host.scheduler.look()
        played = await one_move(host, match.id)
        await host.scheduler.look()
    await ownership.close()
    await database.close()

    assert [each["event"] for each in logged] == ["database-lost", "database-back"]
    assert "\n" not in logged[0]["reason"]
    assert played.match.line > match.line
    assert messenger.of(match.id)[-1].line == played.match.line
