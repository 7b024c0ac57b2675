"""Forms open at once or not at all.

Discord takes a form only as the first answer to a click, within three seconds, and not after a
deferral. So a form is made of what is in memory, without the database and without the studio; what
is chosen in it is checked when it comes back. After a restart nothing is in memory yet: what the
form needs is fetched for as long as there is time, and then the person is asked to press again.
"""

import asyncio
from typing import Final

import structlog

from bot.games.custom_ids import CustomId
from bot.games.screen import Button, Form, Screen, Style
from bot.hosting.match import Match
from bot.interactions.handler import FormOf
from bot.views.asking import Asking
from bot.views.slips import slip

PATIENCE_SECONDS: Final = 2.0

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


async def opened(ask: Asking, control: CustomId, form_of: FormOf, custom_id: str) -> None:
    """Open the form of a button; `custom_id` is the button's, without its kind."""
    form = _made(ask, control, form_of)
    if form is None and await _fetched(ask, control):
        form = _made(ask, control, form_of)
    match form:
        case Form():
            await ask.ask(form)
        case None:
            again = Button(ask.words.say("Once more"), custom_id, Style.PRIMARY)
            await ask.answer(slip(ask.words.say("**I was slow just now.** Press again."), again))
        case screen:
            await ask.answer(screen)


def _made(ask: Asking, control: CustomId, form_of: FormOf) -> Form | Screen | None:
    known = remembered(ask, control)
    if known is not None:
        ask.check_server(known)
    elif control.match is not None:
        return None
    return form_of(ask, control)


def remembered(ask: Asking, control: CustomId) -> Match | None:
    """Return the match of a control as it was when last looked at."""
    known = None if control.match is None else ask.shell.host.remembered(control.match)
    return None if known is None else known[0]


async def _fetched(ask: Asking, control: CustomId) -> bool:
    """Fetch what a form needs; False: it will be there later."""
    fetching = asyncio.ensure_future(_fetch(ask, control))
    fetching.add_done_callback(_looked_at)
    await asyncio.wait({fetching}, timeout=PATIENCE_SECONDS)
    if not fetching.done():
        return False
    await fetching
    return True


async def _fetch(ask: Asking, control: CustomId) -> None:
    ask.prefer(await ask.shell.players.preferences(ask.player))
    if control.match is not None:
        await ask.shell.host.get(control.match)


def _looked_at(fetching: "asyncio.Future[None]") -> None:
    """Log what went wrong after nobody waited any more."""
    if not fetching.cancelled() and (error := fetching.exception()) is not None:
        log.info("form-not-fetched", reason=repr(error))
