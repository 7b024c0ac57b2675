"""The pictures of the table that more than one screen shows."""

from dataclasses import replace

from bot.games.people import accent
from bot.games.san_andreas.alt_texts import quake_alt, sea_alt, table_alt
from bot.games.san_andreas.alt_texts import scores as scores_alt
from bot.games.san_andreas.captions import quake_captions, table_captions
from bot.games.san_andreas.score_lines import by_seat
from bot.games.san_andreas.view import View
from bot.games.screen import Image, Screen, Text
from bot.games.speech import clipped
from bot.hosting.match import Status
from engine.game import PUBLIC
from engine.games.san_andreas.memory import remembered
from render.games.san_andreas import RENDERER


def board(view: View) -> Image:
    """Return the table, now or before; with the viewer's own values, unless the public looks."""
    view = _looked_back(view)
    drawn = table_captions(view)
    if view.viewer == PUBLIC:
        return Image(RENDERER.board(view.observation, drawn), table_alt(view))
    return Image(RENDERER.coins(view.observation, drawn), table_alt(view))


def _looked_back(view: View) -> View:
    """Return a view of the past without the values that are hidden again since."""
    is_now = view.line == view.match.line or view.match.status == Status.FINISHED
    return view if is_now else replace(view, observation=remembered(view.observation))


def public_board(view: View) -> Image:
    """Return the table as everybody may see it."""
    return Image(RENDERER.board(view.observation, table_captions(view)), table_alt(view))


def shaking(view: View) -> Image:
    """Return the latest quake as an animation that ends with its report."""
    picture = RENDERER.shaking(view.observation, quake_captions(view))
    return Image(picture, quake_alt(view), "quake")


def scored(view: View) -> Image:
    """Return how the latest quake scored."""
    picture = RENDERER.scoring(view.observation, quake_captions(view))
    quake = view.observation.quake
    told = by_seat(view, quake.scores) if quake else []
    return Image(picture, clipped(" ".join([*told, scores_alt(view)])))


def sea(view: View) -> Screen:
    """Return the table in three quarters: the heights."""
    picture = RENDERER.sea(view.observation, table_captions(view))
    title = view.words.say("### View from the sea\nHigh ground stands out.")
    return Screen((Text(title), Image(picture, sea_alt(view))), accent(view))
