"""The few words that stand in the pictures."""

from collections import Counter
from typing import Final

from bot.games.panel import View
from bot.games.people import short_name
from bot.games.seismic.setups import variants_named
from bot.games.seismic.tile_names import magnitude
from bot.games.seismic.words import cell_name, crews
from bot.games.speech import listed
from bot.locale.localisation import Words, mark
from engine.game import Seat
from engine.games.seismic.state import Observation
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
        points_label=_points(view),
        pile_label=_pile(words, observation),
        quakes_label=words.say("quakes"),
        last=last_move(view),
        note=note,
        seat_news=tuple(_back(view, seat) for seat in seats),
        no_quakes=words.say("no quake yet"),
        window=words.say("part of the board"),
        seat_changes=changes,
        foot=foot,
        bottom=bottom(words, observation),
        town_labels=_sides(words, observation),
    )


def _points(view: View) -> str:
    """Return the word above the points; at a pure table nobody adds them up before the end."""
    if not view.match.has_aids:
        return ""
    return view.words.say("points") if view.observation.outcome else view.words.say("points now")


SIDES: Final = (mark("left"), mark("right"))


def _sides(words: Words, observation: Observation) -> tuple[str, ...]:
    return tuple(words.say(each) for each in SIDES) if len(observation.towns) > 1 else ()


def _pile(words: Words, observation: Observation) -> str:
    if observation.piles:
        return words.say("tiles left to draw")
    return words.count("tile in the pile", "tiles in the pile", observation.pile)


def bottom(words: Words, observation: Observation) -> str:
    """Return which quakes are certain to come from the bottom of the pile, "" if none."""
    if not observation.buried:
        return ""
    counted = Counter(magnitude(code) for code in observation.buried)
    quakes = listed(
        words,
        [each if n == 1 else f"{n} \N{MULTIPLICATION SIGN} {each}" for each, n in counted.items()],
    )
    return words.say("{quakes} in the last {n}", quakes=quakes, n=observation.bottom)


def signed(n: int) -> str:
    """Return a change with its sign, a real minus before losses."""
    return f"+{n}" if n >= 0 else f"\N{MINUS SIGN}{-n}"


def changes(view: View, before: Observation, after: Observation) -> tuple[str, ...]:
    """Return what each seat gains or loses between two tables, "" for nothing."""
    if not view.match.has_aids:
        return ()
    gained = (now - was for was, now in zip(before.points, after.points, strict=True))
    return tuple(signed(n) if n else "" for n in gained)


def table_captions(view: View) -> Captions:
    """Return the captions of the table as it stands."""
    return captions(view, headline(view), _way(view.words, view.observation))


def _way(words: Words, observation: Observation) -> str:
    """Return the variant, or how many there are: the message above the picture names them all."""
    names = variants_named(words, observation.variants)
    return (
        words.count("{n} variant", "{n} variants", len(names)) if len(names) > 1 else "".join(names)
    )


def headline(view: View) -> str:
    """Return whose turn it is, or who won, short enough for a picture."""
    observation = view.observation
    if observation.to_act is None:
        return view.words.say("Final score")
    who = short_name(view, observation.to_act)
    if observation.phase == "rotating":
        return view.words.say("{name} may turn", name=who)
    return view.words.say("{name} to play", name=who)


def last_move(view: View) -> str:
    """Return "Nora, F5", "" before the first move."""
    last, by = view.observation.last, view.observation.last_by
    if last is None or by is None:
        return ""
    return f"{short_name(view, by)}, {cell_name(view.observation, last.cell)}"


def _back(view: View, seat: Seat) -> str:
    count = crews_back(view.observation, seat)
    return view.words.count("+{n} back", "+{n} back", count) if count else ""


def crews_back(observation: Observation, seat: Seat) -> int:
    """Return how many crews quakes have sent home to this seat since the last placement."""
    fallen = [laid for quake in observation.quakes for laid in quake.fallen]
    return sum(crew.seat == seat for laid in fallen for crew in laid.crews)
