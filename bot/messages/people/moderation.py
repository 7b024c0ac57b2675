"""What moderators see and do, and what those read whom it concerns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Final

from discord.utils import format_dt

from bot.games.custom_ids import about_match, base36, plain_id
from bot.games.names import escaped_name, escaped_text, shortened
from bot.games.screen import (
    AMBER,
    Block,
    Button,
    Form,
    FormField,
    Post,
    Row,
    Screen,
    Select,
    SelectOption,
    Style,
    Text,
    TextInput,
    UserSelect,
)
from bot.locale.localisation import Words, mark
from bot.messages.notice_view import NoticeView
from bot.table.ids import PlayerId
from bot.table.match.match import Match, Status
from bot.table.people.moderation import (
    LONGEST_REASON,
    SHORTEST_REASON,
    Act,
    Ban,
    LogEntry,
    Term,
)
from bot.table.together import holds
from engine.game import Seat

TABLES_ON_PAGE: Final = 5
ACTS_ON_PAGE: Final = 10
ROOM: Final = 3700
"""Characters of a page of the log, beside its title."""
BRIEF: Final = 90
"""Characters of a reason where whole ones take more room than there is."""

TOLD: Final[Mapping[Act, str]] = MappingProxyType(
    {
        Act.HOLD: mark("**The moderators put {table} on hold** until {t}. Reason: {reason}."),
        Act.GO_ON: mark("**The moderators resumed {table}.** Reason: {reason}."),
        Act.CLOSE: mark(
            "**The moderators closed {table}.** Reason: {reason}. It counts for no one."
        ),
        Act.COMPUTER: mark(
            "**The moderators let a computer player make {who}'s move** at {table}. Reason:"
            " {reason}."
        ),
        Act.FREE: mark(
            "**The moderators freed {who}'s seat** at {table}. Reason: {reason}. Anyone may take"
            " it."
        ),
        Act.HAND: mark(
            "**The moderators handed {who}'s seat to {new}** at {table}. Reason: {reason}."
        ),
        Act.BAN: mark("**{who} can't open or join tables here** until {t}. Reason: {reason}."),
    }
)
"""What the table reads of an act, and the moderator; of a ban, the moderator alone."""

LOGGED: Final[Mapping[Act, str]] = MappingProxyType(
    {
        Act.HOLD: mark("{mod} put {table} on hold: {reason}"),
        Act.GO_ON: mark("{mod} resumed {table}: {reason}"),
        Act.CLOSE: mark("{mod} closed {table}: {reason}"),
        Act.COMPUTER: mark("{mod} let a computer player move for {who} ({table}): {reason}"),
        Act.FREE: mark("{mod} freed {who}'s seat ({table}): {reason}"),
        Act.HAND: mark("{mod} handed over {who}'s seat ({table}): {reason}"),
        Act.BAN: mark("{mod} banned {who} from tables until {t}: {reason}"),
        Act.LIFT: mark("{mod} lifted {who}'s ban: {reason}"),
    }
)
"""The line of an act in the log."""

BUTTONS: Final[Mapping[Act, str]] = MappingProxyType(
    {
        Act.HOLD: mark("Hold"),
        Act.GO_ON: mark("Resume"),
        Act.CLOSE: mark("Close"),
        Act.COMPUTER: mark("Let the computer move"),
        Act.FREE: mark("Free the seat"),
        Act.HAND: mark("Hand it over"),
        Act.BAN: mark("Ban from tables"),
        Act.LIFT: mark("Lift the ban"),
    }
)

UNTIL: Final[Mapping[Term, str]] = MappingProxyType(
    {
        Term.DAY: mark("a day"),
        Term.WEEK: mark("a week"),
        Term.MONTH: mark("a month"),
        Term.FOR_GOOD: mark("for good"),
    }
)


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A table in the list: what it is called, and since when whom it waits for."""

    match: Match
    title: str
    since: datetime | None


def list_screen(every: Sequence[WaitingTable], page: int, words: Words) -> Screen:
    """Return a page of the tables of a server; that which waits longest comes first."""
    first = page * TABLES_ON_PAGE
    shown = every[first : first + TABLES_ON_PAGE]
    lines = [f"### {words.say('Tables of this server')} · {len(every)}"]
    lines += [_line(each, words) for each in shown]
    if not shown:
        lines.append(words.say("No table is open."))
    blocks: list[Block] = [Text("\n".join(lines))]
    if shown:
        cards = (Button(str(each.match.id), about_match("care", each.match)) for each in shown)
        blocks.append(Row(tuple(cards)))
    more = first + TABLES_ON_PAGE < len(every)
    log = Button(words.say("Log"), plain_id("care-log", 0))
    blocks.append(Row((*_pages("tables", page, words, more=more), log)))
    return Screen(tuple(blocks), AMBER)


def _line(each: WaitingTable, words: Words) -> str:
    match = each.match
    name = f"**{match.id}** {each.title}"
    if match.status is Status.LOBBY:
        seats = words.say("{n} of {m} seats taken", n=len(match.chairs), m=match.places)
        return f"{name} · {seats}"
    stands = [words.say("move {n}", n=match.line)]
    if match.lost_at is not None:
        stands.append(words.say("its channel is gone"))
    elif holds.is_agreed(match):
        stands.append(words.say("on hold"))
    else:
        who = ", ".join(escaped_name(match.chairs[seat].name) for seat in match.acting)
        stands.append(words.say("waits for {who}", who=who))
        if each.since is not None:
            stands.append(format_dt(each.since, "R"))
    return " · ".join((name, *stands))


def card(
    match: Match,
    name: str,
    stands: str,
    awaited: Mapping[Seat, datetime],
    picture: Sequence[Block],
    words: Words,
    *,
    plays_here: bool,
) -> Screen:
    """Return the card of a table; `picture` is its board as everybody may see it."""
    chairs = " · ".join(
        _seat(match, Seat(n), awaited.get(Seat(n)), words) for n in range(len(match.chairs))
    )
    opened = words.say("opened {t}", t=format_dt(match.opened_at, "R"))
    lines = [f"### {name}", chairs, f"{stands} · {opened}" if stands else opened]
    if plays_here:
        lines.append(f"-# {words.say('You play here yourself. That is allowed; the log says so.')}")
    blocks: list[Block] = [Text("\n".join(lines)), *picture]
    log = Button(words.say("Log of this table"), plain_id("care-log", 0, f"m{base36(match.id)}"))
    back = Button(words.say("All tables"), plain_id("tables", 0))
    if match.status in (Status.LOBBY, Status.PLAYING):
        hold = Act.GO_ON if holds.is_agreed(match) else Act.HOLD
        holding = (act_button(match, hold, words),) if match.status is Status.PLAYING else ()
        close = act_button(match, Act.CLOSE, words, style=Style.RED)
        blocks.append(Row((*holding, close, log, back)))
        if people := tuple(SelectOption(each.name, str(each.id)) for each in match.people):
            menu = about_match("care-seat", match)
            blocks.append(Select(menu, words.say("A seat"), people))
    else:
        blocks.append(Row((log, back)))
    return Screen(tuple(blocks), AMBER)


def _seat(match: Match, seat: Seat, since: datetime | None, words: Words) -> str:
    chair = match.chairs[seat]
    who = escaped_name(chair.name)
    if chair.player is not None and chair.player == match.host:
        who = words.say("{who} (host)", who=who)
    if since is not None:
        return words.say("**{who}**, asked {t}", who=who, t=format_dt(since, "R"))
    return who


def seat_screen(match: Match, name: str, seat: Seat, ban: Ban | None, words: Words) -> Screen:
    """Return what can be done about a person at a table; `ban` is theirs, if one is in force."""
    chair = match.chairs[seat]
    player = chair.player
    assert player is not None
    lines = [f"### {name} · {escaped_name(chair.name)}"]
    banning = act_button(match, Act.BAN, words, player, style=Style.RED)
    if ban is not None:
        lines.append(_in_force(ban, words))
        banning = lift_button(player, words)
    buttons = [act_button(match, Act.FREE, words, player), banning]
    blocks: list[Block] = [Text("\n".join(lines))]
    if match.status is Status.PLAYING:
        buttons.insert(0, act_button(match, Act.COMPUTER, words, player))
        menu = about_match("care-hand", match, player)
        blocks += [Row(tuple(buttons)), UserSelect(menu, words.say("Hand the seat to…"))]
    else:
        blocks.append(Row(tuple(buttons)))
    return Screen((*blocks, Row((to_card(match, words),))), AMBER)


def hand_screen(match: Match, who: str, new: str, button: Button, words: Words) -> Screen:
    """Ask whether a seat goes to another person."""
    text = words.say(
        "**Hand {who}'s seat to {new}?** They inherit its position and secrets.",
        who=escaped_name(who),
        new=escaped_name(new),
    )
    return Screen((Text(text), Row((button, to_card(match, words)))), AMBER)


def receipt(text: str, told: str, *buttons: Button) -> Screen:
    """Return what was done, and who was told of it."""
    return Screen((Text(f"{text}\n-# {told}"), Row(buttons)), AMBER)


def log_screen(
    acts: Sequence[LogEntry],
    titles: Mapping[str, str],
    page: int,
    of: str,
    lift: tuple[PlayerId, Ban] | None,
    words: Words,
) -> Screen:
    """Return a page of the log; `acts` has one more than a page if there is another one.

    `of` says in the id of a button whose log it is. `lift`: whose ban is in force.
    """
    shown = acts[:ACTS_ON_PAGE]
    lines = [log_line(each, titles, words) for each in shown]
    if sum(map(len, lines)) > ROOM:
        lines = [log_line(each, titles, words, BRIEF) for each in shown]
    if not lines:
        lines = [words.say("**Nothing yet.**")]
    title = words.say("What moderators did · kept for 90 days")
    blocks: list[Block] = [Text("\n".join((f"### {title}", *lines)))]
    buttons = [*_pages("care-log", page, words, of, more=len(acts) > ACTS_ON_PAGE)]
    if lift is not None:
        blocks.append(Text(_in_force(lift[1], words)))
        buttons.append(lift_button(lift[0], words))
    buttons.append(Button(words.say("All tables"), plain_id("tables", 0)))
    return Screen((*blocks, Row(tuple(buttons))), AMBER)


def log_line(
    entry: LogEntry, titles: Mapping[str, str], words: Words, longest: int = LONGEST_REASON
) -> str:
    """Return an act as a line of the log; a person who was erased is a former player."""
    former = words.say("former player")
    whom = "" if entry.whom is None else entry.whom.name
    line = words.say(
        LOGGED[entry.act],
        mod=escaped_name(entry.moderator.name or former),
        who=escaped_name(whom or former),
        table=f"{titles.get(entry.game or '', '')} {entry.match or ''}".strip(),
        t=until_words(entry.until, words),
        reason=escaped_text(shortened(entry.reason, longest)),
    )
    here = f" {words.say('(plays there)')}" if entry.plays_there else ""
    return f"**{format_dt(entry.at, 'd')}** {line}{here}"


def form(match: Match, act: Act, args: Sequence[str], words: Words) -> Form:
    """Return the questions before an act at a table: why, and for how long."""
    title = words.say(BUTTONS[act])
    questions = [_why(words)]
    if act is Act.BAN:
        options = (
            SelectOption(words.say(text), each.value, chosen=each is Term.WEEK)
            for each, text in UNTIL.items()
        )
        menu = Select("care-act.until", "", tuple(options))
        questions.append(FormField(words.say("Until"), menu))
    return Form(about_match("care-act", match, *args), title, tuple(questions))


def lift_form(player: str, words: Words) -> Form:
    """Return the question before a ban is lifted: why."""
    return Form(plain_id("care-lift", player), words.say(BUTTONS[Act.LIFT]), (_why(words),))


def _why(words: Words) -> FormField:
    line = TextInput("care-act.reason", longest=LONGEST_REASON, shortest=SHORTEST_REASON)
    return FormField(words.say("Reason (those it concerns read it)"), line)


def act_button(
    match: Match,
    act: Act,
    words: Words,
    *args: int,
    label: str = "",
    style: Style = Style.GREY,
) -> Button:
    """Return the button that asks why, and then does it."""
    custom_id = about_match("care-act", match, act.value, *args)
    return Button(label or words.say(BUTTONS[act]), custom_id, style)


def lift_button(player: PlayerId, words: Words, label: str = "") -> Button:
    """Return the button that asks why, and then lifts a ban."""
    return Button(label or words.say(BUTTONS[Act.LIFT]), plain_id("care-lift", player))


def to_card(match: Match, words: Words) -> Button:
    """Return the way back to the card of a table."""
    return Button(words.say("Back"), about_match("care", match))


def told(act: Act, words: Words, *, who: str, new: str, table: str, reason: str, t: str) -> str:
    """Return an act in the words in which all read it."""
    facts = {"who": escaped_name(who), "new": escaped_name(new), "reason": escaped_text(reason)}
    return words.say(TOLD[act], table=table, t=t, **facts)


def moderated(about: NoticeView, words: Words) -> Post:
    """Return what a table reads of what moderators did; it pings nobody."""
    until = about.fact("until")
    text = told(
        Act(about.fact("act")),
        words,
        who=about.fact("who"),
        new=about.fact("new"),
        table=about.table(words),
        reason=about.fact("reason"),
        t="" if until is None else format_dt(datetime.fromtimestamp(until, UTC), "f"),
    )
    return Post(text)


def banned(about: NoticeView, words: Words) -> Post:
    """Return what a person reads whom moderators banned, or whose ban they lifted."""
    server, until = escaped_name(about.fact("server")), about.fact("until")
    reason = escaped_text(about.fact("reason"))
    if Act(about.fact("act")) is Act.LIFT:
        text = words.say(
            "**The ban in {server} is over.** You may open and join tables again.", server=server
        )
    else:
        text = words.say(
            "**You can't open or join tables in {server} until {t}.** Reason: {reason}. You may"
            " finish your running matches.",
            server=server,
            reason=reason,
            t=until_words(None if until is None else datetime.fromtimestamp(until, UTC), words),
        )
    return Post(text)


def until_words(until: datetime | None, words: Words) -> str:
    """Return the end of a ban, after "until"; one without end may still be lifted."""
    return words.say("further notice") if until is None else format_dt(until, "f")


def _in_force(ban: Ban, words: Words) -> str:
    return told(
        Act.BAN,
        words,
        who=ban.name,
        new="",
        table="",
        reason=ban.reason,
        t=until_words(ban.until, words),
    )


def _pages(verb: str, page: int, words: Words, *args: str, more: bool) -> tuple[Button, ...]:
    if not page and not more:
        return ()
    last, following = max(0, page - 1), page + 1
    return (
        Button(words.say("Earlier"), plain_id(verb, last, *args), disabled=not page),
        Button(words.say("Later"), plain_id(verb, following, *args), disabled=not more),
    )
