"""The picture of the end: the last board with all values that were shown, the best seat first."""

from engine.game import Seat
from engine.games.san_andreas.state import Observation
from render.canvas import Canvas
from render.games.san_andreas.board import coast_of, known
from render.games.san_andreas.captions import Captions
from render.games.san_andreas.check import Undrawable
from render.games.san_andreas.panels import RIGHT, ROW, head, purse, seat_row


def result_canvas(observation: Observation, captions: Captions) -> Canvas:
    """Return the final board and the standings; winners have a white row."""
    outcome = observation.outcome
    if outcome is None:
        raise Undrawable("the match is not over")
    coast = coast_of(observation)
    coast.names()
    coast.pieces(known(captions))
    coast.frame("frame")
    top = head(coast.canvas, 72 + ROW * observation.seats, captions)
    order = sorted(range(observation.seats), key=lambda seat: (outcome.ranks[seat], seat))
    for n, seat in enumerate(map(Seat, order)):
        middle = top + 24 + ROW * n
        first = outcome.ranks[seat] == 1
        number = seat_row(coast.canvas, middle, seat, captions, acting=first)
        purse(coast.canvas, middle, observation.purses[seat].hand)
        coast.canvas.write(str(outcome.scores[seat]), RIGHT - 3, middle, number, "right")
    return coast.canvas
