"""Whole matches of the other titles over real sockets: whoever is asked answers by clicks."""

from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import pytest

from engine.draws import verify
from engine.registry import games
from engine.replay import read_record
from tests.wire.table import RESULT, named, press
from tests.wire.world import DANGER, GREEN, PATIENCE, PRIMARY, Wire, public, table_messages, verb

pytestmark = pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")

NAMES: Final = ("Ann", "Bob", "Cleo", "Dan")
LOCALES: Final = ("en-US", "fr", "es-ES", "en-GB")
DEADLINE_SECONDS: Final = 3.0
MOST_TAPS: Final = 16


@dataclass
class Sitting:
    """People at a table of any title, and what they see."""

    wire: Wire
    people: list[Any]
    channel: Any
    chance: Random = field(default_factory=lambda: Random(1))

    @property
    def newest(self) -> Any:
        return table_messages(self.channel)[-1]

    @property
    def is_over(self) -> bool:
        return RESULT in map(verb, self.newest.buttons)

    async def turn(self) -> None:
        """Let the first one who is asked something answer it to the end."""
        before, seen = self.newest, self._shown
        pinged = [each for each in self.people if each.id in before.pinged]
        for each in [*pinged, *self.people]:
            if await self._answered(each):
                await self.wire.discord.until(
                    lambda: self._shown != seen, PATIENCE, "a new or edited table message"
                )
                return
        raise AssertionError(before.text)

    @property
    def _shown(self) -> tuple[int, int]:
        """What tells apart what the channel shows: which message, edited how often."""
        return self.newest.id, len(self.newest.history)

    async def _answered(self, person: Any) -> bool:
        message, moved = self.newest, False
        for _ in range(MOST_TAPS):
            button = self._chosen(message)
            if button is None:
                return moved
            message = await press(person, message, button["custom_id"])
            # What takes long to draw comes after a "thinking".
            await self.wire.discord.until(lambda shown=message: shown.text, PATIENCE, "an answer")
            moved = moved or button["style"] in (GREEN, DANGER)
        raise AssertionError(message.labels)

    def _chosen(self, message: Any) -> dict[str, Any] | None:
        offered = [each for each in message.buttons if len(verb(each)) == 1]
        offered = [each for each in offered if not each.get("disabled")]
        ending = [each for each in offered if each["style"] in (GREEN, DANGER)]
        going_on = [each for each in offered if each["style"] == PRIMARY]
        found = ending or going_on or offered
        return self.chance.choice(found) if found else None


async def sat_down(wire: Wire, command: str, *people: Any) -> Sitting:
    """Open a table in the channel, let everybody join, begin."""
    host = people[0]
    await host.slash(f"/{command} new", seats=len(people), where="here")
    lobby = [each for each in public(host.here) if "join" in map(verb, each.buttons)][-1]
    for each in people[1:]:
        await each.click(lobby, named(lobby, "join"))
        name = each.account.display
        await wire.discord.until(lambda name=name: f"**{name}**" in lobby.text)
    await host.click(lobby, named(lobby, "start"))
    await wire.discord.until(lambda: table_messages(host.here), PATIENCE, "the first message")
    return Sitting(wire, list(people), host.here)


@pytest.mark.parametrize("seats", [3, 4])
async def test_a_match_of_san_andreas_is_played_to_its_record(wire: Wire, seats: int) -> None:
    wire.hurry()
    await wire.begin()
    people = [
        wire.discord.user(name, locale=locale)
        for name, locale in zip(NAMES[:seats], LOCALES, strict=False)
    ]
    table = await sat_down(wire, "sanandreas", *people)

    while not table.is_over:
        await table.turn()

    *_, file = table.newest.files
    record = read_record(games(), file.data.decode())
    assert verify(games()["san_andreas"], record) > 0
    assert table.newest.pinged == {each.id for each in people}
    assert wire.unanswered() == []
    assert wire.problems() == []
    assert wire.broken() == []
    assert wire.latencies()[-1] < DEADLINE_SECONDS
