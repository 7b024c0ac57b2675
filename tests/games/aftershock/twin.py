"""Another world that looks the same: for the contract suite."""

from collections.abc import Callable
from random import Random
from typing import Any

from engine.game import Viewer
from engine.games.aftershock.actions import Deal
from engine.games.aftershock.building import planned
from engine.games.aftershock.cards import payable
from engine.games.aftershock.scoring import marking_choices
from engine.values import but


def twin(state: Any, viewer: Viewer, rng: Random) -> Any:
    """Change what the others hold, have sealed or planned, as far as the viewer can't know."""
    others = [seat for seat in range(state.seats) if seat != viewer]
    if state.phase in ("dealing", "keep"):
        state = _other_hands(state, others, rng)
    if state.phase in ("buy", "take"):
        state = _other_kept_cards(state, others, rng)
    if state.phase == "buy":
        state = _other_standing_passes(state, others, rng)
    if state.phase in ("build", "dismantle"):
        state = _other_plans(state, others, rng)
    if state.phase in DRAFTS:
        state = _other_drafts(state, others, rng)
    return state


def _deck(state: Any) -> list[str]:
    return [deal.card for deal, count in state.deck.items() for _ in range(count)]


def _counted(cards: list[str]) -> dict[Deal, int]:
    return {Deal(card): cards.count(card) for card in sorted(set(cards))}


def _other_hands(state: Any, others: list[int], rng: Random) -> Any:
    """Deal anew what the viewer hasn't seen, but for the Bridge card that everybody got."""
    hands, own = list(state.hands), state.board.bridge_cards if state.round == 1 else 0
    loose = _deck(state)
    fixed = {seat: ["bridge"] * min(own, len(hands[seat])) for seat in others}
    for seat in others:
        rest = list(hands[seat])
        for card in fixed[seat]:
            rest.remove(card)
        loose += rest
    rng.shuffle(loose)
    for seat in others:
        count = len(hands[seat]) - len(fixed[seat])
        hands[seat] = tuple(sorted(fixed[seat] + [loose.pop() for _ in range(count)]))
    return but(state, hands=tuple(hands), deck=_counted(loose))


def _other_kept_cards(state: Any, others: list[int], rng: Random) -> Any:
    """Let the others have kept other area cards at the same price."""
    hands, deck = [list(hand) for hand in state.hands], _deck(state)
    cards = state.board.card
    for seat in others:
        for place, card in enumerate(hands[seat]):
            alike = [
                n
                for n, other in enumerate(deck)
                if cards[other].area and cards[card].area and cards[other].cost == cards[card].cost
            ]
            if alike:
                chosen = rng.choice(alike)
                hands[seat][place], deck[chosen] = deck[chosen], hands[seat][place]
    return but(state, hands=tuple(tuple(sorted(hand)) for hand in hands), deck=_counted(deck))


def _other_standing_passes(state: Any, others: list[int], rng: Random) -> Any:
    standing = list(state.standing)
    for seat in others:
        standing[seat] = seat != state.seat and rng.random() < 0.5
    return but(state, standing=tuple(standing))


def _other_plans(state: Any, others: list[int], rng: Random) -> Any:
    plans = list(state.plans)
    for seat in others:
        if not state.opened[seat]:
            areas = tuple(rng.choice(state.board.areas) for _ in plans[seat])
            plans[seat] = planned(state.board, state.items[seat], areas)
    return but(state, plans=tuple(plans))


def _other_drafts(state: Any, others: list[int], rng: Random) -> Any:
    """Let the others have chosen something else, as ready as they were."""
    drafts = list(state.drafts)
    for seat in others:
        if not state.ready[seat] or drafts[seat] is not None:
            whole = DRAFTS[state.phase](state, seat, rng)
            partial = whole[: rng.randrange(len(whole))] if whole else ()
            drafts[seat] = whole if state.ready[seat] else (partial or None)
    return but(state, drafts=tuple(drafts))


def _kept(state: Any, seat: int, rng: Random) -> tuple[str, ...]:
    choices = payable(state.board, state.hands[seat], state.money[seat])
    return rng.choice(choices).cards if state.ready[seat] else ()


def _taken(state: Any, seat: int, rng: Random) -> tuple[str, ...]:
    return (rng.choice(state.market[seat]),)


def _planned(state: Any, seat: int, rng: Random) -> tuple[str, ...]:
    return tuple(rng.choice(state.board.areas) for _ in state.items[seat].order)


def _marked(state: Any, seat: int, rng: Random) -> tuple[str, ...]:
    draft: tuple[str, ...] = ()
    for _ in range(state.score_markers + state.items[seat].influence):
        choices: Any = marking_choices(state.board, draft, state.score_markers)
        draft = (*draft, rng.choice(choices).space)
    return draft


DRAFTS: dict[str, Callable[[Any, int, Random], tuple[str, ...]]] = {
    "keep": _kept,
    "take": _taken,
    "plan": _planned,
    "mark": _marked,
}
