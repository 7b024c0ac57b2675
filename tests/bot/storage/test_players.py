from bot.storage.players import RegularStore
from bot.table.ids import RegularId
from bot.table.preferences import GuildPreferences, Preferences

ANN = RegularId(2**60)


async def test_somebody_new_has_the_defaults(players: RegularStore) -> None:
    assert await players.preferences(ANN) == Preferences()
    assert await players.guild(7) == GuildPreferences()


async def test_the_newest_wish_counts(players: RegularStore) -> None:
    await players.prefer(ANN, Preferences("fr", lists=True))
    await players.prefer(ANN, Preferences("es", confirm_twice=True))

    assert await players.preferences(ANN) == Preferences("es", confirm_twice=True)
    assert await players.preferences(RegularId(1)) == Preferences()


async def test_a_server_keeps_its_channels(players: RegularStore) -> None:
    wishes = GuildPreferences("fr", (2**60, 5), threads=False)

    await players.set_guild(7, GuildPreferences("en"))
    await players.set_guild(7, wishes)

    assert await players.guild(7) == wishes
