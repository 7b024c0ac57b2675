"""What the wizard becomes when the move is stored."""

from collections.abc import Sequence

from bot.games.panel import View
from bot.games.people import accent, name
from bot.games.screen import Screen, Text
from bot.games.seismic.news import actor
from bot.games.seismic.tile_names import tile_name
from bot.games.seismic.words import cell_name, line_from, town_name
from bot.games.speech import capitalised
from engine.game import Event
from engine.games.seismic.events import (
    AllKept,
    QuakeStruck,
    SecondDeclined,
    TilePlaced,
    TileRotated,
    TownChosen,
)


def receipt(view: View, news: Sequence[Event]) -> Screen:
    """Return "**Sent.** Straight at **F10**, with a crew. Next: Bob. …"."""
    own = [act(view, event) for event in news if actor(event) == view.viewer]
    done = view.words.say("**Sent.** {act} {next}", act=" ".join(own), next=_next(view))
    return Screen((Text(done),), accent(view))


def act(view: View, event: Event) -> str:
    """Return what the reader has done, as a sentence."""
    words, observation = view.words, view.observation
    match event:
        case TilePlaced():
            return _placed(view, event)
        case QuakeStruck(line=line, town=town):
            return words.say("The {line} fell.", line=line_from(view, line, town))
        case TownChosen(town=town):
            return words.say("The {town} first.", town=town_name(words, observation, town))
        case TileRotated(after=laid):
            tile = capitalised(tile_name(words, laid.tile))
            cell = cell_name(observation, laid.cell)
            return words.say("{tile} at **{cell}**, turned.", tile=tile, cell=cell)
        case AllKept():
            return words.say("Nothing turned.")
        case SecondDeclined():
            return words.say("No second tile.")
        case _:
            raise TypeError(type(event))


def _placed(view: View, event: TilePlaced) -> str:
    words = view.words
    data = {
        "tile": capitalised(tile_name(words, event.tile)),
        "cell": cell_name(view.observation, event.cell),
    }
    if event.crew is None:
        return words.say("{tile} at **{cell}**, no crew.", **data)
    return words.say("{tile} at **{cell}**, with a crew.", **data)


def _next(view: View) -> str:
    seat = view.observation.to_act
    if seat is None:
        return view.words.say("That was the last move of the match.")
    if seat == view.viewer:
        return view.words.say("Your turn goes on: see the board.")
    return view.words.say(
        "Next: {who}. I will ping you when it is your move.", who=name(view, seat)
    )
