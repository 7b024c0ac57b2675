"""The whole table in words, made to be heard: real headings, whole names, no symbols."""

from bot.games.aftershock.news import sentence, space_scored
from bot.games.aftershock.view import View
from bot.games.aftershock.words import (
    SEALED,
    TOKENS,
    awaited,
    board_of,
    counted_spaces,
    gained,
    gives,
    item_name,
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
from bot.games.pages import paged
from bot.games.panel import Page
from bot.games.people import name
from bot.games.speech import capitalised, listed, points, strung
from engine.game import Seat
from engine.games.aftershock.board import Link, Space
from engine.games.aftershock.events import CardBought
from engine.games.aftershock.state import Marks


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


def now(view: View) -> list[str]:
    """Return what is going on, the players, and what the viewer alone knows."""
    words, observation = view.words, view.observation
    head = f"{match_name(view)}, {round_name(view)}, {phase_name(words, observation.phase)}."
    waited = f"{capitalised(awaited(view))}.".replace(" · ", ", ") if awaited(view) else ""
    yours = words.say("It is your turn.") if view.viewer in observation.to_act else ""
    first = words.say("{who} is first player.", who=name(view, observation.first))
    lines = [" ".join(part for part in (head, yours, waited, first) if part)]
    lines += [_heading(words.say("Players"))]
    lines += [_player(view, Seat(seat)) for seat in range(observation.seats)]
    lines += _happening(view)
    return [*lines, *_yours(view)]


def _heading(title: str) -> str:
    return f"### {title}"


def who_is(view: View, seat: Seat) -> str:
    """Return a name, and that it is the viewer's."""
    who = name(view, seat)
    return view.words.say("{who} (you)", who=who) if seat == view.viewer else who


def _player(view: View, seat: Seat) -> str:
    words, observation = view.words, view.observation
    facts = [
        points(words, observation.scores[seat]),
        money(words, observation.money[seat]),
        words.say("{meeples} at home", meeples=meeples(words, observation.supply[seat])),
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
        ready = observation.ready[seat]
        facts.append(words.say("ready") if ready else words.say("not ready yet"))
    return f"- {words.say('{head}: {facts}.', head=who_is(view, seat), facts=', '.join(facts))}"


def _happening(view: View) -> list[str]:
    """Return the revealed plans, and the aftershocks of this round."""
    words, observation = view.words, view.observation
    shown = observation.phase in ("build", "dismantle", "resolve", "roll", "shock", "move", "mark")
    if not shown:
        return []
    plans = [
        words.say("{head}: {facts}.", head=name(view, turn.seat), facts=planned(view, turn.plan))
        for turn in observation.builds
        if turn.plan
    ]
    shocks = [
        words.say(
            "{who}: {marker} in {area}.",
            who=name(view, each.seat),
            marker=item_name(words, each.marker),
            area=space_name(words, observation, each.area),
        )
        for each in observation.aftershocks
    ]
    lines = [_heading(words.say("Revealed plans")), *(f"- {each}" for each in plans)]
    if shocks:
        lines += [
            _heading(words.say("Aftershocks of this round")),
            *(f"- {each}" for each in shocks),
        ]
    return lines if plans or shocks else []


def _yours(view: View) -> list[str]:
    """Return what only the viewer knows."""
    words, observation = view.words, view.observation
    if not isinstance(view.viewer, int):
        return []
    lines = []
    if observation.hand:
        cards = listed(words, priced_cards(words, observation, observation.hand))
        lines.append(words.say("- In your hand: {cards}.", cards=cards))
    plan = observation.plans[view.viewer]
    is_open = any(turn.seat == view.viewer for turn in observation.builds)
    if plan and not is_open and (told := planned(view, plan)):
        lines.append(words.say("- Your plan: {plan}.", plan=told))
    return [_heading(words.say("Only you know")), *lines] if lines else []


def areas_page(view: View) -> list[str]:
    """Return every space, what it is worth, who is there, where its bridges lead."""
    board = board_of(view.observation)
    return [f"- {_space(view, space)}" for space in board.spaces]


def _space(view: View, space: Space) -> str:
    words, observation = view.words, view.observation
    board = board_of(observation)
    worth = ", ".join(map(str, space.points))
    area = capitalised(space_name(words, observation, space.key))
    head = words.say("{area}, worth {points} points", area=area, points=worth)
    if space.key not in board.areas:
        built = [board_pieces(view, Seat(seat)) for seat in range(observation.seats)]
        facts = [words.say("pieces {counts}", counts=tallied(view, built))] if any(built) else []
    else:
        there = tallied(view, observation.meeples[board.index[space.key]])
        ways = [way for n in board.links_from[space.key] if (way := _way(view, n, space.key))]
        facts = [words.say("meeples {counts}", counts=there) if there else words.say("nobody")]
        facts += [words.say("bridges to {areas}", areas=listed(words, ways))] if ways else []
    return words.say(
        "{head}: {facts}.", head=head, facts=strung(words, facts) or words.say("nobody")
    )


def board_pieces(view: View, seat: Seat) -> int:
    """Return how many pieces of a seat stand on the board."""
    board = board_of(view.observation)
    return sum(
        link.sections * owners.count(seat)
        for link, owners in zip(board.links, view.observation.bridges, strict=True)
    )


def _way(view: View, number: int, area: str) -> str:
    """Return "Hayward (Ann)", "" for a link without a bridge."""
    link = board_of(view.observation).links[number]
    owners = view.observation.bridges[number]
    if not owners:
        return ""
    to = space_name(view.words, view.observation, link.across(area))
    return f"{to} ({', '.join(name(view, owner) for owner in owners)})"


def sale_page(view: View) -> list[str]:
    """Return the cards for sale, seller by seller."""
    words, observation, lines = view.words, view.observation, list[str]()
    for seat, cards in enumerate(observation.market):
        if cards:
            lines.append(_heading(f"{who_is(view, Seat(seat))}, {len(cards)}"))
            lines += [f"- {_card(view, code)}" for code in cards]
    lines = lines or [words.say("Nothing is for sale.")]
    if not observation.purchases:
        return lines
    told = [sentence(view, CardBought(each)).replace("**", "") for each in observation.purchases]
    return [*lines, _heading(words.say("Bought this round")), *(f"- {each}" for each in told)]


def _card(view: View, code: str) -> str:
    words, observation = view.words, view.observation
    head, facts = priced(words, observation, code), gives(words, observation, code)
    return words.say("{head}: {facts}.", head=head, facts=facts)


def bridges_page(view: View) -> list[str]:
    """Return every link, how long it is, whose bridges are there and what is free."""
    board = board_of(view.observation)
    pairs = zip(board.links, view.observation.bridges, strict=True)
    return [f"- {_link(view, link, owners)}" for link, owners in pairs]


def _link(view: View, link: Link, owners: tuple[Seat, ...]) -> str:
    words, observation = view.words, view.observation
    a, b = space_names(words, observation, link.between)
    data = {"a": a, "b": b, "pieces": pieces(words, link.sections)}
    head = words.say("{a} to {b}, {pieces}", **data)
    facts = [name(view, owner) for owner in owners]
    free = link.spaces - len(owners)
    if free:
        facts.append(words.count("{n} space free", "{n} spaces free", free))
    return words.say("{head}: {facts}.", head=head, facts=", ".join(facts))


def marks_page(view: View) -> list[str]:
    """Return who marked what in each round, and what it brought."""
    words, lines = view.words, list[str]()
    for each in reversed([scoring for scoring in view.observation.scorings if scoring.marks]):
        lines.append(_heading(words.say("Round {n}", n=each.round)))
        lines += [f"- {_marks(view, Seat(seat), marks)}" for seat, marks in enumerate(each.marks)]
        scored = [space for space in each.spaces if space.scores]
        lines += [f"- {space_scored(view, space).replace('**', '')}" for space in scored]
    return lines or [words.say("No round has been scored yet.")]


def _marks(view: View, seat: Seat, marks: Marks) -> str:
    words, observation = view.words, view.observation
    spaces = listed(words, space_names(words, observation, marks.score))
    if marks.influence:
        extra = counted_spaces(words, observation, marks.influence)
        return words.say(
            "{who} marks {spaces}; Influence: {influence}.",
            who=who_is(view, seat),
            spaces=spaces,
            influence=extra,
        )
    return words.say("{who} marks {spaces}.", who=who_is(view, seat), spaces=spaces)
