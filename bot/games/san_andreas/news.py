"""What happened, in sentences."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.games.ending import victory
from bot.games.people import name
from bot.games.san_andreas.view import View
from bot.games.san_andreas.words import (
    arrow,
    dice_named,
    lean_name,
    pawn_name,
    plates_named,
    space_name,
    way_name,
)
from bot.games.speech import listed, points
from bot.locale.localisation import mark
from engine.game import Event, Outcome, Seat
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
    "san-andreas-nobody-can-act": mark("Nobody can do anything any more."),
}

HOW_LOST: Final = ("destroyed", "buried", "sunk")

SILENT: Final = (CoinChosen, SwapSealed, QuakeBegun)
"""What the sentence beside it says already, or what only its owner may read."""


def sentence(view: View, event: Event) -> str:
    """Return an event as a sentence of markdown."""
    match event:
        case CityFounded() | CoinChosen() | EpicenterSet() | TurnPassed() | MatchBegun():
            return _turn(view, event)
        case NullSurvived() | SwapDecided() | SwapSealed() | NullSwapped():
            return _swapping(view, event)
        case MatchEnded(outcome):
            return ended(view, outcome)
        case _:
            return _quake(view, event)


def _quake(view: View, event: Event) -> str:
    match event:
        case QuakeBegun(seat):
            return view.words.say("{who} starts a **quake**!", who=_bold(view, seat))
        case DiceRolled():
            return rolled(view, event)
        case TileShifted():
            return shifted(view, event.shift)
        case IslandsSank(sunk, drowned):
            return islands(view, sunk, drowned)
        case CitiesScored():
            return scored(view, event)
        case _:
            raise TypeError(type(event))


def _turn(view: View, event: Event) -> str:
    words = view.words
    match event:
        case MatchBegun(seat):
            return words.say("{who} plays first.", who=_bold(view, seat))
        case CityFounded(seat, tile, quarter):
            where = space_name(tile, quarter)
            return words.say(
                "{who} founded a city on **{space}**.", who=_bold(view, seat), space=where
            )
        case CoinChosen(_, coin):
            return words.say("Your coin there: {coin}.", coin=coin)
        case EpicenterSet(seat, pawn, tile, quarter):
            return words.say(
                "{who} set the **{pawn}** epicenter on **{space}**.",
                who=_bold(view, seat),
                pawn=pawn_name(words, pawn),
                space=space_name(tile, quarter),
            )
        case TurnPassed(seat):
            return words.say("{who} could do nothing and passed.", who=_bold(view, seat))
        case _:
            raise TypeError(type(event))


def _swapping(view: View, event: Event) -> str:
    words = view.words
    match event:
        case NullSurvived(seat, tile, quarter):
            where = space_name(tile, quarter)
            return words.say(
                "The 0 of {who} on **{space}** survived: it may be swapped for a lost coin.",
                who=_bold(view, seat),
                space=where,
            )
        case SwapDecided(seat):
            return words.say("{who} has decided.", who=_bold(view, seat))
        case SwapSealed(_, None):
            return words.say("You keep your 0.")
        case SwapSealed(_, coin):
            return words.say("You swap your 0 for your lost {coin}.", coin=coin)
        case NullSwapped(swap):
            return _swapped(view, swap.seat, swap.coin)
        case _:
            raise TypeError(type(event))


def _swapped(view: View, seat: Seat, coin: int | None) -> str:
    if coin is None:
        return view.words.say("{who} swapped the 0 for a lost coin.", who=_bold(view, seat))
    return view.words.say(
        "{who} swapped the 0 for a lost {coin}.", who=_bold(view, seat), coin=coin
    )


def rolled(view: View, event: DiceRolled) -> str:
    """Return "**Ann** rolled Sun 3, Moon 1, Crown 5, Arms 0."."""
    dice = dice_named(view.words, zip(PAWNS, event.faces, strict=True))
    return view.words.say("{who} rolled {dice}.", who=_bold(view, event.seat), dice=dice)


def shifted(view: View, shift: Shift) -> str:
    """Return what a die did: "**Sun**: D1 moves to the left and rides over C1 …"."""
    die = pawn_name(view.words, shift.die)
    return view.words.say("**{die}**: {shift}", die=die, shift=moved(view, shift))


def pointed(view: View, shift: Shift) -> str:
    """Return the same beside a picture, which shows the leans: "**Sun ←**: D1 moves …"."""
    told = " ".join([_way(view, shift), *ruined(view, shift.ruins)])
    return view.words.say("**{die}**: {shift}", die=pointing(view, shift), shift=told)


def pointing(view: View, shift: Shift) -> str:
    """Return a die with the way that its tile goes on the picture: "Sun ←"."""
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
    data = {"tile": shift.tile, "direction": way_name(words, shift.direction)}
    if not met:
        return words.say("{tile} moves {direction}.", **data)
    data["plates"] = plates_named(words, met)
    if shift.edge == "lift":
        return words.say("{tile} moves {direction} and rides over {plates}.", **data)
    return words.say("{tile} moves {direction} and slides under {plates}.", **data)


def ruined(view: View, ruins: Sequence[Ruin]) -> list[str]:
    """Return "**Destroyed:** Ann on D1c, Bob on D1b." for each way."""
    by_how = ((how, [each for each in ruins if each.how == how]) for how in HOW_LOST)
    return [_lost(view, how, cities) for how, cities in by_how if cities]


def _lost(view: View, how: str, ruins: Sequence[Ruin]) -> str:
    words, n = view.words, len(ruins)
    named = ", ".join(_ruin(view, each) for each in ruins)
    match how:
        case "destroyed":
            return words.count(
                "**Destroyed:** {cities}.", "**Destroyed:** {cities}.", n, cities=named
            )
        case "buried":
            return words.count("**Buried:** {cities}.", "**Buried:** {cities}.", n, cities=named)
        case _:
            return words.count("**Sunk:** {cities}.", "**Sunk:** {cities}.", n, cities=named)


def _ruin(view: View, ruin: Ruin) -> str:
    where = space_name(ruin.tile, ruin.quarter)
    return view.words.say("{who} on {space}", who=name(view, ruin.seat), space=where)


def islands(view: View, sunk: Sequence[Laid], drowned: Sequence[Ruin]) -> str:
    """Return which islands sank and what sank with them."""
    words = view.words
    tiles = listed(words, [laid.tile for laid in sunk])
    told = words.count(
        "The island {tiles} sinks.", "The islands {tiles} sink.", len(sunk), tiles=tiles
    )
    return " ".join([told, *ruined(view, drowned)])


def scored(view: View, event: CitiesScored) -> str:
    """Return who gained how much: "Points: Ann +4, Cleo +7."."""
    if not event.scores:
        return view.words.say("No city stands, so nobody scores.")
    return gained(view, event.gained)


def gained(view: View, points: Sequence[int]) -> str:
    """Return "Points: Ann +4, Cleo +7." of points per seat."""
    gains = [f"{name(view, Seat(seat))} +{n}" for seat, n in enumerate(points) if n]
    if not gains:
        return view.words.say("Nobody scores.")
    return view.words.say("Points: {gains}.", gains=", ".join(gains))


def revealed(view: View, scores: Sequence[Score]) -> list[str]:
    """Return "Ann: C1c 3 points (coin 3), …" for each seat; nothing where values are hidden."""
    shown = [each for each in scores if each.value is not None]
    seats = sorted({each.seat for each in shown})
    return [_coins_of(view, seat, [each for each in shown if each.seat == seat]) for seat in seats]


def _coins_of(view: View, seat: Seat, scores: Sequence[Score]) -> str:
    cities = [
        view.words.say(
            "{space} {points} (coin {value})",
            space=space_name(each.tile, each.quarter),
            points=points(view.words, each.points),
            value=each.value,
        )
        for each in scores
    ]
    return view.words.say("{who}: {cities}.", who=name(view, seat), cities=", ".join(cities))


def ended(view: View, outcome: Outcome) -> str:
    """Return why the match is over and who won."""
    return f"{view.words.say(REASONS[outcome.reason])} {victory(view, outcome)}"


def told(news: Iterable[Event]) -> list[Event]:
    """Return the events worth a line of their own."""
    return [event for event in news if not isinstance(event, SILENT)]


def _bold(view: View, seat: Seat) -> str:
    return f"**{name(view, seat)}**"
