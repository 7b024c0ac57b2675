"""The block list as its owner sees it, and what they are warned of: nobody else learns of it."""

from collections.abc import Collection, Sequence
from typing import Final

from bot.games.custom_ids import about_match, base36, for_match, plain_id
from bot.games.names import escaped_name, shortened
from bot.games.screen import (
    AMBER,
    Block,
    Button,
    Post,
    Row,
    Screen,
    Select,
    SelectOption,
    Style,
    Text,
    UserSelect,
)
from bot.games.speech import and_list
from bot.locale.localisation import Words
from bot.messages.notice_view import NoticeView
from bot.messages.refusals import table_button
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Person

A_PAGE: Final = 25
"""People in the menu, as many as Discord shows there."""


def block_list(people: Sequence[Person], page: int, words: Words, told: str = "") -> Screen:
    """Return a person's block list, under what has just become of it."""
    first = min(page, max(len(people) - 1, 0) // A_PAGE) * A_PAGE
    shown, title = people[first : first + A_PAGE], words.say("Your block list")
    lines = [f"### {title} · {len(people)}", ", ".join(escaped_name(each.name) for each in shown)]
    if not people:
        lines = [f"### {title}", words.say("**It is empty.**")]
    small = words.say(
        "I warn you before you share a table, in every server. They never learn of it."
    )
    blocks: list[Block] = [Text("\n".join([*([told] if told else []), *lines, f"-# {small}"]))]
    blocks.append(UserSelect(plain_id("block"), words.say("Add someone")))
    if shown:
        options = tuple(SelectOption(shortened(each.name), str(each.id)) for each in shown)
        blocks.append(Select(plain_id("unblock"), words.say("Remove someone"), options))
    starts = range(0, len(people), A_PAGE)
    if len(starts) > 1:
        pages = (
            Button(
                f"{start + 1}–{min(start + A_PAGE, len(people))}",
                plain_id("block-list", number),
                disabled=start == first,
            )
            for number, start in enumerate(starts)
        )
        blocks.append(Row(tuple(pages)))
    settings = Button(words.say("Back"), plain_id("settings"))
    return Screen((*blocks, Row((settings,))), AMBER)


def question(
    match: MatchId,
    verb: str,
    args: Sequence[str],
    seated: Sequence[Person],
    known: Collection[int],
    words: Words,
) -> Screen:
    """Ask whether to sit down with people of one's block list.

    The button that says so carries the consent: whom it is about.
    """
    who = and_list(words, [escaped_name(each.name) for each in seated])
    text = words.count(
        "**{who}, on your block list, sits here.** Sit down all the same? No one learns that I"
        " asked.",
        "**{who}, on your block list, sit here.** Sit down all the same? No one learns that I"
        " asked.",
        len(seated),
        who=who,
    )
    consent = [base36(each) for each in sorted({*known, *(each.id for each in seated)})]
    anyway = for_match(verb, match, 0, *args, *consent)
    buttons = (
        Button(words.say("Stay away"), for_match("stay-away", match, 0), Style.BLUE),
        Button(words.say("Sit down anyway"), anyway),
    )
    return Screen((Text(text), Row(buttons)), AMBER)


def joined(about: NoticeView, words: Words) -> Post:
    """Return that a person on a player's block list has sat down at their table."""
    match, player = about.match, PlayerId(int(about.fact("player")))
    seat, who = match.seat_of(player), escaped_name(about.fact("name"))
    text = words.say(
        "**{who}, on your block list, joined {table}.**", who=who, table=about.table(words)
    )
    if about.loaded is not None and (seat is None or not about.loaded.has_moved(seat)):
        more = words.say("You may leave before your first move; it won't count.")
        text = f"{text} {more}"
    buttons = (
        Button(words.say("Leave"), about_match("get-up", match), Style.RED),
        Button(words.say("Stay"), about_match("stay", match)),
        table_button(match, words),
    )
    # In a direct message that is what lets the phone sound.
    return Post(text, rows=(Row(buttons),), pings=(player,))
