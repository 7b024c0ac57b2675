"""2A and 2B: area cards become meeples, the other cards things to plan (rules 2)."""

from engine.game import Event, Seat, Step
from engine.games.aftershock.board import MARKERS, Board, Card
from engine.games.aftershock.events import AreaPopulated, CardsRevealed
from engine.games.aftershock.meeples import with_meeples
from engine.games.aftershock.planning import begin_planning
from engine.games.aftershock.state import Cards, Items, State


def begin_populating(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Play all cards in hand; nobody has anything to decide."""
    revealed: tuple[Event, ...] = ()
    items, played = [], list(state.discards)
    for each in range(state.seats):
        seat = Seat(each)
        cards = tuple(sorted(state.hands[seat] + state.gained[seat]))
        played += cards
        state, populated = _populated(state, seat, cards)
        events += populated
        items.append(gained_items(state.board, cards, free=int(state.free_marker == seat)))
        revealed += _revealed(state.board, seat, cards, items[-1])
    nothing: tuple[Cards, ...] = ((),) * state.seats
    populated_state = state.but(
        hands=nothing, gained=nothing, discards=tuple(sorted(played)), items=tuple(items)
    )
    return begin_planning(populated_state, events + revealed)


def _populated(state: State, seat: Seat, cards: Cards) -> tuple[State, tuple[Event, ...]]:
    """Place the meeples of area cards in board order, as far as the supply goes."""
    events: tuple[Event, ...] = ()
    held = [card for card in state.board.cards for code in cards if code == card.code]
    for card in held:
        if card.area:
            state, placed = with_meeples(state, seat, card.area, card.meeples)
            events += (AreaPopulated(seat, card.code, card.area, placed),)
    return state, events


def gained_items(board: Board, cards: Cards, free: int) -> Items:
    """Return what the cards bring that are no area cards, with so many free markers."""
    held = [board.card[code] for code in cards]
    bridges, influence = _count(held, "bridge"), _count(held, "influence")
    markers = ["normal"] * free + [card.marker for card in held if card.marker]
    return Items(bridges, bridges, tuple(sorted(markers, key=MARKERS.index)), influence)


def _count(cards: list[Card], kind: str) -> int:
    return sum(card.kind == kind for card in cards)


def _revealed(board: Board, seat: Seat, cards: Cards, items: Items) -> tuple[Event, ...]:
    shown = tuple(code for code in cards if not board.card[code].area)
    return (CardsRevealed(seat, shown, items),) if items != Items() else ()
