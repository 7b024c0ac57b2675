"""Ids that nobody ever made are answered kindly, whatever stands in them, and change nothing."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest

from bot.games.custom_ids import ABOUT_A_MATCH
from bot.games.registry import panels
from bot.games.screen import Screen
from bot.interactions.verbs import forms, handlers
from bot.locale.localisation import Words
from bot.messages import refusals
from tests.bot.world import World, acting

TITLES: Final = {"seismic": "seismic", "san_andreas": "sanandreas", "aftershock": "aftershock"}
FORGED: Final = (
    *("", "0", "-1", "99", "9" * 60, "1e9", "\N{ARABIC-INDIC DIGIT THREE}", "²", "½", "0x1"),
    *("..", "../../etc/passwd", "a/b", "%", "%00", "{x}", "{0.__class__}", "'; DROP TABLE matches"),
    *("\u202egnp", "\u200b", "x" * 60, "n=9999999999999", "to=99", "pace:zzz", "computer:99"),
    *("substitute:x", "order.1.2", "drop.x", "clear.1", "add.1", "w.1.99", "zone=/etc/passwd"),
    *("from=9999-12-31", "from=0001-01-01", "p99", "file", "Q99", "1.1.1.1.1.1.1.1"),
)
DO_SOMETHING: Final = {
    "handing-on",
    "leave",
    "start",
    "computer",
    "quit",
    "quitting",
    "closing",
    "rematch",
}
"""What is done whatever else stands in the id."""
EACH: Final = 2
AT_ONCE: Final = 25
"""Buttons of a message."""


def forged(verbs: list[str]) -> Iterator[str]:
    """Yield ids: each verb with a few arguments, each argument with several verbs."""
    for number, verb in enumerate(verbs):
        is_about = verb in ABOUT_A_MATCH or len(verb) == 1
        for step in range(EACH):
            part = FORGED[(number * EACH + step) % len(FORGED)]
            yield f"b.{verb}.1.0.{part}" if is_about else f"b.{verb}.{part}"


@pytest.mark.parametrize("key", TITLES)
async def test_nothing_breaks_and_nothing_changes(
    world: World, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken: list[str] = []
    people = [world.person(each) for each in ("Ann", "Bob", "Cleo")]
    match = await world.begun(*people, title=TITLES[key])
    verbs = sorted(panels()[key].verbs)
    if key == "aftershock":
        verbs += sorted({*handlers(), *forms()} - DO_SOMETHING)
    now, explained = "", refusals.broken

    def noted(words: Words, code: str) -> Screen:
        broken.append(now)
        return explained(words, code)

    monkeypatch.setattr(refusals, "broken", noted)
    codes, mover = list(dict.fromkeys(forged(verbs))), acting(match, people)
    for first in range(0, len(codes), AT_ONCE):
        message = await world.leftover(*codes[first : first + AT_ONCE])
        for now in codes[first : first + AT_ONCE]:
            await mover.click(message, custom_id=now)

    assert broken == []
    # "I am back" is stored, by whomever it is said.
    assert replace(await world.match(), revision=match.revision) == match
