"""Who sits at the table, as every title names them: names, shapes, colours, pings."""

from typing import Final

from bot.games.names import shortened, shown
from bot.games.panel import AnyView
from bot.hosting.match import Chair, PlayerId
from bot.locale.localisation import Words
from engine.errors import EngineError
from engine.game import Seat

SHAPES: Final = ("■", "▲", "◆", "●", "★")
"""The shapes of the seats, as in the pictures."""

SEAT_COLOURS: Final = (0x1E5A96, 0xF0671F, 0xFEDD3F, 0xF593CC, 0x23262A)
LONGEST_LABEL: Final = 14
"""Names on buttons and in pictures."""


def chair(view: AnyView, seat: Seat) -> Chair:
    """Return who sits there."""
    return view.match.chairs[seat]


def name(view: AnyView, seat: Seat) -> str:
    """Return a player's name for a message, harmless."""
    return shown(chair(view, seat).name)


def short_name(view: AnyView, seat: Seat) -> str:
    """Return a player's name for a button or a picture, cut."""
    return shortened(chair(view, seat).name, LONGEST_LABEL)


def is_person(view: AnyView, seat: Seat) -> bool:
    """Say whether somebody can be pinged for this seat."""
    taken = chair(view, seat)
    return taken.player is not None and taken.agent is None


def mention(view: AnyView, seat: Seat) -> str:
    """Return a ping."""
    return f"<@{chair(view, seat).player}>"


def people(view: AnyView) -> tuple[Seat, ...]:
    """Return the seats of those who move for themselves."""
    seats = (Seat(number) for number in range(len(view.match.chairs)))
    return tuple(seat for seat in seats if is_person(view, seat))


def player_ids(view: AnyView, seats: tuple[Seat, ...]) -> tuple[PlayerId, ...]:
    """Return who is pinged for these seats; computer players are left out."""
    players = (chair(view, seat).player for seat in seats if is_person(view, seat))
    return tuple(player for player in players if player is not None)


def accent(view: AnyView) -> int | None:
    """Return the colour of the viewer's seat."""
    return SEAT_COLOURS[view.viewer] if isinstance(view.viewer, int) else None


def standings(view: AnyView) -> str:
    """Return "points: Ann ■ 40, Bob ▲ 22", of a title whose observation has `points`."""
    points = enumerate(view.observation.points)
    scores = [f"{name(view, Seat(seat))} {SHAPES[seat]} {n}" for seat, n in points]
    return view.words.say("points: {scores}", scores=", ".join(scores))


def tally(words: Words, who: str, n: int | str) -> str:
    """Return "Ann 40", or "Computer 1: 40" where two figures would stand side by side."""
    return words.say("{who}: {n}", who=who, n=n) if who[-1:].isdecimal() else f"{who} {n}"


def nobody_begins(words: Words, error: EngineError) -> str:
    """Return why a setup was refused in which a seat is to begin that nobody has."""
    return words.say(
        "**Seat {n} is to begin, but it would be empty.** Choose another first player under"
        " Table options.",
        n=error.data["value"],
    )
