"""The slash commands: how they are made, a title's own, `/table`, and the single ones.

Discord shows a command's name in the user's language; the bot always gets the default one.
"""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from inspect import Parameter, Signature
from typing import Any, Final, TypeAlias, cast
from urllib.parse import unquote

import discord
from discord import app_commands
from discord.app_commands import Choice, describe, locale_str, rename

from bot.games.abilities import HasDesk, MakesDeals
from bot.games.custom_ids import CustomId, OldButton
from bot.games.names import shortened
from bot.games.panel import Answer, AnyPanel, AnyView, Command, Panels
from bot.games.screen import Suggestion
from bot.games.speech import folded
from bot.hosting.errors import NotPlaying, NotSeated
from bot.hosting.match import MatchId, PlayerId, Status
from bot.interactions import aids, deals, leaving, playing, reading, settings, welcome
from bot.interactions.context import Context, Handler, Interaction
from bot.interactions.errors import answering
from bot.interactions.tables import Where, answered, found, open_table, own, readable
from bot.locale.localisation import language_of, words
from bot.messages import deals as proposals
from bot.messages.variants import suggestions as sets_of_variants
from engine.errors import EngineError, NotYourTurn
from engine.game import PUBLIC
from engine.registry import game

SlashCommand: TypeAlias = app_commands.Command[Any, ..., Any]
Suggest: TypeAlias = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[Any]]]]
"""What is offered for an option, half typed as it is."""


def named(context: str, message: str) -> locale_str:
    """Return a name to translate at sync; Babel finds `message` under `context`.

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
class Field:
    """An option of a slash command; `type` is an annotation that discord.py reads."""

    name: locale_str
    hint: locale_str
    type: Any = str
    default: Any = Parameter.empty
    choices: Sequence[Choice[str]] = ()
    suggest: Suggest | None = None


def slash(
    name: locale_str,
    description: locale_str,
    answer: Callable[..., Coroutine[Any, Any, None]],
    fields: Sequence[Field] = (),
) -> SlashCommand:
    """Return a command; `answer` gets the interaction and the fields by their default names."""

    async def callback(interaction: Interaction, **given: Any) -> None:
        await answer(interaction, **given)

    # discord.py reads the options from the signature.
    command: Any = callback
    command.__signature__ = Signature(
        [
            Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction),
            *(
                Parameter(
                    each.name.message,
                    Parameter.KEYWORD_ONLY,
                    annotation=each.type,
                    default=each.default,
                )
                for each in fields
            ),
        ]
    )
    command = app_commands.rename(**{each.name.message: each.name for each in fields})(command)
    command = app_commands.describe(**{each.name.message: each.hint for each in fields})(command)
    with_choices = {each.name.message: list(each.choices) for each in fields if each.choices}
    command = app_commands.choices(**with_choices)(command)
    built: SlashCommand = app_commands.Command(name=name, description=description, callback=command)
    for each in fields:
        if each.suggest is not None:
            built.autocomplete(each.name.message)(each.suggest)
    return built


MOST: Final = 25
LONGEST: Final = 100
LONGEST_WORDS: Final = 200

VERB: Final = "typed"
LONGEST_KEPT: Final = 70
"""Characters of an id for what was typed, beside the match."""

Typed: TypeAlias = Callable[..., Answer[Any]]
"""What answers a typed move: it gets the view and a text for each option, "" if none was given."""

WHERE: Final = [
    Choice(name=named("choice", "in a thread"), value=Where.THREAD.value),
    Choice(name=named("choice", "right here"), value=Where.HERE.value),
]


def group_of(panel: AnyPanel) -> app_commands.Group:
    """Return a title's group: the moves that can be typed, desk, deals, a new table, the guide."""
    typed = panel.commands()
    group = app_commands.Group(name=typed.name, description=named("description", typed.description))
    if isinstance(panel, HasDesk):
        group.add_command(_desk(panel.key, typed.desk))
    if isinstance(panel, MakesDeals):
        group.add_command(_propose(panel, panel))
    for each in typed.moves:
        group.add_command(_move(panel.key, each))
    group.add_command(_new(panel))
    group.add_command(_rules(panel))
    return group


def _move(key: str, move: Command[Any]) -> SlashCommand:
    names = [each.name for each in move.options]

    async def typed(interaction: Interaction, **given: str) -> None:
        texts = [given.get(name, "") for name in names]
        async with answering(interaction) as ctx:
            # With several tables here it is asked for which, and what was typed is kept.
            match = await found(ctx, key, VERB, *kept(move.name, texts))
            if match is not None:
                await _moved(ctx, match.id, texts, move.answer)

    def suggesting(number: int, fitting: Callable[..., list[Suggestion]]) -> Suggest:
        async def suggest(interaction: Interaction, current: str) -> list[Choice[str]]:
            # Options before it count as they are, also unfinished.
            before = [getattr(interaction.namespace, name, None) or "" for name in names[:number]]
            return await _suggested(
                interaction, key, lambda view: fitting(view, *map(str, before), current)
            )

        return suggest

    return slash(
        named("command", move.name),
        named("description", move.description),
        typed,
        [
            Field(
                named("option", each.name),
                named("hint", each.hint),
                default=Parameter.empty if each.is_needed else "",
                choices=[
                    Choice(name=named("choice", word.name), value=word.value)
                    for word in each.choices
                ],
                suggest=suggesting(n, each.suggest) if each.suggest and not each.choices else None,
            )
            for n, each in enumerate(move.options)
        ],
    )


async def at_table(ctx: Context, control: CustomId) -> None:
    """Play what was typed at the table that was chosen for it."""
    name, *texts = typed_again(control.args) or ("",)
    moves = ctx.panel((await ctx.view(control.about)).match).commands().moves
    move = next((each for each in moves if each.name == name), None)
    if move is None:
        raise OldButton("old-button", id=control.verb)
    given = [*texts, *[""] * len(move.options)][: len(move.options)]
    await _moved(ctx, control.about, given, move.answer)


async def _moved(ctx: Context, match: MatchId, texts: Sequence[str], answer: Typed) -> None:
    """Answer somebody whose move it is; the one door in explains to all others why not."""
    view = await ctx.view(match)
    if view.match.status is not Status.PLAYING:
        raise NotPlaying("not-playing", status=view.match.status)
    if view.viewer == PUBLIC:
        raise NotSeated("not-seated")
    if not view.legal:
        raise NotYourTurn("not-your-turn", seats=())
    await answered(ctx, view, await ctx.drawn(answer, view, *texts))


def kept(command: str, texts: Sequence[str]) -> tuple[str, ...]:
    """Return a typed move as parts of an id; of one that is too long, the options that fit.

    >>> kept("place", ("Q3.0", "50 %", "", ""))
    ('place', 'Q3%2E0', '50 %25')
    """
    parts = [each.replace("%", "%25").replace(".", "%2E") for each in (command, *texts)]
    while parts and (not parts[-1] or len(".".join(parts)) > LONGEST_KEPT):
        del parts[-1]
    return tuple(parts)


def typed_again(parts: Sequence[str]) -> tuple[str, ...]:
    """Read what `kept` wrote."""
    return tuple(unquote(each) for each in parts)


async def _suggested(
    interaction: Interaction, key: str, fitting: Callable[[AnyView], list[Suggestion]]
) -> list[Choice[str]]:
    """Return what fits at the table of this channel where it is this person's move."""
    ctx = await Context.of(interaction)
    for match in await ctx.shell.host.in_channel(interaction.channel_id or 0):
        if match.game == key and match.status is Status.PLAYING:
            view = await ctx.view(match.id)
            if view.legal:
                try:
                    return _choices(await ctx.drawn(fitting, view))
                except EngineError:  # something is only half typed: nothing to suggest yet
                    return []
    return []


def _choices(offered: Sequence[Suggestion]) -> list[Choice[str]]:
    return [Choice(name=shortened(each.name, LONGEST), value=each.value) for each in offered[:MOST]]


def _new(panel: AnyPanel) -> SlashCommand:
    meta = game(panel.key).meta
    seats = cast(Any, app_commands.Range)

    async def new(interaction: Interaction, seats: int, where: str, variants: str = "") -> None:
        await open_table(interaction, panel.key, seats, where, variants)

    async def sets(interaction: Interaction, current: str) -> list[Choice[str]]:
        ctx = await Context.of(interaction)
        found_ = sets_of_variants(ctx.shell.panels[panel.key], ctx.words, current)
        return _choices([Suggestion(*each) for each in found_])

    fields = [
        Field(
            named("option", "seats"),
            named("hint", "how many may sit down, you included"),
            seats[int, min(meta.seats), max(meta.seats)],
            max(meta.seats),
        ),
        Field(
            named("option", "where"),
            named("hint", "in a thread of its own, or right here"),
            default=Where.THREAD.value,
            choices=WHERE,
        ),
    ]
    if meta.variants:
        hint = named("hint", "one or several, with commas between them")
        fields.insert(1, Field(named("option", "variants"), hint, default="", suggest=sets))

    return slash(named("command", "new"), named("description", "Open a table."), new, fields)


def _rules(panel: AnyPanel) -> SlashCommand:
    async def rules(interaction: Interaction) -> None:
        async with answering(interaction) as ctx:
            await ctx.answer(await ctx.drawn(panel.rules, ctx.words, 0))

    description = named("description", "The rules, with drawn examples.")
    return slash(named("command", "rules"), description, rules)


def _desk(key: str, description: str) -> SlashCommand:
    async def desk(interaction: Interaction) -> None:
        async with answering(interaction) as ctx:
            match = await found(ctx, key, "desk")
            if match is not None:
                await playing.desk(ctx, CustomId("desk", match=match.id))

    return slash(named("command", "desk"), named("description", description), desk)


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
        ctx = await Context.of(interaction)
        match = await readable(ctx)
        if match is None or match.game != panel.key:
            return []
        return _choices(proposals.promises_like(its, await ctx.view(match.id), current))

    texts, words = panel.commands(), cast(Any, app_commands.Range)
    return slash(
        named("command", "propose"),
        named("description", "Propose a deal; it binds nobody."),
        propose,
        [
            Field(named("recipient", "to"), named("hint", "a player at the table"), discord.User),
            Field(named("option", "i"), named("hint", texts.mine), suggest=promises),
            Field(named("option", "you"), named("hint", texts.yours), suggest=promises),
            Field(
                named("option", "words"),
                named("hint", "in your own words, if you like"),
                words[str, 0, LONGEST_WORDS],
                "",
            ),
        ],
    )


MOST_CHOICES: Final = 25
NOTHING: Final = CustomId("")


class TableCommands(app_commands.Group):
    """`/table`: what one can do at the table of this channel; most of it is for watchers too."""

    def __init__(self) -> None:
        super().__init__(
            name=named("command", "table"),
            description=named("description", "The table of this channel."),
        )

    @app_commands.command(
        name=named("command", "board"),
        description=named("description", "The board, now or after any move."),
    )
    @rename(move=named("option", "move"))
    @describe(move=named("hint", "number of the move"))
    async def board(self, interaction: Interaction, move: int | None = None) -> None:
        """Show the board."""
        if move is None:
            await _about(interaction, "board", reading.board)
        else:
            await _about(interaction, "history", reading.at, str(move))

    @board.autocomplete("move")
    async def moves(self, interaction: Interaction, typed: int | str) -> list[Choice[int]]:
        """Offer the newest moves, or those whose number begins as typed."""
        return await _moves(interaction, str(typed))

    @app_commands.command(
        name=named("command", "text"),
        description=named("description", "The whole board in words."),
    )
    @rename(part=named("option", "part"))
    @describe(part=named("hint", "which part of it"))
    async def text(self, interaction: Interaction, part: str = "") -> None:
        """Show the board in words."""
        await _about(interaction, "text", reading.text, *((part,) if part else ()))

    @text.autocomplete("part")
    async def parts(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """Offer the pages of the text."""
        return await _parts(interaction, typed)

    @app_commands.command(
        name=named("command", "since"),
        description=named("description", "What happened since your last turn."),
    )
    async def since(self, interaction: Interaction) -> None:
        """Tell what happened."""
        await _about(interaction, "since", aids.since)

    @app_commands.command(
        name=named("command", "history"),
        description=named("description", "Every move, with its picture."),
    )
    async def history(self, interaction: Interaction) -> None:
        """List the moves."""
        await _about(interaction, "history", reading.history)

    @app_commands.command(
        name=named("command", "replay"),
        description=named("description", "The match as an animation."),
    )
    @rename(start=named("option", "from"))
    @describe(start=named("hint", "number of the move it begins with"))
    async def replay(self, interaction: Interaction, start: int | None = None) -> None:
        """Show the animation."""
        await _about(interaction, "replay", aids.replay, *((str(start),) if start else ()))

    @replay.autocomplete("start")
    async def starts(self, interaction: Interaction, typed: int | str) -> list[Choice[int]]:
        """Offer the newest moves, or those whose number begins as typed."""
        return await _moves(interaction, str(typed))

    @app_commands.command(
        name=named("command", "unseen"),
        description=named("description", "Tiles or cards that nobody has seen yet."),
    )
    @rename(cell=named("option", "cell"))
    @describe(cell=named("hint", "only what would fit there"))
    async def unseen(self, interaction: Interaction, cell: str = "") -> None:
        """Show what is left."""
        await _about(interaction, "unseen", aids.unseen, *((cell,) if cell else ()))

    @unseen.autocomplete("cell")
    async def fitting_cells(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """Offer the places of the board."""
        return await _places(interaction, typed)

    @app_commands.command(
        name=named("command", "danger"),
        description=named("description", "What the next quake would take, and how likely one is."),
    )
    async def danger(self, interaction: Interaction) -> None:
        """Show what is in danger."""
        await _about(interaction, "danger", aids.danger)

    @app_commands.command(
        name=named("command", "zoom"),
        description=named("description", "A part of the board, large."),
    )
    @rename(cell=named("option", "cell"))
    @describe(cell=named("hint", "in the middle of it"))
    async def zoom(self, interaction: Interaction, cell: str = "") -> None:
        """Show a part of the board."""
        await _about(interaction, "zoom", aids.zoom, *((cell,) if cell else ()))

    @zoom.autocomplete("cell")
    async def zoom_cells(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """Offer the places of the board."""
        return await _places(interaction, typed)

    @app_commands.command(
        name=named("command", "score"),
        description=named("description", "Who scores what, and why."),
    )
    async def score(self, interaction: Interaction) -> None:
        """Show the scores."""
        await _about(interaction, "score", aids.score)

    @app_commands.command(
        name=named("command", "leave"),
        description=named("description", "Leave; a computer player takes over."),
    )
    async def leave(self, interaction: Interaction) -> None:
        """Leave the table."""
        async with answering(interaction) as ctx:
            if match := await own(ctx, "quit"):
                await leaving.quit_(ctx, CustomId("quit", match=match.id))

    @app_commands.command(
        name=named("command", "close"),
        description=named("description", "For hosts and admins: close it for everybody."),
    )
    async def close(self, interaction: Interaction) -> None:
        """Close the table."""
        async with answering(interaction) as ctx:
            if match := await own(ctx, "close"):
                await leaving.close(ctx, CustomId("close", match=match.id))

    @app_commands.command(
        name=named("command", "verify"),
        description=named("description", "Check every draw of a finished match."),
    )
    async def verify(self, interaction: Interaction) -> None:
        """Check the draws."""
        await _about(interaction, "verify", reading.verify)

    @app_commands.command(
        name=named("command", "export"),
        description=named("description", "The record of the match as a file."),
    )
    async def export(self, interaction: Interaction) -> None:
        """Give the record."""
        await _about(interaction, "export", reading.export)


@app_commands.command(
    name=named("command", "my-tables"),
    description=named("description", "Your tables; those that wait for you come first."),
)
async def my_tables(interaction: Interaction) -> None:
    """List the tables of whoever asks."""
    await _simply(interaction, welcome.mine)


@app_commands.command(
    name=named("command", "settings"),
    description=named("description", "Language, confirm twice, lists."),
)
async def own_settings(interaction: Interaction) -> None:
    """Show the settings of whoever asks."""
    await _simply(interaction, settings.settings)


@app_commands.command(
    name=named("command", "help"),
    description=named("description", "What I can do, and how a turn works."),
)
async def help_command(interaction: Interaction) -> None:
    """Show the help."""
    await _simply(interaction, welcome.help_)


@app_commands.command(
    name=named("command", "setup"),
    description=named("description", "For admins: where tables may open, threads, language."),
)
@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
async def setup_command(interaction: Interaction) -> None:
    """Show the server's settings."""
    await _simply(interaction, settings.setup)


def add_to(tree: app_commands.CommandTree[discord.Client], panels: Panels) -> None:
    """Give a client all commands: the titles' groups, `/table` and the single ones."""
    for panel in panels.values():
        tree.add_command(group_of(panel))
    tree.add_command(TableCommands())
    tree.add_command(my_tables)
    tree.add_command(own_settings)
    tree.add_command(help_command)
    tree.add_command(setup_command)


async def _simply(interaction: Interaction, handler: Handler) -> None:
    async with answering(interaction) as ctx:
        await handler(ctx, NOTHING)


async def _about(interaction: Interaction, verb: str, handler: Handler, *args: str) -> None:
    """Answer a command about the table of this channel as its button would be."""
    async with answering(interaction) as ctx:
        match = await found(ctx, then=verb)
        if match is not None:
            await handler(ctx, CustomId(verb, args, match.id))


async def _moves(interaction: Interaction, typed: str) -> list[Choice[int]]:
    ctx = await Context.of(interaction)
    match = await readable(ctx)
    told = await reading.choices(ctx, match.id) if match else []
    fitting = [(n, said) for n, said in told if not typed or str(n).startswith(typed)]
    return [
        Choice(name=shortened(f"{number} · {reading.bare(said)}", 100), value=number)
        for number, said in fitting[:MOST_CHOICES]
    ]


async def _places(interaction: Interaction, typed: str) -> list[Choice[str]]:
    ctx = await Context.of(interaction)
    match = await readable(ctx)
    names = await aids.places(ctx, match) if match else ()
    fitting = [each for each in names if folded(each).startswith(folded(typed))]
    return [Choice(name=each, value=each) for each in fitting[:MOST_CHOICES]]


async def _parts(interaction: Interaction, typed: str) -> list[Choice[str]]:
    ctx = await Context.of(interaction)
    match = await readable(ctx)
    titles = await reading.parts(ctx, match.id) if match else []
    fitting = [(key, title) for key, title in titles if typed.lower() in title.lower()]
    return [Choice(name=shortened(title, 100), value=key) for key, title in fitting[:MOST_CHOICES]]
