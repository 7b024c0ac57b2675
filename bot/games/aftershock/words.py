"""Names and small words of Aftershock: areas, cards, things to plan, rounds, who is waited for.

Also the other way round: which of these names a player types.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from bot.games.aftershock.view import View
from bot.games.people import name, numbered, tally
from bot.games.speech import and_list, meant, then_list
from bot.locale.localisation import Words, mark
from engine.game import Seat
from engine.games.aftershock.actions import Roll
from engine.games.aftershock.board import MOST_BRIDGES
from engine.games.aftershock.state import Items, Planned

TITLE: Final = "Aftershock"
TOKENS: Final = {"minus_2": "−2", "minus_1": "−1"}
SEALED: Final = ("keep", "take", "plan", "mark")
"""The phases in which all choose at once and in secret."""

# fmt: off
ITEMS: Final = {
    "bridge": mark("bridge"),
    "meeple": mark("meeple"),
    "normal": mark("aftershock"),
    "big": mark("big aftershock"),
    "mega": mark("mega aftershock"),
}
KINDS: Final = {
    "bridge": mark("Bridge"),
    "influence": mark("Influence"),
    "normal": mark("Aftershock"),
    "big": mark("Big aftershock"),
    "mega": mark("Mega aftershock"),
}
PHASES: Final = {
    "keep": mark("keep"),
    "buy": mark("buy"),
    "take": mark("take"),
    "plan": mark("plan"),
    "build": mark("build"),
    "dismantle": mark("build"),
    "resolve": mark("aftershocks"),
    "roll": mark("aftershocks"),
    "shock": mark("aftershocks"),
    "move": mark("aftershocks"),
    "mark": mark("mark"),
    "over": mark("the end"),
}
# fmt: on


def space_name(view: View, key: str) -> str:
    """Return "San Francisco", or what the space for bridges is called."""
    if key == MOST_BRIDGES:
        return view.words.say("most bridges")
    return view.observation.board.space(key).name


def space_names(view: View, keys: Iterable[str]) -> list[str]:
    """Return the names in the order given."""
    return [space_name(view, key) for key in keys]


def counted_spaces(view: View, keys: Sequence[str]) -> str:
    """Return "Oakland and Hayward (2)", each space once with how often it comes."""
    once = dict.fromkeys(keys)
    named = {key: space_name(view, key) for key in once}
    return and_list(
        view.words,
        [f"{named[key]} ({n})" if (n := keys.count(key)) > 1 else named[key] for key in once],
    )


def link_name(view: View, area: str, to: str) -> str:
    """Return "Fremont-Hayward" with a dash, from the first to the second."""
    return "–".join(space_names(view, (area, to)))


def money(words: Words, millions: int) -> str:
    """Return "$13M"."""
    return words.say("${n}M", n=millions)


def card_name(view: View, code: str) -> str:
    """Return "Oakland", "Bridge", "Big aftershock": three cards of an area share its name."""
    card = view.observation.board.card[code]
    if card.kind == "area":
        return space_name(view, card.area)
    return view.words.say(KINDS[card.marker or card.kind])


def priced(view: View, code: str) -> str:
    """Return "San Francisco ($6M)", which no other card is called."""
    cost = money(view.words, view.observation.board.card[code].cost)
    return f"{card_name(view, code)} ({cost})"


def priced_cards(view: View, codes: Iterable[str]) -> list[str]:
    """Return the cards with their prices, equal ones once with their number."""
    codes = tuple(codes)
    once = [(priced(view, code), codes.count(code)) for code in dict.fromkeys(codes)]
    return [f"{text} ×{n}" if n > 1 else text for text, n in once]


def gives(view: View, code: str) -> str:
    """Return what a card is good for, short enough for a menu."""
    words, board = view.words, view.observation.board
    card = board.card[code]
    match card.kind:
        case "area":
            area = space_name(view, card.area)
            return words.count(
                "{n} meeple in {area}", "{n} meeples in {area}", card.meeples, area=area
            )
        case "bridge":
            return words.say("a bridge and a meeple to plan")
        case "influence":
            return words.say("one extra marker, even where you've already marked")
        case _:
            plus = board.plus[card.marker]
            if not plus:
                return words.say("an aftershock to plan: shocks as many meeples as the die shows")
            return words.say(
                "an aftershock to plan: shocks as many meeples as the die shows, plus {n}", n=plus
            )


def item_name(words: Words, item: str) -> str:
    """Return what a thing to plan is called, for the middle of a sentence."""
    return words.say(ITEMS[item])


def gained(words: Words, items: Items) -> str:
    """Return "2 bridges, 2 meeples and 1 Influence marker", "" for nothing."""
    counts = Counter(items.order)
    parts = [counted_item(words, item, counts[item]) for item in ITEMS if counts[item]]
    if n := items.influence:
        parts.append(words.count("{n} Influence marker", "{n} Influence markers", n))
    return and_list(words, parts)


def counted_item(words: Words, item: str, n: int) -> str:
    """Return "2 bridges"."""
    match item:
        case "bridge":
            return words.count("{n} bridge", "{n} bridges", n)
        case "meeple":
            return words.count("{n} meeple", "{n} meeples", n)
        case "normal":
            return words.count("{n} aftershock", "{n} aftershocks", n)
        case "big":
            return words.count("{n} big aftershock", "{n} big aftershocks", n)
        case _:
            return words.count("{n} mega aftershock", "{n} mega aftershocks", n)


def planned(view: View, plan: Iterable[Planned]) -> str:
    """Return "bridge in Oakland; 2 meeples in Oakland and Hayward", "" for an empty plan."""
    words, places = view.words, dict[str, list[str]]()
    for each in plan:
        places.setdefault(each.item, []).append(each.area)
    parts = [
        words.say(
            "{item} in {areas}",
            item=counted_item(words, item, n) if (n := len(areas)) > 1 else item_name(words, item),
            areas=space_name(view, areas[0]) if len({*areas}) == 1 else counted_spaces(view, areas),
        )
        for item, areas in places.items()
    ]
    return words.say("; ").join(parts)


def meeples(words: Words, n: int) -> str:
    """Return "4 meeples"."""
    return words.count("{n} meeple", "{n} meeples", n)


def pieces(words: Words, n: int) -> str:
    """Return "4 pieces", of bridges."""
    return words.count("{n} piece", "{n} pieces", n)


def bold(view: View, seat: Seat) -> str:
    """Return a name in bold."""
    return f"**{name(view, seat)}**"


def tallied(view: View, counts: Iterable[int]) -> str:
    """Return "Ann 2, Bob 1", seats with nothing left out."""
    return ", ".join(
        tally(view.words, name(view, Seat(seat)), n) for seat, n in enumerate(counts) if n
    )


def known_next(view: View) -> list[str]:
    """Return what is known of the next dice from moves that were taken back, in a sentence."""
    faces = [str(roll.face) for roll in view.known if isinstance(roll, Roll)]
    if not faces:
        return []
    words = view.words
    return [
        words.say(
            "After the undo, everyone knows the next roll: {faces}.",
            faces=then_list(words, faces),
        )
    ]


def phase_name(words: Words, phase: str) -> str:
    """Return what a phase is called, for the middle of a sentence."""
    return words.say(PHASES.get(phase, PHASES["keep"]))


def round_name(view: View) -> str:
    """Return "round 1 of 3"."""
    observation = view.observation
    return view.words.say("round {k} of {n}", k=observation.round, n=observation.rounds)


def match_name(view: View) -> str:
    """Return "Aftershock 42"."""
    return numbered(view, TITLE)


def own_seat(view: View) -> Seat:
    """Return the seat of the viewer; a private screen has one."""
    if not isinstance(view.viewer, int):
        raise TypeError(view.viewer)
    return Seat(view.viewer)


def awaited(view: View) -> str:
    """Return a line about who else has to answer; "" for nobody.

    While all choose in secret that is "ready 2 of 4 · waiting for Cleo and Dan", and nobody is
    named while nobody is ready.
    """
    words, observation = view.words, view.observation
    others = [name(view, seat) for seat in observation.to_act if seat != view.viewer]
    waiting = [words.say("waiting for {who}", who=and_list(words, others))] if others else []
    if observation.phase not in SEALED:
        return "".join(waiting)
    done = sum(observation.ready)
    told = words.say("ready {k} of {n}", k=done, n=observation.seats)
    return " · ".join([told, *(waiting if done else ())])


def area_typed(view: View, areas: Sequence[str], typed: str) -> str:
    """Return which of these areas is typed, the only one if nothing is; "" if it is not clear."""
    found = areas if not typed.strip() else meant(areas, _area_names(view), typed)
    return found[0] if len(found) == 1 else ""


def elsewhere_typed(view: View, typed: str) -> str:
    """Return what is typed as any area, or as it stands: the rules say why not. "" for several."""
    found = meant(view.observation.board.areas, _area_names(view), typed)
    return "" if len(found) > 1 else (*found, typed.strip())[0]


def _area_names(view: View) -> Callable[[str], tuple[str, str]]:
    return lambda area: (space_name(view, area), area)
