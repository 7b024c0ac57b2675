"""San Andreas in the lobby: what is about to be played, its settings, why a setup is refused."""

from typing import Final

from bot.games.people import nobody_begins
from bot.locale.localisation import Words, mark
from engine.errors import EngineError
from engine.game import OptionValue

OPTIONS: Final = {
    "too_steep": mark("Too steep for a city (layers)"),
    "lakes_are_ocean": mark("Lakes count as ocean"),
    "islands_sink": mark("Islands sink"),
    "memory": mark("Revealed coins"),
    "first_player": mark("First player"),
}

VALUES: Final = {
    ("lakes_are_ocean", "no"): mark("no (default)"),
    ("lakes_are_ocean", "yes"): mark("yes"),
    ("islands_sink", "before"): mark("before the scoring (default)"),
    ("islands_sink", "after"): mark("after the scoring"),
    ("memory", "open"): mark("stay readable (default)"),
    ("memory", "strict"): mark("are hidden again"),
    ("first_player", "random"): mark("drawn"),
}

DEFAULT_STEEPNESS: Final = 2
TYPICAL_TURNS: Final = 30


def invitation(words: Words, host: str) -> str:
    """Return a sentence or two for the lobby."""
    return words.say(
        "{host} is founding cities on ground that moves. About {n} moves in all, one whenever you"
        " have a minute.",
        host=host,
        n=TYPICAL_TURNS,
    )


def value(words: Words, name: str, value: OptionValue) -> str:
    """Return what a value of a setting is called."""
    if name == "too_steep":
        if value == DEFAULT_STEEPNESS:
            return words.say("{n} (default)", n=value)
        return str(value)
    if (name, value) in VALUES:
        return words.say(VALUES[(name, str(value))])
    return words.say("seat {n}", n=value)


def reason(words: Words, error: EngineError) -> str:
    """Return why a setup was refused, as markdown."""
    match error.key:
        case "setup-seats":
            return words.say("**San Andreas is for 3 or 4 players.** I left the table as it was.")
        case "setup-no-such-variant":
            return words.say("**San Andreas has no variants.** I left the table as it was.")
        case "setup-option" if error.data["option"] == "first_player":
            return nobody_begins(words, error)
        case _:
            return words.say("**San Andreas has no such setting.** I left the table as it was.")
