"""Moves on the map, each under its sign, and the button that opens each of them."""

from collections.abc import Sequence
from functools import partial
from typing import assert_never

from bot.games.abilities import MarkedMove
from bot.games.custom_ids import draft_id
from bot.games.marked_moves import alt, headline
from bot.games.san_andreas import pictures, reasons
from bot.games.san_andreas.captions import captions, table_alt
from bot.games.san_andreas.ordering import order_id
from bot.games.san_andreas.view import View
from bot.games.san_andreas.words import named_at
from bot.games.screen import Image
from engine.games.san_andreas.actions import (
    Action,
    Begin,
    Epicenter,
    Found,
    Pass,
    Resolve,
    Roll,
    Swap,
)
from render.games.san_andreas import RENDERER


def marked(view: View, moves: Sequence[MarkedMove]) -> Image:
    """Return the own map with the spaces of these moves marked; of a quake, the dice."""
    marks = [
        (action.space, each.sign, "white" if each.is_played else "amber")
        for each in moves
        if isinstance(action := each.actions[0], Found | Epicenter)
    ]
    if not marks:
        return pictures.board(view)
    together = dict[tuple[int, int], tuple[str, str]]()
    for space, sign, colour in marks:
        # Two moves on one space share a sign: "12" is 1 and 2.
        before = together.get((space.x, space.y), ("", ""))[0]
        together[space.x, space.y] = before + sign, colour
    shown = tuple((space, *together[space.x, space.y]) for space, _, _ in marks)
    drawn = captions(view, headline(view.words, moves))
    picture = RENDERER.marked(view.observation, drawn, shown)
    return Image(picture, alt(moves, partial(reasons.told, view), table_alt(view)))


def preview(view: View, actions: Sequence[Action]) -> str:
    """Return the id that opens this move: the last question, with this coin or pawn only."""
    layout, action = view.observation.layout, actions[0]
    match action:
        case Found(coin, space):
            return draft_id(view, "c", named_at(layout, space), coin)
        case Epicenter(pawn, space):
            return draft_id(view, "e", named_at(layout, space), pawn)
        case Resolve():
            dice = tuple(each.die for each in actions if isinstance(each, Resolve))
            return draft_id(view, "d", order_id(dice))
        case Swap():
            return draft_id(view, "x")
        case Pass() | Begin() | Roll():
            return ""
        case _:
            assert_never(action)
