"""One interaction: who asks, in which language, and how the answer gets to them.

Discord wants a first answer within three seconds. What may take longer goes through `patiently`,
which tells Discord after 1.2 seconds that an answer is coming.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum, auto
from functools import partial
from time import monotonic
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar

import aiohttp
import discord
import structlog

from bot import metrics, tracing
from bot.games.names import visible
from bot.games.panel import AnyPanel, AnyView, Panels
from bot.games.screen import Button, Form, Screen, ending_with
from bot.hosting.host import Host
from bot.hosting.match.history import History
from bot.hosting.processes.limits import AllowanceOwner, LimitedAction
from bot.interactions.rivals import Rivals
from bot.locale.localisation import Words, language_of, words
from bot.messages.components import layout, modal
from bot.messages.match.history import Sentences
from bot.messages.messenger import ChannelMessenger
from bot.messages.notices.pings import Pings
from bot.messages.page.links import PageLinks
from bot.messages.processes.render_pool import DrawUrgency, RenderPool
from bot.messages.requests import UNCERTAIN
from bot.messages.time.absence import Membership
from bot.messages.together.deal_posts import DealPosts
from bot.messages.viewing import Reader, view, with_names
from bot.storage.stores import Stores
from bot.table.errors import Limited, UnknownMatch
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Match, Person
from bot.table.preferences import Preferences
from bot.table.world import Clock
from engine.game import PUBLIC

P = ParamSpec("P")
R = TypeVar("R")

PATIENCE_SECONDS: Final = 1.2
BUSY: Final = timedelta(seconds=5)
"""After how long a refused person may ask for a picture again: there is room by then."""
ALREADY_ANSWERED: Final = 40060
EXPIRED: Final = frozenset({10062, 10015, 50027})
"""Unknown interaction, unknown webhook, invalid token: the person has to ask again."""

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

Interaction: TypeAlias = discord.Interaction[discord.Client]


@dataclass(frozen=True, slots=True)
class Shell:
    """The parts that answers are made of.

    What a store alone does is asked of `stores`, what a service does of that part of `host`. The
    other parts draw, word and post.
    """

    stores: Stores
    host: Host
    clock: Clock
    pool: RenderPool
    panels: Panels
    messenger: ChannelMessenger
    deal_posts: DealPosts
    membership: Membership
    pings: Pings
    rivals: Rivals
    page_links: PageLinks
    contact: str = ""
    """How people reach the operator; "": they aren't told."""
    sentences: Sentences = field(default_factory=Sentences)
    later: list[Callable[[], Awaitable[bool]]] = field(default_factory=list)
    """What changes answers that were given, if it is time: then it returns True, and is done."""

    async def change_answers(self) -> None:
        """Change the answers for which something has come, such as a review that is done."""
        for each in tuple(self.later):
            # What fails is not tried again.
            self.later.remove(each)
            if not await each():
                self.later.append(each)


class ShellClient(discord.Client):
    """A client that carries the shell; interactions find it here."""

    shell: Shell


def shell_of(interaction: discord.Interaction[discord.Client]) -> Shell:
    """Return the shell of the client that got this interaction."""
    client = interaction.client
    if not isinstance(client, ShellClient):
        raise TypeError(type(client))
    return client.shell


class Answered(Enum):
    """What Discord has been told so far."""

    NOTHING = auto()
    SOON = auto()
    """Something private comes, or the private message that was clicked will change."""
    QUIETLY = auto()
    """The click was seen; what it changes is a public message."""
    FULLY = auto()


class Context:
    """An interaction with what is needed to answer it."""

    def __init__(self, interaction: Interaction, preferences: Preferences) -> None:
        self.interaction = interaction
        self.shell: Shell = shell_of(interaction)
        self.prefer(preferences)
        self.seen: AnyView | None = None
        """The view that was shown last, so that a refusal can be explained."""
        self.about: Match | None = None
        """The match that is asked about, for the same reason."""
        self.urgency = DrawUrgency.TURN
        """How soon what is drawn for this is needed."""
        self.is_admitted = False
        """Whether panels work for this: then they do to the end, however many others come."""
        self.way_back: Button | None = None
        """Stands below the answer: the screen from which its control was used."""
        self._answered = Answered.NOTHING
        self._began = monotonic()

    @classmethod
    async def of(cls, interaction: Interaction) -> "Context":
        """Return the interaction with its person's preferences; one object for each."""
        context = interaction.extras.get(cls)
        if not isinstance(context, cls):
            players = shell_of(interaction).stores.players
            preferences = await players.preferences(PlayerId(interaction.user.id))
            context = interaction.extras[cls] = cls(interaction, preferences)
        return context

    @classmethod
    def at_once(cls, interaction: Interaction) -> "Context":
        """Return the interaction without asking for anything: with what is remembered.

        `of` returns the same one from now on. Whose preferences nobody remembers gets Discord's
        language: in a form, in suggestions.
        """
        known = shell_of(interaction).stores.players.remembered(PlayerId(interaction.user.id))
        context = interaction.extras[cls] = cls(interaction, known or Preferences())
        return context

    def prefer(self, preferences: Preferences) -> None:
        """Answer as this person prefers."""
        self.preferences = preferences
        said = preferences.language or language_of(self.interaction.locale.value)
        self.words: Words = words(said)

    @property
    def player(self) -> PlayerId:
        """The person who asks, by their id."""
        return PlayerId(self.interaction.user.id)

    @property
    def person(self) -> Person:
        """The person who asks, with the name shown in this server."""
        return Person(self.player, visible(self.interaction.user.display_name))

    def people_among(self, ids: Iterable[str]) -> list[tuple[Person, bool]]:
        """Return the people whom a menu has given by these ids, and whether each is a bot.

        Only those whom Discord itself names beside the ids: an id may be invented.
        """
        data: Any = self.interaction.data or {}
        users = data.get("resolved", {}).get("users", {})
        known = (users[each] for each in dict.fromkeys(ids) if each in users)
        return [
            (
                Person(
                    PlayerId(int(user["id"])),
                    visible(str(user.get("global_name") or user.get("username") or "?")),
                ),
                bool(user.get("bot")),
            )
            for user in known
        ]

    @property
    def request(self) -> str:
        """The id that makes a repeated delivery of this interaction harmless."""
        return str(self.interaction.id)

    @property
    def from_private(self) -> bool:
        """Whether a control of a private message was used, which the answer then replaces."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    def panel(self, match: Match) -> AnyPanel:
        """Return the panel of a match's game."""
        return self.shell.panels[match.game]

    def reader(self, match: Match) -> Reader:
        """Return how this person sees a match; without a seat they see what is public."""
        seat = match.seat_of(self.player)
        return Reader(PUBLIC if seat is None else seat, self.words, self.preferences)

    async def match(self, match_id: MatchId) -> Match:
        """Return a match as it is now."""
        with tracing.span("load"):
            match = await self.shell.host.cache.match(match_id)
        self.about = with_names(match, self.words)
        return self.about

    async def view(self, match_id: MatchId) -> AnyView:
        """Return the newest table as this person may know it."""
        with tracing.span("load"):
            match, progress = await self.shell.host.cache.progress(match_id)
        self.about = match
        self.seen = await self.run_in_pool(view, match, progress, self.reader(match))
        return self.seen

    async def past(self, match: Match) -> History:
        """Return every line of a match as this person may know it."""
        return await self.patiently(
            self.shell.host.cache.history(match.id, self.reader(match).viewer)
        )

    async def run_in_pool(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run slow work of a panel in the render pool; let Discord know if it takes long.

        The first time it may be refused: raises `Limited` if this person, channel or server has
        asked for very many pictures, or if too many wait already.
        """
        if not self.is_admitted:
            if self.interaction.type is not discord.InteractionType.autocomplete:
                self.spend(LimitedAction.PICTURE)
                check_room(self.interaction, self.urgency)
            self.is_admitted = True
        return await self.patiently(self.shell.pool.run(self.urgency, work, *args, **kwargs))

    async def patiently(self, work: Awaitable[R]) -> R:
        """Wait for `work`; let Discord know in time if all that is asked for takes long."""
        task = asyncio.ensure_future(work)
        try:
            if self._answered is Answered.NOTHING:
                left = PATIENCE_SECONDS - (monotonic() - self._began)
                await asyncio.wait({task}, timeout=max(0.0, left))
                if not task.done():
                    await self.soon()
            return await task
        except BaseException as error:
            if isinstance(error, asyncio.CancelledError):
                task.cancel()
            task.add_done_callback(partial(_unheard, error))
            raise

    async def soon(self) -> None:
        """Say that a private answer is coming; suggestions while typing can't wait."""
        typing = self.interaction.type is discord.InteractionType.autocomplete
        if typing or self._answered is not Answered.NOTHING:
            return
        response = self.interaction.response
        if self.from_private:
            await self._send(response.defer)
        else:
            await self._send(lambda: response.defer(ephemeral=True, thinking=True))
        self._answered = Answered.SOON

    async def quietly(self) -> None:
        """Say that a click on a public message was seen; nothing private comes."""
        if self._answered is Answered.NOTHING:
            await self._send(self.interaction.response.defer)
            self._answered = Answered.QUIETLY

    async def answer(self, screen: Screen) -> None:
        """Show a screen to this person only: in place of the one that was used, or anew."""
        response, followup = self.interaction.response, self.interaction.followup

        def shown() -> Awaitable[object]:
            built = layout(screen if self.way_back is None else ending_with(screen, self.way_back))
            files = list(built.files)
            match self._answered:
                case Answered.NOTHING if self.from_private:
                    return response.edit_message(view=built.view, attachments=files)
                case Answered.NOTHING:
                    return response.send_message(view=built.view, files=files, ephemeral=True)
                case Answered.SOON:
                    edit = self.interaction.edit_original_response
                    return edit(view=built.view, attachments=files)
                case Answered.QUIETLY | Answered.FULLY:
                    return followup.send(view=built.view, files=files, ephemeral=True)

        await self._send(shown)
        self._answered = Answered.FULLY

    def change_later(self, screen: Callable[[], Awaitable[Screen | None]]) -> None:
        """Show a screen in place of the answer that was given, once there is one: None before.

        It is asked for again and again. If the message is gone by then, its token has expired, or
        the process ends before, the answer stays as it is: it says what to do then.
        """

        async def changed() -> bool:
            shown = await screen()
            if shown is None:
                return False
            built, edit = layout(shown), self.interaction.edit_original_response
            try:
                await self._send(lambda: edit(view=built.view, attachments=list(built.files)))
            except discord.NotFound:
                log.info("answer-gone", interaction=self.interaction.id)
            return True

        self.shell.later.append(changed)

    async def answer_beside(self, screen: Screen) -> None:
        """Show a screen in a message of its own, to be read before the answer that is to come."""
        if not self.from_private:
            await self.answer(screen)
            return
        # The answer still takes the place of the screen that was used.
        await self.soon()
        built, send = layout(screen), self.interaction.followup.send
        await self._send(lambda: send(view=built.view, files=list(built.files), ephemeral=True))

    def spend(self, action: LimitedAction, *guests: PlayerId) -> None:
        """Count something that is limited, once, or once for each guest; raises `Limited`."""
        spend(self.interaction, action, *guests)

    def check_server(self, match: Match, *, anywhere: bool = False) -> None:
        """Refuse a match of another server, or of a channel that this person can't see.

        As if there were none: whose id is made up learns nothing. Those who sit at it may do
        everything by direct messages, where they are asked for their moves; `anywhere`: also in
        another server.
        """
        sits = match.seat_of(self.player) is not None
        if match.venue.guild == self.interaction.guild_id:
            if sits or self.can_see(match):
                return
        elif sits and (anywhere or self.interaction.guild_id is None):
            return
        raise UnknownMatch("unknown-match", match=match.id)

    def can_see(self, match: Match) -> bool:
        """Say whether this person sees the channel of a match of this server."""
        user = self.interaction.user
        if self.interaction.channel_id in (match.place, match.venue.channel):
            return True
        channel = self.interaction.client.get_channel(match.venue.channel)
        if not isinstance(channel, discord.TextChannel | discord.Thread):
            return True
        if not isinstance(user, discord.Member):
            return True
        if isinstance(channel, discord.Thread) and channel.is_private():
            # Who is in it isn't known here; who manages threads is.
            return channel.permissions_for(user).manage_threads
        try:
            return channel.permissions_for(user).view_channel
        except discord.ClientException:
            return True  # the thread's channel is not in the cache

    async def open_form(self, form: Form) -> None:
        """Open a form; its answer arrives as another interaction."""
        await self._send(lambda: self.interaction.response.send_modal(modal(form)))
        self._answered = Answered.FULLY

    async def _send(self, call: Callable[[], Awaitable[object]]) -> None:
        """Send something; a lost answer that is sent again counts as sent."""
        rivals, number, is_repeated = self.shell.rivals, self.interaction.id, False
        if self._answered is Answered.NOTHING:
            rivals.answering(number)
        UNCERTAIN.set(False)
        try:
            try:
                await call()
            except (aiohttp.ClientError, OSError) as error:
                # The connection broke, and the library does not try again.
                log.info("answering-again", reason=repr(error))
                is_repeated = True
                await call()
            if self._answered is Answered.NOTHING:
                kind = self.interaction.type.name
                metrics.ANSWER.labels(kind).observe(monotonic() - self._began)
        except discord.HTTPException as error:
            if error.code in EXPIRED:
                log.warning("answer-expired", interaction=self.interaction.id, code=error.code)
            elif error.code != ALREADY_ANSWERED:
                raise
            elif not is_repeated and not UNCERTAIN.get():
                await rivals.taken(number)


def spend(interaction: Interaction, action: LimitedAction, *guests: PlayerId) -> None:
    """Count a limited action against person, channel and server, and against pinged guests."""
    own = [
        (AllowanceOwner.PERSON, interaction.user.id),
        (AllowanceOwner.CHANNEL, interaction.channel_id),
    ]
    if interaction.guild_id is not None:
        own.append((AllowanceOwner.SERVER, interaction.guild_id))
    pinged = [(AllowanceOwner.GUEST, each) for each in guests]
    shell_of(interaction).host.limits.spend(action, *own * max(1, len(guests)), *pinged)


def check_room(interaction: Interaction, urgency: DrawUrgency) -> None:
    """Raise `Limited` if too much waits to be drawn for something that is no more urgent."""
    shell = shell_of(interaction)
    if not shell.pool.has_room(urgency):
        raise Limited("limit-busy", until=shell.clock.now() + BUSY)


def _unheard(known: BaseException, task: "asyncio.Future[Any]") -> None:
    """Log what went wrong after nobody waited any more."""
    error = None if task.cancelled() else task.exception()
    if error is not None and error is not known:
        log.info("work-unheard", reason=repr(error))
