"""Proposals in words: as they stand in the channel, in a form, in a list, in the result."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.games.abilities import MakesDeals, propose_button
from bot.games.custom_ids import about_match, base36
from bot.games.names import escaped_name, escaped_text, shortened
from bot.games.panel import AnyView
from bot.games.screen import (
    AMBER,
    Button,
    Form,
    FormField,
    Post,
    Row,
    Screen,
    Select,
    SelectOption,
    Style,
    Suggestion,
    Text,
    TextInput,
    keypad,
)
from bot.games.speech import is_typed, meant
from bot.hosting.together.negotiation import can_give_word
from bot.locale.localisation import Words
from bot.messages.viewing import names_of
from bot.table.match.match import Match
from bot.table.together.deals import Answer, Deal, Reply
from engine.agents.heuristics import DealReason
from engine.game import Seat

MOST_LISTED: Final = 12
MOST_JUDGED: Final = 6
MOST_LETTERS: Final = 500
ROOM_FOR_LIST: Final = 3400


def post(panel: MakesDeals, view: AnyView, deal: Deal) -> Post:
    """Return what the channel is shown of a proposal; it pings whom it asks."""
    match, words = view.match, view.words
    asked = [match.chairs[each.seat] for each in deal.answers]
    pings = tuple(each.player for each in asked if each.player is not None and each.agent is None)
    called = " ".join(f"<@{each}>" for each in pings)
    lines = [", ".join([*([called] if called else []), proposal(panel, view, deal)])]
    if own_words := escaped_text(deal.terms.words):
        lines.append(f"> {own_words}")
    lines += deal_state(panel, view, deal)
    if told := _verdicts(panel, view, deal):
        lines.append(" · ".join(told))
    elif deal.promised and not is_settled(panel, view, deal):
        later = words.say("When the choices are revealed, I'll note here who kept it.")
        lines.append(f"-# {later}")
    else:
        lines.append(f"-# {words.say('A promise, not a contract: nothing is binding.')}")
    key = base36(deal.id)
    if not can_be_answered(panel, view, deal):
        if not is_told_of_unanswered(panel, view, deal):
            return Post("\n".join(lines), pings=pings)
        # By its button the message is found again, should it be sent and not be written down.
        another = Button(words.say("Propose a deal"), about_match("deal", match, key))
        return Post("\n".join(lines), rows=(Row((another,)),), pings=pings)
    buttons = (
        Button(words.say("Accept"), about_match("accept", match, key), Style.GREEN),
        Button(words.say("Decline"), about_match("decline", match, key)),
        # It opens the form for its proposer alone: it carries the seat.
        Button(words.say("Answer with another"), about_match("deal", match, key, deal.proposer)),
    )
    return Post("\n".join(lines), rows=(Row(buttons),), pings=pings)


def proposal(panel: MakesDeals, view: AnyView, deal: Deal) -> str:
    """Return the sentence of a proposal."""
    words = view.words
    mine = panel.promised(words, deal.terms.mine).mine
    yours = panel.promised(words, deal.terms.yours).yours
    who = escaped_name(view.match.chairs[deal.proposer].name)
    return words.say("**{who}** proposes: {mine} if {yours}.", who=who, mine=mine, yours=yours)


def deal_state(panel: MakesDeals, view: AnyView, deal: Deal) -> list[str]:
    """Return who answered a proposal, and whether it is over."""
    words, match = view.words, view.match
    lines = []
    if accepted := deal.of(Reply.ACCEPTED):
        lines.append(words.say("**Accepted:** {who}.", who=names_of(match, accepted)))
    told = [each for each in deal.answers if each.reply is Reply.DECLINED and each.why]
    silent = set(deal.of(Reply.DECLINED)) - {each.seat for each in told}
    if declined := tuple(sorted(silent)):
        lines.append(words.say("**Declined:** {who}.", who=names_of(match, declined)))
    for each in told:
        who = names_of(match, (each.seat,))
        why = _objection(words, each)
        lines.append(words.say("**{who} declined:** “{why}”", who=who, why=why))
    if deal.is_withdrawn:
        lines.append(words.say("**Taken back** by {who}.", who=names_of(match, (deal.proposer,))))
    elif deal.of(Reply.WAITED_FOR) and panel.chapter(view) != deal.terms.chapter:
        lines.append(words.say("**Expired:** the choices have been revealed."))
    return lines


def _objection(words: Words, answer: Answer) -> str:
    """Return what a computer player says to whom it declines; the channel reads it, too."""
    match answer.why:
        case DealReason.SEALED:
            return words.say("I've sealed my choice.")
        case DealReason.TOO_MUCH:
            return words.say("You can't keep all that you promise.")
        case DealReason.BOUND:
            return words.say("I couldn't keep all that I promise.")
        case DealReason.BROKEN:
            return words.count("You broke a promise.", "You broke {n} promises.", answer.broken)
        case DealReason.UNPROVEN:
            return words.say("I don't trust your word that far yet.")
        case DealReason.LAST:
            return words.say("In the last round, I don't count on a promise that costs you points.")
        case _:
            return words.say("That brings me too little.")


def judged(
    panel: MakesDeals,
    before: AnyView,
    view: AnyView,
    deals: Iterable[Deal],
    room: int = MOST_LETTERS,
) -> str:
    """Return one line about the promises that came to light since `before`, or nothing."""
    told, words = (
        [each for deal in deals for each in _verdicts(panel, view, deal, before)],
        view.words,
    )
    for most in range(min(len(told), MOST_JUDGED), 0, -1):
        more = len(told) - most
        rest = [words.count("and {n} more", "and {n} more", more)] if more else []
        line = words.say("Promises: {list}.", list=" · ".join([*told[:most], *rest]))
        if len(line) <= room:
            return line
    return ""


def tally(panel: MakesDeals, view: AnyView, deals: Iterable[Deal]) -> str:
    """Return one line about who kept and who broke how many promises, or nothing."""
    words, match = view.words, view.match
    kept, broken = [0] * len(match.chairs), [0] * len(match.chairs)
    # A promise given to several seats is one.
    given = {
        (seat, deal.terms.chapter, promise)
        for deal in deals
        for seat, promise in _words_given(view, deal)
    }
    for seat, chapter, promise in given:
        verdict = panel.verdict(view, chapter, seat, promise)
        if verdict is not None:
            (kept if verdict.is_kept else broken)[seat] += 1
    told = [
        words.say(
            "**{who}:** {kept} kept, {broken} broken",
            who=escaped_name(chair.name),
            kept=kept[seat],
            broken=broken[seat],
        )
        for seat, chair in enumerate(match.chairs)
        if kept[seat] + broken[seat]
    ]
    return words.say("All promises: {list}.", list=" · ".join(told)) if told else ""


def is_settled(panel: MakesDeals, view: AnyView, deal: Deal) -> bool:
    """Say whether nothing will happen to a deal any more."""
    if deal.is_withdrawn or panel.chapter(view) == deal.terms.chapter:
        return deal.is_withdrawn
    chapter = deal.terms.chapter
    return all(panel.verdict(view, chapter, *each) is not None for each in deal.promised)


def form(panel: MakesDeals, view: AnyView, to: Sequence[Seat]) -> Form:
    """Return the form of a proposal; `to` are the seats that one may ask."""
    words, match = view.words, view.match
    people = tuple(SelectOption(shortened(match.chairs[seat].name), str(seat)) for seat in to)
    return Form(
        about_match("dealt", match),
        words.say("Propose a deal"),
        (
            FormField(words.say("Deal with"), Select("deal.to", "", people, most=len(people))),
            FormField(words.say("I will"), Select("deal.i", "", _menu(panel, view, "mine"))),
            FormField(words.say("If you"), Select("deal.you", "", _menu(panel, view, "yours"))),
            FormField(
                words.say("In your own words"),
                TextInput("deal.words", placeholder=words.say("optional")),
            ),
        ),
    )


def listing(panel: MakesDeals, view: AnyView, deals: Sequence[Deal], can_propose: bool) -> Screen:  # noqa: FBT001 - what it is about
    """Return all proposals of a match, the newest first, with what this viewer can do."""
    words, match = view.words, view.match
    parts: list[str] = []
    buttons: list[Button] = []
    for deal in deals[: -MOST_LISTED - 1 : -1]:
        told = [*deal_state(panel, view, deal), *_verdicts(panel, view, deal)]
        part = "\n".join([proposal(panel, view, deal), *told])
        if sum(len(each) + 2 for each in (*parts, part)) > ROOM_FOR_LIST:
            break
        parts.append(part)
        if deal.proposer == view.viewer:
            buttons += _withdraw(match, deal, words)
    if (older := len(deals) - len(parts)) > 0:
        parts.append(
            words.count(
                "-# {n} older one is not listed.", "-# {n} older ones are not listed.", older
            )
        )
    if not parts:
        parts = [words.say("Nothing has been proposed yet.")]
    if can_propose:
        buttons.append(propose_button(match, words))
    title = Text(f"### {words.say('Proposals')}")
    return Screen((title, Text("\n\n".join(parts)), *keypad(tuple(buttons))), AMBER)


def proposed(match: Match, deal: Deal, words: Words) -> Screen:
    """Return what a player sees who has proposed."""
    text = words.say("**Proposed.** You'll see the answers in the channel.")
    if any(not match.chairs[each.seat].had_person for each in deal.answers):
        listening = words.say(
            "Computer players only accept proposals about choices they haven't sealed yet."
        )
        text = f"{text}\n-# {listening}"
    every = Button(words.say("All proposals"), about_match("deals", match))
    return Screen((Text(text), Row((*_withdraw(match, deal, words), every))), AMBER)


def promises_like(panel: MakesDeals, view: AnyView, typed: str) -> list[Suggestion]:
    """Return what can be promised and has all that is typed."""
    named = _named(panel, view).items()
    return [Suggestion(name, key) for key, name in named if is_typed(typed, name, key)]


def promise(panel: MakesDeals, view: AnyView, typed: str) -> str:
    """Return the key of the promise that is typed, by its whole name or how it begins.

    Raises what the title raises for a promise that it does not know.
    """
    named = _named(panel, view)
    found = meant(named, lambda key: (key, named[key]), typed)
    if len(found) != 1:
        panel.promised(view.words, typed)
    return found[0]


def _named(panel: MakesDeals, view: AnyView) -> dict[str, str]:
    return {key: panel.promised(view.words, key).name for key in panel.promises(view)}


def players_asked(match: Match, proposer: Seat) -> tuple[Seat, ...]:
    """Return the seats that can be asked: players still at the table, computer players too."""
    seats = map(Seat, range(len(match.chairs)))
    return tuple(seat for seat in seats if seat != proposer and can_give_word(match, seat))


def can_be_answered(panel: MakesDeals, view: AnyView, deal: Deal) -> bool:
    """Say whether an answer to a deal would count now.

    It doesn't if the proposer has left, or is a computer player that has chosen already.
    """
    proposer = deal.proposer
    is_sealed = view.match.chairs[proposer].agent is not None and panel.has_chosen(view, proposer)
    is_there = can_give_word(view.match, proposer) and not is_sealed
    return is_there and deal.is_open and panel.chapter(view) == deal.terms.chapter


def is_told_of_unanswered(panel: MakesDeals, view: AnyView, deal: Deal) -> bool:
    """Say whether everybody who was asked answered at once, as computer players do."""
    is_current = panel.chapter(view) == deal.terms.chapter and not deal.is_withdrawn
    chairs = view.match.chairs
    return is_current and all(chairs[each.seat].agent is not None for each in deal.answers)


def _withdraw(match: Match, deal: Deal, words: Words) -> tuple[Button, ...]:
    """Return the button of the proposer, while a seat may still answer and none has accepted."""
    if not deal.is_open or deal.of(Reply.ACCEPTED):
        return ()
    names = ", ".join(shortened(match.chairs[each.seat].name, 12) for each in deal.answers)
    label = words.say("Take back: {who}", who=names)
    return (Button(label, about_match("withdraw", match, base36(deal.id)), Style.RED),)


def _words_given(view: AnyView, deal: Deal) -> list[tuple[Seat, str]]:
    """Return which seat promised what, but not those who left: a computer player acted for them."""
    return [each for each in deal.promised if can_give_word(view.match, each[0])]


def _verdicts(
    panel: MakesDeals, view: AnyView, deal: Deal, before: AnyView | None = None
) -> list[str]:
    """Return which promises were kept or broken; given `before`, only what was not known then."""
    words, chapter, told = view.words, deal.terms.chapter, []
    for seat, promise in _words_given(view, deal):
        verdict = panel.verdict(view, chapter, seat, promise)
        is_old = before is not None and panel.verdict(before, chapter, seat, promise) is not None
        if verdict is None or is_old:
            continue
        who, what = names_of(view.match, (seat,)), panel.promised(words, promise).name
        if verdict.is_kept:
            told.append(words.say("**{who} kept it** ({what})", who=who, what=what))
        else:
            what = verdict.instead or what
            told.append(words.say("**{who} broke it** ({what})", who=who, what=what))
    return told


def _menu(panel: MakesDeals, view: AnyView, side: str) -> tuple[SelectOption, ...]:
    said = ((each, panel.promised(view.words, each)) for each in panel.promises(view))
    return tuple(
        SelectOption(getattr(promised, side).replace("*", ""), key) for key, promised in said
    )
