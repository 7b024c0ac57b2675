"""The picture of the table as everybody sees it, and one's own with the values of the coins."""

from collections.abc import Collection

from engine.game import Seat
from engine.games.san_andreas.pieces import City
from engine.games.san_andreas.state import Observation
from engine.games.san_andreas.tiles import Tile
from render.canvas import Canvas
from render.games.san_andreas.captions import Captions
from render.games.san_andreas.coast import Coast, Values
from render.games.san_andreas.panels import epicenters, own_coins, scores
from render.games.san_andreas.window import Window


def board_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the public picture of the table."""
    coast = table(observation, shown(captions))
    coast.frame("frame")
    scores(coast.canvas, observation, captions)
    epicenters(coast.canvas, observation, captions)
    return coast.canvas


def coins_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the viewer's own picture of the table."""
    coast = table(observation, known(captions))
    coast.frame("amber")
    scores(coast.canvas, observation, captions)
    own_coins(coast.canvas, observation, captions, viewer(observation))
    return coast.canvas


def table(observation: Observation, values: Values) -> Coast:
    """Return the map with everything that stands on it, the last move ringed."""
    coast = coast_of(observation)
    coast.names()
    coast.pieces(values, observation.last)
    return coast


def coast_of(
    observation: Observation, pale: Collection[Tile] = (), window: Window | None = None
) -> Coast:
    """Return the map of an observation, with nothing on it yet."""
    return Coast(observation.layout, pale=pale, too_steep=too_steep(observation), window=window)


def too_steep(observation: Observation) -> int:
    """Return from which steepness on no city is founded."""
    return int(dict(observation.options)["too_steep"])


def shown(captions: Captions) -> Values:
    """Return what cities bear for everybody: a numeral only where it was turned up."""

    def value(city: City) -> str:
        if city.is_shown and city.value is not None:
            return str(city.value)
        return captions.letters[city.seat]

    return value


def known(captions: Captions) -> Values:
    """Return what cities bear for the viewer: every value that the viewer knows."""

    def value(city: City) -> str:
        return captions.letters[city.seat] if city.value is None else str(city.value)

    return value


def viewer(observation: Observation) -> Seat:
    """Return the seat that looks; a private picture has one."""
    assert isinstance(observation.viewer, int)
    return observation.viewer
