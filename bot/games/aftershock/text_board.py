"""The whole table in words, made to be heard: real headings, whole names, no symbols."""

from collections.abc import Sequence

from bot.games.aftershock.news import sentence, space_scored
from bot.games.aftershock.view import View
from bot.games.aftershock.words import (
    SEALED,
    TOKENS,
    awaited,
    counted_spaces,
    gained,
    gives,
    item_name,
    known_next,
    match_name,
    meeples,
    money,
    phase_name,
    pieces,
    planned,
    priced,
    priced_cards,
    round_name,
    space_name,
    space_names,
    tallied,
)
from bot.games.panel import Page
from bot.games.people import is_without_result, name
from bot.games.speech import and_list, capitalised, paged, points, semicolon_list
from engine.game import Seat
from engine.games.aftershock.events import CardBought
from engine.games.aftershock.preview import lots

PLANS_OPEN = ("build", "dismantle", "resolve", "roll", "shock", "move", "mark")
"""The phases in which the plans of this round lie open."""


def text(view: View) -> tuple[Page, ...]:
    """Return the pages: now, areas, what is for sale, bridges, marks."""
    words = view.words
    return (
        *paged("now", words.say("Now"), now(view)),
        *paged("areas", words.say("Areas"), areas_page(view)),
        *paged("sale", words.say("For sale"), sale_page(view)),
        *paged("bridges", words.say("Bridges"), bridges_page(view)),
        *paged("marks", words.say("Marks"), marks_page(view)),
    )


def texts(views: Sequence[View]) -> list[tuple[Page, ...]]:
    """Return the pages of moments of a match, for one viewer in one language."""
    return [text(view) for view in views]


def now(view: View) -> list[str]:
    """Return what is going on, the players, and what the viewer alone knows."""
    words, observation = view.words, view.observation
    head = f"{match_name(view)}, {round_name(view)}, {phase_name(words, observation.phase)}."
    waited = f"{capitalised(awaited(view))}.".replace(" · ", ", ") if awaited(view) else ""
    yours = words.say("It's your turn.") if view.viewer in observation.to_act else ""
    if is_without_result(view):
        waited, yours = "", words.say("The match is over.")
    first = words.say("{who} is first player.", who=name(view, observation.first))
    lines = [" ".join(part for part in (head, yours, waited, first) if part), *known_next(view)]

    lines.append(_heading(words.say("Players")))
    for seat in map(Seat, range(observation.seats)):
        facts = [
            points(words, observation.scores[seat]),
            money(words, observation.money[seat]),
            words.say("{meeples} in the supply", meeples=meeples(words, observation.supply[seat])),
            words.say("{pieces} left to build", pieces=pieces(words, observation.pieces[seat])),
        ]
        if observation.phase == "buy":
            tokens = [TOKENS.get(each) or words.say("tax") for each in observation.tokens[seat]]
            facts.append(words.say("Buy tokens {tokens}", tokens=", ".join(tokens)))
        if hand := observation.hands[seat]:
            facts.append(words.count("{n} hidden card", "{n} hidden cards", hand))
        things = gained(words, observation.items[seat])
        if things and observation.outcome is None:
            facts.append(things)
        if observation.phase in SEALED:
            is_ready = observation.ready[seat]
            facts.append(words.say("ready") if is_ready else words.say("not ready yet"))
        lines.append(_item(view, who_is(view, seat), ", ".join(facts)))

    plans = [(each.seat, planned(view, each.plan)) for each in observation.builds if each.plan]
    if observation.phase in PLANS_OPEN and (plans or observation.aftershocks):
        lines.append(_heading(words.say("Revealed plans")))
        lines += [_item(view, name(view, seat), plan) for seat, plan in plans]
    if observation.phase in PLANS_OPEN and observation.aftershocks:
        lines.append(_heading(words.say("Aftershocks of this round")))
        for each in observation.aftershocks:
            told = words.say(
                "{who}: {marker} in {area}.",
                who=name(view, each.seat),
                marker=item_name(words, each.marker),
                area=space_name(view, each.area),
            )
            lines.append(f"- {told}")

    own = []
    if observation.hand:
        cards = and_list(words, priced_cards(view, observation.hand))
        own.append(words.say("- In your hand: {cards}.", cards=cards))
    plan = observation.plans[view.viewer] if isinstance(view.viewer, int) else ()
    is_open = any(turn.seat == view.viewer for turn in observation.builds)
    if plan and not is_open:
        own.append(words.say("- Your plan: {plan}.", plan=planned(view, plan)))
    return [*lines, _heading(words.say("Only you know")), *own] if own else lines


def _heading(title: str) -> str:
    return f"### {title}"


def _item(view: View, head: str, facts: str) -> str:
    return f"- {view.words.say('{head}: {facts}.', head=head, facts=facts)}"


def who_is(view: View, seat: Seat) -> str:
    """Return a name, and that it is the viewer's."""
    who = name(view, seat)
    return view.words.say("{who} (you)", who=who) if seat == view.viewer else who


def areas_page(view: View) -> list[str]:
    """Return every space, what it is worth, who is there, where its bridges lead."""
    words, observation, board = view.words, view.observation, view.observation.board
    lines, nobody = [], words.say("no one")
    for space in board.spaces:
        worth = ", ".join(map(str, space.points))
        area = capitalised(space_name(view, space.key))
        head = words.say("{area}, worth {points} points", area=area, points=worth)
        facts = []
        if space.key in board.areas:
            there = tallied(view, observation.meeples[board.index[space.key]])
            facts.append(words.say("meeples {counts}", counts=there) if there else nobody)
            ways = []
            for number in board.links_from[space.key]:
                if owners := observation.bridges[number]:
                    to = space_name(view, board.links[number].across(space.key))
                    ways.append(f"{to} ({', '.join(name(view, owner) for owner in owners)})")
            if ways:
                facts.append(words.say("bridges to {areas}", areas=and_list(words, ways)))
        else:
            built = tallied(view, [board.bridge_pieces - left for left in observation.pieces])
            facts.append(words.say("pieces {counts}", counts=built) if built else nobody)
        lines.append(_item(view, head, semicolon_list(words, facts)))
    return lines


def sale_page(view: View) -> list[str]:
    """Return the cards for sale with their numbers, seller by seller."""
    words, observation, lines = view.words, view.observation, list[str]()
    every = lots(observation)
    for seat, cards in enumerate(observation.market):
        if cards:
            lines.append(_heading(f"{who_is(view, Seat(seat))}, {len(cards)}"))
        for lot in every:
            if lot.seller == seat and not lot.is_sold:
                card = priced(view, lot.card)
                head = capitalised(words.say("no. {n}, {card}", n=lot.number, card=card))
                lines.append(_item(view, head, gives(view, lot.card)))
    lines = lines or [words.say("Nothing is for sale.")]
    if not observation.purchases:
        return lines
    told = [sentence(view, CardBought(each)).replace("**", "") for each in observation.purchases]
    return [*lines, _heading(words.say("Bought this round")), *(f"- {each}" for each in told)]


def bridges_page(view: View) -> list[str]:
    """Return every link, how long it is, whose bridges are there and what is free."""
    words, observation, lines = view.words, view.observation, list[str]()
    for link, owners in zip(observation.board.links, observation.bridges, strict=True):
        a, b = space_names(view, link.between)
        head = words.say("{a} to {b}, {pieces}", a=a, b=b, pieces=pieces(words, link.sections))
        facts = [name(view, owner) for owner in owners]
        if free := link.spaces - len(owners):
            facts.append(words.count("{n} slot free", "{n} slots free", free))
        lines.append(_item(view, head, ", ".join(facts)))
    return lines


def marks_page(view: View) -> list[str]:
    """Return who marked what in each round, and what it brought."""
    words, observation, lines = view.words, view.observation, list[str]()
    for scoring in reversed([each for each in observation.scorings if each.marks]):
        lines.append(_heading(words.say("Round {n}", n=scoring.round)))
        for seat, marks in enumerate(scoring.marks):
            data = {
                "who": who_is(view, Seat(seat)),
                "spaces": and_list(words, space_names(view, marks.score)),
                "influence": counted_spaces(view, marks.influence),
            }
            if marks.influence:
                told = words.say("{who} marks {spaces}; Influence: {influence}.", **data)
            else:
                told = words.say("{who} marks {spaces}.", **data)
            lines.append(f"- {told}")
        scored = [each for each in scoring.spaces if each.scores]
        lines += [f"- {space_scored(view, each).replace('**', '')}" for each in scored]
    return lines or [words.say("No round has been scored yet.")]
