"""`/seismic …` and its like: a title's moves, typed, and what every title has besides."""

from collections.abc import Callable, Sequence
from inspect import Parameter
from typing import Any, Final, TypeAlias, cast
from urllib.parse import unquote

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.games.abilities import HasDesk, MakesDeals
from bot.games.custom_ids import CustomId, OldButton
from bot.games.names import shortened
from bot.games.panel import Answer, Command, Panel, View
from bot.games.screen import Suggestion
from bot.hosting.errors import NotPlaying, NotSeated
from bot.hosting.match import MatchId, PlayerId, Status
from bot.interactions import deals, playing
from bot.interactions.slash import Field, SlashCommand, Suggest, named, slash
from bot.interactions.tables import Where, answered, found, open_table, readable
from bot.views import deals as proposals
from bot.views.asking import Asked, Asking
from bot.views.troubles import asked
from bot.views.variants import suggestions as sets_of_variants
from engine.errors import EngineError, NotYourTurn
from engine.game import PUBLIC
from engine.registry import game

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


def group_of(panel: Panel[Any, Any]) -> app_commands.Group:
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

    async def typed(interaction: Asked, **given: str) -> None:
        texts = [given.get(name, "") for name in names]
        async with asked(interaction) as ask:
            # With several tables here it is asked for which, and what was typed is kept.
            match = await found(ask, key, VERB, *kept(move.name, texts))
            if match is not None:
                await _moved(ask, match.id, texts, move.answer)

    def suggesting(number: int, fitting: Callable[..., list[Suggestion]]) -> Suggest:
        async def suggest(interaction: Asked, current: str) -> list[Choice[str]]:
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


async def at_table(ask: Asking, control: CustomId) -> None:
    """Play what was typed at the table that was chosen for it."""
    name, *texts = typed_again(control.args) or ("",)
    moves = ask.panel((await ask.view(control.about)).match).commands().moves
    move = next((each for each in moves if each.name == name), None)
    if move is None:
        raise OldButton("old-button", id=control.verb)
    given = [*texts, *[""] * len(move.options)][: len(move.options)]
    await _moved(ask, control.about, given, move.answer)


async def _moved(ask: Asking, match: MatchId, texts: Sequence[str], answer: Typed) -> None:
    """Answer somebody whose move it is; the one door in explains to all others why not."""
    view = await ask.view(match)
    if view.match.status is not Status.PLAYING:
        raise NotPlaying("not-playing", status=view.match.status)
    if view.viewer == PUBLIC:
        raise NotSeated("not-seated")
    if not view.legal:
        raise NotYourTurn("not-your-turn", seats=())
    await answered(ask, view, await ask.drawn(answer, view, *texts))


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
    interaction: Asked, key: str, fitting: Callable[[View[Any, Any]], list[Suggestion]]
) -> list[Choice[str]]:
    """Return what fits at the table of this channel where it is this person's move."""
    ask = await Asking.of(interaction)
    for match in await ask.shell.host.in_channel(interaction.channel_id or 0):
        if match.game == key and match.status is Status.PLAYING:
            view = await ask.view(match.id)
            if view.legal:
                try:
                    return _choices(await ask.drawn(fitting, view))
                except EngineError:  # something is only half typed: nothing to suggest yet
                    return []
    return []


def _choices(offered: Sequence[Suggestion]) -> list[Choice[str]]:
    return [Choice(name=shortened(each.name, LONGEST), value=each.value) for each in offered[:MOST]]


def _new(panel: Panel[Any, Any]) -> SlashCommand:
    meta = game(panel.key).meta
    seats = cast(Any, app_commands.Range)

    async def new(interaction: Asked, seats: int, where: str, variants: str = "") -> None:
        await open_table(interaction, panel.key, seats, where, variants)

    async def sets(interaction: Asked, current: str) -> list[Choice[str]]:
        ask = await Asking.of(interaction)
        found_ = sets_of_variants(ask.shell.panels[panel.key], ask.words, current)
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


def _rules(panel: Panel[Any, Any]) -> SlashCommand:
    async def rules(interaction: Asked) -> None:
        async with asked(interaction) as ask:
            await ask.answer(await ask.drawn(panel.rules, ask.words, 0))

    description = named("description", "The rules, with drawn examples.")
    return slash(named("command", "rules"), description, rules)


def _desk(key: str, description: str) -> SlashCommand:
    async def desk(interaction: Asked) -> None:
        async with asked(interaction) as ask:
            match = await found(ask, key, "desk")
            if match is not None:
                await playing.desk(ask, CustomId("desk", match=match.id))

    return slash(named("command", "desk"), named("description", description), desk)


def _propose(panel: Panel[Any, Any], its: MakesDeals) -> SlashCommand:
    async def propose(interaction: Asked, to: discord.User, i: str, you: str, words: str) -> None:
        async with asked(interaction) as ask:
            match = await found(ask, panel.key, "deal")
            if match is None:
                return
            view = await ask.view(match.id)
            seat = match.seat_of(PlayerId(to.id))
            to_whom = () if seat is None else (seat,)
            mine, yours = proposals.promise(its, view, i), proposals.promise(its, view, you)
            await deals.made(ask, CustomId("dealt", match=match.id), to_whom, mine, yours, words)

    async def promises(interaction: Asked, current: str) -> list[Choice[str]]:
        ask = await Asking.of(interaction)
        match = await readable(ask)
        if match is None or match.game != panel.key:
            return []
        return _choices(proposals.promises_like(its, await ask.view(match.id), current))

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
