"""`/privacy`: what is kept, and all of it as a file; for admins the records of their server."""

from asyncio import to_thread
from collections.abc import Sequence
from datetime import datetime
from io import BytesIO
from json import loads
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

from pydantic_core import to_jsonable_python

from bot.games.custom_ids import CustomId
from bot.games.screen import Attachment
from bot.hosting.match.history import History
from bot.hosting.processes.limits import LimitedAction
from bot.interactions.context import Context
from bot.interactions.verbs import answers
from bot.messages.match.posts import record_file
from bot.messages.people.privacy import (
    collecting,
    guild_records_screen,
    own_data_screen,
    privacy_screen,
    too_soon,
)
from bot.messages.refusals import note
from bot.storage.people.own_data import OwnData, OwnMatch, in_parts
from bot.table.errors import NewerRules, NotPlaying
from bot.table.ids import MatchId
from bot.table.match.match import Status
from engine.errors import CorruptRecord
from engine.game import PUBLIC
from engine.record import Record

MANY: Final = 20
"""From how many matches on people are told to wait."""
ROOM: Final = 0.9
"""How much of what Discord takes of a file is used: the rest is for what isn't counted."""
PACKED: Final = 3
"""How many times as long texts are as their archive: more than that in truth."""


@answers("privacy")
async def privacy(ctx: Context, _control: CustomId) -> None:
    """Show what is kept about people."""
    await ctx.answer(privacy_screen(ctx.words, ctx.shell.contact))


@answers("my-data")
async def my_data(ctx: Context, _control: CustomId) -> None:
    """Give a person everything that is kept about them, once a day."""
    store, words, now = ctx.shell.stores.own_data, ctx.words, ctx.shell.clock.now()
    kept = await ctx.patiently(store.kept(ctx.player))
    if kept is None:
        await ctx.answer(note(words.say("**I keep nothing about you.**")))
        return
    if (had_at := await store.claim(ctx.player, now)) is not None:
        await ctx.answer(note(too_soon(words, had_at)))
        return
    try:
        await _give_data(ctx, kept, now)
    except BaseException:
        await store.give_back(ctx.player, now)
        raise


async def _give_data(ctx: Context, kept: Any, now: datetime) -> None:
    sized = await ctx.shell.stores.own_data.matches(ctx.player)
    if len(sized) >= MANY:
        await ctx.answer(collecting(ctx.words, len(sized)))
    rows = len(kept.model_dump_json())
    sizes = [rows, *(each.size for each in sized)]
    parts = in_parts(sizes, int(ctx.interaction.filesize_limit * ROOM))
    for number, places in enumerate(parts, 1):
        told = (_told(ctx, sized[each - 1].match) for each in places if each)
        matches = [await ctx.patiently(each) for each in told]
        data = OwnData(
            player=ctx.player,
            made_at=now,
            part=number,
            parts=len(parts),
            kept=kept if number == 1 else None,
            matches=matches,
        )
        text = await ctx.patiently(to_thread(data.model_dump_json, indent=1))
        name = f"faultline-{now:%Y-%m-%d}{f'-{number}' if len(parts) > 1 else ''}.json"
        file = Attachment(name, text.encode())
        await ctx.answer(own_data_screen(ctx.words, file, len(sized), number, len(parts)))


async def _told(ctx: Context, match: OwnMatch) -> OwnMatch:
    """Return a match with its record; of one that isn't finished, what this person may know."""
    number = MatchId(match.id)
    try:
        if match.status == Status.FINISHED:
            record = await _record(ctx, number)
            told = None if record is None else await to_thread(_plain, number, record)
            return match.model_copy(update={"record": told})
        now = await ctx.shell.host.cache.match(number)
        seat = now.seat_of(ctx.player)
        past = await ctx.shell.host.cache.history(number, PUBLIC if seat is None else seat)
    except (CorruptRecord, NewerRules, NotPlaying):
        # It can't be read now, or hasn't begun.
        return match
    return match.model_copy(update={"seen": await to_thread(_seen, past)})


def _plain(match: MatchId, record: Record[Any]) -> Any:
    return loads(record_file(match, record).data)


def _seen(past: History) -> list[dict[str, Any]]:
    """Return what a viewer saw happen; without numbers of lines, which tell of what is sealed."""
    return [
        {
            "by": each.actor,
            "stands": each.stands,
            "events": [
                {"event": type(event).__name__, **to_jsonable_python(event)}
                for event in each.events
            ],
        }
        for each in past
        if each.events
    ]


@answers("guild-records")
async def guild_records(ctx: Context, _control: CustomId) -> None:
    """Give an admin the records of all finished matches of the server, as archives."""
    guild, words = ctx.interaction.guild_id, ctx.words
    if guild is None or not ctx.interaction.permissions.manage_guild:
        await ctx.answer(note(words.say("**Only for those who may manage this server.**")))
        return
    ctx.spend(LimitedAction.RECORDS)
    finished = await ctx.shell.stores.own_data.finished_in(guild)
    if not finished:
        await ctx.answer(note(words.say("**No match has ended in this server yet.**")))
        return
    if len(finished) >= MANY:
        await ctx.answer(collecting(words, len(finished)))
    most = int(ctx.interaction.filesize_limit * ROOM * PACKED)
    parts = in_parts([size for _, size in finished], most)
    for number, places in enumerate(parts, 1):
        ids = [finished[each][0] for each in places]
        data = await ctx.patiently(_archive(ctx, ids))
        name = f"records{f'-{number}' if len(parts) > 1 else ''}.zip"
        file = Attachment(name, data)
        await ctx.answer(guild_records_screen(words, file, len(finished), number, len(parts)))


async def _archive(ctx: Context, which: Sequence[MatchId]) -> bytes:
    held = BytesIO()
    with ZipFile(held, "w", ZIP_DEFLATED) as archive:
        for each in which:
            try:
                record = await _record(ctx, each)
            except (CorruptRecord, NewerRules):
                continue
            if record is not None:
                file = await to_thread(record_file, each, record)
                archive.writestr(file.name, file.data)
    return held.getvalue()


async def _record(ctx: Context, match: MatchId) -> Record[Any] | None:
    # Not from the cache: it would forget the matches that are played just now.
    return (await ctx.shell.stores.matches.get(match)).record
