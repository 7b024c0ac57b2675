"""Seismic in the lobby: what is about to be played, its settings, why a setup is refused."""

from typing import Final

from bot.locale.localisation import Words, mark
from engine.errors import EngineError
from engine.record import OptionValue

OPTIONS: Final = {
    "table_radius": mark("Size of the table"),
    "first_player": mark("First player"),
}
TYPICAL_TURNS: Final = 70


def invitation(words: Words, host: str) -> str:
    """Return a sentence or two for the lobby."""
    return words.say(
        "{host} is building highways around San Andreas. About {n} moves in all, one whenever"
        " you have a minute.",
        host=host,
        n=TYPICAL_TURNS,
    )


def value(words: Words, name: str, value: OptionValue) -> str:
    """Return what a value of a setting is called."""
    if name == "table_radius":
        if value == 8:
            return words.say("{n} cells each way (usual)", n=value)
        return words.say("{n} cells each way", n=value)
    if value == "random":
        return words.say("drawn")
    return words.say("seat {n}", n=value)


def reason(words: Words, error: EngineError) -> str:
    """Return why a setup was refused, as markdown."""
    match error.key:
        case "setup-seats":
            return words.say("**Seismic is for 2 to 4 players.** I left the table as it was.")
        case "setup-option" if error.data["option"] == "first_player":
            return words.say("**There is no such seat to begin.** I left the table as it was.")
        case _:
            return words.say("**Seismic has no such setting.** I left the table as it was.")
