"""What people type after `/aftershock …`, in any case, with or without accents."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

from bot.games.aftershock import building, buying, moving, shaking
from bot.games.aftershock.buying import ForSale
from bot.games.aftershock.desk import desk
from bot.games.aftershock.moving import toll
from bot.games.aftershock.words import (
    board_of,
    money,
    own_seat,
    pieces,
    priced,
    space_name,
)
from bot.games.panel import Answer, Submit, View
from bot.games.people import short_name
from bot.games.screen import Suggestion
from bot.games.speech import folded
from engine.errors import IllegalAction
from engine.games.aftershock.actions import Action, Build, Buy, MoveMeeple, Pass, Shock, TakeBack
from engine.games.aftershock.board import TOKENS
from engine.games.aftershock.preview import builds, ways
from engine.games.aftershock.ways import Way

T = TypeVar("T")
HOME: Final = "home"
MOST_SHOCKS: Final = 25


def _phase(view: View, *phases: str) -> None:
    if view.observation.phase not in phases or own_seat(view) not in view.observation.to_act:
        raise IllegalAction("aftershock-not-now")


def _one(things: Iterable[T], named: Callable[[T], Sequence[str]], typed: str) -> T | None:
    """Return the one thing that is typed, by its whole name or how it begins; None for several."""
    found = _meant(things, named, typed)
    return found[0] if len(found) == 1 else None


def _meant(things: Iterable[T], named: Callable[[T], Sequence[str]], typed: str) -> list[T]:
    every, wanted = list(things), folded(typed)
    exact = [each for each in every if wanted in map(folded, named(each))]
    begun = [each for each in every if any(folded(n).startswith(wanted) for n in named(each))]
    return exact or begun


def buy(view: View, card: str, token: str) -> Answer:
    """Return the purchase, or the question that is open."""
    _phase(view, "buy")
    chosen = _one(buying.for_sale(view), lambda each: _card_names(view, each), card)
    if chosen is None:
        return buying.buy(view, view.words.say("That is not one of the cards for sale."))
    if token in TOKENS:
        return Submit(Buy(chosen.seller, chosen.card, token))
    return buying.pay(view, chosen)


def _card_names(view: View, card: ForSale) -> tuple[str, ...]:
    what = priced(view.words, view.observation, card.card)
    seller = short_name(view, card.seller)
    return str(card.number), f"{seller} · {what}", what, f"{seller} {what}"


def card_suggestions(view: View, typed: str) -> list[Suggestion]:
    """Return the cards within reach."""
    if view.observation.phase != "buy":
        return []
    return [
        Suggestion(f"{card.number} · {_card_names(view, card)[1]}", str(card.number))
        for card in buying.for_sale(view)
        if card.offers and _is_meant(typed, _card_names(view, card))
    ]


def token_suggestions(view: View, card: str) -> list[Suggestion]:
    """Return how a card can be paid."""
    if view.observation.phase != "buy":
        return []
    chosen = _one(buying.for_sale(view), lambda each: _card_names(view, each), card)
    words = view.words
    return [
        Suggestion(
            words.say(buying.PAID[each.token], money=money(words, each.price + each.tax)),
            each.token,
        )
        for each in (chosen.offers if chosen else ())
    ]


def pass_(view: View) -> Answer:
    """Return the pass."""
    _phase(view, "buy")
    return Submit(Pass())


def build(view: View, item: str, to: str) -> Answer:
    """Return the bridge, or the question where it leads."""
    _phase(view, "build", "dismantle")
    if view.observation.phase == "dismantle":
        return desk(view)
    area = _area(view, building.waiting_areas(view), item)
    if area is None:
        wrong = _elsewhere(view, item)
        return Submit(Build(wrong, wrong)) if wrong else building.build(view)
    ends = [site.to for site in builds(view.observation) if site.area == area]
    end = (_area(view, ends, to) or _elsewhere(view, to)) if to.strip() else ""
    return Submit(Build(area, end)) if end else building.build(view, area)


def _area(view: View, areas: Sequence[str], typed: str) -> str | None:
    """Return the area that is typed, the only one if none is."""
    if not typed.strip():
        return areas[0] if len(areas) == 1 else None
    return _one(areas, lambda each: (_named(view, each), each), typed)


def _elsewhere(view: View, typed: str) -> str:
    """Return what is typed, as an area if it is one: the rules say why not. "" for several."""
    areas = board_of(view.observation).areas
    found = _meant(areas, lambda each: (_named(view, each), each), typed)
    return "" if len(found) > 1 else (*found, typed.strip())[0]


def _named(view: View, area: str) -> str:
    return space_name(view.words, view.observation, area)


def item_suggestions(view: View, typed: str) -> list[Suggestion]:
    """Return the areas whose bridges wait."""
    if view.observation.phase != "build":
        return []
    return [
        Suggestion(view.words.say("Bridge from {area}", area=_named(view, area)), area)
        for area in building.waiting_areas(view)
        if _is_meant(typed, (_named(view, area),))
    ]


def end_suggestions(view: View, item: str, typed: str) -> list[Suggestion]:
    """Return where a bridge can lead."""
    if view.observation.phase != "build":
        return []
    area = _area(view, building.waiting_areas(view), item)
    return [
        Suggestion(f"{_named(view, site.to)} · {pieces(view.words, site.sections)}", site.to)
        for site in builds(view.observation)
        if site.area == area and _is_meant(typed, (_named(view, site.to),))
    ]


def shock(view: View, owners: str) -> Answer:
    """Return the choice "Jake 2, Zach 1", or the question."""
    _phase(view, "shock")
    legal = [each for each in view.legal if isinstance(each, Shock)]
    found = _meant(legal, lambda each: (shaking.tallied_short(view, each.counts),), owners)
    if len(found) == 1:
        return Submit(found[0])
    none = view.words.say("**That isn't one of the choices.** Tap the owners instead.")
    return shaking.shock(view, first="" if found else none)


def owner_suggestions(view: View, typed: str) -> list[Suggestion]:
    """Return all choices, the first few of them if there are many."""
    named = [
        shaking.tallied_short(view, each.counts) for each in view.legal if isinstance(each, Shock)
    ]
    return [Suggestion(each, each) for each in named if _is_meant(typed, (each,))][:MOST_SHOCKS]


def move(view: View, to: str) -> Answer:
    """Return where the meeple goes, or the question."""
    _phase(view, "move")
    if folded(to) in (HOME, folded(view.words.say("off the board"))):
        return Submit(TakeBack())
    found = ways(view.observation)
    exact = [way for way in found if folded(to) in (folded(_way(view, way)), folded(_key(way)))]
    area = _area(view, list(dict.fromkeys(way.to for way in found)), to)
    fitting = exact or [way for way in found if way.to == area]
    if len(fitting) == 1:
        return Submit(_move(fitting[0]))
    wrong = "" if fitting else _elsewhere(view, to)
    return Submit(MoveMeeple(wrong)) if wrong else moving.move(view, area or "")


def _move(way: Way) -> Action:
    return MoveMeeple(way.to, way.paid)


def _key(way: Way) -> str:
    """Return a way as a suggestion sends it: its name may be longer than Discord takes."""
    return f"{way.to} {''.join(map(str, way.paid))}"


def _way(view: View, way: Way) -> str:
    return f"{_named(view, way.to)} · {toll(view, way)}"


def way_suggestions(view: View, typed: str) -> list[Suggestion]:
    """Return where a meeple can go and what it costs, and off the board."""
    if view.observation.phase != "move":
        return []
    named = [(_way(view, way), _key(way)) for way in ways(view.observation)]
    off = view.words.say("off the board")
    found = [Suggestion(name, key) for name, key in named if _is_meant(typed, (name,))]
    return [*found[:24], *([Suggestion(off, HOME)] if _is_meant(typed, (off, HOME)) else [])]


def _is_meant(typed: str, names: Sequence[str]) -> bool:
    return any(folded(typed) in folded(name) for name in names)
