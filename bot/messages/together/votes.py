"""What a table decides together: the public message of a vote, and the screen to ask for one."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Final, NamedTuple

from discord.utils import format_dt

from bot.games.custom_ids import about_match
from bot.games.names import escaped_text, shortened
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
)
from bot.locale.localisation import Words, mark
from bot.messages.notice_view import NoticeView
from bot.messages.time.times import PACE_NAMES
from bot.messages.viewing import names_of
from bot.table.errors import VoteRefused
from bot.table.match.match import ABOUT_A_SEAT, Match, Status, Vote, VoteKind, VoteResult
from bot.table.match.pace import PACES
from bot.table.together import holds, votes
from bot.table.together.votes import Circumstances
from engine.game import Seat

MOST_OFFERED: Final = 25
"""Lines of a menu, as Discord has them."""


class VoteWords(NamedTuple):
    """What is said of a kind of vote.

    `offered`: as a menu and typed commands name it; `proposed`: what a player proposes, as the
    channel reads it; `agreed`: that it has passed. Of an end the last board says what that means.
    """

    offered: str
    proposed: str
    agreed: str


VOTE_WORDS: Final[Mapping[VoteKind, VoteWords]] = MappingProxyType(
    {
        VoteKind.HOLD: VoteWords(
            mark("Put the match on hold"),
            mark(
                "**{who} proposes to put {table} on hold**, for up to {days}. All clocks stop in"
                " the meantime."
            ),
            mark("**Agreed:** the match is on hold until {t} at the latest."),
        ),
        VoteKind.GO_ON: VoteWords(
            mark("Resume the match"),
            mark("**{who} proposes to resume** {table}, which is on hold."),
            mark("**Agreed:** the match continues."),
        ),
        VoteKind.EXTEND: VoteWords(
            mark("Two more days for all"),
            mark("**{who} proposes two more days** for everyone whose move it is at {table}."),
            mark("**Agreed:** two more days."),
        ),
        VoteKind.PACE: VoteWords(
            mark("Change the pace to {pace}"),
            mark("**{who} proposes another pace** for {table}: **{pace}**."),
            mark("**Agreed:** {pace} from now on."),
        ),
        VoteKind.COMPUTER_ONCE: VoteWords(
            mark("Computer moves once for {late}"),
            mark(
                "**{who} proposes that a computer player makes this move for {late}** at {table}."
                " {late} keeps the seat."
            ),
            mark("**Agreed:** a computer player makes this move."),
        ),
        VoteKind.COMPUTER_MEANWHILE: VoteWords(
            mark("Computer moves during {late}'s holiday"),
            mark(
                "**{who} proposes that a computer player moves for {late} during the holiday** at"
                " {table}. {late} keeps the seat."
            ),
            mark("**Agreed:** a computer player moves until the holiday is over."),
        ),
        VoteKind.COMPUTER_FOR_GOOD: VoteWords(
            mark("Computer takes over for {late}"),
            mark(
                "**{who} proposes that a computer player takes over for {late}** at {table},"
                " for good."
            ),
            mark("**Agreed:** a computer player takes over."),
        ),
        VoteKind.OFFER_SEAT: VoteWords(
            mark("Offer {late}'s seat"),
            mark(
                "**{who} proposes to offer {late}'s seat** at {table} to a new player. A computer"
                " player moves until someone takes it."
            ),
            mark("**Agreed:** the seat is on offer."),
        ),
        VoteKind.END: VoteWords(
            mark("End with no result"),
            mark("**{who} proposes to end {table} with no result.**"),
            mark("**Agreed.**"),
        ),
        VoteKind.END_AS_IT_STANDS: VoteWords(
            mark("End as it stands"),
            mark(
                "**{who} proposes to end {table} as it stands**, with the points as they are now."
            ),
            mark("**Agreed.**"),
        ),
    }
)
"""A row for each kind that can be asked for by itself."""


def post(about: NoticeView, words: Words) -> Post:
    """Return what the channel is shown of a vote; it pings those who have a ballot, once."""
    match = about.match
    vote = next(each for each in match.votes if each.id == about.fact("vote"))
    lines = [_filled(words, VOTE_WORDS[vote.kind].proposed, about, vote)]
    if not vote.is_open:
        lines.append(_ended(about, vote, words))
        return Post("\n".join([*lines, *_counted(match, vote, words)]))
    voted = {each.seat for each in vote.ballots}
    asked = [match.chairs[each] for each in votes.voters(match, vote) if each not in voted]
    pings = tuple(each.player for each in asked if each.player is not None)
    if pings and not about.is_edit:
        lines[0] = f"{' '.join(f'<@{each}>' for each in pings)}, {lines[0]}"
    lines += _counted(match, vote, words)
    lines.append(
        words.say(
            "-# {n} of {all} must agree. From {t} on, those who moved or voted in the last week"
            " decide.",
            n=votes.needed(match, vote),
            all=len(votes.voters(match, vote)),
            t=format_dt(vote.lapses_at, "f"),
        )
    )
    row = ballots(match, vote, words)
    return Post("\n".join(lines), rows=(row,), pings=() if about.is_edit else pings)


def ballots(match: Match, vote: Vote, words: Words) -> Row:
    """Return the buttons by which one votes."""
    yes = Button(words.say("Vote yes"), about_match("vote-yes", match, vote.id), Style.GREEN)
    return Row((yes, Button(words.say("Vote no"), about_match("vote-no", match, vote.id))))


def _counted(match: Match, vote: Vote, words: Words) -> list[str]:
    """Return who has said what, a small line."""
    said = {each.seat: each.is_yes for each in vote.ballots}
    ayes = tuple(seat for seat, is_yes in said.items() if is_yes)
    noes = tuple(seat for seat, is_yes in said.items() if not is_yes)
    told = []
    if ayes:
        told.append(words.say("For: {who}", who=names_of(match, ayes)))
    if noes:
        told.append(words.say("Against: {who}", who=names_of(match, noes)))
    return [f"-# {' · '.join(told)}"] if told else []


def _ended(about: NoticeView, vote: Vote, words: Words) -> str:
    match vote.result:
        case VoteResult.PASSED:
            return _filled(words, VOTE_WORDS[vote.kind].agreed, about, vote)
        case VoteResult.REFUSED:
            return words.say("**Voted down:** not enough votes.")
        case VoteResult.LAPSED:
            return words.say("**Expired:** too few voted in time.")
        case _:
            return _why_dropped(about.match, vote, words)


DROPPED: Final[Mapping[VoteKind, str]] = MappingProxyType(
    {
        VoteKind.HOLD: mark("**Canceled:** the match is already on hold."),
        VoteKind.GO_ON: mark("**Canceled:** the match isn't on hold anymore."),
        VoteKind.EXTEND: mark("**Canceled:** no clock is running now."),
        VoteKind.PACE: mark("**Canceled:** that's already the pace."),
        VoteKind.COMPUTER_ONCE: mark("**Canceled:** no one has to move for {late} anymore."),
        VoteKind.COMPUTER_MEANWHILE: mark(
            "**Canceled:** the table isn't waiting for {late} anymore."
        ),
        VoteKind.COMPUTER_FOR_GOOD: mark("**Canceled:** {late} is back."),
        VoteKind.OFFER_SEAT: mark("**Canceled:** {late} is back."),
    }
)
"""Why a vote of a kind has ended without a decision, unless something else says it better."""


def _why_dropped(match: Match, vote: Vote, words: Words) -> str:
    facts = _facts(match, vote.kind, vote.arg, words)
    if match.status is not Status.PLAYING:
        return words.say("**Canceled:** the match is over.")
    if vote.about is not None and match.chairs[vote.about].agent is not None:
        return words.say("**Canceled:** a computer player plays for {late} now.", **facts)
    if vote.about is not None and match.chairs[vote.about].is_offered:
        return words.say("**Canceled:** the seat is already on offer.")
    if vote.kind not in DROPPED:
        return words.say("**Canceled:** there's no reason for it anymore.")
    return words.say(DROPPED[vote.kind], **facts)


def _filled(words: Words, message: str, about: NoticeView, vote: Vote) -> str:
    match = about.match
    facts = _facts(match, vote.kind, vote.arg, words)
    held = match.held_until or vote.closed_at or about.now
    days = max(1, min(holds.LONGEST, holds.left(match)).days)
    return words.say(
        message,
        who=names_of(match, (vote.by,)),
        table=about.table(words),
        days=words.count("{n} day", "{n} days", days),
        t=format_dt(held, "f"),
        **facts,
    )


def _facts(match: Match, kind: VoteKind, arg: str, words: Words) -> dict[str, str]:
    if kind is VoteKind.PACE:
        return {"pace": words.say(PACE_NAMES[arg])}
    if kind in ABOUT_A_SEAT:
        return {"late": names_of(match, (Seat(int(arg)),))}
    return {}


def named(match: Match, kind: VoteKind, arg: str, words: Words) -> str:
    """Return what is voted on in a few words, without markdown."""
    facts = _facts(match, kind, arg, words)
    if "late" in facts:
        facts["late"] = shortened(match.chairs[int(arg)].name)
    return words.say(VOTE_WORDS[kind].offered, **facts)


def possible(
    match: Match, seat: Seat, circumstances: Circumstances, *, now: datetime
) -> Sequence[tuple[VoteKind, str]]:
    """Return what this seat can ask the table for now, with what it is about."""
    found = []
    for kind in VOTE_WORDS:
        args: list[str] = [""]
        if kind is VoteKind.PACE:
            args = list(PACES)
        elif kind in ABOUT_A_SEAT:
            args = [str(number) for number in range(len(match.chairs)) if number != seat]
        for arg in args:
            try:
                votes.check(match, kind, arg, circumstances, now=now)
            except VoteRefused:
                continue
            found.append((kind, arg))
    return found


def screen(
    match: Match, table: str, seat: Seat, circumstances: Circumstances, now: datetime, words: Words
) -> Screen:
    """Return what the table can agree on: votes that are open, and a menu to ask for one."""
    title = f"### {words.say('What the table can agree on')}\n-# {table}"
    if match.is_for_one:
        title = f"### {words.say('What you can change')}\n-# {table}"
    blocks: list[Block] = [Text(title)]
    for vote in match.votes:
        if not vote.is_open or vote.kind is VoteKind.TAKE_BACK:
            continue
        data = {
            "what": named(match, vote.kind, vote.arg, words),
            "t": format_dt(vote.lapses_at, "f"),
        }
        told = words.say("**{what}** · vote open until {t}", **data)
        blocks.append(Text("\n".join([told, *_counted(match, vote, words)])))
        if seat in votes.voters(match, vote):
            blocks.append(ballots(match, vote, words))
    options = [
        SelectOption(
            named(match, kind, arg, words),
            f"{kind}:{arg}",
            ""
            if match.is_for_one
            else words.say("{n} of {all} must agree", n=quorum[0], all=quorum[1]),
        )
        for kind, arg in possible(match, seat, circumstances, now=now)
        for quorum in [_quorum(match, kind, arg)]
    ]
    offered = tuple(options[:MOST_OFFERED])
    if options and match.is_for_one:
        blocks.append(Select(about_match("vote-on", match), words.say("Change…"), offered))
    elif options:
        blocks.append(
            Text(
                words.say(
                    "Not answering doesn't block a vote: after three days, the players active in"
                    " the past week decide."
                )
            )
        )
        menu = about_match("vote-on", match)
        blocks.append(Select(menu, words.say("Ask the table to…"), offered))
    else:
        blocks.append(Text(words.say("There's nothing else to vote on right now.")))
    return Screen(tuple(blocks), AMBER)


def _quorum(match: Match, kind: VoteKind, arg: str) -> tuple[int, int]:
    """Return how many of how many must agree at once."""
    about = Vote(0, kind, arg, Seat(0), match.opened_at, match.opened_at)
    return votes.needed(match, about), len(votes.voters(match, about))


def question(match: Match, kind: VoteKind, arg: str, words: Words) -> Screen:
    """Ask whether to ask the table: the others are pinged."""
    needed, every = _quorum(match, kind, arg)
    what = escaped_text(named(match, kind, arg, words))
    if match.is_for_one:
        told = words.say("**{what}?** No one else has to agree.", what=what)
        sure = about_match("vote-open", match, kind, arg)
        back = Button(words.say("Back"), about_match("more", match))
        return Screen((Text(told), Row((Button(words.say("Yes"), sure, Style.GREEN), back))), AMBER)
    lines = [
        words.say("**Shall I ask the table?** {what}", what=what),
        words.say(
            "{n} of {all} must agree, you included. The others are pinged once.",
            n=needed,
            all=every,
        ),
    ]
    ask = Button(
        words.say("Ask the table"), about_match("vote-open", match, kind, arg), Style.GREEN
    )
    back = Button(words.say("Back"), about_match("votes", match))
    return Screen((Text("\n".join(lines)), Row((ask, back))), AMBER)


def ending(
    match: Match, table: str, seat: Seat, circumstances: Circumstances, now: datetime, words: Words
) -> Screen:
    """Ask the only person at a table whether the match ends here, and whether its points count."""
    kinds = {kind for kind, _ in possible(match, seat, circumstances, now=now)}
    lines, buttons = [words.say("**End {table} here?**", table=table)], list[Button]()
    if VoteKind.END_AS_IT_STANDS in kinds:
        lines.append(words.say("You can count the points as they stand, or end with no result."))
        count = about_match("vote-open", match, VoteKind.END_AS_IT_STANDS, "")
        buttons.append(Button(words.say("Count the points"), count, Style.GREEN))
    if VoteKind.END in kinds:
        stop = about_match("vote-open", match, VoteKind.END, "")
        buttons.append(Button(words.say("End with no result"), stop, Style.RED))
    buttons.append(Button(words.say("Play on"), about_match("more", match)))
    return Screen((Text("\n".join(lines)), Row(tuple(buttons))), AMBER)


def asked(match: Match, words: Words) -> Screen:
    """Return what a player sees who has asked the table."""
    vote = match.votes[-1]
    text = words.say("**Asked.** The channel shows who has voted.")
    if vote.result is VoteResult.PASSED:
        text = words.say("**Agreed.** No one else had to be asked.")
        if match.is_for_one:
            text = words.say("**Done.**")
            if match.status is not Status.PLAYING:
                text = words.say("**The match is over.**")
    return Screen((Text(text),), AMBER)
