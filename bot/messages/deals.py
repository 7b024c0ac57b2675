"""Proposals in words: as they stand in the channel, in a form, in a list, in the result."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final

from bot.games.abilities import MakesDeals, Verdict, propose_button
from bot.games.custom_ids import about_match, base36
from bot.games.names import harmless, shortened, shown
from bot.games.panel import AnyView
from bot.games.screen import (
    HOUSE,
    Button,
    Form,
    Line,
    Post,
    Question,
    Row,
    Screen,
    Select,
    SelectOption,
    Style,
    Suggestion,
    Text,
    keypad,
)
from bot.games.speech import is_typed, meant
from bot.hosting.deals import Deal, Reply
from bot.hosting.match import Match
from bot.locale.localisation import Words
from bot.messages.viewing import names_of
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
    first = ", ".join([*([called] if called else []), proposal(panel, view, deal)])
    lines = [first, *_quoted(deal), *standing(panel, view, deal), _end(panel, view, deal)]
    rows = (Row(_answers(match, deal, words)),) if can_be_answered(panel, view, deal) else ()
    return Post("\n".join(lines), rows=rows, pings=pings)


def proposal(panel: MakesDeals, view: AnyView, deal: Deal) -> str:
    """Return the sentence of a proposal."""
    words = view.words
    mine = panel.promised(words, deal.terms.mine).mine
    yours = panel.promised(words, deal.terms.yours).yours
    who = shown(view.match.chairs[deal.proposer].name)
    return words.say("**{who}** proposes: {mine} if {yours}.", who=who, mine=mine, yours=yours)


def standing(panel: MakesDeals, view: AnyView, deal: Deal) -> list[str]:
    """Return who answered a proposal, and whether it is over."""
    words, match = view.words, view.match
    lines = []
    if accepted := deal.of(Reply.ACCEPTED):
        lines.append(words.say("**Accepted:** {who}.", who=names_of(match, accepted)))
    if declined := deal.of(Reply.DECLINED):
        lines.append(words.say("**Declined:** {who}.", who=names_of(match, declined)))
    if deal.is_withdrawn:
        lines.append(words.say("**Taken back** by {who}.", who=names_of(match, (deal.proposer,))))
    elif deal.of(Reply.WAITED_FOR) and panel.chapter(view) != deal.terms.chapter:
        lines.append(words.say("**Expired:** the choices have been revealed."))
    return lines


def judged(
    panel: MakesDeals,
    before: AnyView,
    view: AnyView,
    deals: Iterable[Deal],
    room: int = MOST_LETTERS,
) -> str:
    """Return one line about the promises that came to light since `before`, or nothing."""
    told = [each for deal in deals for each in _verdicts(panel, view, deal, before)]
    for most in range(min(len(told), MOST_JUDGED), 0, -1):
        line = _judged(view.words, told[:most], len(told) - most)
        if len(line) <= room:
            return line
    return ""


def _judged(words: Words, told: Sequence[str], more: int) -> str:
    rest = [words.count("and {n} more", "and {n} more", more)] if more > 0 else []
    return words.say("Promises: {list}.", list=" · ".join([*told, *rest]))


def tally(panel: MakesDeals, view: AnyView, deals: Iterable[Deal]) -> str:
    """Return one line about who kept and who broke how many promises, or nothing."""
    words, match = view.words, view.match
    kept, broken = [0] * len(match.chairs), [0] * len(match.chairs)
    for deal in deals:
        for seat, promise in _words_given(view, deal):
            verdict = panel.verdict(view, deal.terms.chapter, seat, promise)
            if verdict is not None:
                (kept if verdict.is_kept else broken)[seat] += 1
    told = [
        words.say(
            "**{who}** {kept} kept, {broken} broken",
            who=shown(chair.name),
            kept=kept[seat],
            broken=broken[seat],
        )
        for seat, chair in enumerate(match.chairs)
        if kept[seat] + broken[seat]
    ]
    return words.say("Promises: {list}.", list=" · ".join(told)) if told else ""


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
            Question(words.say("With whom"), Select("deal.to", "", people, most=len(people))),
            Question(words.say("I will"), Select("deal.i", "", _menu(panel, view, "mine"))),
            Question(words.say("If you"), Select("deal.you", "", _menu(panel, view, "yours"))),
            Question(
                words.say("In your own words"), Line("deal.words", hint=words.say("optional"))
            ),
        ),
    )


def listing(panel: MakesDeals, view: AnyView, deals: Sequence[Deal], can_propose: bool) -> Screen:  # noqa: FBT001 - what it is about
    """Return all proposals of a match, the newest first, with what this viewer can do."""
    words, match = view.words, view.match
    shown_, parts = _newest(panel, view, deals)
    if not parts:
        parts = [words.say("Nothing has been proposed yet.")]
    if (older := len(deals) - len(shown_)) > 0:
        parts.append(
            words.count(
                "-# {n} older one is not listed.", "-# {n} older ones are not listed.", older
            )
        )
    title = words.say("Proposals")
    buttons = [_withdraw(match, each, words) for each in shown_ if _can_withdraw(view, each)]
    if can_propose:
        buttons.append(propose_button(match, words))
    return Screen((Text(f"### {title}"), Text("\n\n".join(parts)), *keypad(tuple(buttons))), HOUSE)


def _newest(
    panel: MakesDeals, view: AnyView, deals: Sequence[Deal]
) -> tuple[Sequence[Deal], list[str]]:
    """Return as many deals as there is room for, the newest first, and what is said of each."""
    newest = list(reversed(deals))[:MOST_LISTED]
    parts = [
        "\n".join(
            [
                proposal(panel, view, each),
                *standing(panel, view, each),
                *_verdicts(panel, view, each),
            ]
        )
        for each in newest
    ]
    ends = list(accumulate(len(part) + 2 for part in parts))
    fits = sum(end <= ROOM_FOR_LIST for end in ends)
    return newest[:fits], parts[:fits]


def proposed(match: Match, deal: Deal, words: Words) -> Screen:
    """Return what somebody sees who has proposed."""
    text = words.say("**Proposed.** You see the answers in the channel.")
    every = Button(words.say("All proposals"), about_match("deals", match))
    return Screen((Text(text), Row((_withdraw(match, deal, words), every))), HOUSE)


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
    """Return the seats that can be asked: people who are still at the table."""
    chairs = enumerate(match.chairs)
    return tuple(Seat(n) for n, each in chairs if each.agent is None and n != proposer)


def can_be_answered(panel: MakesDeals, view: AnyView, deal: Deal) -> bool:
    """Say whether an answer to a deal would count now; not to somebody who has left."""
    is_there = view.match.chairs[deal.proposer].agent is None
    return is_there and deal.is_open and panel.chapter(view) == deal.terms.chapter


def _can_withdraw(view: AnyView, deal: Deal) -> bool:
    return deal.is_open and deal.proposer == view.viewer and not deal.of(Reply.ACCEPTED)


def _answers(match: Match, deal: Deal, words: Words) -> tuple[Button, ...]:
    def about(verb: str, label: str, style: Style) -> Button:
        return Button(label, about_match(verb, match, base36(deal.id)), style)

    return (
        about("accept", words.say("Accept"), Style.GREEN),
        about("decline", words.say("Decline"), Style.PLAIN),
        _another(match, deal, words),
    )


def _another(match: Match, deal: Deal, words: Words) -> Button:
    """Return the button that opens the form for its proposer alone: it carries the seat."""
    carried = about_match("deal", match, base36(deal.id), deal.proposer)
    return Button(words.say("Answer with another"), carried)


def _withdraw(match: Match, deal: Deal, words: Words) -> Button:
    names = ", ".join(shortened(match.chairs[each.seat].name, 12) for each in deal.answers)
    label = words.say("Take back: {who}", who=names)
    return Button(label, about_match("withdraw", match, base36(deal.id)), Style.DANGER)


def _quoted(deal: Deal) -> list[str]:
    words = harmless(deal.terms.words)
    return [f"> {words}"] if words else []


def _end(panel: MakesDeals, view: AnyView, deal: Deal) -> str:
    words = view.words
    if told := _verdicts(panel, view, deal):
        return " · ".join(told)
    if deal.promised and not is_settled(panel, view, deal):
        return f"-# {words.say('When the choices are revealed I will note here who kept it.')}"
    return f"-# {words.say('A word, not a contract: nothing binds anybody.')}"


def _words_given(view: AnyView, deal: Deal) -> list[tuple[Seat, str]]:
    """Return who gave which word, but not those who left: a computer player acted for them."""
    chairs = view.match.chairs
    return [(seat, promise) for seat, promise in deal.promised if chairs[seat].agent is None]


def _verdicts(
    panel: MakesDeals, view: AnyView, deal: Deal, before: AnyView | None = None
) -> list[str]:
    """Return who kept a word and who broke it; given `before`, only what was not known then."""
    chapter, told = deal.terms.chapter, []
    for seat, promise in _words_given(view, deal):
        verdict = panel.verdict(view, chapter, seat, promise)
        is_old = before is not None and panel.verdict(before, chapter, seat, promise) is not None
        if verdict is not None and not is_old:
            told.append(_told(panel, view, seat, promise, verdict))
    return told


def _told(panel: MakesDeals, view: AnyView, seat: Seat, promise: str, verdict: Verdict) -> str:
    words = view.words
    who, what = names_of(view.match, (seat,)), panel.promised(words, promise).name
    if verdict.is_kept:
        return words.say("**{who} kept it** ({what})", who=who, what=what)
    return words.say("**{who} broke it** ({what})", who=who, what=verdict.instead or what)


def _menu(panel: MakesDeals, view: AnyView, side: str) -> tuple[SelectOption, ...]:
    said = ((each, panel.promised(view.words, each)) for each in panel.promises(view))
    return tuple(
        SelectOption(getattr(promised, side).replace("*", ""), key) for key, promised in said
    )
