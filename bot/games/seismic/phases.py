"""The phases of Seismic with their classes, and the receipt of a move that was sent."""

from collections.abc import Sequence
from typing import Final, assert_never

from bot.games.people import accent, name
from bot.games.phase import Phases
from bot.games.screen import Screen, Text
from bot.games.seismic.choosing_town import ChoosingTown
from bot.games.seismic.news import actor
from bot.games.seismic.placing import Placing
from bot.games.seismic.rotating import Rotating
from bot.games.seismic.striking import Striking
from bot.games.seismic.view import View
from bot.games.seismic.words import cell_name, line_from, tile_name, town_name
from bot.games.speech import capitalised
from engine.game import Event, Seat
from engine.games.seismic.actions import Action, Place
from engine.games.seismic.events import (
    AllKept,
    Chosen,
    QuakeStruck,
    SecondDeclined,
    TilePlaced,
    TileRotated,
    TownChosen,
)
from engine.games.seismic.rules import META
from engine.games.seismic.state import Observation

PLACING: Final = Placing()
PHASES: Final[Phases[Observation, Action]] = Phases(
    {
        "placing": PLACING,
        "extending": PLACING,
        "striking": Striking(),
        "choosing_town": ChoosingTown(),
        "rotating": Rotating(),
    },
    name=lambda observation: observation.phase,
    not_now=META.not_now,
)


def receipt(view: View, action: Action, news: Sequence[Event]) -> Screen:  # noqa: ARG001
    """Return "**Sent.** Straight at **F10**, with a crew. Next: Bob. …".

    The news say it all, also of two tiles in one turn.
    """
    words, seat = view.words, view.observation.to_act
    own = [
        just_did(view, event)
        for event in news
        if isinstance(event, Chosen) and actor(event) == view.viewer
    ]
    if seat is None:
        then = words.say("That was the last move of the match.")
    elif seat == view.viewer:
        then = words.say("It's your turn now: see the board.")
    else:
        who = name(view, seat)
        then = words.say("Next: {who}. I'll ping you when it's your move.", who=who)
    told = words.say("**Sent.** {act} {next}", act=" ".join(own), next=then)
    return Screen((Text(told),), accent(view))


def planned(view: View, actions: Sequence[Action]) -> str:
    """Return a turn that is planned: the tiles, the crew."""
    seat = Seat(int(view.viewer))
    tiles = [each for each in actions if isinstance(each, Place)]
    placed = (TilePlaced(seat, each.tile, each.cell, each.turn, each.crew) for each in tiles)
    return " ".join(just_did(view, each) for each in placed).removesuffix(".")


def just_did(view: View, event: Chosen) -> str:
    """Return what the reader has done, as a sentence."""
    words, observation = view.words, view.observation
    match event:
        case TilePlaced():
            tile = capitalised(tile_name(words, event.tile))
            cell = cell_name(observation, event.cell)
            if event.crew is None:
                return words.say("{tile} at **{cell}**, no crew.", tile=tile, cell=cell)
            return words.say("{tile} at **{cell}**, with a crew.", tile=tile, cell=cell)
        case QuakeStruck(line=line, town=town):
            return words.say("The quake took the {line}.", line=line_from(view, line, town))
        case TownChosen(town=town):
            return words.say("The {town} first.", town=town_name(words, observation, town))
        case TileRotated(after=laid):
            tile = capitalised(tile_name(words, laid.tile))
            cell = cell_name(observation, laid.cell)
            return words.say("{tile} at **{cell}**, rotated.", tile=tile, cell=cell)
        case AllKept():
            return words.say("Nothing rotated.")
        case SecondDeclined():
            return words.say("No second tile.")
        case _:
            assert_never(event)
