"""What happened, in sentences."""

from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from bot.games.people import doer, marked_if_planned, name, tally, victory
from bot.games.san_andreas.view import View
from bot.games.san_andreas.words import (
    arrow,
    dice_named,
    direction_name,
    lean_name,
    pawn_name,
    plates_named,
    space_name,
)
from bot.games.speech import and_list, points
from bot.locale.localisation import mark
from engine.game import Event, Outcome, Seat
from engine.games.san_andreas import events
from engine.games.san_andreas.events import (
    CitiesScored,
    CityFounded,
    CoinChosen,
    DiceRolled,
    EpicenterSet,
    IslandsSank,
    MatchBegun,
    MatchEnded,
    NullSurvived,
    NullSwapped,
    QuakeBegun,
    SwapDecided,
    SwapSealed,
    TileShifted,
    TurnPassed,
)
from engine.games.san_andreas.pieces import Laid, Ruin, Score, Shift
from engine.games.san_andreas.tiles import PAWNS

REASONS: Final = {
    "san-andreas-hand-empty": mark("A player ran out of coins: that was the last quake."),
    "san-andreas-nobody-can-act": mark("No one can do anything anymore."),
}

HOW_LOST: Final = ("destroyed", "buried", "sunk")

SILENT: Final = (CoinChosen, SwapSealed, QuakeBegun)
"""What the sentence beside it says already, or what only its owner may read."""


@marked_if_planned
def sentence(view: View, event: Event) -> str:
    """Return an event as a sentence of markdown."""
    words = view.words
    assert isinstance(event, events.Event)
    match event:
        case MatchBegun(seat):
            return words.say("{who} plays first.", who=_bold(view, seat))
        case CityFounded(seat, tile, quarter):
            return words.say(
                "{who} founded a city on **{space}**.",
                who=doer(view, seat, event),
                space=space_name(tile, quarter),
            )
        case CoinChosen(_, coin):
            return words.say("Your coin there: {coin}.", coin=coin)
        case EpicenterSet(seat, pawn, tile, quarter):
            return words.say(
                "{who} set the **{pawn}** epicenter on **{space}**.",
                who=doer(view, seat, event),
                pawn=pawn_name(words, pawn),
                space=space_name(tile, quarter),
            )
        case TurnPassed(seat):
            return words.say("{who} could do nothing and passed.", who=_bold(view, seat))
        case QuakeBegun(seat):
            return words.say("{who} starts a **quake**!", who=doer(view, seat, event))
        case DiceRolled(seat, faces):
            dice = dice_named(words, zip(PAWNS, faces, strict=True))
            return words.say("{who} rolled {dice}.", who=doer(view, seat, event), dice=dice)
        case TileShifted():
            return shifted(view, event.shift)
        case IslandsSank(sunk, drowned):
            return islands(view, sunk, drowned)
        case NullSurvived(seat, tile, quarter):
            return words.say(
                "{who}'s 0 on **{space}** survived: it may be swapped for a lost coin.",
                who=doer(view, seat, event),
                space=space_name(tile, quarter),
            )
        case SwapDecided(seat):
            return words.say("{who} has decided whether to swap.", who=doer(view, seat, event))
        case SwapSealed(_, None):
            return words.say("You keep your 0.")
        case SwapSealed(_, coin):
            return words.say("You swap your 0 for your lost {coin}.", coin=coin)
        case NullSwapped(swap) if swap.coin is None:
            return words.say(
                "{who} swapped the 0 for a lost coin.", who=doer(view, swap.seat, event)
            )
        case NullSwapped(swap):
            return words.say(
                "{who} swapped the 0 for a lost {coin}.",
                who=doer(view, swap.seat, event),
                coin=swap.coin,
            )
        case CitiesScored():
            return scored(view, event)
        case MatchEnded(outcome):
            return ended(view, outcome)
        case _:
            assert_never(event)


def shifted(view: View, shift: Shift) -> str:
    """Return what a die did: "**Sun**: D1 moves to the left and rides over C1 …"."""
    die = pawn_name(view.words, shift.die)
    return view.words.say("**{die}**: {shift}", die=die, shift=moved(view, shift))


def pointed(view: View, shift: Shift) -> str:
    """Return the same beside a picture, which shows the leans: "**Sun ←**: D1 moves …"."""
    told = " ".join([_way(view, shift), *ruined(view, shift.ruins)])
    return view.words.say("**{die}**: {shift}", die=pointing(view, shift), shift=told)


def pointing(view: View, shift: Shift) -> str:
    """Return a die with the way that its tile moves on the picture: "Sun ←"."""
    return f"{pawn_name(view.words, shift.die)} {arrow(shift.direction)}"


def moved(view: View, shift: Shift) -> str:
    """Return what a shift did: "D1 moves up and rides over D2. D1: its top edge is raised. …"."""
    leans = [
        view.words.say("{tile}: {facts}.", tile=each.tile, facts=lean_name(view.words, each.after))
        for each in shift.leans
    ]
    return " ".join([_way(view, shift), *leans, *ruined(view, shift.ruins)])


def _way(view: View, shift: Shift) -> str:
    words = view.words
    met = shift.over if shift.edge == "lift" else shift.under
    data = {"tile": shift.tile, "direction": direction_name(words, shift.direction)}
    if not met:
        return words.say("{tile} moves {direction}.", **data)
    data["plates"] = plates_named(words, met)
    if shift.edge == "lift":
        return words.say("{tile} moves {direction} and rides over {plates}.", **data)
    return words.say("{tile} moves {direction} and slides under {plates}.", **data)


def ruined(view: View, ruins: Sequence[Ruin]) -> list[str]:
    """Return "**Destroyed:** Ann on D1c, Bob on D1b." for each way to be lost."""
    words, told = view.words, []
    for how in HOW_LOST:
        cities = [
            words.say(
                "{space} ({who})",
                who=name(view, each.seat),
                space=space_name(each.tile, each.quarter),
            )
            for each in ruins
            if each.how == how
        ]
        n, named = len(cities), ", ".join(cities)
        match how:
            case _ if not cities:
                continue
            case "destroyed":
                line = words.count(
                    "**Destroyed:** {cities}.", "**Destroyed:** {cities}.", n, cities=named
                )
            case "buried":
                line = words.count(
                    "**Buried:** {cities}.", "**Buried:** {cities}.", n, cities=named
                )
            case _:
                line = words.count("**Sunk:** {cities}.", "**Sunk:** {cities}.", n, cities=named)
        told.append(line)
    return told


def islands(view: View, sunk: Sequence[Laid], drowned: Sequence[Ruin]) -> str:
    """Return which islands sank and what sank with them."""
    words = view.words
    tiles = and_list(words, [laid.tile for laid in sunk])
    told = words.count(
        "The island {tiles} sinks.", "The islands {tiles} sink.", len(sunk), tiles=tiles
    )
    return " ".join([told, *ruined(view, drowned)])


def scored(view: View, event: CitiesScored) -> str:
    """Return who gained how much: "Points: Ann +4, Cleo +7."."""
    if not event.scores:
        return view.words.say("No city stands, so no one scores.")
    return gained(view, event.gained)


def gained(view: View, points: Sequence[int]) -> str:
    """Return "Points: Ann +4, Cleo +7." of points per seat."""
    gains = [
        tally(view.words, name(view, Seat(seat)), f"+{n}") for seat, n in enumerate(points) if n
    ]
    if not gains:
        return view.words.say("No one scores.")
    return view.words.say("Points: {gains}.", gains=", ".join(gains))


def revealed(view: View, scores: Sequence[Score]) -> list[str]:
    """Return "Ann: C1c 3 points (coin 3), …" for each seat; nothing where values are hidden."""
    words = view.words
    by_owner: dict[Seat, list[str]] = {}
    for each in sorted(scores, key=lambda each: each.seat):
        if each.value is not None:
            city = words.say(
                "{space} {points} (coin {value})",
                space=space_name(each.tile, each.quarter),
                points=points(words, each.points),
                value=each.value,
            )
            by_owner.setdefault(each.seat, []).append(city)
    return [
        words.say("{who}: {cities}.", who=name(view, seat), cities=", ".join(cities))
        for seat, cities in by_owner.items()
    ]


def ended(view: View, outcome: Outcome) -> str:
    """Return why the match is over and who won."""
    return f"{view.words.say(REASONS[outcome.reason])} {victory(view, outcome)}"


def worth_a_line(news: Iterable[Event]) -> list[Event]:
    """Return the events worth a line of their own."""
    return [event for event in news if not isinstance(event, SILENT)]


def _bold(view: View, seat: Seat) -> str:
    return f"**{name(view, seat)}**"


def by_seat(view: View, scores: Iterable[Score]) -> list[str]:
    """Return a sentence for each city, the viewer's own ones first, then seat by seat."""
    sorted_ = sorted(scores, key=lambda each: (each.seat != view.viewer, each.seat))
    return [line(view, each) for each in sorted_]


def line(view: View, each: Score) -> str:
    """Return "Ann, D1c: coin 5, 2 spaces before the ocean (down): 3 points."."""
    words = view.words
    coin = words.say("hidden coin")
    if each.value is not None:
        coin = words.say("coin {value}", value=each.value)
    if each.direction is None or each.distance is None:
        way = words.say("no ocean in a straight line")
    elif not each.distance:
        way = words.say("by the ocean")
    else:
        way = words.count(
            "{n} space from the ocean ({direction})",
            "{n} spaces from the ocean ({direction})",
            each.distance,
            direction=direction_name(words, each.direction),
        )
    who, space = name(view, each.seat), space_name(each.tile, each.quarter)
    data = {"who": who, "space": space, "coin": coin, "way": way}
    if each.value is None or each.direction is None:
        return words.say("{who}, {space}: {coin}, {way}.", **data)
    gained = points(words, each.points)
    return words.say("{who}, {space}: {coin}, {way}: {points}.", points=gained, **data)
