"""How the end of a match is told, whatever was played."""

from bot.games.panel import AnyView
from bot.games.people import mention, name, people, tally
from bot.games.speech import capitalised, listed
from engine.game import Outcome, Seat


def winners(outcome: Outcome) -> tuple[Seat, ...]:
    """Return the seats that share the first place."""
    return tuple(Seat(seat) for seat, rank in enumerate(outcome.ranks) if rank == 1)


def first_place(view: AnyView, outcome: Outcome) -> tuple[Seat, ...]:
    """Return who has won: the seats that share the first place, or the tallest of them."""
    tallest = view.match.tallest
    return winners(outcome) if tallest is None else (tallest,)


def by_height(view: AnyView, outcome: Outcome) -> str:
    """Return how heights broke a tie, if they did: "Ann and Bob tie; …"; else nothing."""
    tallest = view.match.tallest
    if tallest is None:
        return ""
    return view.words.say(
        "{players} tie, and a tie goes to the tallest: {who}.",
        players=listed(view.words, [name(view, seat) for seat in winners(outcome)]),
        who=name(view, tallest),
    )


def victory(view: AnyView, outcome: Outcome) -> str:
    """Return who wins with how many points, and how heights broke a tie if they did."""
    words, first = view.words, first_place(view, outcome)
    names = listed(words, [f"**{name(view, seat)}**" for seat in first])
    score = _points(view, outcome.scores[first[0]])
    if len(first) == 1:
        won = words.say("{who} wins with {n}.", who=names, n=score)
        return f"{won} {by_height(view, outcome)}".rstrip()
    return words.say("{who} share the win with {n} each.", who=names, n=score)


def by_rank(outcome: Outcome) -> list[Seat]:
    """Return the seats, the winner first."""
    seats = [Seat(seat) for seat in range(len(outcome.ranks))]
    return sorted(seats, key=lambda seat: outcome.ranks[seat])


def over(view: AnyView, title: str, outcome: Outcome) -> str:
    """Return "@Ann @Bob, **Seismic 42 is over: Ann wins** with 40 points, ahead of Bob 22."."""
    greeting = " ".join(mention(view, seat) for seat in people(view))
    told = f"{_told(view, f'{title} {view.match.id}', outcome)} {by_height(view, outcome)}".rstrip()
    return f"{greeting}, {told}" if greeting else capitalised(told)


def _told(view: AnyView, match: str, outcome: Outcome) -> str:
    words, first = view.words, first_place(view, outcome)
    names = listed(words, [name(view, seat) for seat in first])
    rest = [seat for seat in by_rank(outcome) if seat not in first]
    others = listed(words, [tally(words, name(view, seat), outcome.scores[seat]) for seat in rest])
    score = _points(view, outcome.scores[first[0]])
    data = {"match": match, "who": names, "n": score, "others": others}
    if not others:
        return words.say("**{match} is over: {who} share the win** with {n} each.", **data)
    if len(first) == 1:
        return words.say("**{match} is over: {who} wins** with {n}, ahead of {others}.", **data)
    return words.say(
        "**{match} is over: {who} share the win** with {n} each, ahead of {others}.", **data
    )


def _points(view: AnyView, n: int) -> str:
    return view.words.count("{n} point", "{n} points", n)


def days_played(view: AnyView) -> list[str]:
    """Return "11 days" since the table opened, nothing for less than one."""
    days = (view.match.changed_at - view.match.opened_at).days
    return [view.words.count("{n} day", "{n} days", days)] if days else []
