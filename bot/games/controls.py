"""Blocks and ids that the screens of every title share."""

from bot.games.custom_ids import for_match
from bot.games.panel import View
from bot.games.screen import Block, Text


def draft_id(view: View, verb: str, *draft: str | int) -> str:
    """Return the id of a control of this table."""
    return for_match(verb, view.match.id, view.seen, *draft)


def said(first: str) -> tuple[Block, ...]:
    """Return a text block, or none for ""."""
    return (Text(first),) if first else ()
