"""What a player of Aftershock knows: where meeples, bridges, markers and money bring points.

Every choice is weighed in points: what it brings in this round, and what stays of that in later
ones. The same knowledge answers for others in imagined worlds (`reply`), with some chance.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engine.agents.heuristics import EVEN, Character, Chooser, Heuristics, Imagination
from engine.game import Actor, Seat
from engine.games.aftershock.actions import (
    Action,
    Build,
    Buy,
    Dismantle,
    Influence,
    Keep,
    Mark,
    MoveMeeple,
    Pass,
    Plan,
    Reopen,
    Resolve,
    Shock,
    Stand,
    Take,
)
from engine.games.aftershock.board import MOST_BRIDGES, TAX, Board
from engine.games.aftershock.building import legal_builds, legal_dismantles
from engine.games.aftershock.buying import offers, price
from engine.games.aftershock.deals import BARGAINING
from engine.games.aftershock.evaluation import (
    LEVEL,
    Space,
    answered,
    completed,
    gained,
    holding,
    marking,
    money_worth,
    profit,
    rounds_left,
    spaces,
    staked,
    worth,
)
from engine.games.aftershock.manners import manners, offered
from engine.games.aftershock.rules import GAME
from engine.games.aftershock.shaking import legal_moves, legal_resolves, legal_shocks, splits
from engine.games.aftershock.state import Bridges, Cards, Observation, State, Table
from engine.games.aftershock.worlds import sampled

NOISE: Final = 0.4
"""How much, in points, others may see a choice differently in an imagined world."""
SOLD: Final = 0.35
"""How likely a card that is for sale is bought before its owner may take it."""
TOKEN: Final = 0.3
"""What a token that makes cards cheaper is worth while it is kept."""
SELLER: Final = 0.15
"""What a million does to the viewer that another seat gets."""
WAY: Final = 0.2
"""What an own bridge is worth for each own meeple at its ends: a way out, and no tolls."""
TOLL: Final = 0.03
"""What it is worth for each meeple of others at its ends: they may pay."""
FACE: Final = 2
"""What the die shows in the middle."""
_INFLUENCE: Final = 2.2
_MARKER: Final = {"normal": 1.0, "big": 1.5, "mega": 2.0}
_BRIDGE: Final = 1.2
_TIED: Final = -100.0


class Eyes:
    """A table as a seat looks at it: what it would do with it, by nothing that it can't know."""

    __slots__ = (
        "_links",
        "_ones",
        "board",
        "character",
        "left",
        "me",
        "money",
        "spaces",
        "table",
    )

    def __init__(self, table: Table, me: Seat, character: Character = EVEN) -> None:
        self.table = table
        self.me = me
        self.character = character
        self.board: Board = table.board
        self.spaces = spaces(table)
        self.left = rounds_left(table)
        self.money = money_worth(self.left)
        # Most phases ask for neither.
        self._ones: tuple[float, ...] = ()
        self._links: tuple[float, ...] = ()

    @property
    def ones(self) -> tuple[float, ...]:
        """What one more own meeple is worth on each area."""
        if not self._ones:
            self._ones = _ones(self.spaces, self.me, self.left, self.character.rivalry)
        return self._ones

    @property
    def links(self) -> tuple[float, ...]:
        """What an own bridge is worth on each link."""
        if not self._links:
            rivalry = self.character.rivalry
            self._links = _links(self.spaces, self.table.bridges, self.me, self.left, rivalry)
        return self._links

    def gain(self, place: int, more: int) -> float:
        """Return what `more` additional own meeples (or pieces) on a space are worth."""
        return _gain(self.spaces[place], more, self.me, self.left, self.character.rivalry)

    def held(self, space: Space) -> float:
        """Return what a space is worth to the seat."""
        return holding(space, self.me, self.left, self.character.rivalry)

    # Cards

    def card(self, code: str) -> float:
        """Return what a card is worth, whatever it costs."""
        card = self.board.card[code]
        if card.area:
            supply = self.table.supply[self.me]
            return self.gain(self.board.index[card.area], min(card.meeples, supply))
        if card.marker:
            return _MARKER[card.marker] * self.character.boldness
        return _INFLUENCE if card.kind == "influence" else self.bridge_card()

    def bridge_card(self) -> float:
        """Return what a bridge with its meeple is worth: both go where they bring most."""
        return max(self.ones) + _BRIDGE + self.gain(self.board.index[MOST_BRIDGES], 2)

    def cards(self, codes: Cards) -> float:
        """Return what cards are worth together: meeples on one area are no several firsts."""
        total, meeples = 0.0, dict[str, int]()
        for code in codes:
            card = self.board.card[code]
            if card.area:
                meeples[card.area] = meeples.get(card.area, 0) + card.meeples
            else:
                total += self.card(code)
        return total + sum([self.gain(self.board.index[area], n) for area, n in meeples.items()])

    def kept(self, hand: Cards, values: dict[str, float], cards: Cards) -> float:
        """Return what it is worth to keep these cards of a hand, and to offer the others."""
        rest = list(hand)
        for code in cards:
            rest.remove(code)
        # One unsold card is free: the best that nobody buys.
        free, missed = 0.0, 1.0
        for value in sorted([values[code] for code in rest], reverse=True):
            if value > 0:
                free += missed * (1 - SOLD) * value
                missed *= SOLD
        cost = self.board.cost(cards)
        return self.cards(cards) - self.money * cost + free * self.character.boldness

    def purchase(self, buy: Buy, value: float) -> float:
        """Return what a purchase is worth if the card is."""
        cost, tax = price(self.board.card[buy.card].cost, buy.token)
        saved = 0.0 if buy.token == TAX else TOKEN
        return value - self.money * (cost + tax) - SELLER * self.character.rivalry * cost - saved

    # Plans and bridges

    def planned(self, item: str, area: str, plan: Sequence[tuple[str, str]]) -> float:
        """Return what the next thing of a plan is worth on an area; `plan` are those before."""
        place = self.board.index[area]
        if item == "bridge":
            return self.bridge_from(area) - 2 * plan.count((item, area))
        already = plan.count(("meeple", area))
        if item == "meeple":
            if not already:
                return self.ones[place]
            return self.gain(place, already + 1) - self.gain(place, already)
        before = [kind for kind, where in plan if where == area and kind in self.board.plus]
        return (
            self.shaken(place, [*before, item], already)
            - (self.shaken(place, before, already) if before else 0.0)
        ) * self.character.boldness

    def bridge_from(self, area: str) -> float:
        """Return what the best bridge from an area is worth; none has to be possible."""
        table, links, owners = self.table, self.links, self.table.bridges
        pieces, best = table.pieces[self.me], 0.0
        is_first = True
        for place in self.board.links_from[area]:
            link, there = self.board.links[place], owners[place]
            if (
                link.sections <= pieces
                and len(there) < link.spaces
                and (table.dials.two_bridges or self.me not in there)
                and (is_first or links[place] > best)
            ):
                best, is_first = links[place], False
        return best

    # Aftershocks

    def shaken(self, place: int, markers: Iterable[str], own: int = 0) -> float:
        """Return what Aftershock markers on an area bring; `own` more meeples will stand there."""
        strength = sum([FACE + self.board.plus[marker] for marker in markers])
        space = self.spaces[place]
        if own:
            counts = list(space.counts)
            counts[self.me] += own
            space = space._replace(counts=tuple(counts))
        return _best_shock(space, strength, self.me, self.left, self.character.rivalry)

    def shock(self, area: str, counts: Sequence[int]) -> float:
        """Return what it is worth that these `counts` of each seat's meeples leave an area."""
        space = self.spaces[self.board.index[area]]
        after = tuple([n - gone for n, gone in zip(space.counts, counts, strict=True)])
        return self.held(space._replace(counts=after)) - self.held(space)

    def move(self, move: MoveMeeple) -> float:
        """Return what it is worth to move a Shocked meeple instead of taking it back."""
        toll = (self.money + SELLER * self.character.rivalry) * len(move.paid)
        return self.gain(self.board.index[move.area], 1) - toll

    # Marks

    def marks(self, draft: tuple[str, ...], legal: Sequence[Action]) -> list[float]:
        """Return what each next marker is worth together with the best ones that may follow."""
        guess = marking(self.table)
        trust = self.character.boldness
        gains = []
        for n, space in enumerate(self.spaces):
            others = guess.others(n, self.me)
            own = draft.count(self.board.spaces[n].key)
            gain = gained(space, others, own) * profit(space, self.me, self.character.rivalry)
            # A bold one trusts in others for what is worth much.
            gains.append(gain * (1 + 0.1 * (trust - 1) * profit(space, self.me, 1.0)))
        return self.marked(gains, draft, legal)

    def answers(self, draft: tuple[str, ...], legal: Sequence[Action]) -> list[float]:
        """Return the same, if the others mostly do what is best for them, to the end of all."""
        guess = answered(self.table)
        stakes = staked(self.table, self.me)
        gains = [
            gained(space, guess.others(n, self.me), draft.count(self.board.spaces[n].key)) * stake
            for n, (space, stake) in enumerate(zip(self.spaces, stakes, strict=True))
        ]
        return self.marked(gains, draft, legal)

    def marked(
        self, gains: Sequence[float], draft: tuple[str, ...], legal: Sequence[Action]
    ) -> list[float]:
        """Return what each next marker is worth if a marker on a space gains so much."""
        wanted = self.table.score_markers
        values = []
        for action in legal:
            if isinstance(action, Mark):
                place = self.board.index[action.space]
                more = wanted - len(draft) - 1
                rest = sorted(gains[place + 1 :], reverse=True)[:more]
                values.append(gains[place] + sum(rest))
            elif isinstance(action, Influence):
                values.append(gains[self.board.index[action.space]])
            else:
                values.append(_TIED)
        return values


@lru_cache(maxsize=1 << 14)
def _gain(space: Space, more: int, me: Seat, left: int, rivalry: float) -> float:
    counts = space.counts
    after = space._replace(counts=(*counts[:me], counts[me] + more, *counts[me + 1 :]))
    return holding(after, me, left, rivalry) - holding(space, me, left, rivalry)


@lru_cache(maxsize=512)
def _ones(every: tuple[Space, ...], me: Seat, left: int, rivalry: float) -> tuple[float, ...]:
    """Return what one more own meeple is worth on each area."""
    return tuple([_gain(space, 1, me, left, rivalry) for space in every[:-1]])


@lru_cache(maxsize=512)
def _links(
    every: tuple[Space, ...], bridges: Bridges, me: Seat, left: int, rivalry: float
) -> tuple[float, ...]:
    """Return what an own bridge is worth on each link."""
    board, values = every[0].board, list[float]()
    for link, owners in zip(board.links, bridges, strict=True):
        most = _gain(every[-1], link.sections, me, left, rivalry)
        own = others = 0
        for area in link.between:
            there = every[board.index[area]].counts
            own += min(3, there[me])
            others += sum(there) - there[me]
        ways = (WAY * own + TOLL * others) * (0.3 if me in owners else 1.0)
        values.append(most + ways + 0.1 * link.sections)
    return tuple(values)


@lru_cache(maxsize=1 << 12)
def _best_shock(space: Space, strength: int, me: Seat, left: int, rivalry: float) -> float:
    """Return what the best choice of `strength` meeples that leave a space is worth."""
    count = min(strength, sum(space.counts))
    if not count:
        return 0.0
    before = holding(space, me, left, rivalry)
    # A meeple that may come back over a bridge is not lost; half of its worth is a fair guess.
    return max(
        [
            holding(
                space._replace(
                    counts=tuple([n - gone for n, gone in zip(space.counts, taken, strict=True)])
                ),
                me,
                left,
                rivalry,
            )
            - before
            for taken in splits(space.counts, count)
        ]
    )


def values(observation: Observation, legal: Sequence[Action], character: Character) -> list[float]:
    """Return what each legal action is worth to the viewer."""
    me = Seat(int(observation.viewer))
    eyes = Eyes(observation, me, character)
    draft = observation.draft or ()
    if observation.phase == "mark":
        return eyes.marks(draft, legal)
    if observation.phase == "keep":
        cards = {code: eyes.card(code) for code in dict.fromkeys(observation.hand)}
        return [
            eyes.kept(observation.hand, cards, each.cards) if isinstance(each, Keep) else _TIED
            for each in legal
        ]
    if observation.phase == "buy":
        cards = {each.card: eyes.card(each.card) for each in legal if isinstance(each, Buy)}
        return [
            eyes.purchase(each, cards[each.card])
            if isinstance(each, Buy)
            else (0.0 if isinstance(each, Pass) else _TIED)
            for each in legal
        ]
    return [_weight(eyes, draft, action) for action in legal]


def _looked(
    observation: Observation, legal: Sequence[Action], character: Character
) -> Sequence[float]:
    """Return what each legal action is worth to the viewer by the end of the match.

    It marks as one who knows what others reckon with.
    """
    if observation.phase == "mark":
        eyes = Eyes(observation, Seat(int(observation.viewer)), character)
        return eyes.answers(observation.draft or (), legal)
    scale = SCALE.get(observation.phase, 1.0)
    return [scale * value for value in values(observation, legal, character)]


def _weight(eyes: Eyes, draft: tuple[str, ...], action: Action) -> float:
    """Return what an action of a phase is worth in which each can be seen by itself."""
    table, me = eyes.table, eyes.me
    match action:
        case Take(card):
            return eyes.card(card)
        case Plan(area):
            order = table.items[me].order
            plan = list(zip(order, draft, strict=False))
            return eyes.planned(order[len(draft)], area, plan)
        case Build(area, to):
            place = eyes.board.link_index[area, to]
            link = eyes.board.links[place]
            missing = link.sections - table.pieces[me]
            return eyes.links[place] - (2.0 + missing if missing > 0 else 0.0)
        case Dismantle(area, to):
            return -eyes.links[eyes.board.link_index[area, to]]
        case Resolve(area, marker):
            return eyes.shaken(eyes.board.index[area], (marker,))
        case Shock(counts):
            return eyes.shock(table.aftershocks[-1].area, counts)
        case MoveMeeple():
            return eyes.move(action)
        case Stand() | Reopen():
            return _TIED  # That ties one's own hands.
        case _:
            return 0.0


# In imagined worlds


def reply(state: State, seat: Seat, rng: Chooser) -> Action:
    """Return what a seat would probably do; nothing that others hide plays a part."""
    eyes = Eyes(state, seat)
    match state.phase:
        case "keep":
            return Keep(_kept(eyes, state.hands[seat], rng))
        case "buy":
            return _bought(eyes, rng)
        case "take":
            unsold = tuple(dict.fromkeys(state.market[seat]))
            return Take(max(unsold, key=lambda code: eyes.card(code) + _noise(rng)))
        case "plan":
            return Plan(_planned(eyes, state.drafts[seat] or (), rng))
        case "mark":
            draft = state.drafts[seat] or ()
            space = _marked(eyes, draft, rng)[len(draft)]
            return Mark(space) if len(draft) < state.score_markers else Influence(space)
        case "build" | "dismantle":
            legal: Sequence[Action] = (
                legal_builds(state, seat)
                if state.phase == "build"
                else legal_dismantles(state, seat)
            )
        case "resolve":
            legal = legal_resolves(state, seat)
        case "shock":
            legal = legal_shocks(state, seat)
        case _:
            legal = legal_moves(state, seat)
    if len(legal) == 1:
        return legal[0]
    return max(legal, key=lambda each: _weight(eyes, (), each) + 0.3 * _noise(rng))


def _noise(rng: Chooser) -> float:
    """Return a number around 0, mostly from minus to plus a point or so."""
    return NOISE * (rng.random() + rng.random() - 1)


def _kept(eyes: Eyes, hand: Cards, rng: Chooser) -> Cards:
    """Return cards to keep: one after the other, while one is worth more than it costs."""
    seen = {code: eyes.card(code) + _noise(rng) for code in dict.fromkeys(hand)}
    cost, money = eyes.board.card, eyes.table.money[eyes.me]
    # The best that costs much is left for sale, perhaps to be taken free of charge.
    ranked = sorted(hand, key=lambda code: eyes.money * cost[code].cost - seen[code])
    spared = max(hand, key=lambda code: min(seen[code], eyes.money * cost[code].cost))
    kept: list[str] = []
    for code in ranked:
        if code == spared and code not in kept:
            spared = ""
            continue
        if cost[code].cost <= money and seen[code] > eyes.money * cost[code].cost:
            kept.append(code)
            money -= cost[code].cost
    return tuple(sorted(kept))


def _bought(eyes: Eyes, rng: Chooser) -> Buy | Pass:
    """Return the best purchase, or a pass."""
    every = offers(eyes.table, eyes.me)
    seen = {each.card: 0.0 for each in every}
    for code in seen:
        seen[code] = eyes.card(code) + 0.5 * _noise(rng)
    best: Buy | Pass = Pass()
    most = 0.0
    for each in every:
        value = eyes.purchase(each, seen[each.card])
        if value > most:
            best, most = each, value
    return best


def _planned(eyes: Eyes, draft: tuple[str, ...], rng: Chooser) -> str:
    order = eyes.table.items[eyes.me].order
    plan = list(zip(order, draft, strict=False))
    item = order[len(draft)]
    areas = eyes.board.areas
    return max(areas, key=lambda area: eyes.planned(item, area, plan) + _noise(rng))


def _marked(eyes: Eyes, draft: tuple[str, ...], rng: Chooser) -> tuple[str, ...]:
    """Return whole marks that begin with a draft, as likely as they are."""
    guess, wanted = marking(eyes.table), eyes.table.score_markers
    keys = [space.key for space in eyes.board.spaces]
    marks = list(draft)
    if len(draft) < wanted and rng.random() >= LEVEL:
        start = eyes.board.index[draft[-1]] + 1 if draft else 0
        # Spaces drawn one after the other by their odds.
        keen = {
            n: rng.random()
            ** (max(1e-6, 1 - (chance := guess.chances[n][eyes.me])) / max(1e-6, chance))
            for n in range(start, len(keys))
        }
        chosen = sorted(keen, key=lambda n: -keen[n])[: wanted - len(draft)]
        marks += [keys[n] for n in sorted(chosen)]
    if len(marks) < wanted + eyes.table.items[eyes.me].influence:
        stakes = [profit(space, eyes.me, 1.0) for space in eyes.spaces]
        whole = completed(eyes.table, eyes.me, tuple(marks), guess, stakes)
        done = whole[: max(wanted, len(draft))]
        last = eyes.board.index[draft[-1]] if len(draft) > wanted else 0
        extra = sorted(max(last, keys.index(key)) for key in whole[len(done) :])
        marks = [*done, *(keys[n] for n in extra)]
    return tuple(marks)


def _sealed(state: State, seat: Seat, rng: Chooser) -> tuple[str, ...]:
    """Return the whole of what a seat probably seals."""
    eyes = Eyes(state, seat)
    match state.phase:
        case "keep":
            return _kept(eyes, state.hands[seat], rng)
        case "take":
            return (max(dict.fromkeys(state.market[seat]), key=eyes.card),)
        case "mark":
            return _marked(eyes, (), rng)
        case _:
            draft: tuple[str, ...] = ()
            for _ in state.items[seat].order:
                draft = (*draft, _planned(eyes, draft, rng))
            return draft


def _sampled(observation: Observation, rng: Chooser) -> State:
    """Return a world that looks to the viewer like this."""
    return sampled(observation, rng, _sealed)


def _is_far(start: State, now: State) -> bool:
    """Say whether the marks of this round are due; a line from there ends with the round.

    What others will mark is foreseen better than one draw of it tells; marks themselves are played
    to their scoring, so that hints and reviews can say what they bring.
    """
    return now.round != start.round or (now.phase == "mark" and start.phase != "mark")


def _stream(state: State, who: Actor) -> tuple[int, str, Actor]:
    """Return the stream of chance of a seat, or of the dice, in a phase.

    Lines that bought one card more or less meet the same chance in all phases later.
    """
    return state.round, state.phase, who


def _differs(observation: Observation, one: Sequence[Action], other: Sequence[Action]) -> bool:
    """Say whether two choices have more than one card or place of their own.

    If each has one only, that makes them differ.
    """
    first, second = _chosen(observation, one), _chosen(observation, other)
    apart = max((first - second).total(), (second - first).total())
    return apart >= min(2, max(first.total(), second.total(), 1))


def _chosen(observation: Observation, way: Sequence[Action]) -> Counter[Hashable]:
    """Return the cards of a choice, the things that it plans with their areas, or its actions."""
    order = observation.items[int(observation.viewer)].order[len(observation.draft or ()) :]
    found = Counter[Hashable]()
    for n, action in enumerate(way):
        match action:
            case Keep(cards):
                found.update(cards)
            case Plan(area):
                found[order[n], area] += 1
            case Buy(_, card):
                found[card] += 1
            case Stand():
                found[Pass()] += 1
            case _:
                found[action] += 1
    return found


TRUST: Final[Mapping[str, float]] = MappingProxyType(
    {
        "keep": 4.5,
        "buy": 4.0,
        "take": 4.0,
        "plan": 6.0,
        "build": 4.0,
        "resolve": 1.0,
        "shock": 2.0,
        "move": 2.0,
        "mark": 1000.0,
    }
)
"""How many lines the promises count, by phase: the squared difference that chance makes between two
lines, over the one by which promises are wrong (four and five seats). Marks need no lines: what
one is worth can be added up."""
EFFORT: Final[Mapping[str, float]] = MappingProxyType(
    {
        "keep": 1.5,
        "buy": 2.0,
        "take": 2.0,
        "plan": 4.0,
        "build": 4.0,
        "resolve": 2.0,
        "shock": 4.0,
        "move": 4.0,
    }
)
"""How many times as many lines an expert plays, by phase: lines are short once cards are bought."""
BREADTH: Final = 1.5
"""How many times as many candidates an expert looks at."""
SCALE: Final[Mapping[str, float]] = MappingProxyType(
    {"keep": 0.8, "buy": 0.4, "take": 0.8, "plan": 0.5, "build": 0.3, "shock": 0.4, "move": 0.4}
)
"""How many points a promised one is by the end of the match (the slope in the same lines)."""

HEURISTICS: Final[Heuristics[State, Action, Observation]] = Heuristics(
    values,
    Imagination(
        game=GAME,
        sampled=_sampled,
        reply=reply,
        is_far=_is_far,
        worth=worth,
        width=6,
        playouts=64,
        # Before the marks, not all cards and dice of the round have become anything on the board.
        is_open=lambda _, now: now.phase != "mark",
        trust=lambda observation: TRUST.get(observation.phase, 0.0),
        values=_looked,
        effort=lambda observation: EFFORT.get(observation.phase, 1.0),
        breadth=lambda _: BREADTH,
        stream=_stream,
        # A standing pass ties one's hands and is otherwise a pass.
        alike=lambda _, action: Pass() if isinstance(action, Stand) else action,
        differs=_differs,
    ),
    replace(BARGAINING, taught=offered),
    manners,
)
