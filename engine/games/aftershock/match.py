"""The whole match, from the first draw to the last point (rules 1 and 2).

`ROUND` is its table of contents: it alone says what follows what. Every part of a round says how it
begins, and how it continues until it needs a choice or a draw. A phase (`PHASES`) says who acts in
it, what is legal, and what an action does. A phase knows neither the part it belongs to nor any
other phase.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from engine.errors import IllegalAction
from engine.game import Decision, Seat, Step, clockwise
from engine.games.aftershock import building, buying, cards, scoring, shaking
from engine.games.aftershock.actions import (
    Action,
    Build,
    Buy,
    Dismantle,
    GiveUp,
    Influence,
    Keep,
    Mark,
    MeepleInstead,
    MoveMeeple,
    Pass,
    Plan,
    Reopen,
    Resolve,
    Shock,
    Stand,
    Take,
    TakeBack,
    Withdraw,
)
from engine.games.aftershock.events import ChoiceReopened, ChoiceSealed, PhaseBegun
from engine.games.aftershock.state import Drafts, State, Table, changed
from engine.phase import Choice, Draw, Events, Phases, on_turn
from engine.values import but

_Sealed: TypeAlias = Keep | Take | Plan | Mark | Influence


class Part(NamedTuple):
    """A part of a round, named for its first phase; `phases` are the others.

    `begin` makes it ready. `go_on` goes the ways that nobody has to be asked about and returns the
    phase that is due then, None when the part is over.
    """

    name: str
    begin: Callable[[State], tuple[State, Events]]
    go_on: Callable[[State], tuple[State, Events, str | None]]
    phases: tuple[str, ...] = ()


def sealed(
    name: str,
    asked: Callable[[State], Sequence[bool]],
    opened: Callable[[State, Drafts], tuple[State, Events]],
) -> Part:
    """Return a part in which all who are `asked` choose at once, and all choices open together.

    A seat that isn't asked is ready without a draft: it has nothing to take back either.
    """

    def begin(state: State) -> tuple[State, Events]:
        ready, drafts = tuple(not each for each in asked(state)), (None,) * state.seats
        return but(state, ready=ready, drafts=drafts), (PhaseBegun(name, state.round),)

    def go_on(state: State) -> tuple[State, Events, str | None]:
        if not all(state.ready):
            return state, (), name
        seats = state.seats
        nothing = but(state, ready=(False,) * seats, drafts=(None,) * seats)
        return (*opened(nothing, state.drafts), None)

    return Part(name, begin, go_on)


def nobody(state: State) -> tuple[State, Events, str | None]:
    """Go on: there is nothing to decide."""
    return state, (), None


ROUND: Final = (
    #       begins with          continues with, until it is over
    Part("dealing", scoring.new_round, cards.dealing),
    sealed("keep", cards.can_pay, cards.pay_and_offer),  # 1A
    Part("buy", buying.open_market, buying.buying),  # 1B
    sealed("take", cards.have_a_choice, cards.hand_out),  # 1C
    Part("populate", cards.populate, nobody),  # 2A, 2B
    sealed("plan", building.have_gained, building.keep_plans),  # 2C
    Part("build", building.hide_plans, building.building, ("dismantle",)),  # 3A
    Part("resolve", shaking.call_markers, shaking.shaking, ("roll", "shock", "move")),  # 3B
    sealed("mark", scoring.everybody, scoring.open_and_score),  # 4A, 4B
)
_PLACES: Final = {
    "beginning": 0,  # the first player is drawn, then the first round is dealt
    **{name: n for n, part in enumerate(ROUND) for name in (part.name, *part.phases)},
}


def go_on(state: State, events: Events) -> Step[State]:
    """Go on from what was just done, as far as it goes without a draw or a choice."""
    place = _PLACES[state.phase]
    while True:
        state, told, phase = ROUND[place].go_on(state)
        events += told
        if phase is not None:
            return Step(state if phase == state.phase else but(state, phase=phase), events)
        place += 1
        if place == len(ROUND):
            if state.round == state.board.seatings[state.seats].rounds:
                state, told = scoring.ended(state)
                return Step(state, events + told)
            place = 0
        state, told = ROUND[place].begin(state)
        events += told


def following(table: Table, asked: Seat) -> Sequence[Seat]:
    """Return the seats that come after the one that is asked alone.

    Nobody knows it of aftershocks, as the die says who has to move.
    """
    match table.phase:
        case "buy":
            return clockwise(asked, table.seats)
        case "build" | "dismantle":
            later = table.order[table.order.index(asked) + 1 :]
            return [seat for seat in later if table.items[seat].order]
        case _:
            return ()


def at_once(
    kinds: tuple[type, ...],
    legal: Callable[[State, Seat], Sequence[Action]],
    refusal: Callable[[State, Seat, Any], IllegalAction | None],
    is_complete: Callable[[State, Seat, tuple[str, ...]], bool],
) -> Choice[State]:
    """Return a phase in which seats choose on their own; a seat may take its whole choice back."""

    def listed(state: State, seat: Seat) -> Sequence[Action]:
        return (Reopen(),) if state.ready[seat] else legal(state, seat)

    def refused(state: State, seat: Seat, action: Any) -> IllegalAction | None:
        if isinstance(action, Reopen) != state.ready[seat]:
            return not_now(state, action)
        return None if isinstance(action, Reopen) else refusal(state, seat, action)

    def drafted(state: State, seat: Seat, action: _Sealed | Reopen) -> tuple[State, Events]:
        before = state.drafts[seat] or ()
        if isinstance(action, Reopen):
            again = but(
                state,
                ready=changed(state.ready, seat, value=False),
                drafts=changed(state.drafts, seat, None),
            )
            return again, (ChoiceReopened(seat, state.phase, before),)
        match action:
            case Keep(kept):
                draft = kept
            case Take(key) | Plan(key) | Mark(key) | Influence(key):
                draft = (*before, key)
        state = but(state, drafts=changed(state.drafts, seat, draft))
        if not is_complete(state, seat, draft):
            return state, ()
        done = but(state, ready=changed(state.ready, seat, value=True))
        return done, (ChoiceSealed(seat, state.phase),)

    return Choice(_choosing, (*kinds, Reopen), listed, refused, drafted)


def _choosing(state: State) -> Decision:
    """Let those choose who aren't ready, and those reopen who are and had something to choose."""
    return _waiting(state.ready, tuple([draft is None for draft in state.drafts]))


@lru_cache(maxsize=1024)
def _waiting(ready: tuple[bool, ...], empty: tuple[bool, ...]) -> Decision:
    seats = [Seat(seat) for seat in range(len(ready))]
    choosing = frozenset(seat for seat in seats if not ready[seat])
    again = frozenset(s for s in seats if ready[s] and not empty[s])
    return Decision(choosing, again, is_sealed=True)


def trading(state: State) -> Decision:
    """Let the seat on turn buy or pass; others may leave or withdraw a standing pass."""
    return _trading(state.seats, state.seat)


@cache
def _trading(seats: int, seat: Seat) -> Decision:
    return Decision(frozenset({seat}), frozenset(map(Seat, range(seats))) - {seat})


def whole(state: State, seat: Seat, draft: tuple[str, ...]) -> bool:  # noqa: ARG001
    """Say that one action is the whole choice."""
    return True


def all_planned(state: State, seat: Seat, draft: tuple[str, ...]) -> bool:
    """Say whether everything that was gained lies somewhere."""
    return len(draft) == len(state.items[seat].order)


def all_marked(state: State, seat: Seat, draft: tuple[str, ...]) -> bool:
    """Say whether every marker lies somewhere."""
    return len(draft) == state.score_markers + state.items[seat].influence


PHASES: Final[Phases[State]] = MappingProxyType(
    {
        # chance:          what may come        what it does
        "beginning": Draw(cards.first_players, cards.begun),
        "dealing": Draw(cards.left_to_deal, cards.dealt),
        "roll": Draw(shaking.faces, shaking.rolled),
        # all at once:     by what, what is legal, why not, when it is complete
        "keep": at_once((Keep,), cards.keeps, cards.keep_refusal, whole),
        "take": at_once((Take,), cards.takes, cards.take_refusal, whole),
        "plan": at_once((Plan,), building.plans, building.plan_refusal, all_planned),
        "mark": at_once((Mark, Influence), scoring.marks, scoring.mark_refusal, all_marked),
        # a seat:          by what, what is legal, why not, what it does
        "buy": Choice(
            trading,
            (Buy, Pass, Stand, Withdraw),
            buying.legal_purchases,
            buying.buy_refusal,
            buying.traded,
        ),
        "build": Choice(
            on_turn,
            (Build, MeepleInstead, GiveUp),
            building.legal_builds,
            building.build_refusal,
            building.built,
        ),
        "dismantle": Choice(
            on_turn,
            (Dismantle, Build, MeepleInstead, GiveUp),
            building.legal_dismantles,
            building.dismantle_refusal,
            building.built,
        ),
        "resolve": Choice(
            on_turn, (Resolve,), shaking.legal_resolves, shaking.resolve_refusal, shaking.called
        ),
        "shock": Choice(
            on_turn, (Shock,), shaking.legal_shocks, shaking.shock_refusal, shaking.shocked
        ),
        "move": Choice(
            on_turn,
            (MoveMeeple, TakeBack),
            shaking.legal_moves,
            shaking.move_refusal,
            shaking.moved,
        ),
    }
)
_OPENED: Final[Mapping[type, str]] = {
    Keep: "keep",
    Take: "take",
    Plan: "plan",
    Mark: "mark",
    Influence: "mark",
}


def not_now(state: State, action: Action) -> IllegalAction:
    """Return why an action of another phase is refused."""
    phase = _OPENED.get(type(action), state.phase)
    if phase != state.phase:
        return IllegalAction("aftershock-already-open", phase=phase)
    return IllegalAction("aftershock-not-now")
