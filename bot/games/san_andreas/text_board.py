"""The whole table in words, for those who don't see the picture: one fact a line, no symbols."""

from bot.games.pages import paged
from bot.games.panel import Page
from bot.games.people import name
from bot.games.san_andreas.news import by_seat, moved, shifted
from bot.games.san_andreas.placing import by_tile
from bot.games.san_andreas.table_post import report
from bot.games.san_andreas.view import View
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
from bot.games.speech import listed, points, unmarked
from engine.game import Seat
from engine.games.san_andreas.pieces import Laid
from engine.games.san_andreas.preview import scores, what_if
from engine.games.san_andreas.state import Observation
from engine.games.san_andreas.tiles import PAWNS, SHIFTS


def text(view: View) -> tuple[Page, ...]:
    """Return the pages: now, the cities, the ground, what an epicenter would do."""
    words = view.words
    pages = (
        *paged("now", words.say("Now"), now(view)),
        *paged("cities", words.say("Cities"), cities(view)),
        *paged("ground", words.say("Ground"), ground(view)),
    )
    if view.observation.outcome:
        return pages
    return (*pages, *paged("pawns", words.say("What an epicenter would do"), threats(view)))


def now(view: View) -> list[str]:
    """Return what is going on: who must act, the latest quake, pawns, coins, points."""
    words, observation = view.words, view.observation
    lines = [_whose(view), *(unmarked(each) for each in report(view, shifted))]
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
    return [*lines, *(_player(view, Seat(seat)) for seat in range(observation.seats))]


def _whose(view: View) -> str:
    words, seats = view.words, view.observation.to_act
    head = words.say("{match}, turn {n}.", match=match_name(view), n=view.observation.turn)
    if not seats:
        return f"{head} {words.say('The match is over.')}"
    if view.viewer in seats:
        return f"{head} {words.say('Your move.')}"
    who = listed(words, [name(view, seat) for seat in seats])
    return f"{head} {words.say('{who} to move.', who=who)}"


def _player(view: View, seat: Seat) -> str:
    words, observation = view.words, view.observation
    purse = observation.purses[seat]
    who = name(view, seat)
    if seat == view.viewer:
        who = words.say("{who} (you)", who=who)
    told = words.say(
        "{who}: {points}, {coins} in hand.",
        who=who,
        points=points(words, observation.points[seat]),
        coins=coins(words, purse.hand),
    )
    hand = ", ".join(map(str, purse.coins))
    own = f" {words.say('In hand: {coins}.', coins=hand)}" if hand else ""
    return f"- {told}{own}"


def cities(view: View) -> list[str]:
    """Return every city with what it would score now."""
    told = [f"- {each}" for each in by_seat(view, scores(view.observation))]
    return told or [view.words.say("No city stands.")]


def ground(view: View) -> list[str]:
    """Return every tile by row: on and under what it lies, how it leans, what stands on it."""
    observation: Observation = view.observation
    lines, row = [], ""
    for laid in observation.layout.tiles:
        if laid.tile[0] != row:
            row = laid.tile[0]
            lines.append(f"### {view.words.say('Row {row}', row=row)}")
        lines.append(f"- {_tile(view, laid)}")
    return lines


def _tile(view: View, laid: Laid) -> str:
    words = view.words
    parts = [
        *_overlaps(view, laid),
        lean_name(words, laid.lean),
        words.say("coastal") if laid.is_coastal else "",
        *_standing(view, laid),
    ]
    told = ", ".join(part for part in parts if part)
    return words.say("{tile}: {facts}.", tile=laid.tile, facts=told)


def _overlaps(view: View, laid: Laid) -> list[str]:
    """Return "on C1 and C2", "under the land": its plates below and above, each once."""
    words, below, above = view.words, dict[str, None](), dict[str, None]()
    for stack in view.observation.layout.stacks:
        if laid.tile in stack.plates:
            at = stack.plates.index(laid.tile)
            below |= dict.fromkeys(stack.plates[:at])
            above |= dict.fromkeys(stack.plates[at + 1 :])
    told = []
    if below:
        told.append(words.say("on {plates}", plates=plates_named(words, below)))
    if above:
        told.append(words.say("under {plates}", plates=plates_named(words, above)))
    return told


def _standing(view: View, laid: Laid) -> list[str]:
    words, layout = view.words, view.observation.layout
    here = [
        words.say(
            "{city} on {space}",
            city=city_of(view, city.seat),
            space=space_name(city.tile, city.quarter),
        )
        for city in layout.cities
        if city.tile == laid.tile
    ]
    return here + [
        words.say("epicenter {pawn}", pawn=pawn_name(words, each.pawn))
        for each in layout.pawns
        if each.tile == laid.tile
    ]


def threats(view: View) -> list[str]:
    """Return what each face of a die would do to each tile that can get an epicenter."""
    words, observation = view.words, view.observation
    tiles = dict.fromkeys(by_tile(view, observation.settable))
    tiles |= dict.fromkeys(each.tile for each in observation.layout.pawns)
    lines = []
    for tile in sorted(tiles):
        lines.append(f"### {words.say('Tile {tile}', tile=tile)}")
        lines += _faces(view, tile)
    return lines


def _faces(view: View, tile: str) -> list[str]:
    """Return "- 4, 5: …" for each thing that can happen to a tile, with the faces that do it."""
    told: dict[str, list[str]] = {}
    for face in SHIFTS:
        _, shift = what_if(view.observation, PAWNS[0], tile, face)
        if shift is not None:
            what = unmarked(moved(view, shift))
            told.setdefault(what, []).append(str(face))
    return [
        view.words.say("- {face}: {shift}", face=", ".join(faces), shift=shift)
        for shift, faces in told.items()
    ]
