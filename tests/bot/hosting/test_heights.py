"""A tie goes to the tallest: decided once, when the match ends, and never part of the record."""

import pytest

from bot.hosting.host import Host
from bot.hosting.match.turns import tallest
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.players import PlayerStore
from bot.table.match.match import Match, Person, Status
from bot.table.preferences import Preferences
from engine.game import Outcome, Seat
from engine.registry import games
from tests.bot.tables import (
    ANN,
    BOB,
    legal,
    new_request,
    play_and_tell,
    player_in,
    record_of,
    table_of,
)

A, B, C = Seat(0), Seat(1), Seat(2)
SHARED = Outcome((9, 9, 4), (1, 1, 3), "")


@pytest.mark.parametrize(
    ("heights", "first"),
    [
        ({A: 170, B: 181}, B),
        ({A: 190, B: 181, C: 210}, A),
        ({A: 170, B: 170}, None),
        ({A: 190}, None),
        ({}, None),
    ],
)
def test_all_who_tie_must_have_stated_a_height_and_one_must_be_above(
    heights: dict[Seat, int], first: Seat | None
) -> None:
    assert tallest(SHARED, heights) == first


def test_a_win_that_is_not_shared_has_nothing_to_do_with_heights() -> None:
    assert tallest(Outcome((9, 4), (1, 2), ""), {A: 150, B: 200}) is None


async def stated(players: PlayerStore, **heights: int) -> None:
    for person in (ANN, BOB):
        height = heights.get(person.name)
        await players.prefer(person.id, Preferences(height_cm=height))


async def tied(host: Host, *people: Person) -> Match:
    """Play a match in which nobody ever puts a crew down: it ends in a tie at 0."""
    match = await table_of(host, *people)
    while match.acting:
        seat, actions = await legal(host, match.id)
        action = next(each for each in actions if getattr(each, "crew", None) is None)
        player = player_in(match, seat)
        match = (
            await play_and_tell(host, match.id, player, action, match.line, new_request())
        ).match
    outcome = (await record_of(host, match.id)).outcome
    assert outcome is not None
    assert outcome.ranks == (1, 1)
    return match


async def test_the_decision_is_stored_with_the_end_and_not_in_the_record(
    host: Host, players: PlayerStore, database: Database
) -> None:
    await stated(players, Ann=160, Bob=190)

    match = await tied(host, ANN, BOB)
    await stated(players, Ann=200, Bob=190)

    assert match.status is Status.FINISHED
    again, record, *_ = await MatchStore(database, games()).get(match.id)
    assert again.tallest == match.tallest == match.seat_of(BOB.id)
    assert record == await record_of(host, match.id)


async def test_without_heights_the_win_stays_shared(host: Host, players: PlayerStore) -> None:
    await stated(players, Ann=160)

    assert (await tied(host, ANN, BOB)).tallest is None
