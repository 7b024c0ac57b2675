from bot.storage.players import PlayerStore
from bot.table.ids import PlayerId
from bot.table.preferences import GuildPreferences, Preferences

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
