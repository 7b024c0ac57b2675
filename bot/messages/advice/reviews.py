"""The review of a match that is over: luck, the best and the worst decisions of each player."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.games.abilities import GivesReasons, MarkedMove
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
    Style,
    Text,
    keypad,
)
from bot.hosting.advice.reviews import Review
from bot.hosting.match.history import HistoryStep
from bot.locale.localisation import Words
from bot.messages.advice.hints import told_move
from bot.messages.advice.measures import Measure
from bot.messages.viewing import Reader, moments, table_name
from bot.table.match.match import Match
from engine.agents.review import Judgement
from engine.game import Seat
from engine.record import Record, canonical


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A decision that stands in a review: what was played, and what was better, if anything was.

    `view` is the table before it, as its seat knew it; `why` says what was good, or better.
    """

    judgement: Judgement
    view: AnyView
    moves: tuple[MarkedMove, ...]
    played: str
    better: str
    why: str

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
    found = (each for each in view.legal if canonical(each) == judgement.better)
    actions = [each for each in (move and move.action, next(found, None)) if each is not None]
    told = [told_move(panel, view, (each,)) for each in actions]
    better = told[1] if len(told) > 1 else ""
    if better and better == told[0]:
        better = words.say("the same, placed in another way")
    why = panel.why(view, actions[-1:]) if isinstance(panel, GivesReasons) and actions else ""
    moves = tuple(
        MarkedMove(str(n), (each,), is_played=n == 1) for n, each in enumerate(actions, 1)
    )
    return ReviewedDecision(judgement, view, moves, told[0] if told else "", better, why)


def picture(panel: AnyPanel, looked: ReviewedDecision) -> Image:
    """Return the board before a decision, with what was played and what was better on it."""
    if isinstance(panel, GivesReasons):
        return panel.marked(looked.view, looked.moves)
    return panel.board(looked.view)


def said_of(looked: ReviewedDecision, words: Words) -> str:
    """Return one decision: what was played, what was better, and why."""
    judgement = looked.judgement
    if judgement.better is None:
        lines = [words.say("**1** Played: {move}", move=looked.played)]
    else:
        lines = [
            words.say("**1** Played (white ring): {move}", move=looked.played),
            words.say("**2** Better (amber ring): {move}", move=looked.better),
        ]
    told = words.say("; ").join(each for each in (figure_of(looked, words), looked.why) if each)
    return "\n".join([*lines, f"-# {told}"])


def figure_of(looked: ReviewedDecision, words: Words) -> str:
    """Return how much better a decision was than others, or how much better another would be."""
    judgement, measure = looked.judgement, Measure(looked.view.match.game, words)
    if judgement.better is None:
        return measure.good(judgement.gain, judgement.between)
    return measure.better(judgement.loss, judgement.between)


def underway(match: Match, panel: AnyPanel, review: Review, words: Words) -> Screen:
    """Return what is shown while a match is being reviewed."""
    lines = [
        f"### {_title(match, panel, words)}",
        words.say(
            "**I'm reviewing this match:** {n} of {all} moves done.",
            n=len(review.findings),
            all=review.all_lines,
        ),
        words.say(
            "-# I do it while I have little else to do. The review appears here as soon as it's"
            " done. If it doesn't, use `/table review`."
        ),
    ]
    return Screen((Text("\n".join(lines)),), AMBER)


def unfinished(match: Match, panel: AnyPanel, words: Words) -> Screen:
    """Return what is shown when Discord lets the message change no more by itself."""
    told = words.say("**The review isn't ready yet,** and I can't update this message any longer.")
    show = Button(words.say("Show the review"), about_match("review", match), Style.BLUE)
    return Screen((Text(f"### {_title(match, panel, words)}\n{told}"), Row((show,))), AMBER)


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
    """Return a player's page with one of the decisions, which stand in the order of the match."""
    found = review.summary(seat)
    who = escaped_name(match.chairs[found.seat].name)
    judged = words.count("{n} decision", "{n} decisions", found.judged)
    measure = Measure(match.game, words)
    given, luck = measure.given_away(found.lost), measure.luck(found.luck)
    lines = [f"### {_title(match, panel, words)}", f"**{who}** · {judged} · {given} · {luck}"]
    if not looked and review.findings:
        lines.append(words.say("Nothing stands out: no move was much better or worse than others."))
    if lacking := review.all_lines - len(review.findings):
        lines.append(
            words.count(
                "-# {n} move could not be judged.", "-# {n} moves could not be judged.", lacking
            )
        )
    blocks: list[Block] = []
    buttons: list[Button] = []
    if position:
        at, drawn = position
        # Best and worst are counted apart, each in the order of the match.
        is_better = at.judgement.better is not None
        alike = [each for each in looked if (each.judgement.better is not None) is is_better]
        heading = words.say("**One of the best moves** ({n} of {all})", **_place(at, alike))
        if is_better:
            heading = words.say(
                "**This could have been better** ({n} of {all})", **_place(at, alike)
            )
        lines += [heading, said_of(at, words)]
        blocks.append(drawn)
        number = looked.index(at)
        if len(looked) > 1:
            buttons += [
                _leaf(match, seat, looked, number - 1, words.say("Earlier")),
                _leaf(match, seat, looked, number + 1, words.say("Next")),
            ]
    players = [
        Button(
            shortened(match.chairs[each].name),
            about_match("review", match, each),
            Style.BLUE if each == seat else Style.GREY,
        )
        for each in review.seats
        if len(review.seats) > 1
    ]
    if position:
        show = about_match("reviewed", match, seat, position[0].line)
        buttons.append(Button(words.say("Show to everyone"), show))
    rows = [row for each in (buttons, players) if each for row in keypad(tuple(each))]
    last = (Text(also),) if also else ()
    return Screen((Text("\n".join(lines)), *blocks, *rows, *last), AMBER)


def _place(at: ReviewedDecision, alike: Sequence[ReviewedDecision]) -> dict[str, int]:
    return {"n": alike.index(at) + 1, "all": len(alike)}


def _leaf(
    match: Match, seat: Seat, looked: Sequence[ReviewedDecision], number: int, label: str
) -> Button:
    """Return the button that leads to another decision; at either end it is disabled."""
    is_there = 0 <= number < len(looked)
    line = looked[number].line if is_there else number
    key = about_match("review", match, seat, line)
    return Button(label, key, Style.BLUE if is_there else Style.GREY, disabled=not is_there)


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
