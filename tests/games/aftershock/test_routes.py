"""The ways of Shocked meeples against every path there is."""

from random import Random

import pytest

from engine.game import Seat
from engine.games.aftershock.routes import Route, routes
from engine.games.aftershock.state import Bridges
from tests.games.aftershock.worked import BAY, KEYS, laid, seat


def some_bridges(rng: Random) -> Bridges:
    owners: list[list[Seat]] = [[] for _ in BAY.links]
    for _ in range(rng.randrange(12)):
        place = rng.randrange(len(owners))
        if len(owners[place]) < 2:
            owners[place].append(Seat(rng.randrange(4)))
    return tuple(tuple(sorted(each)) for each in owners)


def all_paths(bridges: Bridges, area: str, who: Seat) -> dict[str, set[tuple[Seat, ...]]]:
    """Return the payees of every path without a circle, by where it ends."""
    found: dict[str, set[tuple[Seat, ...]]] = {}

    def walk(at: str, paid: tuple[Seat, ...], visited: frozenset[str]) -> None:
        for place in BAY.links_from[at]:
            to = BAY.links[place].across(at)
            for owner in set(bridges[place]) if to not in visited else ():
                toll = paid if owner == who else tuple(sorted((*paid, owner)))
                found.setdefault(to, set()).add(toll)
                walk(to, toll, visited | {to})

    walk(area, (), frozenset({area}))
    return found


def cheapest(
    paths: dict[str, set[tuple[Seat, ...]]], money: int
) -> set[tuple[str, tuple[Seat, ...]]]:
    return {
        (to, paid)
        for to, every in paths.items()
        for paid in every
        if len(paid) == min(map(len, every)) <= money
    }


@pytest.mark.parametrize("number", range(150))
def test_the_ways_are_the_cheapest_of_all_paths(number: int) -> None:
    rng = Random(number)
    bridges, area, who = some_bridges(rng), rng.choice(BAY.areas), Seat(rng.randrange(4))
    paths = all_paths(bridges, area, who)

    for money in (0, 1, 2, 9):
        found = routes(BAY, bridges, area, who, money)

        assert {(way.to, way.paid) for way in found} == cheapest(paths, money)
        assert len(found) == len({(way.to, way.paid) for way in found})
        for way in found:
            check(way, bridges, area, who)


def check(way: Route, bridges: Bridges, area: str, who: Seat) -> None:
    at = area
    for crossing in way.crossings:
        assert crossing.area == at
        assert crossing.owner in bridges[BAY.link_index[at, crossing.to]]
        at = crossing.to
    assert at == way.to
    assert way.paid == tuple(sorted(c.owner for c in way.crossings if c.owner != who))
    assert way.cost == len(way.paid)


def test_parallel_bridges_of_two_owners_are_two_choices_and_of_one_owner_one() -> None:
    state = laid("Richmond-Oakland: b c; Oakland-Hayward: b b", seats=4)

    found = routes(BAY, state.bridges, KEYS["Richmond"], seat("a"), 2)

    assert [(way.to, way.paid) for way in found] == [
        ("oakland", (1,)),
        ("oakland", (2,)),
        ("hayward", (1, 1)),
        ("hayward", (1, 2)),
    ]
