"""The words of reminders: within Discord's limits, and times only as each reader's own."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.games.registry import panels
from bot.games.screen import Post
from bot.hosting.host import Host
from bot.locale.localisation import LANGUAGES, words
from bot.messages.components import message
from bot.messages.notice_posts import WORDS
from bot.messages.notice_view import NoticeView
from bot.table.match.match import LoadedMatch
from bot.table.notices.notice import Notice, NoticeKind
from bot.table.time.mentions import Says
from tests.bot.tables import ANN, BOB, table_of

NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)
MANY = 25
DUE = 1795351600
ODD_NAME = "**@everyone** [x](http://y.example) " * 3


def table(number: int = 1, due: int | None = None) -> dict[str, Any]:
    place = {"guild": 10**18, "place": 10**18 + 1, "message": 10**18 + 2}
    return {"match": number, "game": "aftershock", "asked": 1795251600, "due": due, **place}


def waited(*says: str, n: int = 1, due: int | None = None) -> dict[str, Any]:
    """Return what was not pinged at a table, where it is the reader's move, if nothing else."""
    of_table = {"says": list(says or ["turn"]), "by": {"nudge": ODD_NAME, "ask-time": ODD_NAME}}
    late = {"when_late": "computer", "is_awaited": not says, "closes": DUE}
    return {**table(n, due), **of_table, **late}


SOFT: dict[str, Any] = {"kind": "soft", "step": 2, "is_final": False}
LAST: dict[str, Any] = {"kind": "last", "step": 3, "is_final": False}
FINAL: dict[str, Any] = {"kind": "soft", "step": 4, "is_final": True}
NOTICES: dict[str, tuple[NoticeKind, dict[str, Any]]] = {
    "soft": (NoticeKind.REMINDER, {**SOFT, "tables": [table()]}),
    "soft with a limit": (NoticeKind.REMINDER, {**SOFT, "tables": [table(due=DUE)]}),
    "last": (NoticeKind.REMINDER, {**LAST, "tables": [table(due=DUE)]}),
    "final": (NoticeKind.REMINDER, {**FINAL, "tables": [table()]}),
    "list": (NoticeKind.REMINDER, {**SOFT, "tables": [table(n, DUE) for n in range(MANY)]}),
    "last list": (NoticeKind.REMINDER, {**LAST, "tables": [table(n, DUE) for n in range(MANY)]}),
    "closed": (NoticeKind.REMINDER, {**SOFT, "tables": [table()], "fell_back": True}),
    "wish": (NoticeKind.WISH, {"tables": [table(due=DUE)]}),
    "wish without a limit": (NoticeKind.WISH, {"tables": [table()]}),
    "nudge": (NoticeKind.NUDGE, {"by": ODD_NAME, "tables": [table(due=DUE)]}),
    "turn": (NoticeKind.MENTION, {"tables": [waited(due=DUE)]}),
    "back": (NoticeKind.MENTION, {"tables": [waited()], "is_back": True}),
    "morning": (NoticeKind.MENTION, {"tables": [waited("time-up", "nudge"), waited("vote")]}),
    "return": (NoticeKind.MENTION, {"tables": [waited("vote"), waited()], "is_back": True}),
    "all": (NoticeKind.MENTION, {"tables": [waited(*Says, n=n, due=DUE) for n in range(MANY)]}),
    "vote": (NoticeKind.MENTION, {"tables": [waited("vote")]}),
    "vote and due": (NoticeKind.MENTION, {"tables": [waited("vote", due=DUE)]}),
    "turn and nudge": (NoticeKind.MENTION, {"tables": [waited("turn", "nudge", due=DUE)]}),
    "time": (NoticeKind.ASK_TIME, {"by": ODD_NAME, "seat": 0, "tables": [table(due=DUE)]}),
    "receipt": (NoticeKind.DIRECT, {}),
}


async def posted(host: Host, name: str, language: str, target: str) -> Post:
    """Return what a notice says about a table of Ann and Bob, who is Ann's."""
    kind, facts = NOTICES[name]
    match = await table_of(host, ANN, BOB)
    notice = Notice(target, kind, "1", match.id, facts={"player": ANN.id, **facts})
    about = NoticeView(notice, LoadedMatch(match), panels(), NOW)
    return WORDS[kind](about, words(language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NOTICES)
async def test_every_reminder_is_within_discord_s_limits(
    host: Host, name: str, language: str
) -> None:
    for target in ("channel:100", f"dm:{ANN.id}"):
        post = await posted(host, name, language, target)

        assert message(post).content == post.text
        assert "@everyone" not in post.text.replace("\N{FULLWIDTH COMMERCIAL AT}everyone", "")
        # Nothing that a clock or a calendar says stands in words.
        assert not re.search(r"\d+[:h]\d\d", re.sub(r"<t:\d+:\w>|https?://\S+", "", post.text))


@pytest.mark.parametrize("name", [each for each in NOTICES if each not in ("receipt", "time")])
async def test_a_reminder_pings_the_one_it_is_for(host: Host, name: str) -> None:
    in_channel = await posted(host, name, "en", "channel:100")

    assert in_channel.text.startswith(f"<@{ANN.id}>, ")
    assert in_channel.pings == (ANN.id,)


async def test_who_asks_for_time_pings_the_others(host: Host) -> None:
    post = await posted(host, "time", "en", "channel:100")

    assert post.pings == (BOB.id,)
    assert post.text.startswith(f"<@{BOB.id}>: ")


async def test_a_move_is_played_where_its_reminder_is_read(host: Host) -> None:
    direct = await posted(host, "soft", "en", f"dm:{ANN.id}")
    here = await posted(host, "soft", "en", "channel:100")

    (play, again, mute), (there, *_) = direct.rows[0].buttons, here.rows[0].buttons
    assert again.id.startswith("remind-me.")
    assert play.id == there.id
    assert mute.id.startswith("mute.")
    assert there.id.startswith("play.")


async def test_a_long_list_names_some_and_counts_the_others(host: Host) -> None:
    post = await posted(host, "list", "en", "channel:100")

    assert len(post.text.splitlines()) == 10
    assert post.text.endswith("- and 17 more tables")


async def test_one_message_says_all_that_came_at_night(host: Host) -> None:
    post = await posted(host, "morning", "en", "channel:100")

    head, late, vote = post.text.splitlines()
    assert head.endswith(", this came in during your quiet hours:")
    assert "Aftershock 1](https://" in late
    assert "**time was up**, a computer player made that move for you · " in late
    assert "is looking forward to your move" in late
    assert vote.endswith(": the table is voting, and your vote is missing")
    assert [each.label for each in post.rows[0].buttons] == ["I am back", "My tables"]


async def test_a_long_night_names_five_tables_and_counts_the_others(host: Host) -> None:
    post = await posted(host, "all", "en", "channel:100")

    assert len(post.text.splitlines()) == 7
    assert post.text.endswith("- and 20 more tables")
    # No computer player moves at a table that stands still.
    assert "computer player moved" not in post.text


async def test_a_due_date_is_that_of_the_move(host: Host) -> None:
    _, vote = (await posted(host, "vote and due", "en", "channel:100")).text.splitlines()
    _, turn = (await posted(host, "turn and nudge", "en", "channel:100")).text.splitlines()

    assert f"your vote is missing · your move is due <t:{DUE}:f>" in vote
    assert f"**it's your move** · due <t:{DUE}:f> (<t:{DUE}:R>) · **" in turn


async def test_who_is_back_reads_what_is_due(host: Host) -> None:
    back = await posted(host, "back", "en", "channel:100")
    both = await posted(host, "return", "en", "channel:100")

    assert ", welcome back: **it's your move** at **Aftershock 1**." in back.text
    assert ", welcome back. This came in while you were away:" in both.text
    assert [each.label for each in both.rows[0].buttons] == ["Play my move", "My tables"]


async def test_no_computer_moved_where_the_same_move_is_asked_still(host: Host) -> None:
    kind, facts = NOTICES["morning"]
    late, _ = facts["tables"]
    still = {**late, "is_awaited": True, "is_still_asked": True}
    notice = Notice(
        "channel:100", kind, "1", (await table_of(host, ANN, BOB)).id,
        facts={"player": ANN.id, "tables": [still]},
    )  # fmt: skip

    about = NoticeView(notice, None, panels(), NOW)
    post = WORDS[kind](about, words("en"))

    assert "**time is up** · " in post.text
    assert "computer" not in post.text
