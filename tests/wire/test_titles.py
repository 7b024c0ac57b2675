"""Whole matches of every title over real sockets, played by clicks."""

from itertools import cycle
from typing import Any, Final

import pytest

from engine.draws import verify
from engine.record_text import read_record
from engine.registry import games
from tests.locales import LOCALES
from tests.wire.crawl import crawl
from tests.wire.sitting import Sitting, sat_down
from tests.wire.table import opened
from tests.wire.world import Wire

pytestmark = pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")

NAMES: Final = ("Ann", "Bob", "Cleo", "Dan")


def people_of(wire: Wire, count: int) -> list[Any]:
    """Return people who speak different languages."""
    speakers = zip(NAMES[:count], cycle(LOCALES), strict=False)
    return [wire.discord.user(name, locale=locale) for name, locale in speakers]


def assert_played_out(table: Sitting, title: str) -> None:
    """Check the record that everybody is given, and that Discord and its people had no trouble."""
    *_, file = table.newest.files
    record = read_record(games(), file.data.decode())
    assert verify(games()[title], record) > 0
    assert table.newest.pinged == {each.id for each in table.people}
    assert table.wire.unanswered() == []
    assert table.wire.problems() == []
    assert table.wire.broken() == []


@pytest.mark.parametrize("seats", [3, 4])
async def test_a_match_of_san_andreas_is_played_to_its_record(wire: Wire, seats: int) -> None:
    wire.hurry()
    await wire.begin()
    table = await sat_down(wire, "sanandreas", *people_of(wire, seats))

    while not table.is_over:
        await table.turn()

    assert_played_out(table, "san_andreas")


@pytest.mark.parametrize(
    "variants", ["aftershocks,big_one,road_crews_dilemma,twin_cities", "aftershocks,balance"]
)
async def test_a_match_of_seismic_with_variants_is_played_to_its_record(
    wire: Wire, variants: str
) -> None:
    wire.hurry()
    await wire.begin()
    people = people_of(wire, 2)
    lobby = await opened(wire, *people, where="here", variants=variants)
    table = Sitting(wire, people, lobby.channel)

    while not table.is_over:
        await table.turn()

    assert_played_out(table, "seismic")


@pytest.mark.parametrize(
    ("title", "command", "screens"),
    [
        ("san_andreas", "sanandreas", {"b.c", "b.e", "b.heights", "b.more", "b.score"}),
        ("aftershock", "aftershock", {"b.desk", "b.deals", "b.more", "b.score"}),
    ],
)
async def test_every_screen_can_be_reached_in_each_language(
    wire: Wire, title: str, command: str, screens: set[str]
) -> None:
    wire.hurry()
    await wire.begin()
    table = await sat_down(wire, command, *people_of(wire, 3))
    for _ in range(5):
        await table.turn()
    for person in table.people:

        async def begin() -> Any:
            return table.newest

        assert (await crawl(person, begin, title)).keys() >= screens

    assert table.wire.unanswered() == []
    assert table.wire.problems() == []
    assert table.wire.broken() == []
