"""The variants of a game in words: in the lobby, on the cover, and as people type them."""

import re
from functools import cache
from typing import Final

from bot.games.abilities import NamesVariants, VariantText
from bot.games.custom_ids import for_match
from bot.games.panel import AnyPanel
from bot.games.screen import Select, SelectOption
from bot.games.speech import folded
from bot.locale.localisation import Words
from bot.locale.localisation import words as words_of
from bot.table.match.match import Match
from engine.errors import BadSetup
from engine.registry import game
from engine.setups import sets_of_variants

PARTED: Final = re.compile(r"[,;+]")


def offered(panel: AnyPanel) -> tuple[str, ...]:
    """Return the variants that a lobby offers: those of the game for which its panel has words."""
    return game(panel.key).meta.variants if isinstance(panel, NamesVariants) else ()


def described(panel: AnyPanel, words: Words, variant: str) -> VariantText:
    """Return what a variant is called and what it does."""
    if isinstance(panel, NamesVariants):
        return panel.variant(words, variant)
    return VariantText(variant, "")


def named(panel: AnyPanel, words: Words, variants: tuple[str, ...]) -> str:
    """Return "The Big One, Aftershocks", in the order of the menu; "" for the standard game."""
    known = [each for each in game(panel.key).meta.variants if each in variants]
    return ", ".join(described(panel, words, each).name for each in known)


def agreed(match: Match, panel: AnyPanel, words: Words) -> list[str]:
    """Return the line of the lobby that names the variants; none for a game without any."""
    if not offered(panel):
        return []
    names = named(panel, words, match.setup.variants) or words.say("none, the standard game")
    return [f"**{words.say('Variants')}** {names}"]


def menu(match: Match, panel: AnyPanel, words: Words) -> tuple[Select, ...]:
    """Return the menu of variants, one line about each; none for a game without any."""
    options = []
    for key in offered(panel):
        each = described(panel, words, key)
        options.append(SelectOption(each.name, key, each.line, chosen=key in match.setup.variants))
    if not options:
        return ()
    placeholder, verb = words.say("Variants"), for_match("variants", match.id, 0)
    return (Select(verb, placeholder, tuple(options), 0, len(options)),)


@cache
def playable(key: str) -> tuple[tuple[str, ...], ...]:
    """Return every set of variants that can be played together, small ones first."""
    return sets_of_variants(game(key))


def suggestions(panel: AnyPanel, words: Words, typed: str) -> list[tuple[str, str]]:
    """Return (words, value) for each set of variants that can be played and has all that is typed.

    A value can be typed as well: it is what `read` understands.
    """
    parts = _parts(typed)
    return [
        (named(panel, words, each), ",".join(each))
        for each in (playable(panel.key) if offered(panel) else ())
        if all(any(_means(panel, words, one, part) for one in each) for part in parts)
    ]


def read(panel: AnyPanel, words: Words, typed: str) -> tuple[str, ...]:
    """Return the variants that `typed` names, sorted; raise `BadSetup` for what is none.

    A part of a name is enough if no other has it.
    """
    named = set()
    for part in _parts(typed):
        found = tuple(each for each in offered(panel) if _means(panel, words, each, part))
        if len(found) > 1:
            raise BadSetup("setup-variant-unclear", variant=part.strip(), found=found)
        if not found:
            raise BadSetup("setup-no-such-variant", variant=part.strip())
        named.add(found[0])
    return tuple(sorted(named))


def _parts(typed: str) -> list[str]:
    return [each for each in PARTED.split(typed) if each.strip()]


def _means(panel: AnyPanel, words: Words, variant: str, part: str) -> bool:
    names = (
        described(panel, words, variant).name,
        described(panel, words_of("en"), variant).name,
        variant.replace("_", ""),
    )
    return any(folded(part).replace("_", "") in folded(name) for name in names)
