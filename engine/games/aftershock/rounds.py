"""4B and what follows: scoring, end of a round, end of the match (rules 2)."""

from engine.game import Event, Outcome, Seat, Step
from engine.games.aftershock.board import TOKENS
from engine.games.aftershock.cards import deck
from engine.games.aftershock.events import (
    BankShared,
    FirstPlayerPassed,
    FreeMarkerGiven,
    MatchEnded,
    MoneyScored,
    RoundScored,
    SpaceScored,
)
from engine.games.aftershock.meeples import with_meeple_moved
from engine.games.aftershock.phases import order
from engine.games.aftershock.scoring import counts_on, markers_on, scored
from engine.games.aftershock.state import Items, Marks, RoundScore, SpaceScore, State


def score_round(state: State, marks: tuple[Marks, ...], events: tuple[Event, ...]) -> Step[State]:
    """Score every space with enough markers, then end the round."""
    spaces = tuple(_scores(state, marks))
    points = tuple(sum(each) for each in zip(*(space.points for space in spaces), strict=True))
    scores = tuple(old + new for old, new in zip(state.scores, points, strict=True))
    for space in spaces:
        for seat in space.lost:
            state = with_meeple_moved(state, seat, space.space, None)
    scoring = RoundScore(state.round, marks, spaces, points)
    state = state.but(scores=scores, scorings=(*state.scorings, scoring))
    shown = (SpaceScored(space) for space in spaces if space.scores)
    events = (*events, *shown, RoundScored(state.round, points, scores))
    if state.round == state.board.seatings[state.seats].rounds:
        return _end(state, events)
    return _next_round(state, events)


def _scores(state: State, marks: tuple[Marks, ...]) -> list[SpaceScore]:
    """Score the spaces; what one takes back from an area changes no other space."""
    scores = []
    for space in state.board.spaces:
        counts = counts_on(state.board, space.key, state.meeples, state.pieces)
        scores.append(scored(space, markers_on(space.key, marks), counts))
    return scores


def _next_round(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Share the bank, pass first player on, give the last one a free marker, collect all cards."""
    each, left = divmod(state.bank, state.seats)
    step = state.board.seatings[state.seats].first_player_step
    first = Seat((state.first + step) % state.seats)
    state = state.but(first=first, seat=first)
    last = lowest(state)
    events += (BankShared(each, left), FirstPlayerPassed(first), FreeMarkerGiven(last))
    return Step(_cleared(state, each, left, last), events)


def lowest(state: State) -> Seat:
    """Return the seat with the lowest score; on a tie the last in turn order."""
    return min(reversed(order(state)), key=lambda seat: state.scores[seat])


def _cleared(state: State, each: int, left: int, last: Seat) -> State:
    seats = state.seats
    return state.but(
        phase="dealing",
        round=state.round + 1,
        money=tuple(money + each for money in state.money),
        bank=left,
        deck=deck(state.board),
        hands=((),) * seats,
        discards=(),
        paid=None,
        tokens=(TOKENS,) * seats,
        purchases=(),
        passes=0,
        items=(Items(),) * seats,
        plans=((),) * seats,
        opened=(False,) * seats,
        builds=(),
        aftershocks=(),
        free_marker=last,
    )


def _end(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Give a point for each full $2M; money, then the later seat in turn order, breaks ties."""
    points = tuple(money // 2 for money in state.money)
    scores = tuple(score + more for score, more in zip(state.scores, points, strict=True))
    turn = {seat: place for place, seat in enumerate(order(state))}
    strengths = [(scores[seat], state.money[seat], turn[Seat(seat)]) for seat in range(state.seats)]
    ranking = sorted(strengths, reverse=True)
    ranks = tuple(ranking.index(each) + 1 for each in strengths)
    outcome = Outcome(scores, ranks, "aftershock-rounds-played")
    over = state.but(phase="over", scores=scores, outcome=outcome)
    return Step(over, (*events, MoneyScored(points), MatchEnded(outcome)))
