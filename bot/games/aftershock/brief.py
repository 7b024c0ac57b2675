"""What happened in at most three lines with figures; the whole of it is a button away."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from bot.games.aftershock.news import sentence, sentences
from bot.games.aftershock.words import (
    card_name,
    link_name,
    money,
    priced,
    tallied,
)
from bot.games.panel import View
from bot.games.people import name, tally
from bot.games.speech import strung, unmarked
from engine.game import Event, Seat
from engine.games.aftershock.board import MARKERS
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

LINES: Final = 3
SENTENCES: Final = 120
"""Letters of sentences that are told as they are: three lines on a phone."""
ROOM: Final = 200
"""Letters of what is summed up: six lines on a phone at most."""
BY_NAME: Final = 3
"""So many things are named one by one; more are counted."""


def brief(view: View, news: Sequence[Event]) -> tuple[list[str], tuple[str, ...]]:
    """Return what stands before the board, and all that happened if that leaves something out."""
    told = sentences(view, news)
    if len(told) <= LINES and _length(told) <= SENTENCES:
        return told, ()
    scores = [sentence(view, each) for each in news if isinstance(each, RoundScored)]
    lines = [*scores]
    # What was scored is always told; of the rest the newest.
    for line in reversed(summed(view, news)):
        if line and len(lines) < LINES and (not lines or _length([*lines, line]) <= ROOM):
            lines.insert(len(scores), line)
    return lines, tuple(told)


def _length(lines: Sequence[str]) -> int:
    return sum(len(unmarked(each)) for each in lines)


def summed(view: View, news: Sequence[Event]) -> list[str]:
    """Return a line for each kind of thing that happened but the scores, from the oldest on."""
    return [
        _bank(view, news),
        _offered(view, _of(CardsOffered, news)),
        _bought(view, _of(CardBought, news)),
        _taken(view, _of(CardTaken, news)),
        _populated(view, _of(AreaPopulated, news)),
        _to_come(view, _of(CardsRevealed, news)),
        _bridges(view, news),
        _shaken(view, news),
        _going_on(view, news),
    ]


def _of(kind: type[Any], news: Iterable[Event]) -> list[Any]:
    return [each for each in news if isinstance(each, kind)]


def _bank(view: View, news: Sequence[Event]) -> str:
    found = _of(BankShared, news) + _of(FreeMarkerGiven, news)
    return " ".join(sentence(view, each) for each in found)


def _offered(view: View, events: Sequence[CardsOffered]) -> str:
    if not events:
        return ""
    paid = [tally(view.words, name(view, e.seat), money(view.words, e.paid)) for e in events]
    return view.words.count(
        "**Paid for kept cards:** {paid}. {n} card is for sale.",
        "**Paid for kept cards:** {paid}. {n} cards are for sale.",
        sum(len(each.cards) for each in events),
        paid=", ".join(paid),
    )


def _bought(view: View, events: Sequence[CardBought]) -> str:
    """Return the cards by buyer; how many, where there are too many to name."""
    words, found = view.words, dict[Seat, list[str]]()
    for each in events:
        card = priced(words, view.observation, each.purchase.card)
        found.setdefault(each.purchase.seat, []).append(card)
    if len(events) > BY_NAME:
        counts = {seat: len(cards) for seat, cards in found.items()}
        return words.say("**Cards bought:** {who}.", who=_counted(view, counts))
    return words.say("**Bought:** {what}.", what=_listed(view, found)) if found else ""


def _taken(view: View, events: Sequence[CardTaken]) -> str:
    words = view.words
    found = {each.seat: [card_name(words, view.observation, each.card)] for each in events}
    return words.say("**Taken for free:** {what}.", what=_listed(view, found)) if found else ""


def _populated(view: View, events: Sequence[AreaPopulated]) -> str:
    placed: Counter[Seat] = Counter()
    for each in events:
        placed[each.seat] += each.placed
    who = _counted(view, placed)
    return view.words.say("**New meeples:** {who}.", who=who) if who else ""


def _to_come(view: View, events: Sequence[CardsRevealed]) -> str:
    words = view.words
    bridges = _counted(view, {each.seat: each.items.bridges for each in events})
    shocks = _counted(
        view, {each.seat: sum(each.items.markers.count(m) for m in MARKERS) for each in events}
    )
    told = [
        words.say("bridges {who}", who=bridges) if bridges else "",
        words.say("aftershocks {who}", who=shocks) if shocks else "",
    ]
    parts = strung(words, [each for each in told if each])
    return words.say("**To come:** {what}.", what=parts) if parts else ""


def _bridges(view: View, news: Sequence[Event]) -> str:
    """Return what was built and taken down."""
    words = view.words
    built = _links(view, _of(BridgeBuilt, news))
    gone = _links(view, _of(BridgeDismantled, news))
    told = [
        words.say("**Built:** {what}.", what=built) if built else "",
        words.say("**Taken down:** {what}.", what=gone) if gone else "",
    ]
    return " ".join(each for each in told if each)


def _links(view: View, events: Sequence[BridgeBuilt | BridgeDismantled]) -> str:
    """Return the bridges by player; how many, where there are too many to name."""
    words, found = view.words, dict[Seat, list[str]]()
    for each in events:
        link = link_name(words, view.observation, each.area, each.to)
        found.setdefault(each.seat, []).append(link)
    if len(events) > BY_NAME:
        counts = {
            seat: words.count("{n} bridge", "{n} bridges", len(found[seat])) for seat in found
        }
        return ", ".join(tally(words, name(view, seat), n) for seat, n in counts.items())
    return _listed(view, found)


def _listed(view: View, found: Mapping[Seat, Sequence[str]]) -> str:
    """Return "Ann: Oakland–Hayward; Bob: Fremont–Hayward, San Jose–Fremont"."""
    said = [
        view.words.say("{head}: {facts}", head=name(view, seat), facts=", ".join(each))
        for seat, each in found.items()
    ]
    return strung(view.words, said)


def _shaken(view: View, news: Sequence[Event]) -> str:
    """Return who lost meeples off the board, whose moved on, and who paid whom."""
    words = view.words
    lost = Counter(each.seat for each in _of(MeepleTakenBack, news))
    moved = Counter(each.seat for each in _of(MeepleMoved, news))
    tolls: Counter[Seat] = Counter()
    for each in _of(MeepleMoved, news):
        tolls[each.seat] -= len(each.paid)
        tolls.update(each.paid)
    told = [
        words.say("**Meeples lost:** {who}.", who=_counted(view, lost)) if lost else "",
        words.say("**Moved on:** {who}.", who=_counted(view, moved)) if moved else "",
        words.say("**Tolls:** {who}.", who=_purses(view, tolls)) if any(tolls.values()) else "",
    ]
    return " ".join(each for each in told if each)


def _purses(view: View, gains: Mapping[Seat, int]) -> str:
    words = view.words
    signed = {seat: f"{'−' if n < 0 else '+'}{money(words, abs(n))}" for seat, n in gains.items()}
    return ", ".join(f"{name(view, seat)} {signed[seat]}" for seat in sorted(signed) if gains[seat])


def _going_on(view: View, news: Sequence[Event]) -> str:
    """Return the aftershock that those who act are in: who rolled what, and who is shocked."""
    if view.observation.phase not in ("shock", "move"):
        return ""
    found = [each for each in news if isinstance(each, AftershockRolled | MeeplesShocked)]
    rolled = [n for n, each in enumerate(found) if isinstance(each, AftershockRolled)]
    return " ".join(sentence(view, each) for each in found[max(rolled, default=0) :])


def _counted(view: View, counts: Mapping[Seat, int]) -> str:
    """Return "Ann 2, Bob 1"; seats with nothing are left out."""
    return tallied(view, [counts.get(Seat(seat), 0) for seat in range(view.observation.seats)])
