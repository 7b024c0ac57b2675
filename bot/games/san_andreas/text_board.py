"""The whole table in words, for those who don't see the picture: one fact a line, no symbols."""

from collections.abc import Sequence
from typing import TypeAlias

from bot.games.panel import Page
from bot.games.people import is_without_result, name
from bot.games.san_andreas.captions import asked
from bot.games.san_andreas.news import by_seat, moved, shifted
from bot.games.san_andreas.placing import by_tile
from bot.games.san_andreas.table_post import report
from bot.games.san_andreas.view import View, looked_back_on
from bot.games.san_andreas.words import (
    city_of,
    coins,
    lean_name,
    match_name,
    pawn_name,
    pawns_named,
    plates_named,
    space_name,
)
from bot.games.speech import and_list, paged, points, without_markdown
from engine.game import Seat
from engine.games.san_andreas.preview import scores, what_if
from engine.games.san_andreas.tiles import PAWNS, SHIFTS, Tile

Shaken: TypeAlias = dict[Tile, list[str]]
"""What an epicenter on a tile would do to a ground and its cities, line by line."""


def text(view: View) -> tuple[Page, ...]:
    """Return the pages: now, the cities, the ground, what an epicenter would do."""
    return _pages(looked_back_on(view), {})


def texts(views: Sequence[View]) -> list[tuple[Page, ...]]:
    """Return the pages of moments of a match, for one viewer in one language."""
    told, before, shaken = list[tuple[Page, ...]](), None, Shaken()
    for view in map(looked_back_on, views):
        lying = view.observation.ground, view.observation.cities
        if lying != before:
            before, shaken = lying, {}
        told.append(_pages(view, shaken))
    return told


def _pages(view: View, shaken: Shaken) -> tuple[Page, ...]:
    words = view.words
    pages = (
        *paged("now", words.say("Now"), now(view)),
        *paged("cities", words.say("Cities"), cities(view)),
        *paged("ground", words.say("Ground"), ground(view)),
    )
    if view.observation.outcome:
        return pages
    return (*pages, *paged("pawns", words.say("What an epicenter would do"), threats(view, shaken)))


def now(view: View) -> list[str]:
    """Return what is going on: who must act, the latest quake, pawns, coins, points."""
    words, observation, acting = view.words, view.observation, view.observation.to_act
    head = words.say("{match}, turn {n}.", match=match_name(view), n=observation.turn)
    if not acting or is_without_result(view):
        whose = asked(view)
    elif view.viewer in acting:
        whose = words.say("Your move.")
    else:
        who = and_list(words, [name(view, seat) for seat in acting])
        whose = words.say("{who} to move.", who=who)
    lines = [f"{head} {whose}", *(without_markdown(each) for each in report(view, shifted))]

    lines.append(f"### {words.say('Epicenters')}")
    if observation.pool:
        pool = pawns_named(words, observation.pool)
        count = len(observation.pool)
        lines.append(words.count("Free: {pawns}.", "Free: {pawns}.", count, pawns=pool))
    lines += [
        words.say(
            "- {pawn} on {space}.",
            pawn=pawn_name(words, each.pawn),
            space=space_name(each.tile, each.quarter),
        )
        for each in observation.layout.pawns
    ]

    lines.append(f"### {words.say('Players')}")
    for number, purse in enumerate(observation.purses):
        seat = Seat(number)
        who = name(view, seat)
        told = words.say(
            "{who}: {points}, {coins} in hand.",
            who=words.say("{who} (you)", who=who) if seat == view.viewer else who,
            points=points(words, observation.points[seat]),
            coins=coins(words, purse.hand),
        )
        hand = ", ".join(map(str, purse.coins))
        own = f" {words.say('In hand: {coins}.', coins=hand)}" if hand else ""
        lines.append(f"- {told}{own}")
    return lines


def cities(view: View) -> list[str]:
    """Return every city with what it would score now."""
    told = [f"- {each}" for each in by_seat(view, scores(view.observation))]
    return told or [view.words.say("No city stands.")]


def ground(view: View) -> list[str]:
    """Return every tile by row: on and under what it lies, how it leans, what stands on it."""
    words, layout = view.words, view.observation.layout
    lines, row = [], ""
    for laid in layout.tiles:
        if laid.tile[0] != row:
            row = laid.tile[0]
            lines.append(f"### {words.say('Row {row}', row=row)}")
        # The plates below and above it, each once.
        below, above, facts = dict[str, None](), dict[str, None](), []
        for stack in layout.stacks:
            if laid.tile in stack.plates:
                at = stack.plates.index(laid.tile)
                below |= dict.fromkeys(stack.plates[:at])
                above |= dict.fromkeys(stack.plates[at + 1 :])
        if below:
            facts.append(words.say("on {plates}", plates=plates_named(words, below)))
        if above:
            facts.append(words.say("under {plates}", plates=plates_named(words, above)))
        facts.append(lean_name(words, laid.lean))
        if laid.is_coastal:
            facts.append(words.say("coastal"))
        facts += [
            words.say(
                "{city} on {space}",
                city=city_of(view, city.seat),
                space=space_name(city.tile, city.quarter),
            )
            for city in layout.cities
            if city.tile == laid.tile
        ]
        facts += [
            words.say("epicenter {pawn}", pawn=pawn_name(words, each.pawn))
            for each in layout.pawns
            if each.tile == laid.tile
        ]
        told = words.say("{tile}: {facts}.", tile=laid.tile, facts=", ".join(facts))
        lines.append(f"- {told}")
    return lines


def threats(view: View, shaken: Shaken) -> list[str]:
    """Return what each face of a die would do to each tile that can get an epicenter."""
    words, observation = view.words, view.observation
    tiles = dict.fromkeys(by_tile(view, observation.settable))
    tiles |= dict.fromkeys(each.tile for each in observation.layout.pawns)
    lines = []
    for tile in sorted(tiles):
        lines.append(f"### {words.say('Tile {tile}', tile=tile)}")
        if tile not in shaken:
            shaken[tile] = threat(view, tile)
        lines += shaken[tile]
    return lines


def threat(view: View, tile: Tile) -> list[str]:
    """Return what each face of a die would do to a tile."""
    faces: dict[str, list[str]] = {}
    for face in SHIFTS:
        _, shift = what_if(view.observation, PAWNS[0], tile, face)
        if shift is not None:
            faces.setdefault(without_markdown(moved(view, shift)), []).append(str(face))
    return [
        view.words.say("- {face}: {shift}", face=", ".join(alike), shift=shift)
        for shift, alike in faces.items()
    ]
