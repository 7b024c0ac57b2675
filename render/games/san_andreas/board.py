"""The picture of the table as everybody sees it, and one's own with the values of the coins."""

from engine.games.san_andreas.state import City, Observation
from engine.seat import Seat
from render.canvas import Canvas
from render.games.san_andreas.captions import Captions
from render.games.san_andreas.panels import compass, epicenters, own_coins, scores
from render.games.san_andreas.scene import Scene, Values


def board_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the public picture of the table."""
    scene = table(observation, captions, shown(captions))
    scene.frame("frame")
    scores(scene.canvas, observation, captions)
    epicenters(scene.canvas, observation, captions)
    compass(scene.canvas, captions)
    return scene.canvas


def coins_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the viewer's own picture of the table."""
    scene = table(observation, captions, known(captions))
    scene.frame("amber")
    scores(scene.canvas, observation, captions)
    own_coins(scene.canvas, observation, captions, viewer(observation))
    compass(scene.canvas, captions)
    return scene.canvas


def table(observation: Observation, captions: Captions, values: Values) -> Scene:
    """Return the map with everything that stands on it, the last move ringed."""
    scene = Scene(observation.layout, captions)
    scene.names()
    scene.pieces(values, observation.last)
    return scene


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
