"""The danger of the text board: what lies in the pile, and which lines the next quake takes."""

from typing import Final

from bot.games.panel import View
from bot.games.seismic.captions import bottom
from bot.games.seismic.words import at_town, direction, tiles
from bot.games.speech import either
from engine.games.seismic.state import Observation
from engine.games.seismic.tiles import TILES

QUAKES: Final = frozenset(code for code, tile in TILES.items() if tile.kind == "quake")


def danger(view: View) -> str:
    """Return how many tiles may bring a quake, and what it would strike."""
    if not may_shake(view.observation):
        return f"{pile(view)} {view.words.say('No quake can come any more.')}"
    towns = range(len(view.observation.towns))
    return " ".join([pile(view), *(_lines(view, town) for town in towns)])


def pile(view: View) -> str:
    """Return how many tiles the pile has, and which quakes are certain to lie in it."""
    words, observation = view.words, view.observation
    told = words.count("{n} tile in the pile.", "{n} tiles in the pile.", observation.pile)
    if not observation.buried:
        return told
    certain = words.say("Certain to come: {quakes}.", quakes=bottom(words, observation))
    return f"{told} {certain}"


def _lines(view: View, town: int) -> str:
    """Return which line out of a town is the longest, and how long the others are."""
    words, lines = view.words, view.observation.lines[town]
    longest = max(lines)
    where = at_town(words, view.observation, town)
    if not longest:
        return words.say("No line out of {town} has a tile.", town=where)
    first = [direction(words, line) for line in range(6) if lines[line] == longest]
    others = [f"{direction(words, line)} {n}" for line, n in enumerate(lines) if n < longest]
    data = {"lines": either(words, first), "tiles": tiles(words, longest)}
    if len(view.observation.towns) == 1:
        told = words.say("The next quake takes the longest line: {lines}, {tiles}.", **data)
    else:
        told = words.say(
            "Out of {town} the next quake takes the longest line: {lines}, {tiles}.",
            town=where,
            **data,
        )
    rest = words.say("Others: {lines}.", lines=", ".join(others)) if others else ""
    return f"{told} {rest}".rstrip()


def may_shake(observation: Observation) -> bool:
    """Say whether a quake may still be in the pile."""
    come = sum(code in QUAKES for code in observation.discarded)
    # Every town came with a box of tiles.
    return observation.pile > 0 and come < len(QUAKES) * len(observation.towns)
