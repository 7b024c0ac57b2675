"""The lobby message, which becomes the cover of the running table and stays when it is over.

The first digits of the seal of the draws stand in it from the first moment to the last, and a
button shows all of them, so that anybody can compare it with the finished record. What only those
at the table need, foremost its host, stands on a private screen behind **Set up**.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from discord.utils import format_dt

from bot.games.custom_ids import about_match, for_match, plain_id
from bot.games.names import escaped_name
from bot.games.panel import AnyPanel
from bot.games.people import MACHINE, SHAPES, is_machine
from bot.games.screen import (
    AMBER,
    GREEN,
    GREY,
    Block,
    Button,
    Form,
    FormField,
    Row,
    Screen,
    Select,
    SelectOption,
    Style,
    Text,
    UserSelect,
)
from bot.locale.localisation import Words, mark
from bot.messages.match import levels, variants
from bot.messages.notices.news_modes import WAYS, ways
from bot.messages.refusals import why_closed
from bot.messages.time import times
from bot.messages.viewing import table_name
from bot.table.ids import PlayerId
from bot.table.match.match import Aids, Ending, Hints, Match, Status
from bot.table.match.pace import NO_LIMIT, PACES, Pace
from engine.registry import game
from engine.setups import possible_values

HINTS: Final = {
    Hints.PRIVATE: (mark("Private"), mark("three each; only the player who asks knows")),
    Hints.NOTED: (mark("Public"), mark("three each; the table hears who took one")),
    Hints.NONE: (mark("No hints"), mark("no hints at this table")),
}
"""What a table does about hints: its name, and what that means."""
SUGGESTED: Final = "three-days"
"""The pace that suits most tables, by its name in `PACES`."""
ASKED: Final = "asked"
"""Marks an answer to what a new table's host was asked: the question stays where it is."""
RATED, FRIENDLY = "yes", "friendly"
"""What a press makes of a table, as its button says."""
SEAL_SHOWN: Final = 8
"""Digits of the seal that stand in the lobby."""


def lobby(match: Match, panel: AnyPanel, words: Words, away: Sequence[str] = ()) -> Screen:
    """Return the lobby message of an open table; `away` says who of it has holidays soon."""
    is_full, setup = match.is_full, match.setup

    def door(verb: str, label: str, style: Style = Style.GREY, *, shut: bool = False) -> Button:
        return Button(label, for_match(verb, match.id, 0), style, shut)

    lines = [
        panel.invitation(words, escaped_name(match.host_name), setup),
        *seats(match, words),
        *variants.agreed(match, panel, words),
        *(
            f"**{panel.option(words, name)}** {panel.value(words, name, value)}"
            for name, value in sorted(setup.options.items())
        ),
    ]
    lines += [*times.agreed(match, words), *away]
    if match.news is not None:
        lines.append(f"**{words.say('Messages')}** {words.say(WAYS[match.news][0])}")
    if match.aids is Aids.PURE:
        pure = words.say("none, only what is on the table")
        lines.append(f"**{words.say('Aids')}** {pure}")
    elif match.hints is not Hints.PRIVATE:
        told = words.say(HINTS[match.hints][1])
        lines.append(f"**{words.named('of a table', 'Hints')}** {told}")
    if match.is_friendly:
        lines.append(f"**{words.say('Friendly')}** {words.say('not rated')}")
    doors = (
        door("join", words.say("Join"), Style.GREEN, shut=is_full),
        door("leave", words.say("Leave")),
        Button(words.say("How to play"), plain_id("rules", match.game, 0)),
    )
    more = (
        door("start", words.say("Start"), Style.BLUE)
        if is_full
        else door("start", words.say("Start now")),
        door("set-up", words.say("Set up")),
        door("seal", words.say("Fair draws")),
    )
    closing = ""
    if match.expires_at is not None:
        when = format_dt(match.expires_at, "R")
        closing = "-# " + words.say("Closes {t} if no one joins.", t=when)
        if is_full:
            closing = words.say(
                "**The table is full.** It starts {t}, or when the host presses Start.", t=when
            )
    blocks: tuple[Block, ...] = (
        Text(f"### {words.say('{game} · a new table', game=panel.title(words))}"),
        panel.banner(words),
        Text("\n".join(lines)),
        Row(doors),
        Row(more),
        Text(f"{closing}\n{seal(match, words)}"),
    )
    return Screen(blocks, AMBER)


def set_up(
    match: Match, panel: AnyPanel, player: PlayerId, words: Words, *, has_masters: bool
) -> Screen:
    """Return what a player who sits at an open table can change: all of it, if they are host.

    `has_masters`: whether the host may seat computer players of that level, too.
    """

    def door(verb: str, label: str, *, shut: bool = False) -> Button:
        return Button(label, for_match(verb, match.id, 0), disabled=shut)

    title = f"### {words.say('{game} · set up', game=panel.title(words))}"
    # At a full table nobody can be invited; but a player may have left the server meanwhile.
    may_be_gone = match.is_full and len(match.people) > 1
    people = (
        door("absent", words.say("Replace a missing player"))
        if may_be_gone
        else door("invite", words.say("Invite"), shut=match.free <= 0)
    )
    if player != match.host:
        host = escaped_name(match.host_name)
        told = words.say("**{host} is the host** and sets this table up.", host=host)
        return Screen((Text(f"{title}\n{told}"), Row((people,))), AMBER)
    places = tuple(
        SelectOption(words.count("{n} seat", "{n} seats", n), str(n), chosen=n == match.places)
        for n in game(match.game).meta.seats
    )
    forms = [door("options", words.say("Table options"))]
    if game(match.game).meta.options:
        forms.append(door("rule-options", words.say("Rule options")))
    state, other = words.say("yes"), FRIENDLY
    if match.is_friendly:
        state, other = words.say("friendly"), RATED
    rated = words.say("{label}: {state}", label=words.say("Rated"), state=state)
    forms.append(Button(rated, for_match("rated", match.id, 0, other)))
    blocks: tuple[Block, ...] = (
        Text(f"{title}\n-# {words.say('The table shows each change at once.')}"),
        *levels.menu(match, words, has_masters=has_masters),
        Select(for_match("places", match.id, 0), words.say("Seats"), places),
        *variants.menu(match, panel, words),
        Row((people, *forms)),
    )
    return Screen(blocks, AMBER)


def whole_seal(match: Match, words: Words) -> Screen:
    """Return the whole seal of a table's draws, and what it is good for."""
    lines = (
        f"### {words.say('Fair draws')}",
        words.say(
            "No one can rig what is drawn here, not even the bot's operator: before anyone joined"
            " I sealed a secret seed, which decides every draw together with your clicks on Join."
            " After the match I reveal it, and **Check the draws** repeats them all."
        ),
        words.say("Seal (SHA-256 of the seed): `{seal}`", seal=match.commitment),
    )
    return Screen((Text("\n".join(lines)),), AMBER)


def pace_question(match: Match, words: Words) -> tuple[Block, ...]:
    """Return the menu in which the host of a new table chooses its pace; none if they typed one.

    Nothing is chosen: without an answer there is no limit.
    """
    if match.pace != NO_LIMIT:
        return ()
    order = sorted(PACES, key=lambda name: name != SUGGESTED)
    suits = words.say("Suits most tables.")
    paces = tuple(
        SelectOption(
            times.pace_name(PACES[name], words), f"pace={name}", suits if name == SUGGESTED else ""
        )
        for name in order
    )
    asked = words.say("Pace: no limit so far")
    return (Select(for_match("options", match.id, 0, ASKED), asked, paces),)


def cover(match: Match, panel: AnyPanel, line: str, words: Words) -> Screen:
    """Return what the lobby message is once the match has begun; `line` says how it stands."""
    name = table_name(match, panel, words)
    title = {
        Status.PLAYING: words.say("{table} · in play", table=name),
        Status.FINISHED: words.say("{table} · over", table=name),
    }.get(match.status, words.say("{table} · locked", table=name))
    where = words.say("The table is right in this channel.")
    if match.table.place is not None:
        where = words.say("The table is in the thread below.")
    elif match.venue.threaded and match.table.message is None:
        # A thread grows from this message, so nobody knows yet whether there will be one.
        where = ""
    elif match.venue.threaded:
        where = words.say(
            "I'm not allowed to open threads here, so the table is right in this channel."
        )
    # Only a cover with a thread below it is edited at every move.
    news = line if match.table.place or match.status is not Status.PLAYING else ""
    ways = variants.agreed(match, panel, words) if match.setup.variants else []
    text = "\n".join(part for part in (*seats(match, words), *ways, news, where) if part)
    show = Button(words.say("Show me the board"), about_match("board", match))
    whole = Button(words.say("Fair draws"), about_match("seal", match))
    blocks = (Text(f"### {title}"), Text(text), Row((show, whole)), Text(seal(match, words)))
    return Screen(blocks, GREEN if match.status is Status.PLAYING else GREY)


def closed(match: Match, panel: AnyPanel, words: Words) -> Screen:
    """Return what is left of a table that was closed, and why it was."""
    title = words.say("{game} · table closed", game=panel.title(words))
    text = words.say("This match ended early, with no result.")
    who = escaped_name(match.closed_by or "")
    match match.ending, match.has_begun:
        case Ending.EXPIRED, _:
            text = words.say("No one joined for 48 hours, so I closed this table. No harm done.")
        case Ending.LEFT, _:
            text = words.say("Everyone left, so I closed this table. No harm done.")
        case Ending.ADMIN, _:
            text = why_closed(match.ending, None, words)
        case Ending.HOST, True:
            text = words.say("{who} closed this table before the end of its match.", who=who)
        case Ending.HOST, False:
            text = words.say(
                "{who} closed this table before its match began. No harm done.", who=who
            )
        case None, False:
            text = words.say("This table was closed before its match began. No harm done.")
        case _:
            pass
    again = Button(words.say("Open it again"), about_match("reopen", match), Style.BLUE)
    return Screen((Text(f"### {title}"), Text(text), Row((again,))), GREY)


def seats(match: Match, words: Words) -> list[str]:
    """Return a line for each seat; those that are free count only until the match begins."""
    lines: list[str] = []
    kept = [words.say("kept for {who}", who=escaped_name(each.name)) for each in match.kept]
    places = match.places if match.status is Status.LOBBY else 0
    for number in range(max(places, len(match.chairs))):
        shape = SHAPES[number % len(SHAPES)]
        if number >= len(match.chairs):
            free = [*kept, *[words.say("free")] * places]
            lines.append(f"{shape} *{free[number - len(match.chairs)]}*")
            continue
        chair = match.chairs[number]
        note = ""
        if is_machine(chair):
            shape += MACHINE
        if chair.agent is not None:
            note = f" ({levels.note(chair, words)})"
        elif chair.player == match.host:
            note = f" ({words.say('host')})"
        lines.append(f"{shape} **{escaped_name(chair.name)}**{note}")
    return lines


def seal(match: Match, words: Words) -> str:
    """Return the line with the first digits of the commitment to the draws."""
    return "-# " + words.say("Fair draws, sealed: `{seal}…`", seal=match.commitment[:SEAL_SHOWN])


def options(match: Match, words: Words) -> Form:
    """Return the settings of the house: time, aids, hints, how the channel is told."""
    late = tuple(
        SelectOption(words.say(text), each.value, chosen=each is match.when_late)
        for each, text in times.WHEN_LATE.items()
    )
    asked = {
        "pace": (words.say("Pace"), paces(match.pace, words)),
        "late": (words.say("When time is up"), late),
        "aids": (words.say("Aids"), aids(match.aids, words)),
        "hints": (words.named("of a table", "Hints"), hints(match.hints, words)),
        "news": (words.say("Messages"), ways(match.news, match, words)),
    }
    return _form(match, words.say("Table options"), asked)


def paces(now: Pace, words: Words) -> tuple[SelectOption, ...]:
    """Return the paces on offer."""
    suits = words.say("Suits most tables.")
    return tuple(
        SelectOption(
            times.pace_name(each, words),
            name,
            suits if name == SUGGESTED else "",
            chosen=each == now,
        )
        for name, each in PACES.items()
    )


def aids(now: Aids, words: Words) -> tuple[SelectOption, ...]:
    """Return what a table may have of aids."""
    everything = words.say("scores, unseen pieces, dangers, recaps")
    nothing = words.say("only what is on the table")
    is_pure = now is Aids.PURE
    return (
        SelectOption(words.say("All"), Aids.ALL.value, everything, chosen=not is_pure),
        SelectOption(words.say("None"), Aids.PURE.value, nothing, chosen=is_pure),
    )


def hints(now: Hints, words: Words) -> tuple[SelectOption, ...]:
    """Return what a table may do about hints."""
    return tuple(
        SelectOption(words.say(name), each.value, words.say(told), chosen=each is now)
        for each, (name, told) in HINTS.items()
    )


def rule_options(match: Match, panel: AnyPanel, words: Words) -> Form:
    """Return the settings of the game."""
    rules, asked = game(match.game), dict[str, tuple[str, tuple[SelectOption, ...]]]()
    for option in rules.meta.options:
        now = match.setup.options.get(option.name, option.values[0])
        # Only values with which this number of places can be played.
        possible = possible_values(rules, match.setup, option)
        possible_options = (
            SelectOption(panel.value(words, option.name, each), str(number), chosen=each == now)
            for number, each in enumerate(option.values)
            if each in possible
        )
        asked[option.name] = panel.option(words, option.name), tuple(possible_options)
    return _form(match, words.say("Rule options"), asked)


def _form(
    match: Match, title: str, asked: Mapping[str, tuple[str, tuple[SelectOption, ...]]]
) -> Form:
    """Return a form that is answered as `options` whatever it asks; at most five questions."""
    questions = (
        FormField(label, Select(f"options.{name}", "", values))
        for name, (label, values) in asked.items()
    )
    return Form(for_match("options", match.id, 0), title, tuple(questions))


def invitation(match: Match, words: Words) -> Screen:
    """Return the menu of people to invite."""
    menu = UserSelect(for_match("invited", match.id, 0), words.say("Who?"), match.free)
    text = words.say(
        "**Who shall I invite?** Each is pinged once, and a seat is kept for them for 48 hours."
    )
    return Screen((Text(text), menu), AMBER)
