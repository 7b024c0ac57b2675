"""Phase 4, the end of a round and of the match in sentences."""

from collections.abc import Callable, Mapping
from typing import Final

from bot.games.aftershock.words import bold, counted_spaces, money, space_name, space_names
from bot.games.ending import winners
from bot.games.panel import View
from bot.games.people import name, tally
from bot.games.speech import capitalised, listed
from engine.game import Seat
from engine.games.aftershock.events import (
    BankShared,
    FirstPlayerPassed,
    FreeMarkerGiven,
    MarksOpened,
    MatchBegun,
    MatchEnded,
    MoneyScored,
    PhaseBegun,
    RoundScored,
    SpaceScored,
)
from engine.games.aftershock.state import SpaceScore


def begun(view: View, event: MatchBegun) -> str:
    """Return who begins."""
    return view.words.say("{who} is first player.", who=bold(view, event.seat))


def round_begun(view: View, event: PhaseBegun) -> str:
    """Return that a round begins; its first phase is this event."""
    return view.words.say("Round {n} begins.", n=event.round)


def marked(view: View, event: MarksOpened) -> str:
    """Return what somebody marked."""
    words, observation = view.words, view.observation
    data = {
        "who": bold(view, event.seat),
        "spaces": ", ".join(space_names(words, observation, event.marks.score)),
    }
    if not event.marks.influence:
        return words.say("{who} marks {spaces}.", **data)
    data["influence"] = counted_spaces(words, observation, event.marks.influence)
    return words.say("{who} marks {spaces}; Influence: {influence}.", **data)


def scored(view: View, event: SpaceScored) -> str:
    """Return what a space brought to whom, the best first, and who removes a meeple."""
    return space_scored(view, event.score)


def space_scored(view: View, score: SpaceScore) -> str:
    """Return "**Oakland:** Bob 8, Cleo 6 points. Bob removes one meeple."."""
    words = view.words
    area = capitalised(space_name(words, view.observation, score.space))
    ranked = sorted(
        (Seat(seat) for seat in range(len(score.points)) if score.counts[seat]),
        key=lambda seat: -score.counts[seat],
    )
    won = ", ".join(tally(words, name(view, seat), score.points[seat]) for seat in ranked)
    if not won:
        return words.say("**{area}:** nobody there.", area=area)
    won = words.count("{won} point", "{won} points", sum(score.points), won=won)
    if not score.lost:
        return words.say("**{area}:** {won}.", area=area, won=won)
    lost = listed(words, [name(view, seat) for seat in score.lost])
    return words.count(
        "**{area}:** {won}. {who} removes one meeple.",
        "**{area}:** {won}. {who} remove one meeple each.",
        len(score.lost),
        area=area,
        won=won,
        who=lost,
    )


def round_scored(view: View, event: RoundScored) -> str:
    """Return what the round brought to everybody."""
    gains = [f"{name(view, Seat(seat))} +{n}" for seat, n in enumerate(event.points)]
    return view.words.say("**Round {n}:** {gains} points.", n=event.round, gains=", ".join(gains))


def shared(view: View, event: BankShared) -> str:
    """Return what the bank pays out."""
    if not event.each:
        return view.words.say("The bank has too little to share.")
    return view.words.say("The bank pays everybody {money}.", money=money(view.words, event.each))


def first_player(view: View, event: FirstPlayerPassed) -> str:
    """Return who begins the next round."""
    return view.words.say("{who} is first player now.", who=bold(view, event.seat))


def free_marker(view: View, event: FreeMarkerGiven) -> str:
    """Return who gets a free aftershock."""
    who = bold(view, event.seat)
    return view.words.say("{who}, in last place, gets a free aftershock.", who=who)


def money_scored(view: View, event: MoneyScored) -> str:
    """Return the points for money."""
    gains = [f"{name(view, Seat(seat))} +{n}" for seat, n in enumerate(event.points)]
    return view.words.say("**Money:** {gains} points.", gains=", ".join(gains))


def ended(view: View, event: MatchEnded) -> str:
    """Return who won."""
    first = winners(event.outcome)
    who = listed(view.words, [bold(view, seat) for seat in first])
    return view.words.say(
        "The last round is scored: {who} wins with {n} points.",
        who=who,
        n=event.outcome.scores[first[0]],
    )


TELLERS: Final[Mapping[type, Callable[..., str]]] = {
    MatchBegun: begun,
    PhaseBegun: round_begun,
    MarksOpened: marked,
    SpaceScored: scored,
    RoundScored: round_scored,
    BankShared: shared,
    FirstPlayerPassed: first_player,
    FreeMarkerGiven: free_marker,
    MoneyScored: money_scored,
    MatchEnded: ended,
}
