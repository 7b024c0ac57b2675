"""What every title's typed moves need: the table of this channel, suggestions, the one door in."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias
from urllib.parse import unquote

from discord.app_commands import Choice

from bot.games.names import shortened
from bot.games.panel import Answer, View
from bot.games.screen import Suggestion
from bot.hosting.errors import NotPlaying, NotSeated
from bot.hosting.match import MatchId, Status
from bot.interactions.tables import answered, found
from bot.views.asking import Asked, Asking
from bot.views.troubles import asked
from bot.views.variants import suggestions as sets_of_variants
from engine.errors import EngineError, NotYourTurn
from engine.game import PUBLIC

MOST: Final = 25
LONGEST: Final = 100

VERB: Final = "typed"
LONGEST_KEPT: Final = 70
"""Characters of an id for what was typed, beside the match."""

Typed: TypeAlias = Callable[..., Answer[Any]]
"""What answers a typed move: it gets the view and a text for each option, "" if none was given."""


async def on_turn(
    interaction: Asked, game: str, command: str, texts: Sequence[str], answer: Typed
) -> None:
    """Answer a typed move; with several tables here, ask for which, and keep what was typed."""
    async with asked(interaction) as ask:
        match = await found(ask, game, VERB, *kept(command, texts))
        if match is not None:
            await moved(ask, match.id, texts, answer)


async def moved(ask: Asking, match: MatchId, texts: Sequence[str], answer: Typed) -> None:
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


def filled(interaction: Asked, option: str) -> str:
    """Return what an earlier option holds, also unfinished; "" if it is not filled in."""
    return str(getattr(interaction.namespace, option, None) or "")


async def suggested(
    interaction: Asked, game: str, suggestions: Callable[[View], list[Suggestion]]
) -> list[Choice[str]]:
    """Return what fits at the table of this channel; nothing if there is no answer."""
    ask = await Asking.of(interaction)
    view = await _table(ask, game)
    if view is None or not view.legal:
        return []
    try:
        offered = await ask.drawn(suggestions, view)
    except EngineError:  # something is only half typed: there is nothing to suggest yet
        return []
    return [Choice(name=shortened(each.name, LONGEST), value=each.value) for each in offered[:MOST]]


async def variants_suggested(interaction: Asked, game: str, current: str) -> list[Choice[str]]:
    """Return the sets of variants of a game that have all that is typed."""
    ask = await Asking.of(interaction)
    found_ = sets_of_variants(ask.shell.panels[game], ask.words, current)
    return [Choice(name=shortened(name, LONGEST), value=value) for name, value in found_[:MOST]]


async def _table(ask: Asking, game: str) -> View | None:
    """Return the table of this channel where it is this person's move."""
    here = await ask.shell.host.in_channel(ask.interaction.channel_id or 0)
    for match in here:
        if match.game == game and match.status is Status.PLAYING:
            view = await ask.view(match.id)
            if view.legal:
                return view
    return None
