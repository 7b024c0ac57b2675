"""The few words that stand in the pictures."""

from collections.abc import Mapping

from bot.games.people import is_without_result, machines, short_name, tally
from bot.games.san_andreas.news import ruined, shifted
from bot.games.san_andreas.view import View
from bot.games.san_andreas.words import named_at, pawn_name, pawns_named, space_name
from bot.games.speech import LONGEST_ALT, and_list, clipped, without_markdown
from engine.boards.squares import Space
from engine.game import Seat
from engine.games.san_andreas.preview import shaken
from engine.games.san_andreas.state import Observation
from engine.games.san_andreas.tiles import PAWNS, Pawn, Quarter, Tile
from render.games.san_andreas.captions import Captions


def captions(view: View, headline: str, note: str = "") -> Captions:
    """Return the captions of a picture of this table under `headline`."""
    words = view.words
    seats = [Seat(seat) for seat in range(view.observation.seats)]
    return Captions(
        headline=headline,
        names=tuple(short_name(view, seat) for seat in seats),
        letters=tuple(view.match.chairs[seat].letter for seat in seats),
        machines=machines(view),
        note=note,
        free=words.count("free", "free", len(view.observation.pool)),
        pawns=tuple(pawn_name(words, pawn) for pawn in PAWNS),
        coins=words.say("Your coins"),
        hand=words.say("in hand"),
        board=words.say("on the board"),
        lost=words.say("lost"),
    )


def table_captions(view: View) -> Captions:
    """Return the captions of the table as it stands."""
    return captions(view, headline(view), quakes(view))


def headline(view: View) -> str:
    """Return whose turn it is, that dice roll, or that it is over, short enough for a picture."""
    seats = view.observation.to_act
    if view.observation.outcome is not None:
        return view.words.say("Final score")
    if is_without_result(view):
        return view.words.say("No result")
    if not seats:
        return view.words.say("Quake!") if view.observation.phase == "rolling" else ""
    names = and_list(view.words, [short_name(view, seat) for seat in seats])
    return view.words.say("{name} to play", name=names)


def quakes(view: View) -> str:
    """Return "2 quakes", "" before the first."""
    quake = view.observation.quake
    if quake is None:
        return ""
    return view.words.count("{n} quake", "{n} quakes", quake.number)


def quake_captions(view: View) -> Captions:
    """Return the captions of a picture of the latest quake."""
    quake = view.observation.quake
    if quake is None:
        raise ValueError(view.match.id)
    who = view.words.say("set off by {who}", who=short_name(view, quake.seat))
    return captions(view, view.words.say("Quake {n}", n=quake.number), who)


def table_alt(view: View) -> str:
    """Return what the table's picture shows: last move, cities, epicenters, scores."""
    words, observation = view.words, view.observation
    parts = [words.say("San Andreas, turn {n}.", n=observation.turn)]
    last = observation.last
    if last is not None and last.tile is not None and last.quarter is not None:
        data = {"who": short_name(view, last.seat), "space": space_name(last.tile, last.quarter)}
        if last.kind == "found":
            parts.append(words.say("Last move: {who} founded a city on {space}.", **data))
        else:
            parts.append(words.say("Last move: {who} set an epicenter on {space}.", **data))
    cities = [city.seat for city in observation.layout.cities]
    counts = [
        tally(words, short_name(view, seat), cities.count(seat))
        for seat in map(Seat, range(observation.seats))
    ]
    parts.append(words.say("Cities: {counts}.", counts=", ".join(counts)))
    if pool := observation.pool:
        named = pawns_named(words, pool)
        parts.append(
            words.count("Free pawn: {pawns}.", "Free pawns: {pawns}.", len(pool), pawns=named)
        )
    text = " ".join([*parts, asked(view), scores(view)])
    more = words.say("Details: Board as text.")
    return clipped(f"{text} {more}" if len(text) + len(more) < LONGEST_ALT else text)


def asked(view: View) -> str:
    """Return "Ann to move.", "Quake!" while its dice are to be rolled."""
    words, seats = view.words, view.observation.to_act
    if view.observation.outcome is not None or is_without_result(view):
        return words.say("The match is over.")
    if not seats:
        return headline(view)
    who = and_list(words, [short_name(view, seat) for seat in seats])
    return words.say("{who} to move.", who=who)


def scores(view: View) -> str:
    """Return "Ann 4, Bob 0, Cleo 7."."""
    points = enumerate(view.observation.points)
    told = [tally(view.words, short_name(view, Seat(seat)), n) for seat, n in points]
    return f"{', '.join(told)}."


def sea_alt(view: View) -> str:
    """Return what the table shows as seen from the sea."""
    words, observation = view.words, view.observation
    leaning = [laid.tile for laid in observation.layout.tiles if laid.steepness]
    if not leaning:
        return words.say("The table seen from the ocean. Every tile lies flat.")
    told = words.count(
        "The table seen from the ocean. Leaning: {tiles}.",
        "The table seen from the ocean. Leaning: {tiles}.",
        len(leaning),
        tiles=", ".join(leaning),
    )
    return clipped(told)


def spaces_alt(view: View, tiles: Mapping[Tile, Mapping[Quarter, Space]]) -> str:
    """Return the spaces to choose from, by tile."""
    named = [f"{tile} {' '.join(quarters)}" for tile, quarters in tiles.items()]
    return clipped(view.words.say("Free spaces: {spaces}.", spaces=", ".join(named)))


def coin_alt(view: View, space: Space) -> str:
    """Return the coins to choose from."""
    words, observation = view.words, view.observation
    coins = and_list(words, [str(c) for c in observation.purses[observation.seat].coins])
    where = named_at(observation.layout, space)
    return clipped(words.say("{space} is free. Your coins: {coins}.", space=where, coins=coins))


def pawn_alt(view: View, space: Space) -> str:
    """Return the epicenters to choose from."""
    words, observation = view.words, view.observation
    where = named_at(observation.layout, space)
    pawns = pawns_named(words, observation.pool)
    return clipped(words.say("{space} is free. Epicenters: {pawns}.", space=where, pawns=pawns))


def order_alt(view: View, tried: Observation, left: tuple[Pawn, ...]) -> str:
    """Return what each die would do next, or what all did."""
    quakes = [shaken(tried, die).quake for die in left] or [tried.quake]
    shifts = [quake.shifts[-1:] if left else quake.shifts for quake in quakes if quake]
    told = [without_markdown(shifted(view, shift)) for each in shifts for shift in each]
    return clipped(" ".join(told))


def quake_alt(view: View) -> str:
    """Return what the latest quake did and who scored."""
    quake = view.observation.quake
    if quake is None:
        return table_alt(view)
    lost = [*quake.drowned, *(ruin for shift in quake.shifts for ruin in shift.ruins)]
    tiles = tuple(dict.fromkeys(shift.tile for shift in quake.shifts))
    words, named = view.words, ", ".join(tiles)
    moved = words.count("Moved: {tiles}.", "Moved: {tiles}.", len(tiles), tiles=named)
    parts = [
        words.say("Quake {n}.", n=quake.number),
        moved if tiles else words.say("Nothing moved."),
        *ruined(view, lost),
        scores(view),
    ]
    return clipped(without_markdown(" ".join(parts)))


def swap_alt(view: View) -> str:
    """Return where the 0 stands, and the coins it may be swapped for."""
    words, observation = view.words, view.observation
    lost = [str(coin) for coin in observation.purses[int(view.viewer)].lost_coins]
    told = words.count(
        "Your 0 stands on {space}. Lost: {coins}.",
        "Your 0 stands on {space}. Lost: {coins}.",
        len(lost),
        space=zero_at(view),
        coins=", ".join(lost),
    )
    return clipped(told)


def zero_at(view: View) -> str:
    """Return where the viewer's 0 stands, "D1c"."""
    cities = view.observation.layout.cities
    mine = (each for each in cities if each.seat == view.viewer and each.value == 0)
    return "".join(space_name(each.tile, each.quarter) for each in mine)
