"""The slash commands: how they are made, a title's own, `/table`, and the single ones.

Discord shows a command's name in the user's language; the bot always gets the default one.
"""

from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass
from inspect import Parameter, Signature
from keyword import iskeyword
from time import perf_counter
from typing import Any, Final, TypeAlias, cast

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot import metrics
from bot.games.abilities import HasDesk, MakesDeals, ShowsPlaces, Teaches
from bot.games.custom_ids import CustomId
from bot.games.names import shortened
from bot.games.panel import AnyPanel, Command, Panels
from bot.games.screen import Suggestion
from bot.games.speech import folded
from bot.interactions.advice import teaching
from bot.interactions.answering import BROKEN, DONE, GIVEN_UP, REFUSED, answering, followed
from bot.interactions.context import Context, Interaction
from bot.interactions.match import history, playing
from bot.interactions.match.tables import Where, found, opened, own, readable
from bot.interactions.routing import handler_of
from bot.interactions.time import reminders
from bot.interactions.together import deals, votes
from bot.locale.localisation import language_of, words
from bot.messages.advice.teaching import with_lessons
from bot.messages.match.variants import read as variants_read
from bot.messages.match.variants import suggestions as sets_of_variants
from bot.messages.notices.news_modes import AS_SERVER
from bot.messages.refusals import note
from bot.messages.together import deals as proposals
from bot.table.errors import HostingError
from bot.table.ids import PlayerId
from bot.table.match.match import NewsMode, Status
from bot.table.match.pace import PACES
from bot.table.time.quiet_hours import zones_like
from bot.table.time.reminders import Reminding
from engine.errors import BadSetup, EngineError
from engine.game import Setup
from engine.registry import game

MOST: Final = 25
"""Suggestions that Discord takes."""
LONGEST: Final = 100
LONGEST_WORDS: Final = 200

SlashCommand: TypeAlias = app_commands.Command[Any, ..., Any]
Answering: TypeAlias = Callable[..., Coroutine[Any, Any, None]]
"""What answers a command: it gets the interaction and the fields by their default names."""
Suggest: TypeAlias = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[Any]]]]
"""What is offered for a field, half typed as it is."""
RANGE: Final = cast(Any, app_commands.Range)
"""Bounds of a field, which are known when the command is made."""


def add_to(tree: app_commands.CommandTree[discord.Client], panels: Panels) -> None:
    """Give a client all commands: the titles' groups, `/table` and the single ones."""
    for panel in panels.values():
        tree.add_command(group_of(panel))
    tree.add_command(_table())
    setup: SlashCommand = app_commands.guild_only(
        slash("setup", "For admins: where tables may open, threads, language.", _simply("setup"))
    )
    setup.default_permissions = discord.Permissions(manage_guild=True)
    for command in (
        slash("my-tables", "Your tables; those that wait for you come first.", _simply("mine")),
        slash(
            "settings",
            "Language, reminders, quiet hours, confirm twice, lists.",
            _settings,
            [
                SlashOption(
                    "zone", "your time zone, a big city near you", suggest=_zones, default=""
                )
            ],
        ),
        slash("puzzle", "A puzzle a day: one try, the solution tomorrow.", _simply("puzzle")),
        slash("help", "What I can do, and how a turn works.", _simply("help")),
        setup,
    ):
        tree.add_command(command)


def named(context: str, message: str) -> locale_str:
    """Return a name to translate at sync; it stands in the catalogs under `context`.

    Contexts are "command", "description", "option", "hint" (an option's description), "choice".
    """
    return locale_str(message, context=context)


class CatalogTranslator(app_commands.Translator):
    """Translates names that `named` made."""

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],  # noqa: ARG002 - the base class says so
    ) -> str | None:
        language = language_of(locale.value)
        if language == "en":
            return None  # English is the default of every name
        return words(language).named(string.extras.get("context", ""), string.message)


@dataclass(frozen=True, slots=True)
class SlashOption:
    """An option of a slash command; `type` is an annotation that discord.py reads."""

    name: str
    description: str
    type: Any = str
    default: Any = Parameter.empty
    choices: Sequence[Choice[str]] = ()
    suggest: Suggest | None = None
    context: str = "option"
    """Of the name in the catalogs, where one word needs two translations."""

    @property
    def key(self) -> str:
        """The name of the callback's parameter, which can't be `from`."""
        return self.name + "_" * iskeyword(self.name)


def slash(
    name: str, description: str, answer: Answering, fields: Sequence[SlashOption] = ()
) -> SlashCommand:
    """Return a command."""

    async def callback(interaction: Interaction, **given: Any) -> None:
        await answer(interaction, **given)

    # discord.py reads the options from the signature.
    read: Any = callback
    options = (
        Parameter(each.key, Parameter.KEYWORD_ONLY, annotation=each.type, default=each.default)
        for each in fields
    )
    first = Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    read.__signature__ = Signature([first, *options])
    for each in fields:
        read = app_commands.rename(**{each.key: named(each.context, each.name)})(read)
        read = app_commands.describe(**{each.key: named("hint", each.description)})(read)
        if each.choices:
            read = app_commands.choices(**{each.key: list(each.choices)})(read)
    command: SlashCommand = app_commands.Command(
        name=named("command", name), description=named("description", description), callback=read
    )
    for each in fields:
        if each.suggest is not None:
            command.autocomplete(each.key)(_counted(each.suggest))
    return command


def _counted(suggest: Suggest) -> Suggest:
    async def counted(interaction: Interaction, current: str) -> list[Choice[Any]]:
        began, outcome, offered = perf_counter(), GIVEN_UP, list[Choice[Any]]()
        try:
            with followed(interaction):
                offered = await suggest(interaction, current)
            outcome = DONE
        except (EngineError, HostingError):
            # A list can't say why; the command does when it is sent.
            outcome = REFUSED
        except Exception:
            outcome = BROKEN  # discord.py logs it
            raise
        finally:
            metrics.SUGGEST.observe(perf_counter() - began)
            metrics.INTERACTIONS.labels(interaction.type.name, outcome).inc()
        return offered

    return counted


def _choices(offered: Iterable[tuple[str, Any]]) -> list[Choice[Any]]:
    """Return (words, value) as Discord takes suggestions."""
    every = [Choice(name=shortened(name, LONGEST), value=value) for name, value in offered]
    return every[:MOST]


# A title's own.


def group_of(panel: AnyPanel) -> app_commands.Group:
    """Return a title's group: desk, deals, the moves that can be typed, a new table, the guide."""
    typed = panel.commands()
    group = app_commands.Group(name=typed.name, description=named("description", typed.description))
    if isinstance(panel, HasDesk):
        group.add_command(slash("desk", typed.desk, _about("desk", panel.key)))
    if isinstance(panel, MakesDeals):
        group.add_command(_propose(panel, panel))
    for move in typed.moves:
        group.add_command(_move(panel.key, move))
    group.add_command(_new(panel))

    async def rules(interaction: Interaction) -> None:
        async with answering(interaction) as ctx:
            page = await ctx.run_in_pool(panel.rules, ctx.words, 0)
            await ctx.answer(with_lessons(panel, page, ctx.words))

    group.add_command(slash("rules", "The rules, with drawn examples.", rules))
    if isinstance(panel, Teaches):
        group.add_command(_learn(panel.key))
    return group


def _move(key: str, move: Command[Any]) -> SlashCommand:
    names = [each.name for each in move.options]

    async def typed(interaction: Interaction, **given: str) -> None:
        texts = [given.get(name, "") for name in names]
        async with answering(interaction) as ctx:
            # With several tables here it is asked for which, and what was typed is kept.
            match = await found(ctx, key, "typed", *playing.kept(move.name, texts))
            if match is not None:
                await playing.typed(ctx, match.id, texts, move.answer)

    def suggesting(number: int, fitting: Callable[..., list[Suggestion]]) -> Suggest:
        async def suggest(interaction: Interaction, current: str) -> list[Choice[str]]:
            # Options before it count as they are, also unfinished.
            before = [str(getattr(interaction.namespace, each, None) or "") for each in names]
            ctx = Context.at_once(interaction)
            for match in await ctx.shell.host.in_channel(interaction.channel_id or 0):
                if match.game == key and match.status is Status.PLAYING:
                    view = await ctx.view(match.id)
                    if view.legal:
                        try:
                            offered = await ctx.run_in_pool(
                                fitting, view, *before[:number], current
                            )
                        except EngineError:  # half typed: there is nothing to suggest yet
                            return []
                        return _choices((each.name, each.value) for each in offered)
            return []

        return suggest

    fields = [
        SlashOption(
            each.name,
            each.description,
            default=Parameter.empty if each.is_needed else "",
            choices=[
                Choice(name=named("choice", word.name), value=word.value) for word in each.choices
            ],
            suggest=suggesting(number, each.suggest) if each.suggest and not each.choices else None,
        )
        for number, each in enumerate(move.options)
    ]
    return slash(move.name, move.description, typed, fields)


def _learn(key: str) -> SlashCommand:
    async def learn(interaction: Interaction) -> None:
        async with answering(interaction) as ctx:
            await teaching.learn(ctx, CustomId("learn", (key,)))

    return slash("learn", "A first match against a beginner; new things are explained.", learn)


def _new(panel: AnyPanel) -> SlashCommand:
    meta = game(panel.key).meta

    async def new(
        interaction: Interaction, seats: int, pace: str, where: str, variants: str = ""
    ) -> None:
        async with answering(interaction) as ctx:
            try:
                setup = Setup(seats, variants_read(panel, ctx.words, variants))
                await opened(ctx, panel.key, setup, Where(where), PACES[pace])
            except BadSetup as error:
                why = panel.reason(ctx.words, error)
                await ctx.answer(note(f"{why} {ctx.words.say('No table was opened.')}"))

    async def sets(interaction: Interaction, current: str) -> list[Choice[str]]:
        ctx = Context.at_once(interaction)
        return _choices(sets_of_variants(panel, ctx.words, current))

    places = [
        Choice(name=named("choice", "in a thread"), value=Where.THREAD.value),
        Choice(name=named("choice", "right here"), value=Where.HERE.value),
    ]
    paces = [
        Choice(name=named("choice", "no limit"), value="none"),
        Choice(name=named("choice", "a day a move"), value="day"),
        Choice(name=named("choice", "three days a move"), value="three-days"),
        Choice(name=named("choice", "a week a move"), value="week"),
        Choice(name=named("choice", "clock: a day + 12 hours a turn"), value="day-clock"),
        Choice(
            name=named("choice", "clock: three days + 24 hours a turn"),
            value="three-days-clock",
        ),
        Choice(
            name=named("choice", "clock: a week + 36 hours a turn"),
            value="week-clock",
        ),
    ]
    seats = RANGE[int, min(meta.seats), max(meta.seats)]
    fields = [
        SlashOption("seats", "how many may sit down, you included", seats, max(meta.seats)),
        SlashOption("pace", "how much time a move has", default="none", choices=paces),
        SlashOption(
            "variants", "one or several, with commas between them", default="", suggest=sets
        ),
        SlashOption(
            "where",
            "in a thread of its own, or right here",
            default=Where.THREAD.value,
            choices=places,
        ),
    ]
    if not meta.variants:
        del fields[2]
    return slash("new", "Open a table.", new, fields)


def _propose(panel: AnyPanel, its: MakesDeals) -> SlashCommand:
    async def propose(
        interaction: Interaction, to: discord.User, i: str, you: str, words: str
    ) -> None:
        async with answering(interaction) as ctx:
            match = await found(ctx, panel.key, "deal")
            if match is None:
                return
            view = await ctx.view(match.id)
            seat = match.seat_of(PlayerId(to.id))
            to_whom = () if seat is None else (seat,)
            mine, yours = proposals.promise(its, view, i), proposals.promise(its, view, you)
            await deals.made(ctx, CustomId("dealt", match=match.id), to_whom, mine, yours, words)

    async def promises(interaction: Interaction, current: str) -> list[Choice[str]]:
        ctx = Context.at_once(interaction)
        match = await readable(ctx)
        if match is None or match.game != panel.key:
            return []
        offered = proposals.promises_like(its, await ctx.view(match.id), current)
        return _choices((each.name, each.value) for each in offered)

    hints, own_words = panel.commands(), RANGE[str, 0, LONGEST_WORDS]
    fields = (
        SlashOption("to", "a player at the table", discord.User, context="recipient"),
        SlashOption("i", hints.mine, suggest=promises),
        SlashOption("you", hints.yours, suggest=promises),
        SlashOption("words", "in your own words, if you like", own_words, ""),
    )
    return slash("propose", "Propose a deal; it binds nobody.", propose, fields)


# What all titles share: each does what the button of a verb does.


def _simply(verb: str) -> Answering:
    async def answer(interaction: Interaction) -> None:
        async with answering(interaction) as ctx:
            await handler_of(verb)(ctx, CustomId(verb))

    return answer


def _about(verb: str, key: str | None = None) -> Answering:
    """Return what does it at the table of this channel; `key`: of this title."""

    async def answer(interaction: Interaction, **given: Any) -> None:
        async with answering(interaction) as ctx:
            match = await found(ctx, key, verb)
            if match is not None:
                args = tuple(str(each) for each in given.values() if each)
                await handler_of(verb)(ctx, CustomId(verb, args, match.id))

    return answer


def _own(verb: str) -> Answering:
    """Return what does it at a table where this person may, wherever that is."""

    async def answer(interaction: Interaction) -> None:
        async with answering(interaction) as ctx:
            if match := await own(ctx, verb):
                await handler_of(verb)(ctx, CustomId(verb, match=match.id))

    return answer


def _table() -> app_commands.Group:
    """Return `/table`: what one can do at the table of this channel, most of it as a watcher."""
    group = app_commands.Group(
        name=named("command", "table"),
        description=named("description", "The table of this channel."),
    )

    async def board(interaction: Interaction, move: int | None) -> None:
        if move is None:
            await _about("board")(interaction)
            return
        async with answering(interaction) as ctx:
            if match := await found(ctx, then="history"):
                await history.history(ctx, CustomId("history", (str(move),), match.id))

    number, place = (int | None, None), (str, "")
    news = [
        Choice(name=named("choice", "a message each turn"), value=NewsMode.EACH.value),
        Choice(name=named("choice", "one message, edited"), value=NewsMode.ONE.value),
        Choice(name=named("choice", "a daily digest"), value=NewsMode.DIGEST.value),
        Choice(name=named("choice", "as set for this server"), value=AS_SERVER),
    ]
    for command in (
        slash(
            "board",
            "The board, now or after any move.",
            board,
            [SlashOption("move", "number of the move", *number, suggest=_moves)],
        ),
        slash(
            "text",
            "The whole board in words.",
            _about("text"),
            [SlashOption("part", "which part of it", *place, suggest=_parts)],
        ),
        slash("since", "What happened since your last turn.", _about("since")),
        slash("history", "Every move, with its picture.", _about("history")),
        slash(
            "replay",
            "The match as an animation.",
            _about("replay"),
            [SlashOption("from", "number of the move it begins with", *number, suggest=_moves)],
        ),
        slash("hint", "Three moves worth a look; only you see them.", _about("hint")),
        slash("plan", "Prepare your next move; nobody else sees it.", _about("plan")),
        slash(
            "unseen",
            "Tiles or cards that nobody has seen yet.",
            _about("unseen"),
            [SlashOption("cell", "only what would fit there", *place, suggest=_places)],
        ),
        slash(
            "danger",
            "What the next quake would take, and how likely one is.",
            _about("danger"),
        ),
        slash(
            "zoom",
            "A part of the board, large.",
            _about("zoom"),
            [SlashOption("cell", "in the middle of it", *place, suggest=_places)],
        ),
        slash("score", "Who scores what, and why.", _about("score")),
        slash("nudge", "Remind whoever the table waits for, once a day.", _about("nudge")),
        slash(
            "reminders",
            "Your reminders at this table.",
            _about("remind"),
            [SlashOption("when", "how often I remind you here", default="", choices=_HOW_OFTEN)],
        ),
        slash("undo", "Take back your last move, or ask to.", _own("undo")),
        slash(
            "vote",
            "What the table can agree on: hold, more time, a substitute, the end.",
            _about("votes"),
            [SlashOption("what", "what to ask the table for", *place, suggest=_votes)],
        ),
        slash("hold", "Ask the table to put the match on hold, or to go on.", _about("hold")),
        slash("back", "You are back: your seat is yours again.", _about("back")),
        slash(
            "messages",
            "How this channel hears of turns; the host can change it.",
            _about("news"),
            [SlashOption("way", "how it hears of turns", str, "", choices=news)],
        ),
        slash("leave", "Leave; a computer player takes over.", _own("quit")),
        slash("close", "For hosts and admins: close it for everybody.", _own("close")),
        slash(
            "review", "How you played a finished match, and how lucky you were.", _about("review")
        ),
        slash("verify", "Check every draw of a finished match.", _about("verify")),
        slash("export", "The record of the match as a file.", _about("export")),
    ):
        group.add_command(command)
    return group


_HOW_OFTEN: Final = [
    Choice(name=named("choice", "as everywhere"), value=reminders.EVERYWHERE),
    Choice(name=named("choice", "as usual"), value=Reminding.DEFAULT.value),
    Choice(name=named("choice", "sooner"), value=Reminding.SOONER.value),
    Choice(name=named("choice", "later"), value=Reminding.LATER.value),
    Choice(name=named("choice", "off"), value=Reminding.OFF.value),
]


async def _settings(interaction: Interaction, zone: str) -> None:
    async with answering(interaction) as ctx:
        if zone:
            await reminders.zone(ctx, CustomId("zone", (zone,)))
        else:
            await handler_of("settings")(ctx, CustomId("settings"))


async def _zones(_interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Offer the time zones whose city or name begins as typed, then those that contain it."""
    return _choices((each, each) for each in zones_like(typed))


async def _moves(interaction: Interaction, typed: int | str) -> list[Choice[int]]:
    """Offer the newest moves, or those whose number begins as typed."""
    ctx = Context.at_once(interaction)
    if (match := await readable(ctx)) is None:
        return []
    positions = await history.positions_of(ctx, match)
    return _choices(
        (each.label, each.number)
        for each in reversed(positions)
        if str(each.number).startswith(str(typed))
    )


async def _votes(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Offer what the table could vote on now."""
    ctx = Context.at_once(interaction)
    return (await votes.kinds_like(ctx, await readable(ctx), typed))[:MOST]


async def _places(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Offer the places of the board, where it can be shown in parts."""
    ctx = Context.at_once(interaction)
    match = await readable(ctx)
    panel = ctx.panel(match) if match else None
    if match is None or not isinstance(panel, ShowsPlaces):
        return []
    names = await ctx.run_in_pool(panel.places, await ctx.view(match.id))
    return _choices((each, each) for each in names if folded(each).startswith(folded(typed)))


async def _parts(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Offer the pages of the text."""
    ctx = Context.at_once(interaction)
    if (match := await readable(ctx)) is None:
        return []
    pages = await ctx.run_in_pool(ctx.panel(match).text, await ctx.view(match.id))
    titles = [*((page.title, page.key) for page in pages), (ctx.words.say("As a file"), "file")]
    return _choices(each for each in titles if typed.lower() in each[0].lower())
