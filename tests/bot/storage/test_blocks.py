"""Block lists, on both databases."""

from datetime import UTC, datetime, timedelta

from bot.storage.people.blocks import MOST
from bot.storage.stores import Stores
from bot.table.ids import PlayerId
from bot.table.match.match import Person

ANN, BOB, CLEO, DAN = (PlayerId(2**60 + n) for n in range(4))
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


async def test_a_list_has_the_newest_first_and_each_person_once(stores: Stores) -> None:
    await stores.blocks.block(ANN, Person(BOB, "Bob"), NOW)
    await stores.blocks.block(ANN, Person(CLEO, "Cleo"), NOW + timedelta(hours=1))
    await stores.blocks.block(ANN, Person(BOB, "Robert"), NOW + timedelta(hours=2))

    assert await stores.blocks.of(ANN) == [Person(CLEO, "Cleo"), Person(BOB, "Bob")]
    assert await stores.blocks.of(BOB) == []


async def test_it_says_who_is_on_whose_list(stores: Stores) -> None:
    await stores.blocks.block(ANN, Person(BOB, "Bob"), NOW)
    await stores.blocks.block(CLEO, Person(BOB, "Bob"), NOW)

    assert await stores.blocks.blocked_among(ANN, [BOB, CLEO]) == {BOB}
    assert await stores.blocks.blocked_among(BOB, [ANN, CLEO]) == frozenset()
    assert await stores.blocks.blocked_among(ANN, []) == frozenset()
    assert await stores.blocks.blockers_among(BOB, [ANN, CLEO, DAN]) == {ANN, CLEO}


async def test_who_is_taken_off_a_list_stays_on_others(stores: Stores) -> None:
    await stores.blocks.block(ANN, Person(BOB, "Bob"), NOW)
    await stores.blocks.block(CLEO, Person(BOB, "Bob"), NOW)

    assert await stores.blocks.unblock(ANN, BOB)
    assert not await stores.blocks.unblock(ANN, BOB)
    assert await stores.blocks.blockers_among(BOB, [ANN, CLEO]) == {CLEO}


async def test_a_full_list_takes_nobody_more_but_those_who_are_on_it(stores: Stores) -> None:
    for number in range(MOST):
        assert await stores.blocks.block(ANN, Person(PlayerId(number + 1), "X"), NOW)

    assert not await stores.blocks.block(ANN, Person(BOB, "Bob"), NOW)
    assert await stores.blocks.block(ANN, Person(PlayerId(1), "X"), NOW)
    assert len(await stores.blocks.of(ANN)) == MOST
