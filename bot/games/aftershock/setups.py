"""Aftershock in the lobby: what is about to be played, its settings, why a setup is refused."""

from typing import Final

from bot.games.people import nobody_begins
from bot.locale.localisation import Words, mark
from engine.errors import EngineError
from engine.game import OptionValue

OPTIONS: Final = {
    "auto_pass": mark("Players who can't afford a card"),
    "two_bridges": mark("Bridges per player on a link"),
    "first_player": mark("First player"),
    "board": mark("Board"),
}


def invitation(words: Words, host: str) -> str:
    """Return a sentence or two for the lobby."""
    return words.say(
        "{host} is rebuilding San Francisco after the mega earthquake. Two or three rounds of"
        " sealed plans, with bargaining in between.",
        host=host,
    )


def value(words: Words, name: str, value: OptionValue) -> str:
    """Return what a value of a setting is called."""
    match name, value:
        case "auto_pass", True:
            return words.say("pass automatically (default)")
        case "auto_pass", _:
            return words.say("are asked anyway")
        case "two_bridges", True:
            return words.say("two (default)")
        case "two_bridges", _:
            return words.say("one")
        case "board", _:
            return str(value).replace("_", " ").title()
        case _:
            return words.say("drawn") if value == "random" else words.say("seat {n}", n=value)


def reason(words: Words, error: EngineError) -> str:
    """Return why a setup was refused, as markdown."""
    match error.key:
        case "setup-seats":
            return words.say("**Aftershock is for 3 to 5 players.** I left the table as it was.")
        case "setup-option" if error.data["option"] == "first_player":
            return nobody_begins(words, error)
        case _:
            return words.say("**Aftershock has no such setting.** I left the table as it was.")
