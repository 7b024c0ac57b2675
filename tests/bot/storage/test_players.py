import asyncio
from dataclasses import replace

from bot.storage.players import PlayerStore
from bot.table.ids import PlayerId
from bot.table.match.match import Aids, Hints, NewsMode
from bot.table.match.pace import PACES
from bot.table.preferences import GuildPreferences, Preferences
from tests.bot.fakes import StandingClock

ANN = PlayerId(2**60)


async def test_somebody_new_has_the_defaults(players: PlayerStore) -> None:
    assert await players.preferences(ANN) == Preferences()
    assert await players.guild(7) == GuildPreferences()


async def test_the_newest_wish_counts(players: PlayerStore) -> None:
    await players.prefer(ANN, Preferences("fr", lists=True))
    await players.prefer(ANN, Preferences("es", confirm_twice=True))

    assert await players.preferences(ANN) == Preferences("es", confirm_twice=True)
    assert await players.preferences(PlayerId(1)) == Preferences()


async def test_a_server_keeps_its_channels(players: PlayerStore) -> None:
    wishes = GuildPreferences("fr", (2**60, 5), threads=False)

    await players.set_guild(7, GuildPreferences("en"))
    await players.set_guild(7, wishes)

    assert await players.guild(7) == wishes


async def test_a_server_keeps_all_that_its_admins_set(players: PlayerStore) -> None:
    wishes = GuildPreferences(
        language="es",
        channels=(2**60, 5),
        threads=False,
        news=NewsMode.ONE,
        openers=(2**61, 6),
        most_tables=20,
        pace=PACES["week-clock"],
        aids=Aids.PURE,
        hints=Hints.NONE,
        zone="Europe/Madrid",
        quiet_from=1380,
        quiet_to=420,
        seeking=2**60 + 1,
        unranked=True,
        counts_computers=True,
    )

    await players.set_guild(7, wishes)

    assert await players.guild(7) == wishes
    assert await players.guild(8) == GuildPreferences()


async def test_two_admins_who_set_something_at_once_are_both_heeded(
    players: PlayerStore, clock: StandingClock
) -> None:
    await players.set_guild(7, GuildPreferences())

    await asyncio.gather(
        players.arrange(7, lambda now: replace(now, most_tables=3), clock.now()),
        players.arrange(7, lambda now: replace(now, unranked=True), clock.now()),
        players.arrange(7, lambda now: replace(now, openers=(5,)), clock.now()),
    )

    assert await players.guild(7) == GuildPreferences(most_tables=3, unranked=True, openers=(5,))
