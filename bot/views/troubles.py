"""The one place where errors end: a sentence for the person, a line in the log for the operator."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from hashlib import blake2s
from secrets import token_bytes, token_hex
from time import perf_counter
from typing import Any, Final, cast

import structlog
from discord.app_commands import Command, ContextMenu

from bot.games.abilities import HasDesk
from bot.games.custom_ids import OldButton, parsed
from bot.games.panel import View
from bot.games.screen import Screen, Text
from bot.hosting.errors import HostingError, NotPlaying, NotSeated, OutOfReach, Stale
from bot.hosting.match import Match, Status
from bot.hosting.ports import Preferences
from bot.views import slips
from bot.views.asking import Asked, Asking
from engine.errors import BadSetup, CorruptRecord, EngineError, NotYourTurn
from engine.game import PUBLIC

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


@asynccontextmanager
async def asked(interaction: Asked) -> AsyncIterator[Asking]:
    """Give an interaction to whoever answers it; explain what they refuse."""
    ask, began, outcome = Asking(interaction, Preferences()), perf_counter(), "given up"
    try:
        try:
            ask = await Asking.of(interaction)
        except OutOfReach:
            # What needs no database is answered even now; all else says so itself.
            ask = Asking.at_once(interaction)
        yield ask
        outcome = "done"
    except Exception as error:  # noqa: BLE001 - this is where all of them end
        outcome = error.key if isinstance(error, EngineError | HostingError) else "broken"
        await explain(ask, error)
    finally:
        took = round((perf_counter() - began) * 1000)
        log.debug("interaction", **_traits(ask), milliseconds=took, outcome=outcome)


def _traits(ask: Asking) -> dict[str, object]:
    """Return what an operator may know of an interaction: not what was chosen or typed.

    Its person is a mark that means nothing beyond this process.
    """
    interaction, data = ask.interaction, cast(dict[str, Any], ask.interaction.data or {})
    verb, about = str(data.get("name", "")), ask.about.id if ask.about else None
    if isinstance(interaction.command, Command | ContextMenu):
        verb = f"/{interaction.command.qualified_name}"
    elif (custom_id := data.get("custom_id")) is not None:
        with suppress(OldButton):
            control = parsed(str(custom_id)[2:])
            verb, about = control.verb, about or control.match
    mark = blake2s(str(ask.player).encode(), key=_SALT, digest_size=4).hexdigest()
    kind = interaction.type.name
    return {"id": interaction.id, "user": mark, "kind": kind, "verb": verb, "match": about}


_SALT: Final = token_bytes(16)


async def explain(ask: Asking, error: Exception) -> None:
    """Tell the person what went wrong; log what is not their doing."""
    try:
        await ask.answer(await _explained(ask, error))
    except Exception:
        log.exception("answer-failed", interaction=ask.interaction.id)


async def _explained(ask: Asking, error: Exception) -> Screen:
    match error:
        case CorruptRecord():
            return _logged(ask, error)
        case BadSetup() if ask.about is not None:
            return slips.slip(ask.panel(ask.about).reason(ask.words, error))
        case NotYourTurn() | Stale() | NotSeated() | NotPlaying() if ask.seen is not None:
            return await at_table(ask, ask.seen.match, error)
        case EngineError() if ask.seen is not None:
            return await _refused(ask, ask.seen, error)
        case HostingError():
            return slips.refusal(error, ask.words)
        case _:
            return _logged(ask, error)


async def _refused(ask: Asking, seen: View, error: EngineError) -> Screen:
    """Say why an action was refused, above what lies before a player if the title has that."""
    panel = ask.panel(seen.match)
    why = await ask.drawn(panel.refusal, seen, error)
    is_player = seen.viewer != PUBLIC and seen.match.status is Status.PLAYING
    if is_player and isinstance(panel, HasDesk):
        return await _above_desk(ask, panel, seen, why)
    return slips.slip(why)


async def _above_desk(ask: Asking, panel: HasDesk, seen: View, told: str) -> Screen:
    desk = await ask.drawn(panel.desk, seen)
    return Screen((Text(told), *desk.blocks), desk.accent)


async def at_table(ask: Asking, seen: Match, error: Exception) -> Screen:
    """Say how the table stands now to somebody who can't move."""
    match = await ask.shell.host.get(seen.id)
    seat = match.seat_of(ask.player)
    match error:
        case _ if match.status is Status.FINISHED:
            return slips.over(match, ask.words)
        case NotPlaying():
            return slips.refusal(error, ask.words)
        case _ if seat is None:
            return slips.watching(match, ask.words)
        case Stale():
            return await _moved_on(ask, match)
        case _:
            return slips.not_your_turn(match, seat, ask.shell.clock, ask.words)


async def _moved_on(ask: Asking, match: Match) -> Screen:
    """Say that the table has moved on, perhaps by one's own click: where there is a desk, on it."""
    panel = ask.panel(match)
    if not isinstance(panel, HasDesk):
        return slips.stale(match, ask.words)
    told = ask.words.say("The table has moved on; here is the latest board.")
    return await _above_desk(ask, panel, await ask.view(match.id), told)


def _logged(ask: Asking, error: Exception) -> Screen:
    code = token_hex(2)
    log.error("broken", code=code, interaction=ask.interaction.id, exc_info=error)
    return slips.broken(ask.words, code)
