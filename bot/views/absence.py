"""What is said of players who have left the server, and the question who goes on for them."""

from bot.games.custom_ids import about_match
from bot.games.names import shown
from bot.games.screen import Button, Post, Row, Style
from bot.hosting.match import Chair, Match, Status
from bot.locale.localisation import Words
from engine.game import Seat


def notice(match: Match, seat: Seat, words: Words) -> Post:
    """Return what the channel is shown of a player who has left the server."""
    return Post(question(match, seat, words), rows=(Row(choices(match, seat, words)),))


def question(match: Match, seat: Seat, words: Words) -> str:
    """Return the sentence that asks who goes on for a player."""
    return words.say(
        "**{who} has left this server.** Somebody else may take the seat, or a computer player"
        " takes over.",
        who=shown(match.chairs[seat].name),
    )


def choices(match: Match, seat: Seat, words: Words) -> tuple[Button, Button]:
    """Return the buttons that answer it."""
    return (
        Button(words.say("Take the seat"), about_match("takeover", match, seat), Style.GREEN),
        Button(words.say("Computer player"), about_match("standin", match, seat), Style.DANGER),
    )


def replaced(before: Chair, now: Chair, words: Words) -> str:
    """Return who goes on for a player."""
    who = shown(before.name)
    if now.agent is not None:
        return words.say("A computer player takes over for **{who}**.", who=who)
    return words.say("**{new}** takes over for **{who}**.", new=shown(now.name), who=who)


def is_person(match: Match, seat: Seat) -> bool:
    """Say whether a person moves for this seat of a running match."""
    is_on = match.status is Status.PLAYING and seat < len(match.chairs)
    return is_on and match.chairs[seat].player is not None and match.chairs[seat].agent is None
