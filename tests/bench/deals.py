"""What it brings to deal with computer players, honestly or not, in Aftershock.

One seat plays as *Regular* does, and deals besides just before all mark, with what brings it most
of all that is accepted. It knows how often computer players keep what costs them points, and
believes them so far. Each row plays the same matches: it sits in every seat once per table.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from statistics import mean
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from engine.agents import agent
from engine.agents.heuristics import EVEN, FAITHFUL, Bargain, Character, Promise
from engine.game import Seat, Setup
from engine.games.aftershock import GAME
from engine.games.aftershock.deals import (
    BARGAINING,
    NOT,
    WORTHWHILE,
    Given,
    bound,
    given,
    improvement,
)
from engine.games.aftershock.evaluation import rounds_left
from engine.games.aftershock.state import Observation, State
from tests.bench.agents import interval, play, result

TYPED: Final = "4:greedy:8:0"
MOST_DEALS: Final = 12
"""At most how many deals a round."""


class Dealer(NamedTuple):
    """How the one seat deals.

    `keeps(round, left, n)`: whether it keeps the promise that is its `n`-th of the match, from 0;
    `left` rounds come after this one.
    """

    keeps: Callable[[int, int, int], bool]


DEALERS: Final[Mapping[str, Dealer | None]] = MappingProxyType(
    {
        "no_deals": None,
        "honest": Dealer(lambda *_: True),
        "liar": Dealer(lambda *_: False),
        "liar_in_round_1": Dealer(lambda number, *_: number > 1),
        "liar_in_last_round": Dealer(lambda _, left, __: left > 0),
        "keeps_two_of_three": Dealer(lambda _, __, n: n % 3 != 2),
    }
)


class Tables(NamedTuple):
    """Where one seat deals with `others` that are all alike: `matches`, from the number `first`.

    `others` is a level, or a level and a character with a hyphen between them.
    """

    seats: int
    others: str
    matches: int
    first: int

    @property
    def agent_name(self) -> str:
        """What the others are."""
        return self.others.replace("-", ":")


def measure(*typed: str) -> dict[str, float | str]:
    """Return what each way of dealing wins at tables as they are typed.

    "4:greedy:100:1000": seats, the others, matches, the number of the first; with a fifth part that
    way of dealing alone. "4:greedy-rival:100:1000": the others have that character. Raises
    `ValueError`, `EngineError`.
    """
    figures: dict[str, float | str] = {}
    for each in typed or (TYPED,):
        tables, names = _read(each)
        for name in names:
            numbers = range(tables.first, tables.first + tables.matches)
            played = [match(tables, DEALERS[name], number) for number in numbers]
            share = mean(won for won, _, _ in played)
            low, high = interval(share, tables.matches)
            row = f"{tables.seats}_{tables.others}_{name}"
            figures |= {
                f"{row}_matches": tables.matches,
                f"{row}_share": round(share, 3),
                f"{row}_share_95": f"{low:.2f}-{high:.2f}",
                f"{row}_points_ahead": round(mean(ahead for _, ahead, _ in played), 1),
                f"{row}_deals": round(mean(deals for _, _, deals in played), 1),
            }
    return figures


def _read(typed: str) -> tuple[Tables, Sequence[str]]:
    try:
        seats, others, matches, first, *names = typed.split(":")
        tables = Tables(int(seats), others, int(matches), int(first))
    except ValueError:
        text = f"--deals {typed}: SEATS:OTHERS:MATCHES:FIRST[:HOW] is wanted, numbers included"
        raise ValueError(text) from None
    if len(names) > 1 or not {*names} <= {*DEALERS}:
        text = f"--deals {typed}: the last part is one of {', '.join(DEALERS)}"
        raise ValueError(text)
    if tables.matches < 1:
        text = f"--deals {typed}: at least one match is wanted"
        raise ValueError(text)
    agent(tables.agent_name)
    GAME.initial(Setup(tables.seats))
    return tables, names or tuple(DEALERS)


def match(tables: Tables, dealer: Dealer | None, number: int) -> tuple[float, int, int]:
    """Play a match; return what the dealer won, its points ahead, and how many deals it made."""
    table, mine = divmod(number, tables.seats)
    me, rngs = Seat(mine), [Random(f"{table} {seat}") for seat in range(tables.seats)]
    regular, others = agent("greedy"), agent(tables.agent_name)
    character = others.character
    promises: list[Promise] = []
    kept: set[Promise] = set()
    dealt: set[int] = set()

    def choose(seat: Seat, state: State) -> Any:
        if dealer is not None and state.phase == "mark" and state.round not in dealt:
            dealt.add(state.round)
            for _ in range(MOST_DEALS):
                pair = _best_deal(state, me, dealer, character, promises)
                if pair is None:
                    break
                count = sum(each.seat == me for each in promises)
                own, other = (each._replace(resolve=rngs[mine].random()) for each in pair)
                if dealer.keeps(state.round, rounds_left(state), count):
                    kept.add(own)
                promises.extend((own, other))
        seen, legal = GAME.observe(state, seat), GAME.legal_actions(state, seat)
        if seat != me:
            ways = BARGAINING.kept(seen, tuple(legal), promises, character)
            return others.choose(seen, ways, rngs[seat])
        if state.phase == "mark":
            known = [each for each in promises if each.seat != me or each in kept]
            words = _believing(seen, known, character)
            legal = bound(seen, tuple(legal), words, FAITHFUL)
        return regular.choose(seen, legal, rngs[me])

    won, ahead = result(play(GAME, Setup(tables.seats), table, choose), mine)
    return won, ahead, len(promises) // 2


def _believing(seen: Observation, promises: Sequence[Promise], others: Character) -> Given:
    """Return the promises of this round to a dealer who knows how often the others lie."""
    words = given(seen, promises, EVEN)
    return words._replace(trust=tuple(max(others.faith, each) for each in words.trust))


def _best_deal(
    state: State, me: Seat, dealer: Dealer, character: Character, promises: Sequence[Promise]
) -> tuple[Promise, Promise] | None:
    """Return the promises of the deal that brings the dealer most, if any is accepted."""
    seen, now = GAME.observe(state, me), str(state.round)
    words = _believing(seen, promises, character)
    count = sum(each.seat == me for each in promises)
    is_kept = dealer.keeps(state.round, rounds_left(state), count)
    if not is_kept:
        words = words._replace(promises=tuple(each for each in words.promises if each.seat != me))
    spaces = [space.key for space in state.board.spaces]
    keys = [*spaces, *(NOT + each for each in spaces)]
    others = [Seat(seat) for seat in range(state.seats) if seat != me]
    costs = dict.fromkeys(keys, 0.0)
    if is_kept:
        costs = {key: improvement(seen, me, words, (Promise(me, key),), EVEN) for key in keys}
    hopes = list[tuple[float, Seat, str, str]]()
    for seat in others:
        view = GAME.observe(state, seat)
        theirs = given(view, promises, character)
        sure = [1.0 if other == me else trust for other, trust in enumerate(theirs.trust)]
        taken = {
            key: improvement(
                view, seat, theirs._replace(trust=tuple(sure)), (Promise(me, key),), character
            )
            for key in keys
        }
        for yours in keys:
            gain = improvement(seen, me, words, (Promise(seat, yours),), EVEN)
            if gain + max(costs.values()) < WORTHWHILE:
                continue
            lost = improvement(view, seat, theirs, (Promise(seat, yours),), character)
            # Only marks of one space are worth more together than the sum of both.
            hopes += [
                (gain + costs[mine], seat, mine, yours)
                for mine in keys
                if gain + costs[mine] >= WORTHWHILE
                and (mine == yours or taken[mine] + lost >= WORTHWHILE)
            ]
    for _, seat, mine, yours in sorted(hopes, key=lambda each: -each[0]):
        view = GAME.observe(state, seat)
        if BARGAINING.objection(view, me, Bargain(mine, yours), promises, character) is None:
            return Promise(me, mine, chapter=now), Promise(seat, yours, chapter=now)
    return None
