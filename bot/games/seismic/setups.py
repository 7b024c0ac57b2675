"""Seismic in the lobby: what is about to be played, its settings, why a setup is refused."""

from collections.abc import Iterable
from typing import Final

from bot.games.abilities import VariantText
from bot.games.names import escaped_name
from bot.games.people import nobody_begins
from bot.games.speech import and_list, or_list
from bot.locale.localisation import Words, mark
from engine.errors import EngineError
from engine.game import OptionValue, Setup

OPTIONS: Final = {
    "table_radius": mark("Size of the table"),
    "first_player": mark("First player"),
}
TYPICAL_TURNS: Final = 70

VARIANTS: Final = {
    "big_one": (
        mark("The Big One"),
        mark("The 6.0 quake is guaranteed: it's among the last six tiles of the pile."),
    ),
    "road_crews_dilemma": (
        mark("Road Crew's Dilemma"),
        mark("Instead of placing a crew, you may place a second tile in the same turn."),
    ),
    "aftershocks": (
        mark("Aftershocks"),
        mark("After each quake, each player may rotate one tile in place."),
    ),
    "twin_cities": (
        mark("Twin Cities"),
        mark("Two towns and twice the tiles; every quake strikes both. A road between them: +10."),
    ),
    "balance": (
        mark("Balance"),
        mark("Everyone draws from a pile of their own. Can be combined only with Aftershocks."),
    ),
}
"""What each variant is called, and what it does in one line of a menu."""


def variant(words: Words, name: str) -> VariantText:
    """Return what a variant is called and what it does."""
    called, line = VARIANTS[name]
    return VariantText(words.say(called), words.say(line))


def variants_named(words: Words, names: Iterable[str]) -> list[str]:
    """Return the names of the variants in the order of the menu."""
    chosen = frozenset(names)
    return [words.say(called) for name, (called, _) in VARIANTS.items() if name in chosen]


def short_names(words: Words, names: Iterable[str]) -> list[str]:
    """Return the names of the variants as short as they stand in a line with others."""
    chosen = frozenset(names)
    return [
        # A language may say this one in fewer words.
        words.named("short name", "Road Crew's Dilemma")
        if name == "road_crews_dilemma"
        else words.say(called)
        for name, (called, _) in VARIANTS.items()
        if name in chosen
    ]


def invitation(words: Words, host: str, setup: Setup) -> str:
    """Return a sentence or two for the lobby; the table of two towns has two boxes of tiles."""
    turns = TYPICAL_TURNS * (2 if "twin_cities" in setup.variants else 1)
    return words.say(
        "{host} is building highways around San Andreas. About {n} moves in all, one whenever"
        " you have a minute.",
        host=host,
        n=turns,
    )


def value(words: Words, name: str, value: OptionValue) -> str:
    """Return what a value of a setting is called."""
    if name == "table_radius":
        if value == 8:
            return words.say("{n} cells each way (default)", n=value)
        return words.say("{n} cells each way", n=value)
    if value == "random":
        return words.say("Random")
    return words.say("Seat {n}", n=value)


def reason(words: Words, error: EngineError) -> str:
    """Return why a setup was refused, as markdown."""
    match error.key:
        case "setup-seats":
            return words.say("**Seismic is for 2 to 4 players.** I left the table as it was.")
        case "setup-variants-clash" if error.data["variant"] == "balance":
            return words.say("**Balance can be combined only with Aftershocks.**")
        case "setup-variants-clash":
            return words.say(
                "**{name} can't be combined with {others}.**",
                name=words.say(VARIANTS[error.data["variant"]][0]),
                others=and_list(words, variants_named(words, error.data["clashes"])),
            )
        case "setup-no-such-variant":
            asked = escaped_name(str(error.data["variant"]))
            return words.say(
                "**Seismic has no variant called {name}.** There are {variants}.",
                name=asked,
                variants=and_list(words, variants_named(words, VARIANTS)),
            )
        case "setup-variant-unclear":
            return words.say(
                "**{name} could be {variants}.** Type more of the name.",
                name=escaped_name(str(error.data["variant"])),
                variants=or_list(words, variants_named(words, error.data["found"])),
            )
        case "setup-option" if error.data["option"] == "first_player":
            return nobody_begins(words, error)
        case _:
            return words.say("**Seismic has no such setting.** I left the table as it was.")
