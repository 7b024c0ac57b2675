"""Virtual players: they know what the channel and their private answers show, and click.

What fails they try again, as people do. All that they did and what came of it is noted for the
ledger; nobody here asks the database, or the rules what may be played.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from random import Random
from time import monotonic
from typing import Any, Final

from tests.chaos.stage import Stage
from tests.wire.loopback.people import NotPossible, Person, Reply
from tests.wire.loopback.rest import DEFER
from tests.wire.loopback.things import Channel, Guild, Interaction, Json, Message
from tests.wire.sitting import buttons, doors, is_filled, menus, picked, sending, untouched
from tests.wire.table import RESULT, named
from tests.wire.world import PRIMARY, asked_by, ids, newest_line_of, public, table_messages, verb

ANSWERED_WITHIN: Final = 3.0
"""How many seconds Discord gives for an answer; a player who got none clicks again."""
SCREEN: Final = 6.0
"""How long people look at a "thinking", or at what shall change."""
MOST_TAPS: Final = 40
RECEIPT: Final = "**Sent.**"
FORM_OF_SIZES: Final = {"s.options.table_radius": "1"}
"""The smallest table."""


@dataclass(eq=False)
class Click:
    """Something that a player did, and what they saw of it."""

    reply: Reply
    at: float
    is_calm: bool
    """Whether all was well when they did it: nothing was killed, nothing failed."""
    answered_at: float | None = None
    receipt_at: float | None = None
    """When they read that their move was sent."""

    @property
    def interaction(self) -> Interaction:
        return self.reply.interaction


@dataclass
class Journal:
    """What all players did."""

    clicks: list[Click] = field(default_factory=list)
    answered: int = 0
    begun: int = 0
    ended: int = 0
    given_up: list[str] = field(default_factory=list)
    """Tables where nothing went on, and what they looked like."""
    tables: list["Table"] = field(default_factory=list)
    is_calm: bool = False
    outages: list[tuple[float, float]] = field(default_factory=list)
    """When the database was away."""

    @property
    def receipts(self) -> list[Click]:
        return [each for each in self.clicks if each.receipt_at is not None]


class StoodStill(Exception):
    """Nothing went on at a table for too long."""


@dataclass(eq=False)
class Table:
    """A match of a title in a channel of its own, from the command to the result."""

    stage: Stage
    journal: Journal
    guild: Guild
    number: int
    chance: Random
    patience: float
    """How many seconds a table may stand still."""
    is_cut: Callable[[], bool]
    """Says whether to leave it as it stands."""
    command: str = "seismic"
    channel: Channel = field(init=False)
    people: list[Person] = field(init=False)
    is_over: bool = False

    def __post_init__(self) -> None:
        self.channel = self.stage.add_channel(self.guild, f"table-{self.number}")
        seats = self.chance.choice((2, 2, 3)) if self.command == "seismic" else 3
        self.has_computer = self.chance.random() < 0.3
        names = ("Ann", "Bob", "Cleo")[: seats - self.has_computer]
        self.seats = seats
        self.people = [self.stage.user(f"{name}{self.number}") for name in names]
        for each in self.people:
            each.enter(self.guild)
            each.here = self.channel
        self._moved_at = monotonic()
        self._seen: tuple[Any, ...] = ()

    async def played(self) -> None:
        """Open the table and play to the result; what stands still is noted."""
        self.journal.begun += 1
        self.journal.tables.append(self)
        try:
            await self._set_up()
            while not (self.is_over or self.is_cut()):
                await self._turn()
            self.journal.ended += self.is_over
        except StoodStill as error:
            shown = [each.text[:300] for each in public(self.channel)[-2:]]
            self.journal.given_up.append(f"table {self.number}: {error}: {shown}")

    def transcript(self) -> str:
        """Return what was done here and what came of it, and what the channel shows."""
        lines = []
        for each in self.journal.clicks:
            found = each.interaction
            if found.channel is self.channel:
                what = found.command_name or found.data.get("custom_id")
                said = [found.original.text] if found.original is not None else []
                said += [message.text for message in found.followups]
                took = None if each.answered_at is None else round(each.answered_at - each.at, 2)
                by = f"{each.at:.2f} {found.id} {found.user.display} {what}"
                lines.append(f"{by}: {found.callback} after {took}: {said}")
        for message in public(self.channel):
            shown = [each["custom_id"] for each in message.buttons if "custom_id" in each]
            changes = len(message.history)
            lines.append(f"{message.id} changed {changes} times, {shown}: {message.text}")
        return "\n".join(lines)

    # -- the lobby

    @property
    def lobby(self) -> Message | None:
        """The first message here that one could join by: a second one may come late."""
        shown: list[Message] = public(self.channel)
        for each in shown:
            for body in (*(past["body"] for past in each.history), each.body):
                if any(".join." in one for one in ids(body.get("components") or [])):
                    return each
        return None

    def _shows(self, text: str) -> bool:
        return self.lobby is not None and text in self.lobby.text

    @staticmethod
    def _has(message: Message, wanted: str) -> bool:
        return wanted in map(verb, message.buttons)

    async def _set_up(self) -> None:
        host, *others = self.people
        opening: dict[str, Any] = {"seats": self.seats, "where": "here"}
        await self._insist(
            "a lobby",
            lambda: self.lobby,
            lambda: self._acted(host.slash(f"/{self.command} new", wait=False, **opening)),
        )
        if self.command == "seismic":
            await self._insist("the smallest table", lambda: self._sized, self._size)
        for each in others:
            await self._insist(
                "somebody joins",
                partial(self._shows, f"**{each.account.display}**"),
                partial(self._pressed, each, "join"),
            )
        if self.has_computer:
            await self._insist(
                "a computer player",
                partial(self._shows, "is full"),
                partial(self._seat_computer, host),
            )
        await self._insist(
            "the first turn",
            lambda: table_messages(self.channel),
            partial(self._pressed, host, "start"),
        )

    _sized: bool = False

    async def _size(self) -> None:
        host = self.people[0]
        shown = await self._opened_set_up(host)
        form = None if shown is None else await self._pressed(host, "rule-options", shown)
        if form is not None and form.reply.modal is not None:
            sent = await self._acted(host.submit(form.reply, FORM_OF_SIZES, wait=False))
            self._sized = sent is not None

    async def _insist(
        self, what: str, is_so: Callable[[], Any], act: Callable[[], Awaitable[Any]]
    ) -> None:
        """Do something again and again until it is so."""
        end = monotonic() + self.patience
        while not is_so():
            if self.is_cut():
                return
            if monotonic() > end:
                raise StoodStill(f"no {what}")
            await act()
            await self._looked(is_so, 1.0)

    # -- turns

    @property
    def newest(self) -> Message:
        """The newest table message."""
        newest: Message = table_messages(self.channel)[-1]
        return newest

    @property
    def asked(self) -> list[Person]:
        """Those whom the newest message asks for something: it begins with their names."""
        return asked_by(self.newest, self.people)

    async def _turn(self) -> None:
        """Let a player who is asked answer to the end, then wait for the news."""
        if not table_messages(self.channel):
            return
        self._watch()
        newest = self.newest
        if self._has(newest, RESULT):
            self.is_over = True
            return
        before = self._shown()
        if not self.asked or not newest.buttons:
            await self._looked(lambda: self._shown() != before, 1.0)
            return
        person = self.chance.choice(self.asked)
        screen: Message = newest
        for _ in range(MOST_TAPS):
            control = self._control(screen)
            if control is None:
                break
            custom_id, values = control
            drawn = len(screen.history)
            try:
                acting = (
                    person.select(screen, *values, key=custom_id, wait=False)
                    if values
                    else person.click(screen, custom_id, wait=False)
                )
                click = await self._acted(acting)
            except NotPossible:
                break  # the channel went on meanwhile
            if click is None:
                break
            shown = await self._screen(screen, drawn, click)
            if shown is None or RECEIPT in shown.text or self._shown() != before:
                break
            screen = shown
        await self._looked(lambda: self._shown() != before, SCREEN / 2)

    def _shown(self) -> tuple[str, int, int]:
        newest = self.newest
        return newest.id, newest_line_of(newest) or 0, len(newest.history)

    def _watch(self) -> None:
        """Raise `StoodStill` if nothing has gone on for too long."""
        if (seen := self._shown()[:2]) != self._seen:
            self._seen, self._moved_at = seen, monotonic()
        elif monotonic() - self._moved_at > self.patience:
            raise StoodStill(f"nothing new for {self.patience:.0f} s")

    def _control(self, message: Message) -> tuple[str, list[str]] | None:
        """Return a control that leads on, and what is chosen in it; None: there is none."""
        menu = self._menu(message)
        if menu is not None:
            return menu["custom_id"], picked(menu, self.chance)
        offered = buttons(message)
        primary = [each for each in offered if each["style"] == PRIMARY]
        ready = untouched(message) or sending(message)
        found = doors(message) or ready or primary or offered
        return (self.chance.choice(found)["custom_id"], []) if found else None

    def _menu(self, message: Message) -> Json | None:
        offered = menus(message)
        empty = [each for each in offered if not is_filled(each)]
        return next(iter(empty if empty or sending(message) else offered), None)

    # -- what one does, and what comes of it

    async def _pressed(
        self, person: Person, wanted: str, message: Message | None = None
    ) -> Click | None:
        """Press a button, of the lobby if nothing else; None: it has gone, or no answer came."""
        message = message or self.lobby
        if message is None or not self._has(message, wanted):
            return None
        try:
            return await self._acted(person.click(message, named(message, wanted), wait=False))
        except NotPossible:
            return None

    async def _opened_set_up(self, host: Person) -> Message | None:
        """Return what is behind **Set up**; None: there was no answer."""
        click = await self._pressed(host, "set-up")
        return None if click is None else click.interaction.original

    async def _seat_computer(self, host: Person) -> None:
        message = await self._opened_set_up(host)
        menus = [] if message is None else [e for e in message.selects if verb(e) == "computer"]
        if message is not None and menus:
            with suppress(NotPossible):
                key, value = menus[0]["custom_id"], menus[0]["options"][0]["value"]
                await self._acted(host.select(message, value, key=key, wait=False))

    async def _acted(self, acting: Awaitable[Reply]) -> Click | None:
        """Do something and wait for the answer; None: there was none in time."""
        click = Click(await acting, monotonic(), self.journal.is_calm)
        self.journal.clicks.append(click)
        found = click.interaction
        if not await self._looked(lambda: found.callback is not None, ANSWERED_WITHIN):
            return None
        click.answered_at = monotonic()
        self.journal.answered += 1
        await self._looked(lambda: found.callback != DEFER or found.original, SCREEN)
        self._read(click)
        return click

    async def _screen(self, before: Message, drawn: int, click: Click) -> Message | None:
        """Return what is seen after a click: a screen in the old one's place, or a new one."""
        found = click.interaction
        if found.original is not before:
            return found.original
        is_new = await self._looked(lambda: len(before.history) > drawn, SCREEN)
        self._read(click)
        return before if is_new else None

    @staticmethod
    def _read(click: Click) -> None:
        shown = click.interaction.original
        if shown is not None and shown.ephemeral and RECEIPT in shown.text:
            click.receipt_at = monotonic()

    async def _looked(self, is_so: Callable[[], Any], seconds: float) -> bool:
        """Look for a while whether something is so."""
        try:
            await self.stage.until(is_so, seconds)
        except TimeoutError:
            return False
        return True
