"""What channels show of a time that is lost: found, said there, and kept from being pressed."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import aiohttp
import discord
import structlog
from discord.utils import format_dt

from bot.games.custom_ids import OldButton, about_match, is_marked, parsed, unmarked
from bot.games.screen import Button, Post, Screen
from bot.locale.localisation import Words
from bot.messages.channels import Place, place_of, posting
from bot.messages.components import layout
from bot.messages.notice_view import NoticeView
from bot.messages.refusals import mine_button, note
from bot.table.errors import CannotPost
from bot.table.ids import MatchId
from bot.table.match.match import Match, Status
from bot.table.notices.news_modes import moment_of
from bot.table.notices.restores import Restore

FARTHEST: Final = 500
"""At most how many messages of a channel are looked at."""

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


def restored(about: NoticeView, words: Words) -> Post:
    """Return what a table reads whose channel shows what nobody knows any more."""
    when = format_dt(datetime.fromtimestamp(about.fact("began"), UTC), "f")
    table, lines = about.table(words), []
    lines.append(words.say("**I had to be restored from a backup of {t}.**", t=when))
    match about.match.status:
        case Status.LOBBY:
            lines.append(
                words.say(
                    "Whatever happened at {table} after that is lost: the table is open again as it"
                    " was then. Please check who has a seat.",
                    table=table,
                )
            )
        case Status.PLAYING:
            lines.append(
                words.say(
                    "What was played at {table} after that is lost, and I am sorry: the match goes"
                    " on from the board below.",
                    table=table,
                )
            )
            lines.append(
                words.say(
                    "The same moves will bring the same draws again, so whoever saw them knows what"
                    " comes."
                )
            )
        case _:
            lines.append(
                words.say("What happened at {table} after that is lost.", table=table),
            )
    return Post(" ".join(lines))


def lost_message(match: Match, restore: Restore, words: Words) -> Screen:
    """Say to whoever presses it that a message shows what is lost."""
    text = words.say(
        "**This message no longer counts.** I had to be restored from a backup of {t}; what"
        " happened after that is lost.",
        t=format_dt(restore.began, "f"),
    )
    return note(text, Button(words.say("Show me the board"), about_match("board", match)))


def lost_table(restore: Restore, words: Words) -> Screen:
    """Say that a table is lost of which only the channel knows."""
    text = words.say(
        "**This table is lost, and I am sorry.** I had to be restored from a backup of {t}, and the"
        " table was opened after that.",
        t=format_dt(restore.began, "f"),
    )
    return note(text, mine_button(words))


@dataclass(frozen=True, slots=True)
class Lost:
    """What a channel shows of the lost time.

    `messages` have buttons about the match, or about tables that are lost. `is_shown`: something of
    the match itself is. `is_told`: the message of the notice that says so, if it is there already.
    """

    messages: tuple[discord.Message, ...]
    is_shown: bool
    is_told: int | None


async def lost_at(
    client: discord.Client, place: Place, match: Match, restore: Restore, notice: int
) -> Lost:
    """Look for what a table's channel shows of the lost time. Raises `CannotPost`.

    `notice` is the number of the notice that says so.
    """
    found, is_shown, is_told = list[discord.Message](), False, None
    async with posting(place):
        last = getattr(place, "last_message_id", None)
        if last is None or moment_of(last) > restore.began:
            async for each in place.history(limit=FARTHEST):
                if moment_of(each.id) <= restore.began:
                    break
                if each.author != client.user:
                    continue
                ids = list(_ids(each.components))
                if any(is_marked(one, notice) for one in ids):
                    is_told = each.id
                elif restore.has_lost(each.id):
                    about = _matches(ids)
                    is_shown = is_shown or match.id in about
                    if match.id in about or any(map(restore.has_lost_table, about)):
                        found.append(each)
        is_shown = is_shown or await _was_edited(place, match, restore)
    return Lost(tuple(found), is_shown, is_told)


async def thread_of_lobby(client: discord.Client, match: Match) -> Place | None:
    """Return the thread that grew from a lobby which is open again, if it did."""
    if match.status is Status.LOBBY and match.venue.threaded and match.cover.message is not None:
        with suppress(CannotPost):
            return await place_of(client, match.cover.message)
    return None


async def disarm(messages: tuple[discord.Message, ...], restore: Restore, words: Words) -> None:
    """Take the buttons off messages of the lost time; what can't be edited says so when pressed."""
    said = words.say(
        "This message no longer counts: I had to be restored from a backup of {t}.",
        t=format_dt(restore.began, "f"),
    )
    for each in messages:
        try:
            if each.flags.components_v2:
                # Such a message is nothing but its parts.
                await each.edit(view=layout(note(said)).view, attachments=[])
            else:
                await each.edit(view=None)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("lost-message-kept", message=each.id, reason=repr(error))


async def _was_edited(place: Place, match: Match, restore: Restore) -> bool:
    """Say whether the newest message that is known was edited in the lost time."""
    of = match.cover if match.status is Status.LOBBY else match.table
    if of.message is None:
        return False
    with suppress(discord.NotFound):
        edited = (await place.fetch_message(of.message)).edited_at
        return edited is not None and restore.began < edited < restore.ended
    return False


def _matches(ids: Iterable[str]) -> set[MatchId]:
    """Return the matches that controls are about."""
    found = set[MatchId]()
    for each in ids:
        with suppress(OldButton):
            if (about := parsed(unmarked(each)[2:]).match) is not None:
                found.add(about)
    return found


def _ids(components: Any) -> Iterator[str]:
    for each in components:
        if custom_id := getattr(each, "custom_id", None):
            yield custom_id
        yield from _ids(getattr(each, "children", ()))
        if (accessory := getattr(each, "accessory", None)) is not None:
            yield from _ids([accessory])
