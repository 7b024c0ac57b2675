"""The review of a match that is over: luck, the best and the worst decisions of each player."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.games.custom_ids import about_match
from bot.games.names import escaped_name, shortened
from bot.games.panel import AnyPanel, AnyView
from bot.games.screen import (
    AMBER,
    Block,
    Button,
    Image,
    Post,
    Row,
    Screen,
    Select,
    SelectOption,
    Style,
    Text,
    keypad,
)
from bot.games.speech import points, without_markdown
from bot.hosting.advice.reviews import Review
from bot.hosting.match.history import HistoryStep
from bot.locale.localisation import Words
from bot.messages.advice.hints import told_move
from bot.messages.viewing import Reader, moments, table_name
from bot.table.match.match import Match
from engine.agents.review import Judgement
from engine.game import Seat
from engine.record import Record, canonical

LONGEST_LABEL: Final = 100


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A decision that stands in a review: what was played, and what was better, if anything was."""

    judgement: Judgement
    played: str
    better: str

    @property
    def line(self) -> int:
        """The seq of its line."""
        return self.judgement.line


def looked_at(
    panel: AnyPanel,
    match: Match,
    record: Record[object],
    then: HistoryStep,
    judgement: Judgement,
    words: Words,
) -> ReviewedDecision:
    """Return a decision in words; `then` is the table before it, as its seat knew it."""
    (moment,) = moments(match, (then,), Reader(judgement.seat, words))
    view: AnyView = replace(moment.view, legal=then.legal())
    move = record.entries[judgement.line].move
    played = "" if move is None else told_move(panel, view, (move.action,))
    found = (each for each in view.legal if canonical(each) == judgement.better)
    rival = next(found, None)
    better = "" if rival is None else told_move(panel, view, (rival,))
    if better == played:
        better = words.say("the same, placed in another way")
    return ReviewedDecision(judgement, played, better if rival is not None else "")


def signed(number: float) -> str:
    """Return "+3", "−2" or "0"."""
    whole = round(number)
    return "0" if not whole else f"+{whole}" if whole > 0 else f"−{-whole}"


def said_of(looked: ReviewedDecision, words: Words) -> str:
    """Return one decision in a line or two."""
    judgement = looked.judgement
    if judgement.better is None:
        gain = points(words, max(1, round(judgement.gain)))
        return words.say(
            "{move}\n-# about {points} more than a usual move", move=looked.played, points=gain
        )
    loss = points(words, max(1, round(judgement.loss)))
    return words.say(
        "{move}\n-# better: {better} (about {points} more)",
        move=looked.played,
        better=looked.better,
        points=loss,
    )


def underway(match: Match, panel: AnyPanel, review: Review, words: Words) -> Screen:
    """Return what is shown while a match is being reviewed."""
    lines = [
        f"### {_title(match, panel, words)}",
        words.say(
            "**I am looking back on this match:** {n} of {all} steps so far.",
            n=len(review.findings),
            all=review.all_lines,
        ),
        words.say("-# I do it while I have little else to do. Look again in a minute."),
    ]
    again = Button(words.say("Look again"), about_match("review", match), Style.BLUE)
    return Screen((Text("\n".join(lines)), Row((again,))), AMBER)


def page(
    match: Match,
    panel: AnyPanel,
    review: Review,
    seat: Seat,
    looked: Sequence[ReviewedDecision],
    position: tuple[ReviewedDecision, Image] | None,
    words: Words,
    also: str = "",
) -> Screen:
    """Return a player's page, with the position after one of the decisions."""
    at = position[0] if position else None
    found = review.summary(seat)
    who = escaped_name(match.chairs[found.seat].name)
    judged = words.count("{n} decision", "{n} decisions", found.judged)
    given = words.say("about {points} given away", points=points(words, round(found.lost)))
    lines = [
        f"### {_title(match, panel, words)}",
        f"**{who}** · {judged} · {given}",
        words.say("**Luck of the draws:** {n}", n=signed(found.luck)),
        words.say("-# What was drawn, against what was to be expected, in points ahead of others."),
    ]
    for heading, worst in (
        (words.say("**The best moves**"), False),
        (words.say("**What could have been better**"), True),
    ):
        own = [each for each in looked if (each.judgement.better is not None) is worst]
        if own:
            lines += [heading, *(f"{n}. {said_of(each, words)}" for n, each in enumerate(own, 1))]
    if not looked and review.findings:
        lines.append(words.say("Nothing stands out: no move was much better or worse than others."))
    if lacking := review.all_lines - len(review.findings):
        lines.append(
            words.count(
                "-# {n} step could not be judged.", "-# {n} steps could not be judged.", lacking
            )
        )
    blocks: list[Block] = [Text("\n".join(lines))]
    if position:
        told = words.say("-# The board after this move: {move}", move=position[0].played)
        blocks += [Text(told), position[1]]
    if looked:
        options = []
        for each in looked:
            judgement = each.judgement
            value = judgement.gain if judgement.better is None else -judgement.loss
            label = words.say("{n}: {move}", n=signed(value), move=without_markdown(each.played))
            short = shortened(label, LONGEST_LABEL)
            options.append(SelectOption(short, str(each.line), chosen=each is at))
        menu = words.say("Show the position …")
        blocks.append(Select(about_match("review", match, seat), menu, tuple(options)))
    buttons = [
        Button(
            shortened(match.chairs[each].name),
            about_match("review", match, each),
            Style.BLUE if each == seat else Style.GREY,
        )
        for each in review.seats
        if len(review.seats) > 1
    ]
    if at is not None:
        show = about_match("reviewed", match, seat, at.line)
        buttons.append(Button(words.say("Show to everybody"), show))
    blocks += keypad(tuple(buttons)) if buttons else ()
    return Screen((*blocks, *((Text(also),) if also else ())), AMBER)


def _title(match: Match, panel: AnyPanel, words: Words) -> str:
    return words.say("{table} · review", table=table_name(match, panel, words))


def shown(
    match: Match, panel: AnyPanel, by: str, looked: ReviewedDecision, picture: Image, words: Words
) -> Post:
    """Return the public message with which a person shows a decision to all; it pings nobody."""
    head = words.say(
        "**{who}** shows a move of **{player}** from the review of {table}.",
        who=escaped_name(by),
        player=escaped_name(match.chairs[looked.judgement.seat].name),
        table=table_name(match, panel, words),
    )
    look = Button(words.say("Review"), about_match("review", match))
    return Post(f"{head}\n{said_of(looked, words)}", picture, (Row((look,)),))
