"""Heights on the shelf: stated or not, and only of those who still play for themselves."""

from dataclasses import replace

from bot.hosting.host import Host
from bot.storage.match.matches import MatchStore
from bot.storage.players import PlayerStore
from bot.table.match.match import Aids, Hints
from bot.table.preferences import Preferences
from tests.bot.tables import ANN, BOB, CLEO, table_of


async def test_only_stated_heights_of_those_who_still_play_are_known(
    host: Host, matches: MatchStore, players: PlayerStore
) -> None:
    match = await table_of(host, ANN, BOB, CLEO)
    await players.prefer(ANN.id, Preferences(height_cm=181))
    await players.prefer(BOB.id, Preferences("fr"))
    await players.prefer(CLEO.id, Preferences(height_cm=175))
    before = await matches.heights(match.id)

    await host.lobbies.leave(match.id, CLEO.id)

    assert before == {0: 181, 2: 175}
    assert await matches.heights(match.id) == {0: 181}


async def test_aids_hints_and_a_broken_tie_come_back_as_they_were_stored(
    host: Host, matches: MatchStore
) -> None:
    match = await table_of(host, ANN, BOB)

    changed = replace(match, aids=Aids.PURE, hints=Hints.NOTED, tallest=match.acting[0])
    await matches.save(changed, match.changed_at)

    again = (await matches.get(match.id)).match
    assert (again.aids, again.hints) == (Aids.PURE, Hints.NOTED)
    assert again.tallest == match.acting[0]
