"""What the wizard becomes when the move is stored."""

from bot.games.panel import View
from bot.games.people import accent, name
from bot.games.seismic.tile_names import tile_name
from bot.games.seismic.words import cell_name, line_name
from bot.games.speech import capitalised
from bot.views.screen import Screen, Text
from engine.games.seismic.actions import Place, Strike


def receipt(view: View, action: Place | Strike) -> Screen:
    """Return "**Sent.** Straight at **F10**, with a crew. Bob is next; …"."""
    done = view.words.say("**Sent.** {act} {next}", act=_act(view, action), next=_next(view))
    return Screen((Text(done),), accent(view))


def _act(view: View, action: Place | Strike) -> str:
    words = view.words
    if isinstance(action, Strike):
        return words.say("The {line} fell.", line=line_name(words, action.line))
    data = {
        "tile": capitalised(tile_name(words, action.tile)),
        "cell": cell_name(view.observation, action.cell),
    }
    if action.crew is None:
        return words.say("{tile} at **{cell}**, no crew.", **data)
    return words.say("{tile} at **{cell}**, with a crew.", **data)


def _next(view: View) -> str:
    seat = view.observation.to_act
    if seat is None:
        return view.words.say("That was the last move of the match.")
    if seat == view.viewer:
        return view.words.say("Your move goes on below.")
    return view.words.say(
        "{who} is next; I will ping you when it is your move.", who=name(view, seat)
    )
