"""The table that is ready to try."""

from bot.hosting.host import Host
from bot.playground.server import MOVES, SameSeed, table_to_try
from bot.storage.stores import Stores
from bot.table.ids import PlayerId
from bot.table.match.match import Person, Status, Venue
from bot.table.world import NullMessenger
from engine.registry import game
from tests.bot.fakes import Listener, StandingClock

PEOPLE = tuple(Person(PlayerId(n), name) for n, name in enumerate(("Ann", "Bob", "Cleo"), 1))


async def test_the_first_person_is_to_move_and_every_tile_fits_somewhere(
    stores: Stores, host: Host, clock: StandingClock
) -> None:
    quiet = Host(stores, NullMessenger(), clock, SameSeed())

    match = await table_to_try(quiet, host, Venue(7, 70, threaded=False), PEOPLE)

    _, progress = await host.cache.progress(match.id)
    legal = game(match.game).legal_actions(progress.state, match.acting[0])
    assert match.status is Status.PLAYING
    assert match.chairs[match.acting[0]].name == "Ann"
    assert progress.state.turn == MOVES + 1
    assert {each.tile for each in legal} == set(progress.state.display)


async def test_only_the_last_move_is_told(
    stores: Stores, host: Host, clock: StandingClock, messenger: Listener
) -> None:
    quiet = Host(stores, NullMessenger(), clock, SameSeed())

    match = await table_to_try(quiet, host, Venue(7, 70, threaded=False), PEOPLE)

    assert messenger.lobbies == []
    assert [each.line for each in messenger.told] == [match.line]
