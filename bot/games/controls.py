"""Blocks and ids that the screens of every title share."""

from bot.games.custom_ids import about_match, for_match
from bot.games.panel import AnyView
from bot.games.screen import Block, Button, Text
from bot.hosting.match import Match
from bot.locale.localisation import Words


def draft_id(view: AnyView, verb: str, *draft: str | int) -> str:
    """Return the id of a control of this table."""
    return for_match(verb, view.match.id, view.seen, *draft)


def said(first: str) -> tuple[Block, ...]:
    """Return a text block, or none for ""."""
    return (Text(first),) if first else ()


def propose_button(match: Match, words: Words) -> Button:
    """Return the button that opens the form of a proposal."""
    return Button(words.say("Propose a deal"), about_match("deal", match))
