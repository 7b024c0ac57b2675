"""What happened in at most three lines with figures; the whole of it is a button away."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

from bot.games.aftershock.news import sentence, sentences
from bot.games.aftershock.view import View
from bot.games.aftershock.words import card_name, link_name, money, priced, tallied
from bot.games.people import name, tally
from bot.games.speech import semicolon_list, without_markdown
from engine.game import Event, Seat
from engine.games.aftershock.events import (
    AftershockRolled,
    AreaPopulated,
    BankShared,
    BridgeBuilt,
    BridgeDismantled,
    CardBought,
    CardsOffered,
    CardsRevealed,
    CardTaken,
    FreeMarkerGiven,
    MeepleMoved,
    MeeplesShocked,
    MeepleTakenBack,
    RoundScored,
)

E = TypeVar("E", bound=Event)

LINES: Final = 3
SENTENCES: Final = 120
"""Letters of sentences that are told as they are: three lines on a phone."""
ROOM: Final = 200
"""Letters of what is summed up: six lines on a phone at most."""
BY_NAME: Final = 3
"""Up to how many things are named one by one; more are counted."""


def summary(view: View, news: Sequence[Event]) -> tuple[list[str], tuple[str, ...]]:
    """Return the lines above the board and, if these leave something out, the full list."""
    told = sentences(view, news)
    if len(told) <= LINES and _length(told) <= SENTENCES:
        return told, ()
    scores = [sentence(view, each) for each in of(RoundScored, news)]
    lines = [*scores]
    # What was scored is always told; of the rest the newest.
    for line in reversed(summed(view, news)):
        if len(lines) < LINES and (not lines or _length([*lines, line]) <= ROOM):
            lines.insert(len(scores), line)
    return lines, tuple(told)


def _length(lines: Sequence[str]) -> int:
    return sum(len(without_markdown(each)) for each in lines)


def of(kind: type[E], news: Iterable[Event]) -> list[E]:
    """Return the events of one kind."""
    return [each for each in news if isinstance(each, kind)]


def summed(view: View, news: Sequence[Event]) -> list[str]:
    """Return a line for each kind of thing that happened but the scores, from the oldest on."""
    words, observation, lines = view.words, view.observation, list[str]()

    # The end of a round.
    if ended := [*of(BankShared, news), *of(FreeMarkerGiven, news)]:
        lines.append(" ".join(sentence(view, each) for each in ended))

    # The cards.
    if offered := of(CardsOffered, news):
        paid = [tally(words, name(view, e.seat), money(words, e.paid)) for e in offered]
        lines.append(
            words.count(
                "**Paid for kept cards:** {paid}. {n} card is for sale.",
                "**Paid for kept cards:** {paid}. {n} cards are for sale.",
                sum(len(each.cards) for each in offered),
                paid=", ".join(paid),
            )
        )
    if bought := [each.purchase for each in of(CardBought, news)]:
        if len(bought) > BY_NAME:
            who = _counted(view, Counter(each.seat for each in bought))
            lines.append(words.say("**Cards bought:** {who}.", who=who))
        else:
            cards = [(each.seat, priced(view, each.card)) for each in bought]
            lines.append(words.say("**Bought:** {what}.", what=_by_player(view, cards)))
    if taken := of(CardTaken, news):
        cards = [(each.seat, card_name(view, each.card)) for each in taken]
        lines.append(words.say("**Taken for free:** {what}.", what=_by_player(view, cards)))

    # What is added to the map, and what is to come.
    placed: Counter[Seat] = Counter()
    for each in of(AreaPopulated, news):
        placed[each.seat] += each.placed
    if who := _counted(view, placed):
        lines.append(words.say("**New meeples:** {who}.", who=who))
    items = {each.seat: each.items for each in of(CardsRevealed, news)}
    bridges = _counted(view, {seat: each.bridges for seat, each in items.items()})
    markers = {seat: len(each.markers) for seat, each in items.items()}
    to_come = [words.say("bridges {who}", who=bridges)] if bridges else []
    if shocks := _counted(view, markers):
        to_come.append(words.say("aftershocks {who}", who=shocks))
    if to_come:
        lines.append(words.say("**To come:** {what}.", what=semicolon_list(words, to_come)))

    # Bridges.
    told = []
    if built := _links(view, of(BridgeBuilt, news)):
        told.append(words.say("**Built:** {what}.", what=built))
    if gone := _links(view, of(BridgeDismantled, news)):
        told.append(words.say("**Taken down:** {what}.", what=gone))
    lines += [" ".join(told)] if told else []

    # Who lost meeples off the board, whose moved on, and who paid whom.
    told = []
    if lost := of(MeepleTakenBack, news):
        who = _counted(view, Counter(each.seat for each in lost))
        told.append(words.say("**Meeples lost:** {who}.", who=who))
    if moved := of(MeepleMoved, news):
        who = _counted(view, Counter(each.seat for each in moved))
        told.append(words.say("**Moved on:** {who}.", who=who))
    gains: Counter[Seat] = Counter()
    for move in moved:
        gains[move.seat] -= len(move.paid)
        gains.update(move.paid)
    if any(gains.values()):
        purses = [
            tally(
                words,
                name(view, seat),
                f"{'−' if gains[seat] < 0 else '+'}{money(words, abs(gains[seat]))}",
            )
            for seat in sorted(gains)
            if gains[seat]
        ]
        told.append(words.say("**Tolls:** {who}.", who=", ".join(purses)))
    lines += [" ".join(told)] if told else []

    # The aftershock that those who act are in: who rolled what, and who is shocked.
    if observation.phase in ("shock", "move"):
        shaken = [each for each in news if isinstance(each, AftershockRolled | MeeplesShocked)]
        rolled = [n for n, each in enumerate(shaken) if isinstance(each, AftershockRolled)]
        newest = shaken[max(rolled, default=0) :]
        lines += [" ".join(sentence(view, each) for each in newest)] if newest else []
    return lines


def _links(view: View, events: Sequence[BridgeBuilt | BridgeDismantled]) -> str:
    """Return the bridges by player; how many, where there are too many to name."""
    words = view.words
    if len(events) <= BY_NAME:
        links = [(e.seat, link_name(view, e.area, e.to)) for e in events]
        return _by_player(view, links)
    counts = Counter(each.seat for each in events)
    told = {seat: words.count("{n} bridge", "{n} bridges", n) for seat, n in counts.items()}
    return ", ".join(tally(words, name(view, seat), n) for seat, n in told.items())


def _by_player(view: View, things: Iterable[tuple[Seat, str]]) -> str:
    """Return "Ann: Oakland–Hayward; Bob: Fremont–Hayward, San Jose–Fremont"."""
    found: dict[Seat, list[str]] = {}
    for seat, thing in things:
        found.setdefault(seat, []).append(thing)
    said = [
        view.words.say("{head}: {facts}", head=name(view, seat), facts=", ".join(each))
        for seat, each in found.items()
    ]
    return semicolon_list(view.words, said)


def _counted(view: View, counts: Mapping[Seat, int]) -> str:
    """Return "Ann 2, Bob 1"; seats with nothing are left out."""
    return tallied(view, [counts.get(Seat(seat), 0) for seat in range(view.observation.seats)])
