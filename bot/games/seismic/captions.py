"""The few words that stand in the pictures."""

from bot.games.panel import View
from bot.games.people import short_name
from bot.games.seismic.words import cell_name, crews
from engine.games.seismic.state import Observation
from engine.seat import Seat
from render.games.seismic.captions import Captions


def captions(
    view: View,
    headline: str,
    note: str = "",
    *,
    changes: tuple[str, ...] = (),
    foot: tuple[str, ...] = (),
) -> Captions:
    """Return the captions of a picture of this table under `headline`."""
    words, observation = view.words, view.observation
    seats = [Seat(seat) for seat in range(observation.seats)]
    return Captions(
        title=words.say("Seismic · match {n}", n=view.match.id),
        headline=headline,
        names=tuple(short_name(view, seat) for seat in seats),
        letters=tuple(view.match.chairs[seat].letter for seat in seats),
        seat_notes=tuple(crews(words, observation.crews[seat]) for seat in seats),
        points_label=words.say("points") if observation.outcome else words.say("points now"),
        pile_label=words.count("tile in the pile", "tiles in the pile", observation.pile),
        quakes_label=words.say("quakes"),
        last=last_move(view),
        note=note,
        seat_news=tuple(_back(view, seat) for seat in seats),
        no_quakes=words.say("no quake yet"),
        window=words.say("part of the board"),
        seat_changes=changes,
        foot=foot,
    )


def table_captions(view: View) -> Captions:
    """Return the captions of the table as it stands."""
    return captions(view, headline(view))


def headline(view: View) -> str:
    """Return whose turn it is, or who won, short enough for a picture."""
    observation = view.observation
    if observation.to_act is not None:
        return view.words.say("{name} to play", name=short_name(view, observation.to_act))
    return view.words.say("Final score")


def last_move(view: View) -> str:
    """Return "Nora, F5", "" before the first move."""
    last, by = view.observation.last, view.observation.last_by
    if last is None or by is None:
        return ""
    return f"{short_name(view, by)}, {cell_name(view.observation, last.cell)}"


def _back(view: View, seat: Seat) -> str:
    count = crews_back(view.observation, seat)
    return view.words.say("+{n} back", n=count) if count else ""


def crews_back(observation: Observation, seat: Seat) -> int:
    """Return how many crews quakes have sent home to this seat since the last placement."""
    fallen = [laid for quake in observation.quakes for laid in quake.fallen]
    return sum(crew.seat == seat for laid in fallen for crew in laid.crews)
