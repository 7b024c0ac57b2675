"""Looks at every private screen that can be reached from a message, by buttons and menus."""

import re
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from bot.games.custom_ids import ABOUT_NOTHING
from tests.wire.table import press
from tests.wire.world import PATIENCE, verb

NOT_PRESSED: Final = frozenset(
    {
        # what changes something, or opens a form; each has a test of its own (`test_turns.py` has
        # those about time)
        *(
            "deal",
            "turn",
            "show",
            "undo",
            "undoask",
            "quitting",
            "closing",
            "standin",
            "takeover",
            "rematch",
            "open",
            "learn",
            "explain",
            "join",
            "leave",
            "start",
            "computer",
        ),
        *("planned", "nudge", "mute", "ask-time", "hand-on", "handing-on", "back"),
        *("vote-on", "vote-open", "vote-yes", "vote-no", "more-time", "sit"),
        *("language", "lists", "twice", "height", "speak", "channels", "threads"),
        *("remind", "often", "quiet", "zone", "direct", "messages", "news"),
        *("turns-direct", "next-up", "hours", "digest-hour", "holiday", "holidayend"),
        *("auto-holiday", "remind-at"),
        *("address", "pages"),
        *("listed", "seen", "block", "unblock", "my-data", "erasing", "stats-show", "follow"),
        *("stats-title-show", "open-own", "take-seat", "wish", "no-pings", "next-opponent"),
    }
)
SENDING: Final = {"seismic": "gfhzke", "san_andreas": "nmbkyz", "aftershock": "KTPMBxswcaEnufrHVo"}
"""Verbs with which a title sends a move, or changes how it asks for one."""
OF_PLACES: Final = frozenset({"history", "plan", "zoom", "unseen", "replay"})
"""Verbs whose menus list cells or moves: one of them stands for all."""
DEEPEST: Final = 4
STRING_MENU: Final = 3


@dataclass(frozen=True)
class Step:
    """A control that is used; `value` is what is chosen in a menu."""

    custom_id: str
    value: str = ""

    @property
    def key(self) -> str:
        """What makes two controls the same: cells and numbers of moves don't count."""
        kind, name, *rest = self.custom_id.split(".")
        if len(name) == 1 or name in OF_PLACES:
            return f"{kind}.{name}"
        told = rest if name in ABOUT_NOTHING else rest[2:]
        return ".".join((kind, name, *told, *filter(None, (self.value,))))


async def crawl(
    user: Any, begin: Callable[[], Awaitable[Any]], title: str = "seismic"
) -> dict[str, Any]:
    """Return the texts of all screens behind the message that `begin` brings, by their controls.

    The message is about a match of `title`, if it is about any.
    """
    avoided = NOT_PRESSED | frozenset(SENDING[title])
    seen: dict[str, Any] = {}
    paths: deque[tuple[Step, ...]] = deque([()])
    while paths:
        path = paths.popleft()
        message = await begin()
        for step in path:
            message = await _taken(user, message, step)
        if path:
            seen[path[-1].key] = message.text
            assert message.ephemeral, path
            assert message.text or message.files, path
        known = {*seen, *(each[-1].key for each in paths if each)}
        fresh = {step.key: step for step in _steps(message, avoided) if step.key not in known}
        if len(path) < DEEPEST:
            paths.extend((*path, step) for step in fresh.values())
    return seen


def _steps(message: Any, avoided: frozenset[str]) -> Iterator[Step]:
    for each in message.buttons:
        if "custom_id" not in each or each.get("disabled") or verb(each) in avoided:
            continue
        # A moment at which one is reminded is another one at the next look.
        if not re.fullmatch(r"b\.remind-me\.\d+\.\d+\..+", each["custom_id"]):
            yield Step(each["custom_id"])
    for each in message.selects:
        takes_one = each["type"] == STRING_MENU and each.get("min_values", 1) <= 1
        if takes_one and verb(each) not in avoided:
            for option in each["options"]:
                yield Step(each["custom_id"], option["value"])


async def _taken(user: Any, message: Any, step: Step) -> Any:
    if not step.value:
        return await press(user, message, step.custom_id)
    drawn = len(message.history)
    reply = await user.select(message, step.value, key=step.custom_id)
    assert not reply.failed, step
    await user.server.until(lambda: len(message.history) > drawn, PATIENCE, f"the screen of {step}")
    return message
