"""What happened, in sentences."""

from collections.abc import Iterable, Sequence

from bot.games.ending import winners
from bot.games.panel import View
from bot.games.people import name
from bot.games.seismic.tile_names import distinct_names, magnitude, tile_name
from bot.games.seismic.words import cell_name, cell_names, direction, sent_home
from bot.games.speech import listed
from bot.locale.localisation import mark
from engine.event import Event
from engine.games.seismic.events import (
    MatchBegun,
    MatchEnded,
    NothingFitted,
    QuakeFlipped,
    QuakeLeft,
    QuakeStruck,
    TileFlipped,
    TilePlaced,
    TileSetAside,
)
from engine.games.seismic.state import Laid
from engine.node import Outcome
from engine.seat import Seat

REASONS = {
    "seismic-pile-empty": mark("The tiles have run out."),
    "seismic-nothing-open": mark("No highway is open any more."),
}


def sentence(view: View, event: Event) -> str:
    """Return an event as a sentence of markdown."""
    match event:
        case TilePlaced():
            return placed(view, event)
        case QuakeStruck():
            return struck(view, event)
        case QuakeFlipped():
            return flipped(view, event)
        case MatchEnded(outcome):
            return ended(view, outcome)
        case _:
            return _small(view, event)


def _small(view: View, event: Event) -> str:
    words = view.words
    match event:
        case MatchBegun(seat):
            return words.say("{who} plays first.", who=_bold(view, seat))
        case TileFlipped(tile):
            return words.say("Turned up: {tile}.", tile=tile_name(words, tile))
        case QuakeLeft(tile):
            quake = magnitude(tile)
            return words.say("A quake {magnitude} left the game without effect.", magnitude=quake)
        case NothingFitted(tiles):
            names = listed(words, _tiles(view, tiles))
            return words.say(
                "Nothing on offer fitted anywhere: {tiles} left the game.", tiles=names
            )
        case TileSetAside():
            return words.say("A tile left the game unseen.")
        case _:
            raise TypeError(type(event))


def _tiles(view: View, codes: Sequence[str]) -> list[str]:
    names = distinct_names(view.words, tuple(codes))
    return [names[code] for code in codes]


def _bold(view: View, seat: Seat) -> str:
    return f"**{name(view, seat)}**"


def placed(view: View, event: TilePlaced) -> str:
    """Return "Cleo: straight at **I6**, with a crew."."""
    words = view.words
    data = {
        "who": _bold(view, event.seat),
        "tile": tile_name(words, event.tile),
        "cell": cell_name(view.observation, event.cell),
    }
    if event.crew is None:
        return words.say("{who}: {tile} at **{cell}**, no crew.", **data)
    return words.say("{who}: {tile} at **{cell}**, with a crew.", **data)


def flipped(view: View, event: QuakeFlipped) -> str:
    """Return that a quake came up, or that it found nothing."""
    words, quake = view.words, magnitude(event.tile)
    if not event.tied:
        return words.say("**Quake {magnitude}** found no tile to take.", magnitude=quake)
    if len(event.tied) == 1:
        return words.say("**A quake {magnitude}!**", magnitude=quake)
    return words.say(
        "**A quake {magnitude}!** {n} lines are equally long.", magnitude=quake, n=len(event.tied)
    )


def struck(view: View, event: QuakeStruck) -> str:
    """Return "**Quake 3.0** took the north line: I8, I7. Crews sent home: Ann 1."."""
    took = view.words.say(
        "**Quake {magnitude}** took the {direction} line: {cells}.",
        magnitude=magnitude(event.tile),
        direction=direction(view.words, event.line),
        cells=cell_names(view.observation, (laid.cell for laid in event.fallen)),
    )
    return f"{took} {crews_home(view, event.fallen)}".rstrip()


def crews_home(view: View, fallen: Iterable[Laid]) -> str:
    """Return whose crews come home from fallen tiles, "" if there were none."""
    crews = sent_home(view, fallen)
    return view.words.say("Crews sent home: {crews}.", crews=crews) if crews else ""


def ended(view: View, outcome: Outcome) -> str:
    """Return why the match is over and who won."""
    why = view.words.say(REASONS[outcome.reason])
    return f"{why} {victory(view, outcome)}"


def victory(view: View, outcome: Outcome) -> str:
    """Return who wins with how many points."""
    words, first = view.words, winners(outcome)
    names = listed(words, [_bold(view, seat) for seat in first])
    score = outcome.scores[first[0]]
    if len(first) == 1:
        return words.say("{who} wins with {n}.", who=names, n=score)
    return words.say("{who} share the win with {n}.", who=names, n=score)


def told(news: Iterable[Event]) -> list[Event]:
    """Return the events worth a line: neither tiles turned up nor quakes that struck at once."""
    return [event for event in news if _is_worth_a_line(event)]


def _is_worth_a_line(event: Event) -> bool:
    if isinstance(event, QuakeFlipped):
        return not event.tied
    return not isinstance(event, TileFlipped | TileSetAside)
