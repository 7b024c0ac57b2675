"""What a finished match was worth for ratings, in the small lines under its result."""

from collections.abc import Iterator
from typing import Final

from bot.games.names import escaped_name
from bot.games.speech import and_list
from bot.locale.localisation import Words, mark
from bot.messages.people.ranking import number
from bot.table.match.match import Match
from bot.table.people.rating import LISTED_FROM, Counted, MatchReason, SeatReason
from bot.table.people.statistics import RatedMatch, RatedSeat

WHY_NOT: Final = {
    MatchReason.FRIENDLY: mark("Not rated: friendly, as agreed in the lobby."),
    MatchReason.VOTE: mark("Not rated: ended by vote."),
    MatchReason.ALONE: mark("Not rated: only one person played to the end."),
}
WITHOUT: Final = {
    SeatReason.LEFT: mark(
        "{who} left and is placed last; the others are compared without that seat."
    ),
    SeatReason.STOOD_IN: mark("A stand-in made more than a quarter of {who}'s moves: placed last."),
    SeatReason.HOLIDAY: mark(
        "Rated without {who}'s seat: on holiday for more than a quarter of its moves."
    ),
    SeatReason.CHANGED: mark("Rated without {who}'s seat: it changed hands."),
    SeatReason.FREED: mark("Rated without {who}'s seat: it changed hands."),
}
"""Why a seat doesn't count by its rank, where that may be said of a person."""


def rated_lines(match: Match, worth: RatedMatch, words: Words) -> list[str]:
    """Return the lines, none of a lesson: who is rated now and how, or why nobody is."""
    is_private = any(each.reason is SeatReason.UNLISTED for each in worth.seats)
    if worth.unrated is not None:
        why = worth.unrated
        if why is MatchReason.VOTE and match.is_for_one:
            why = MatchReason.ALONE
        if why is MatchReason.ALONE and is_private:
            return [f"-# {words.say('Not rated: there are fewer than two people to compare.')}"]
        return [f"-# {words.say(WHY_NOT[why])}"] if why in WHY_NOT else []
    order = sorted(worth.seats, key=lambda each: (each.counted is Counted.LAST, each.rank))
    changed = [_changed(match, each, words) for each in order if each.after is not None]
    lines = [words.say("Rated: {changes}.", changes=" · ".join(changed))]
    if notes := " ".join(_notes(match, worth, words)):
        lines.append(notes)
    return [f"-# {each}" for each in lines]


def _changed(match: Match, seat: RatedSeat, words: Words) -> str:
    """Return what became of a rating: "Bob 1,480 → 1,510"; too early, how many matches count."""
    who, after = _name(match, seat), seat.after
    assert after is not None
    if not after.is_listed:
        return words.say("{who} {n} of {k}", who=who, n=after.matches, k=LISTED_FROM)
    now = number(words, after.number)
    # What the rating was before the fifth match is shown to nobody.
    return f"{who} {now}" if seat.before is None else f"{who} {number(words, seat.before)} → {now}"


def _notes(match: Match, worth: RatedMatch, words: Words) -> Iterator[str]:
    if any(each.reason is SeatReason.COMPUTER for each in worth.seats):
        people = [_name(match, each) for each in worth.seats if each.after is not None]
        yield words.say(
            "Rated among {names}; computer players don't count.", names=and_list(words, people)
        )
    for each in worth.seats:
        if each.reason in WITHOUT:
            yield words.say(WITHOUT[each.reason], who=_name(match, each))
    if hidden := sum(each.reason is SeatReason.UNLISTED for each in worth.seats):
        yield words.count("Rated without one seat.", "Rated without {n} seats.", hidden)


def _name(match: Match, seat: RatedSeat) -> str:
    return escaped_name(seat.name or match.chairs[seat.seat].name)
