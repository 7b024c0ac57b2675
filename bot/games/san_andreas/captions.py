"""The few words that stand in the pictures."""

from bot.games.people import short_name
from bot.games.san_andreas.view import View
from bot.games.san_andreas.words import pawn_name
from bot.games.speech import listed
from engine.game import Seat
from engine.games.san_andreas.tiles import PAWNS
from render.games.san_andreas.captions import Captions


def captions(view: View, headline: str, note: str = "") -> Captions:
    """Return the captions of a picture of this table under `headline`."""
    words = view.words
    seats = [Seat(seat) for seat in range(view.observation.seats)]
    return Captions(
        headline=headline,
        names=tuple(short_name(view, seat) for seat in seats),
        letters=tuple(view.match.chairs[seat].letter for seat in seats),
        note=note,
        free=words.count("free", "free", len(view.observation.pool)),
        pawns=tuple(pawn_name(words, pawn) for pawn in PAWNS),
        coins=words.say("Your coins"),
        hand=words.say("in hand"),
        board=words.say("on the board"),
        lost=words.say("lost"),
    )


def table_captions(view: View) -> Captions:
    """Return the captions of the table as it stands."""
    return captions(view, headline(view), quakes(view))


def headline(view: View) -> str:
    """Return whose turn it is, that dice roll, or that it is over, short enough for a picture."""
    seats = view.observation.to_act
    if view.observation.outcome is not None:
        return view.words.say("Final score")
    if not seats:
        return view.words.say("Quake!") if view.observation.phase == "rolling" else ""
    names = listed(view.words, [short_name(view, seat) for seat in seats])
    return view.words.say("{name} to play", name=names)


def quakes(view: View) -> str:
    """Return "2 quakes", "" before the first."""
    quake = view.observation.quake
    if quake is None:
        return ""
    return view.words.count("{n} quake", "{n} quakes", quake.number)


def quake_captions(view: View) -> Captions:
    """Return the captions of a picture of the latest quake."""
    quake = view.observation.quake
    if quake is None:
        raise ValueError(view.match.id)
    who = view.words.say("set off by {who}", who=short_name(view, quake.seat))
    return captions(view, view.words.say("Quake {n}", n=quake.number), who)
