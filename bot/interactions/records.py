"""Finished matches: their record, and the check of every draw."""

from bot.games.custom_ids import CustomId
from bot.games.screen import HOUSE, Screen, Text
from bot.hosting.match import Match, Status
from bot.views.asking import Asking
from bot.views.posts import record_file
from bot.views.slips import slip
from engine.draws import verify as verified
from engine.errors import CorruptRecord
from engine.record import Record
from engine.registry import game


async def export(ask: Asking, control: CustomId) -> None:
    """Give the record of a finished match as a file."""
    match = await _finished(ask, control)
    if match is not None:
        text = Text(ask.words.say("The record of the match: every move and every draw."))
        await ask.answer(Screen((text, record_file(match)), HOUSE))


async def verify(ask: Asking, control: CustomId) -> None:
    """Draw a finished match again and say whether every draw was fair."""
    match = await _finished(ask, control)
    if match is None or match.record is None:
        return
    try:
        draws = await ask.drawn(verified, game(match.game), match.record)
    except CorruptRecord as error:
        await ask.answer(slip(_unfair(ask, int(error.data.get("line", 0)))))
    else:
        await ask.answer(Screen((Text(_fair(ask, match, match.record, draws)),), HOUSE))


async def _finished(ask: Asking, control: CustomId) -> Match | None:
    match = await ask.match(control.about)
    if match.status is Status.FINISHED:
        return match
    text = ask.words.say(
        "**The record is revealed when the match is over.** Until then it contains hidden"
        " information."
    )
    await ask.answer(slip(text))
    return None


def _fair(ask: Asking, match: Match, record: Record[object], draws: int) -> str:
    words = ask.words
    return "\n".join(
        (
            words.say("### The draws are fair"),
            words.say(
                "I drew all {n} of them again from the seed, and each came out as it was"
                " played. The seed fits the seal that was in the lobby before anyone"
                " joined.",
                n=draws,
            ),
            words.say("Seal: `{seal}`", seal=match.commitment),
            words.say("Seed: `{seed}`", seed=record.seed),
            words.say(
                "To check it yourself, take the game record and run `python -m bot verify {file}`.",
                file=record_file(match).name,
            ),
        )
    )


def _unfair(ask: Asking, line: int) -> str:
    return ask.words.say(
        "**The draws don't check out**, beginning with line {line} of the record. Please tell"
        " whoever runs me.",
        line=line,
    )
