"""What happened, in sentences; what belongs together is told together."""

from collections.abc import Hashable, Iterable, Sequence
from itertools import groupby
from typing import Final, assert_never

from bot.games.aftershock.view import View
from bot.games.aftershock.words import (
    bold,
    counted_spaces,
    gained,
    item_name,
    link_name,
    meeples,
    money,
    pieces,
    planned,
    priced,
    priced_cards,
    space_name,
    space_names,
    tallied,
)
from bot.games.people import doer, marked_if_planned, name, short_name, tally, winners
from bot.games.speech import and_list, capitalised
from bot.locale.localisation import mark
from engine.game import Event, Seat
from engine.games.aftershock import events
from engine.games.aftershock.state import SpaceScore

UNTOLD: Final = (events.CardDealt, events.AftershockChosen)
"""What needs no line: a hand is shown as a whole, and the roll follows the choice of a marker."""

BOUGHT: Final = {
    "minus_2": mark("{who} buys {card} from {seller} with −2, for {price}."),
    "minus_1": mark("{who} buys {card} from {seller} with −1, for {price}."),
    "tax": mark("{who} buys {card} from {seller} for {price}, and pays {tax} tax."),
}


def sentences(view: View, news: Iterable[Event]) -> list[str]:
    """Return what happened, a line for each group of events."""
    return [sentence(view, *group) for group in gathered(news)]


def gathered(news: Iterable[Event]) -> list[tuple[Event, ...]]:
    """Return the events worth a line in groups of those that are told together, in order."""
    return [tuple(group) for _, group in groupby(filter(is_worth_a_line, news), key=_alike)]


def is_worth_a_line(event: Event) -> bool:
    """Say whether an event is told; a phase is not, unless it begins a round."""
    if isinstance(event, events.PhaseBegun):
        return event.phase == "keep" and event.round > 1
    return not isinstance(event, UNTOLD)


def _alike(event: Event) -> Hashable:
    """Return what neighbours that are told together have in common."""
    match event:
        case events.Passed():
            return events.Passed
        case events.AreaPopulated(seat):
            return events.AreaPopulated, seat
        case events.MeepleMoved() | events.MeepleTakenBack():
            return event
        case _:
            return id(event)


@marked_if_planned
def sentence(view: View, *group: Event) -> str:
    """Return a group of events of one kind as a sentence of markdown."""
    words = view.words
    say, count = words.say, words.count

    def who(seat: Seat) -> str:
        return doer(view, seat, *group)

    def area(key: str) -> str:
        return space_name(view, key)

    def card(code: str) -> str:
        return priced(view, code)

    event = group[0]
    assert isinstance(event, events.Event)
    match event:
        # The cards.
        case events.CardDealt(_, code):
            return say("You were dealt {card}.", card=card(code))
        case events.ChoiceSealed():
            return say("You sealed your choice.")
        case events.ChoiceReopened():
            return say("You took your choice back.")
        case events.CardsOffered(seat, paid, cards):
            data = {"who": who(seat), "paid": money(words, paid)}
            if not cards:
                return say("{who} pays {paid} and offers nothing for sale.", **data)
            offered = and_list(words, priced_cards(view, cards))
            return say("{who} pays {paid} and offers {cards} for sale.", cards=offered, **data)
        case events.CardBought(purchase):
            return say(
                BOUGHT[purchase.token],
                who=who(purchase.seat),
                seller=name(view, purchase.seller),
                card=card(purchase.card),
                price=money(words, purchase.price),
                tax=money(words, purchase.tax),
            )
        case events.Passed():
            passed = [each.seat for each in group if isinstance(each, events.Passed)]
            seats = list(dict.fromkeys(passed))
            named = and_list(words, [who(seat) for seat in seats])
            return count("{who} passes.", "{who} pass.", len(seats), who=named)
        case events.StandingPassLeft():
            return say("Auto-pass is on.")
        case events.StandingPassWithdrawn():
            return say("Auto-pass is off.")
        case events.CardTaken(seat, code, ()):
            return say("{who} takes {card}.", who=who(seat), card=card(code))
        case events.CardTaken(seat, code, discarded):
            return count(
                "{who} takes {card} and discards {n} card.",
                "{who} takes {card} and discards {n} cards.",
                len(discarded),
                who=who(seat),
                card=card(code),
            )
        # Meeples, plans and bridges.
        case events.AreaPopulated(seat):
            placed: dict[str, int] = {}
            for each in group:
                if isinstance(each, events.AreaPopulated):
                    placed[each.area] = placed.get(each.area, 0) + each.placed
            areas = and_list(words, [f"{area(key)} +{n}" for key, n in placed.items()])
            return say("{who} adds meeples: {areas}.", who=who(seat), areas=areas)
        case events.CardsRevealed(seat, _, items):
            if not (things := gained(words, items)):
                return say("{who} has nothing to plan.", who=who(seat))
            return say("{who} has {items}.", who=who(seat), items=things)
        case events.PlanOpened(seat, plan):
            if not (opened := planned(view, plan)):
                return say("{who} had nothing to plan.", who=who(seat))
            return say("{who} planned: {plan}.", who=who(seat), plan=opened)
        case events.BridgeChosen(seat, key, to):
            link = link_name(view, key, to)
            return say(
                "{who} chooses **{link}**, but is short of pieces.", who=who(seat), link=link
            )
        case events.BridgeBuilt(seat, key, to, sections):
            return say(
                "{who} builds **{link}** ({pieces}).",
                who=who(seat),
                link=link_name(view, key, to),
                pieces=pieces(words, sections),
            )
        case events.BridgeDismantled(seat, key, to, sections):
            return say(
                "{who} takes {link} down ({pieces}).",
                who=who(seat),
                link=link_name(view, key, to),
                pieces=pieces(words, sections),
            )
        case events.BridgeReplaced(seat, key, 0):
            return say(
                "{who}: no slot for a bridge in {area}, and no meeple left.",
                who=who(seat),
                area=area(key),
            )
        case events.BridgeReplaced(seat, key):
            return say(
                "{who}: no slot for a bridge in {area}, a meeple instead.",
                who=who(seat),
                area=area(key),
            )
        case events.BridgeGivenUp(seat, key):
            return say("{who} skips the bridge in {area}.", who=who(seat), area=area(key))
        # Aftershocks.
        case events.AftershockChosen(seat, key, marker):
            data = {"who": who(seat), "marker": item_name(words, marker), "area": area(key)}
            return say("{who}: {marker} in {area}.", **data)
        case events.AftershockFaded(seat, key, marker):
            data = {"who": who(seat), "marker": item_name(words, marker), "area": area(key)}
            return say("{who}: {marker} in {area}, but no one is there.", **data)
        case events.AftershockRolled(seat, key, marker, face, shocked):
            data = {"who": who(seat), "marker": item_name(words, marker), "area": area(key)}
            if shocked < face + view.observation.board.plus[marker]:
                return count(
                    "{who} rolls **{face}**, {marker} in **{area}**: the only meeple there is"
                    " shocked.",
                    "{who} rolls **{face}**, {marker} in **{area}**: all {n} meeples there are"
                    " shocked.",
                    shocked,
                    face=face,
                    **data,
                )
            return count(
                "{who} rolls **{face}**, {marker} in **{area}**: {n} meeple is shocked.",
                "{who} rolls **{face}**, {marker} in **{area}**: {n} meeples are shocked.",
                shocked,
                face=face,
                **data,
            )
        case events.MeeplesShocked(_, key, counts):
            hit = tallied(view, counts)
            return say("Shocked meeples in {area}: {who}.", area=area(key), who=hit)
        case events.MeepleMoved(seat, key, to, _, tolls):
            data = {
                "who": who(seat),
                "meeples": meeples(words, len(group)),
                "a": area(key),
                "b": area(to),
            }
            if not tolls:
                return say("{who} moves {meeples} from {a} to **{b}**, toll-free.", **data)
            data["tolls"] = payees(view, tolls * len(group))
            return say("{who} moves {meeples} from {a} to **{b}** and pays {tolls}.", **data)
        case events.MeepleTakenBack(seat, key):
            gone = meeples(words, len(group))
            return say(
                "{who} removes {meeples} from {area}.",
                who=who(seat),
                meeples=gone,
                area=area(key),
            )
        # Marks and points; the end of a round and of the match.
        case events.MatchBegun(seat):
            return say("{who} is first player.", who=bold(view, seat))
        case events.PhaseBegun(_, number):
            return say("Round {n} begins.", n=number)
        case events.MarksOpened(seat, marks):
            spaces = and_list(words, space_names(view, marks.score))
            if not marks.influence:
                return say("{who} marks {spaces}.", who=who(seat), spaces=spaces)
            return say(
                "{who} marks {spaces}; Influence: {influence}.",
                who=who(seat),
                spaces=spaces,
                influence=counted_spaces(view, marks.influence),
            )
        case events.SpaceScored(score):
            return space_scored(view, score)
        case events.RoundScored(number, points):
            return say("**Round {n}:** {gains} points.", n=number, gains=gains(view, points))
        case events.BankShared(0):
            return say("The bank has too little to share.")
        case events.BankShared(millions):
            return say("The bank pays out: {money} each.", money=money(words, millions))
        case events.FirstPlayerPassed(seat):
            return say("{who} is first player now.", who=bold(view, seat))
        case events.FreeMarkerGiven(seat):
            return say("{who}, in last place, gets a free aftershock.", who=bold(view, seat))
        case events.MoneyScored(points):
            return say("**Money:** {gains} points.", gains=gains(view, points))
        case events.MatchEnded(outcome):
            first = winners(outcome)
            return say(
                "The last round is scored: {who} wins with {n} points.",
                who=and_list(words, [who(seat) for seat in first]),
                n=outcome.scores[first[0]],
            )
        case _:
            assert_never(event)


def gains(view: View, points: Sequence[int]) -> str:
    """Return "Ann +4, Bob +0", of points by seat."""
    words, seats = view.words, enumerate(points)
    return ", ".join(tally(words, name(view, Seat(seat)), f"+{n}") for seat, n in seats)


def space_scored(view: View, score: SpaceScore) -> str:
    """Return "**Oakland:** Bob 8, Cleo 6 points. Bob removes one meeple."."""
    words = view.words
    area = capitalised(space_name(view, score.space))
    ranked = sorted(
        (Seat(seat) for seat in range(len(score.points)) if score.counts[seat]),
        key=lambda seat: -score.counts[seat],
    )
    won = ", ".join(tally(words, name(view, seat), score.points[seat]) for seat in ranked)
    if not won:
        return words.say("**{area}:** no one there.", area=area)
    won = words.count("{won} point", "{won} points", sum(score.points), won=won)
    if not score.lost:
        return words.say("**{area}:** {won}.", area=area, won=won)
    return words.count(
        "**{area}:** {won}. {who} removes one meeple.",
        "**{area}:** {won}. {who} remove one meeple each.",
        len(score.lost),
        area=area,
        won=won,
        who=and_list(words, [name(view, seat) for seat in score.lost]),
    )


def payees(view: View, paid: Sequence[Seat], *, is_short: bool = False) -> str:
    """Return "$2M to Ann and $1M to Bob", with names as short as in pictures if need be."""
    words, called = view.words, short_name if is_short else name
    tolls = [
        words.say("{money} to {who}", money=money(words, paid.count(seat)), who=called(view, seat))
        for seat in dict.fromkeys(paid)
    ]
    return and_list(words, tolls)


def counted(happened: Sequence[Event]) -> Sequence[tuple[int, tuple[int, ...]]]:
    """Return what each space brought, and then money, as `CountsByRound` has it."""
    rounds = [each.round for each in happened if isinstance(each, events.RoundScored)]
    parts = list[tuple[int, tuple[int, ...]]]()
    for each in happened:
        match each:
            case events.SpaceScored(score=score):
                parts.append((rounds[0] if rounds else 0, score.points))
            case events.MoneyScored(points=points):
                parts.append((0, points))
            case _:
                pass
    return parts
