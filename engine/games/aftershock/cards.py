"""All cards of a board, before they are dealt (rules 1)."""

from collections.abc import Mapping

from engine.games.aftershock.actions import Deal
from engine.games.aftershock.board import Board


def deck(board: Board, bridges_out: int = 0) -> Mapping[Deal, int]:
    """Return all cards but so many Bridge cards, which were handed out."""
    counts = {card.code: card.count for card in board.cards}
    counts["bridge"] -= bridges_out
    return {Deal(code): count for code, count in counts.items() if count}
