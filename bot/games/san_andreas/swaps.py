"""A null that survived: keep it, or take a lost coin instead, before the scoring."""

from typing import Final

from bot.games.controls import draft_id, said
from bot.games.panel import View
from bot.games.people import accent
from bot.games.san_andreas.alt_texts import null_at, swap_alt
from bot.games.san_andreas.captions import captions
from bot.games.san_andreas.words import coin_name
from bot.views.screen import Button, Image, Screen, Style, Text, keypad
from engine.errors import IllegalAction
from engine.games.san_andreas.actions import Swap
from render.games.san_andreas import RENDERER

OPEN: Final = "x"
"""Verb: which coin?"""
SWAP: Final = "y"
"""Verb: swap, or keep the null."""
KEEP: Final = "-"


def choose(view: View, first: str = "") -> Screen:
    """Ask which lost coin shall stand there instead; these buttons decide."""
    words = view.words
    title = words.say(
        "### Your null survived\nOn **{space}** one of your lost coins may take its place before"
        " the scoring.",
        space=null_at(view),
    )
    picture = RENDERER.swap(view.observation, captions(view, words.say("Swap your null?")))
    legal = (each.coin for each in view.legal if isinstance(each, Swap))
    coins = sorted({coin for coin in legal if coin}, reverse=True)
    swaps = [
        Button(
            words.say("Swap in your {coin}", coin=coin_name(words, coin)),
            draft_id(view, SWAP, coin),
            Style.GREEN,
        )
        for coin in coins
    ]
    has_decided = view.viewer in view.observation.decided
    if has_decided and not first:
        first = words.say("**You have decided.** You can change it until the others have, too.")
    keep = Button(words.say("Keep the null"), draft_id(view, SWAP, KEEP))
    image = Image(picture, swap_alt(view))
    keys = keypad((*swaps, keep))
    return Screen((*said(first), Text(title), image, *keys), accent(view))


def decided(args: tuple[str, ...]) -> Swap:
    """Read the coin of an id; raise `IllegalAction` for one that means none."""
    match args:
        case (coin,) if coin == KEEP:
            return Swap(None)
        case (coin,) if coin.isdecimal():
            return Swap(int(coin))
        case _:
            raise IllegalAction("san-andreas-not-now")
