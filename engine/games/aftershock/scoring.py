"""4A and 4B: which spaces score and what they bring; the end of a round and of the match."""

from collections.abc import Sequence
from typing import TypeAlias

from engine.errors import IllegalAction
from engine.game import Outcome, Seat, ranks
from engine.games.aftershock.actions import Influence, Mark
from engine.games.aftershock.board import MOST_BRIDGES, TOKENS, Board, Space
from engine.games.aftershock.cards import full_deck
from engine.games.aftershock.events import (
    BankShared,
    FirstPlayerPassed,
    FreeMarkerGiven,
    MarksOpened,
    MatchEnded,
    MoneyScored,
    RoundScored,
    SpaceScored,
)
from engine.games.aftershock.state import (
    Drafts,
    Items,
    Marks,
    RoundScore,
    SpaceScore,
    State,
    Table,
    with_meeples,
)
from engine.phase import Events
from engine.values import but

_Choice: TypeAlias = Mark | Influence

# 4A: which spaces are to score


def everybody(state: State) -> Sequence[bool]:
    """Say that all have something to mark."""
    return (True,) * state.seats


def room_for_mark(board: Board, draft: tuple[str, ...], markers: int) -> range:
    """Return the places in board order for the next of `markers` Score markers.

    Score markers ascend and leave room for those that follow; Influence markers don't descend.
    So each set of marks has one way.
    """
    spaces, done = len(board.spaces), len(draft)
    if done < markers:
        return range(board.index[draft[-1]] + 1 if draft else 0, spaces - (markers - done) + 1)
    return range(board.index[draft[-1]] if done > markers else 0, spaces)


def marking_choices(board: Board, draft: tuple[str, ...], markers: int) -> tuple[_Choice, ...]:
    """Return where the next of `markers` Score markers may go after a draft."""
    kind = Mark if len(draft) < markers else Influence
    return tuple([kind(board.spaces[n].key) for n in room_for_mark(board, draft, markers)])


def marks(state: State, seat: Seat) -> Sequence[_Choice]:
    """Return the spaces for the next marker."""
    return marking_choices(state.board, state.drafts[seat] or (), state.score_markers)


def mark_refusal(state: State, seat: Seat, action: _Choice) -> IllegalAction | None:
    """Return why the next marker can't go there, or None if it can."""
    board, draft, markers = state.board, state.drafts[seat] or (), state.score_markers
    space, left = action.space, markers - len(draft)
    if space not in board.index:
        return IllegalAction("aftershock-no-such-space", space=space)
    if isinstance(action, Influence) and left > 0:
        return IllegalAction("aftershock-markers-left", left=left)
    if isinstance(action, Mark) and left <= 0:
        return IllegalAction("aftershock-no-score-markers-left")
    if isinstance(action, Mark) and space in draft:
        return IllegalAction("aftershock-already-marked", space=space)
    room = room_for_mark(board, draft, markers)
    if board.index[space] not in room:
        allowed = tuple(board.spaces[n].key for n in room)
        return IllegalAction("aftershock-mark-order", space=space, allowed=allowed)
    return None


# 4B: what a space brings


def open_and_score(state: State, drafts: Drafts) -> tuple[State, Events]:
    """Show all marks, then score every space with enough markers, in board order."""
    count = state.score_markers
    marks = tuple(Marks((draft or ())[:count], (draft or ())[count:]) for draft in drafts)
    # What one takes back from an area changes no other space.
    spaces = tuple(
        scored(space, markers_on(space.key, marks), state.counts_on(space.key))
        for space in state.board.spaces
    )
    points = tuple(sum(each) for each in zip(*(space.points for space in spaces), strict=True))
    scores = tuple(old + new for old, new in zip(state.scores, points, strict=True))
    for space in spaces:
        for seat in space.lost:
            state, _ = with_meeples(state, seat, space.space, -1)
    scoring = RoundScore(state.round, marks, spaces, points)
    after = but(state, scores=scores, scorings=(*state.scorings, scoring))
    opened = (MarksOpened(Seat(seat), each) for seat, each in enumerate(marks))
    shown = (SpaceScored(space) for space in spaces if space.scores)
    return after, (*opened, *shown, RoundScored(state.round, points, scores))


def places(points: tuple[int, ...], counts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the points of each seat for these counts.

    Tied seats share the places they fill, each rounded down; places beyond the table are worth
    nothing, and so is a count of 0.

    >>> places((7, 5, 4, 3), (4, 2, 2, 1, 0))
    (7, 4, 4, 3, 0)
    """
    shared = []
    for count in counts:
        above, tied = sum(other > count for other in counts), counts.count(count)
        shared.append(sum(points[above : above + tied]) // tied if count else 0)
    return tuple(shared)


def markers_on(space: str, marks: tuple[Marks, ...]) -> tuple[int, ...]:
    """Count the markers of each seat on a space, Influence included."""
    return tuple(each.score.count(space) + each.influence.count(space) for each in marks)


def scored(space: Space, markers: tuple[int, ...], counts: tuple[int, ...]) -> SpaceScore:
    """Return what a space brings with these markers and meeples (or pieces) of each seat."""
    scores, most = sum(markers) >= space.markers_needed, max(counts)
    points = places(space.points, counts) if scores else (0,) * len(counts)
    loses = scores and most and space.key != MOST_BRIDGES
    lost = tuple(Seat(seat) for seat, count in enumerate(counts) if loses and count == most)
    return SpaceScore(space.key, markers, scores, counts, points, lost)


# The end of a round and of the match


def new_round(state: State) -> tuple[State, Events]:
    """Share the bank, pass first player on, give the last one a free marker, collect all cards."""
    seats, (each, left) = state.seats, divmod(state.bank, state.seats)
    first = Seat((state.first + state.board.seatings[seats].first_player_step) % seats)
    state = but(state, first=first, seat=first)
    # On a tie the last in turn order.
    last = min(reversed(state.order), key=lambda seat: state.scores[seat])
    after = but(
        state,
        round=state.round + 1,
        money=tuple(money + each for money in state.money),
        bank=left,
        deck=full_deck(state.board),
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
    return after, (BankShared(each, left), FirstPlayerPassed(first), FreeMarkerGiven(last))


def ended(state: State) -> tuple[State, Events]:
    """Give a point for each full $2M, and end the match."""
    points = tuple(money // 2 for money in state.money)
    scores = tuple(score + more for score, more in zip(state.scores, points, strict=True))
    outcome = counted(but(state, scores=scores), "aftershock-rounds-played")
    over = but(state, phase="over", scores=scores, outcome=outcome)
    return over, (MoneyScored(points), MatchEnded(outcome))


def counted(table: Table, reason: str) -> Outcome:
    """Return what each seat has; money, then the later seat in turn order, breaks ties."""
    later = map(table.order.index, map(Seat, range(table.seats)))
    strengths = tuple(zip(table.scores, table.money, later, strict=True))
    return Outcome(table.scores, ranks(strengths), reason)
