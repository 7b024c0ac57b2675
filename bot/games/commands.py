"""What every title's slash commands have: a table to open, and the guide."""

from collections.abc import Callable, Coroutine, Iterable
from inspect import Parameter, Signature
from typing import Annotated, Any, Final

from discord import AppCommandOptionType, app_commands
from discord.app_commands import Choice, describe, locale_str, rename

from bot.games.custom_ids import CustomId, OldButton
from bot.games.phase import Command
from bot.games.screen import Screen, Suggestion
from bot.interactions.tables import Where, open_table
from bot.interactions.typed import (
    filled,
    moved,
    on_turn,
    suggested,
    typed_again,
    variants_suggested,
)
from bot.locale.commands import named
from bot.locale.localisation import Words
from bot.views.asking import Asked, Asking
from bot.views.troubles import asked
from engine.game import Meta

WHERE: Final = [
    Choice(name=named("choice", "in a thread"), value=Where.THREAD.value),
    Choice(name=named("choice", "right here"), value=Where.HERE.value),
]


class TitleCommands(app_commands.Group):
    """A title's group: the moves that can be typed, a new table, the guide.

    `guide` draws a page of the rules, by its number.
    """

    def __init__(
        self,
        name: str,
        description: locale_str,
        meta: Meta,
        guide: Callable[[Words, int], Screen],
        moves: Iterable[Command[Any]] = (),
    ) -> None:
        super().__init__(name=name, description=description)
        self.moves = {each.name: each for each in moves}
        for each in self.moves.values():
            self.add_command(_move(meta.key, each))
        self.add_command(_new_with_variants(meta) if meta.variants else _new(meta))
        self.add_command(_rules(guide))


async def at_table(ask: Asking, control: CustomId) -> None:
    """Play what was typed at the table that was chosen for it."""
    command, *texts = typed_again(control.args) or ("",)
    group = ask.panel((await ask.view(control.about)).match).commands()
    move = group.moves.get(command) if isinstance(group, TitleCommands) else None
    if move is None:
        raise OldButton("old-button", id=control.verb)
    given = [*texts, *[""] * len(move.options)][: len(move.options)]
    await moved(ask, control.about, given, move.answer)


def _move(game: str, move: Command[Any]) -> app_commands.Command[Any, ..., Any]:
    """Return the slash command of a move; discord.py reads its options from the signature."""
    names = tuple(each.name for each in move.options)

    async def typed(interaction: Asked, **given: str) -> None:
        texts = [given.get(name, "") for name in names]
        await on_turn(interaction, game, move.name, texts, move.answer)

    first = Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Asked)
    options = [
        Parameter(
            each.name,
            Parameter.KEYWORD_ONLY,
            annotation=str,
            default=Parameter.empty if each.is_needed else "",
        )
        for each in move.options
    ]
    callback: Any = typed
    callback.__signature__ = Signature([first, *options])
    for each in move.options:
        hint = locale_str(each.hint, context="hint")
        callback = describe(**{each.name: hint})(callback)
        callback = rename(**{each.name: locale_str(each.name, context="option")})(callback)
        if each.choices:
            callback = app_commands.choices(**{each.name: list(each.choices)})(callback)
    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=locale_str(move.name, context="command"),
        description=locale_str(move.description, context="description"),
        callback=callback,
    )
    for number, each in enumerate(move.options):
        if each.suggest and not each.choices:
            command.autocomplete(each.name)(_suggesting(game, names[:number], each.suggest))
    return command


def _suggesting(
    game: str, before: Iterable[str], fitting: Callable[..., list[Suggestion]]
) -> Callable[[Asked, str], Coroutine[Any, Any, list[Choice[str]]]]:
    """Return what offers fitting words for an option, after what is typed in those before."""

    async def suggesting(interaction: Asked, current: str) -> list[Choice[str]]:
        typed = [filled(interaction, each) for each in before]
        return await suggested(interaction, game, lambda view: fitting(view, *typed, current))

    return suggesting


class _Seats(app_commands.Transformer):
    """The numbers of people that a title is for."""

    def __init__(self, meta: Meta) -> None:
        self._numbers = meta.seats

    @property
    def type(self) -> AppCommandOptionType:
        return AppCommandOptionType.integer

    @property
    def min_value(self) -> int:
        return min(self._numbers)

    @property
    def max_value(self) -> int:
        return max(self._numbers)

    async def transform(self, interaction: Asked, value: Any, /) -> int:  # noqa: ARG002
        return int(value)


_SEATS: Final = named("hint", "how many may sit down, you included")
_PLACE: Final = named("hint", "in a thread of its own, or right here")
_VARIANTS: Final = named("hint", "one or several, with commas between them")


def _new(meta: Meta) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(
        name=named("command", "new"), description=named("description", "Open a table.")
    )
    @rename(seats=named("option", "seats"), where=named("option", "where"))
    @describe(seats=_SEATS, where=_PLACE)
    @app_commands.choices(where=WHERE)
    async def new(
        interaction: Asked,
        seats: Annotated[int, _Seats(meta)] = max(meta.seats),
        where: str = Where.THREAD.value,
    ) -> None:
        await open_table(interaction, meta.key, seats, where)

    return new


def _new_with_variants(meta: Meta) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(
        name=named("command", "new"), description=named("description", "Open a table.")
    )
    @rename(
        seats=named("option", "seats"),
        variants=named("option", "variants"),
        where=named("option", "where"),
    )
    @describe(seats=_SEATS, variants=_VARIANTS, where=_PLACE)
    @app_commands.choices(where=WHERE)
    async def new(
        interaction: Asked,
        seats: Annotated[int, _Seats(meta)] = max(meta.seats),
        variants: str = "",
        where: str = Where.THREAD.value,
    ) -> None:
        await open_table(interaction, meta.key, seats, where, variants)

    @new.autocomplete("variants")
    async def sets(interaction: Asked, current: str) -> list[Choice[str]]:
        return await variants_suggested(interaction, meta.key, current)

    return new


def _rules(guide: Callable[[Words, int], Screen]) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(
        name=named("command", "rules"),
        description=named("description", "The rules, with drawn examples."),
    )
    async def rules(interaction: Asked) -> None:
        async with asked(interaction) as ask:
            await ask.answer(await ask.drawn(guide, ask.words, 0))

    return rules
