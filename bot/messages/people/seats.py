"""Free seats: their list, the pings about them, the question before a new table, invitations."""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from discord.utils import format_dt

from bot.games.custom_ids import for_match, plain_id
from bot.games.names import escaped_name
from bot.games.panel import AnyPanel, Panels
from bot.games.people import MACHINE, SHAPES, is_machine
from bot.games.screen import AMBER, GREY, Button, Post, Row, Screen, Style, Text, keypad
from bot.locale.localisation import Words, mark
from bot.messages.match.variants import named
from bot.messages.notice_view import NoticeView
from bot.messages.refusals import table_button
from bot.messages.time.times import pace_name
from bot.table.ids import PlayerId
from bot.table.invitations import GuestAnswer
from bot.table.match.match import Match

A_PAGE: Final = 5
"""Tables on a page of the list: as many buttons are in a row."""

_ANSWERS: Final[Mapping[GuestAnswer, str]] = {
    GuestAnswer.SITS: mark("**{who}** sits down."),
    GuestAnswer.DECLINED: mark("**{who}** can't this time. The seat is free again."),
    GuestAnswer.LAPSED: mark("The seat is no longer kept for **{who}**."),
}


def list_button(words: Words, game: str = "") -> Button:
    """Return the button that lists the free seats of a server, of one title or of all."""
    return Button(words.say("Open tables"), plain_id("seats", game))


def listing(
    tables: Sequence[Match],
    page: int,
    player: PlayerId,
    panels: Panels,
    words: Words,
    game: str,
    opens: tuple[Button, ...],
) -> Screen:
    """Return a page of the tables with free seats, for one who can join them."""
    more = Row((Button(words.say("Ping me…"), plain_id("wishes")), *opens))
    if not tables:
        text = words.say(
            "**No open table here right now.** Open one, or let me ping you when one opens."
        )
        return Screen((Text(text), more), AMBER)
    pages = -(-len(tables) // A_PAGE)
    page = min(page, pages - 1)
    first = page * A_PAGE
    shown = list(enumerate(tables, 1))[first : first + A_PAGE]
    lines = [f"**{number}** {_line(each, panels[each.game], words)}" for number, each in shown]
    title = f"### {words.say('Open tables')} · {len(tables)}"
    doors = (
        Button(
            words.say("Join {n}", n=number),
            for_match("take-seat", each.id, 0),
            Style.GREEN,
            disabled=each.seat_of(player) is not None,
        )
        for number, each in shown
    )
    turns = (
        Button(words.say("Earlier"), plain_id("seats", game, page - 1), disabled=page == 0),
        Button(words.say("Later"), plain_id("seats", game, page + 1), disabled=page + 1 == pages),
    )
    leaf = (Row(turns),) if pages > 1 else ()
    blocks = (Text(title), Text("\n".join(lines)), Row(tuple(doors)), more, *leaf)
    return Screen(blocks, AMBER)


def _line(match: Match, panel: AnyPanel, words: Words) -> str:
    ways = named(panel, words, match.setup.variants)
    seated = [
        f"{shape}{MACHINE if is_machine(chair) else ''} {escaped_name(chair.name)}"
        for shape, chair in zip(SHAPES, match.chairs, strict=False)
    ]
    kept = [words.say("kept for {who}", who=escaped_name(each.name)) for each in match.kept]
    free = [*kept, *[words.say("free")] * match.free]
    seated += [
        f"{shape} *{told}*" for shape, told in zip(SHAPES[len(match.chairs) :], free, strict=False)
    ]
    parts = (
        ", ".join(part for part in (panel.title(words), ways) if part),
        " ".join(seated),
        _pace(match, words),
        format_dt(match.opened_at, "R"),
        words.say("friendly") if match.is_friendly else "",
    )
    return " · ".join(part for part in parts if part)


def joined(match: Match, words: Words) -> Screen:
    """Return what a person reads who took a seat elsewhere than at the table."""
    text = words.say("**Joined.** I ping you when the match begins.")
    return Screen((Text(text), Row((table_button(match, words),))), AMBER)


def seat_taken(others: int, words: Words) -> Screen:
    """Return that a seat was taken meanwhile, and where others are free."""
    text = words.say("**That seat is taken.**")
    if not others:
        return Screen((Text(text),), GREY)
    still = words.count("Still open: {n} table.", "Still open: {n} tables.", others)
    return Screen((Text(f"{text} {still}"), Row((list_button(words),))), GREY)


def already_open(match: Match, of_title: int, own: Button, panel: AnyPanel, words: Words) -> Screen:
    """Return the question before a new table is opened: there is one that would do."""
    text = words.count(
        "**A {game} table is open already:** {who}, {pace}, {n} seat free, since {t}. Join it"
        " instead?",
        "**A {game} table is open already:** {who}, {pace}, {n} seats free, since {t}. Join it"
        " instead?",
        # The last one may be kept for the person who is asked.
        max(match.free, 1),
        game=panel.title(words),
        who=_seated(match),
        pace=_pace(match, words),
        t=format_dt(match.opened_at, "R"),
    )
    show = Button(words.say("Show all {n}", n=of_title), plain_id("seats", match.game))
    buttons = (
        Button(words.say("Join it"), for_match("take-seat", match.id, 0), Style.GREEN),
        *((show,) if of_title > 1 else ()),
        own,
    )
    return Screen((Text(text), Row(buttons)), AMBER)


def wishes(wished: Collection[str], panels: Panels, words: Words) -> Screen:
    """Return for which titles a person is pinged when a table opens; each button turns one."""
    text = words.say("**When shall I ping you?** At most once an hour, never in your quiet hours.")

    def switch(key: str, game: str) -> Button:
        if key in wished:
            return Button(
                words.say("{game}: on", game=game), plain_id("wish", key, "off"), Style.GREEN
            )
        return Button(words.say("{game}: off", game=game), plain_id("wish", key, "on"))

    buttons = tuple(switch(key, panel.title(words)) for key, panel in panels.items())
    return Screen((Text(text), *keypad(buttons), Row((list_button(words),))), AMBER)


def free_seats(about: NoticeView, words: Words) -> Post:
    """Return what those read who want to hear of open tables; it pings them."""
    match = about.match
    people = tuple(map(PlayerId, about.fact("people")))
    text = words.say(
        "**A {game} table has free seats:** {who}, {pace}.",
        game=about.panels[match.game].title(words),
        who=_seated(match),
        pace=_pace(match, words),
    )
    no_more = Button(words.say("No more of these pings"), plain_id("no-pings"))
    if about.is_direct:
        # A seat is taken where the table can be seen.
        return Post(text, rows=(Row((table_button(match, words), no_more)),))
    pings = " ".join(f"<@{each}>" for each in people)
    door = Button(words.say("Join"), for_match("take-seat", match.id, 0), Style.GREEN)
    return Post(f"{pings} {text}", rows=(Row((door, no_more)),), pings=people)


def invitation(about: NoticeView, words: Words) -> Post:
    """Return that a seat is kept for a person, and later what they answered."""
    match, player = about.match, PlayerId(about.fact("player"))
    title = about.panels[match.game].title(words)
    who = escaped_name(about.fact("names")[str(player)])
    if (answer := GuestAnswer(about.fact("answer"))) is not GuestAnswer.NONE:
        learn = Button(words.say("How to play"), plain_id("rules", match.game, 0))
        return Post(words.say(_ANSWERS[answer], who=who), rows=(Row((learn,)),))
    text = words.count(
        "{ping}, **{host} saves you a seat** at {game}: {pace}, {n} seat. Until {t}.",
        "{ping}, **{host} saves you a seat** at {game}: {pace}, {n} seats. Until {t}.",
        match.places,
        ping=f"<@{player}>",
        host=escaped_name(about.fact("by")),
        game=title,
        pace=_pace(match, words),
        t=format_dt(datetime.fromtimestamp(about.fact("until"), UTC), "f"),
    )
    buttons = (
        Button(words.say("Sit down"), for_match("take-seat", match.id, 0, player), Style.GREEN),
        Button(words.say("Decline"), for_match("decline-seat", match.id, 0, player)),
    )
    pings = () if about.fact("is_silent") else (player,)
    # A guest who blocks its host isn't pinged; to all others it is a message like any other.
    return Post(text, rows=(Row(buttons),), pings=pings, is_heard=True)


def _seated(match: Match) -> str:
    return ", ".join(escaped_name(each.name) for each in match.chairs)


def _pace(match: Match, words: Words) -> str:
    """Return the pace of a table as it stands in a sentence."""
    name = pace_name(match.pace, words)
    return name[:1].lower() + name[1:]
