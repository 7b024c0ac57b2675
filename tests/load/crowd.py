"""People at many tables who click by the clock, whether or not the last click was answered."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any, Final

from bot.games.registry import panels
from tests.wire.sitting import buttons, doors, menus, picked, sending
from tests.wire.world import PRIMARY, verb

TURN, SUGGESTIONS = "turn", "suggest"
MIX: Final = {TURN: 62, "text": 8, "since": 10, "more": 10, SUGGESTIONS: 10}
"""How many of a hundred clicks are which: a step of a turn, looks, and what is typed of a move."""
MOST_STEPS: Final = 14
"""After how many steps a player begins their turn anew."""
ANSWER, DEFER = 4, 5
DRAIN_SECONDS: Final = 0.02
REMEMBERED_SECONDS: Final = 30.0
TYPED: Final = ("", "a", "1", "c", "e4")
NAMES: Final = {key: panel.commands().name for key, panel in panels().items()}


@dataclass(eq=False)
class Somebody:
    """A person of a table and the private screen before them."""

    person: Any
    screen: Any = None
    steps: int = 0
    is_waiting: bool = False


@dataclass(eq=False)
class Table:
    """A match in its channel, and who sits at it."""

    title: str
    channel: Any
    people: list[Somebody]

    @property
    def newest(self) -> Any:
        """The newest message that everybody sees; None: there is none yet."""
        every = reversed(self.channel.messages.values())
        return next((each for each in every if not each.ephemeral and is_board(each)), None)


@dataclass(eq=False)
class Click:
    """Something that a player did, and when what came of it arrived; times are monotonic."""

    what: str
    at: float
    interaction: Any
    somebody: Somebody
    table: Table
    may_move: bool = False
    is_receipt: bool = False
    """Whether what was shown asks for nothing more."""
    answered: float | None = None
    """When Discord had the first answer, also if it was that there will be one."""
    shown: float | None = None
    """When the person saw what they asked for."""
    told: float | None = None
    """When the channel got the message that it made, if it made one."""
    deferred: bool = False


@dataclass(eq=False)
class Crowd:
    """All people of all tables, before a Discord on loopback."""

    discord: Any
    tables: list[Table]
    chance: Random = field(default_factory=lambda: Random(1))
    clicks: list[Click] = field(default_factory=list)
    posts: int = 0
    """Table messages since the start."""
    skipped: int = 0
    """Clicks for which nobody was found who was not waiting."""
    on_post: Callable[[], None] = lambda: None

    def __post_init__(self) -> None:
        self._by_id: dict[str, Click] = {}
        self._by_token: dict[str, Click] = {}
        self._moving: dict[str, list[Click]] = {}
        self._typed: dict[str, list[tuple[list[Any], str]]] = {}

    @property
    def unanswered(self) -> list[Click]:
        """Return the clicks that wait for their first answer."""
        return [each for each in self._by_id.values() if each.answered is None]

    async def clicking(self, rate: float, seconds: float) -> None:
        """Click so often a second for so long: by the clock."""
        began = monotonic()
        for number in range(round(rate * seconds)):
            due = began + number / rate
            if (wait := due - monotonic()) > 0:
                await asyncio.sleep(wait)
            await self._click(due)

    async def draining(self) -> None:
        """Read what the bot has asked of Discord, until this is cancelled."""
        while True:
            self.drain()
            await asyncio.sleep(DRAIN_SECONDS)

    def drain(self) -> None:
        """Note what has arrived at Discord."""
        calls, self.discord.journal[:] = list(self.discord.journal), []
        for call in calls:
            parts = call.path.split("/")
            match call.operation:
                case "create_interaction_response":
                    if (click := self._by_id.get(parts[1])) is not None:
                        self._answered(click, call)
                case "execute_webhook" | "update_webhook_message":
                    if (click := self._by_token.get(parts[2])) is not None:
                        click.shown = click.shown or call.at
                        self._done(click)
                case "create_message":
                    self.posts += 1
                    self.on_post()
                    # Sealed plans are told when the last of them is: by the newest receipt.
                    moved = [each for each in self._moving.pop(parts[1], []) if each.is_receipt]
                    for click in moved[-1:]:
                        click.told = call.at
                case _:
                    pass
        old = monotonic() - REMEMBERED_SECONDS
        for number, click in list(self._by_id.items()):
            if click.at > old:
                break
            del self._by_id[number]
            self._by_token.pop(click.interaction.token, None)
            self.discord.interactions.pop(number, None)
            click.somebody.is_waiting = False

    def _answered(self, click: Click, call: Any) -> None:
        kind = call.body["type"]
        click.answered = call.at
        click.deferred = kind == DEFER or (kind == ANSWER + 2 and click.somebody.screen is not None)
        if not click.deferred:
            click.shown = call.at
            self._done(click)

    def _done(self, click: Click) -> None:
        """Let a player look at what they asked for."""
        somebody, shown = click.somebody, click.interaction.original
        somebody.is_waiting = False
        if click.what == TURN:
            is_on = shown is not None and shown.ephemeral and _leads_on(shown, self.chance)
            somebody.screen = shown if is_on else None
            click.is_receipt = click.may_move and not is_on

    async def _click(self, due: float) -> None:
        """Let a player do something, as of a moment that may have passed."""
        what = self.chance.choices(list(MIX), list(MIX.values()))[0]
        for _ in range(20):
            table = self.chance.choice(self.tables)
            newest = table.newest
            who = self._who(table, newest, what)
            if who is not None:
                break
        else:
            self.skipped += 1
            return
        reply, may_move = await self._done_by(who, table, newest, what)
        if reply is None:
            self.skipped += 1
            return
        who.is_waiting = True
        click = Click(what, due, reply.interaction, who, table, may_move)
        self.clicks.append(click)
        self._by_id[reply.interaction.id] = click
        self._by_token[reply.interaction.token] = click
        if may_move:
            self._moving.setdefault(table.channel.id, []).append(click)

    def _who(self, table: Table, newest: Any, what: str) -> Somebody | None:
        """Return a player of a table who has time; for a turn, one who is asked."""
        free = [each for each in table.people if not each.is_waiting]
        if what in (TURN, SUGGESTIONS) and newest is not None:
            head, _, _ = newest.text.partition(", **")
            free = [
                each
                for each in free
                if each.screen is not None
                or each.person.mention in head
                or f"**{each.person.account.display}**" in f"{head}**"
            ]
        return self.chance.choice(free) if free and newest is not None else None

    async def _done_by(self, who: Somebody, table: Table, newest: Any, what: str) -> Any:
        """Return what a player did, and whether it may have been a move; None: nothing."""
        if what == TURN:
            return await self._step(who, newest)
        if what == SUGGESTIONS:
            options, focus = self.chance.choice(self._commands(table.title))
            path = " ".join(each["name"] for each in options)
            typed = self.chance.choice(TYPED)
            return await who.person.autocomplete(
                path, focus, typed, channel=table.channel, wait=False
            ), False
        door = next((each for each in newest.buttons if verb(each) == what), None)
        if door is None:
            door = next(each for each in newest.buttons if verb(each) == "text")
        return await who.person.click(newest, door["custom_id"], wait=False), False

    async def _step(self, who: Somebody, newest: Any) -> Any:
        who.steps += 1
        if who.screen is None or who.steps % MOST_STEPS == 0:
            who.screen = None
        message = who.screen or newest
        menu = None if who.screen is None else _menu(message, self.chance)
        if menu is not None:
            values, key = picked(menu, self.chance), menu["custom_id"]
            return await who.person.select(message, *values, key=key, wait=False), False
        button = _button(message, self.chance)
        if button is None:
            who.screen = None
            return None, False
        may_move = button in sending(message)
        return await who.person.click(message, button["custom_id"], wait=False), may_move

    def _commands(self, title: str) -> Sequence[tuple[list[Any], str]]:
        """Return the commands of a title at which something is suggested, each with an option."""
        if title not in self._typed:
            somebody = self.tables[0].people[0].person
            self._typed[title] = [
                (chain, option["name"])
                for path, chain in somebody.typeable()
                for option in chain[-1].get("options", [])
                if option.get("autocomplete") and path.split()[0] == NAMES[title]
            ]
        return self._typed[title]


def is_board(message: Any) -> bool:
    """Say whether this is the message of a table that is not over."""
    return any(verb(each) == "text" for each in message.buttons)


def _leads_on(message: Any, chance: Random) -> bool:
    return _menu(message, chance) is not None or _button(message, chance) is not None


def _menu(message: Any, chance: Random) -> dict[str, Any] | None:
    """Return a menu to choose in; where something can be sent, more often none."""
    offered = menus(message)
    if not offered or (sending(message) and chance.random() < 0.8):
        return None
    return chance.choice(offered)


def _button(message: Any, chance: Random) -> dict[str, Any] | None:
    """Return a button that leads on: to the own screens, to the move, to the next question."""
    offered, ending = buttons(message), sending(message)
    found = doors(message) or [each for each in offered if each["style"] == PRIMARY] or offered
    if ending and chance.random() < 0.7:
        found = ending
    return chance.choice(found) if found else None
