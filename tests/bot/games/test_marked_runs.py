"""The picture of a message marks all that computer players did since people did something."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from bot.games.registry import panels
from bot.locale.localisation import words
from bot.messages.match.posts import post
from bot.messages.viewing import Reader, view
from bot.table.match.match import LoadedMatch
from engine.game import CHANCE, PUBLIC, Decision, Seat, Setup, visible
from engine.referee import Progress, Referee
from engine.registry import game
from engine.replay import Replay
from render.drawing import Drawing, drawing_by
from render.picture import Picture
from tests.engine.playing import draws, header
from tests.games.views import NAMES, match_of

ANN = Seat(0)


def runs(title: str, setup: Setup, count: int) -> Iterator[tuple[LoadedMatch, int]]:
    """Yield `count` moments at which Ann alone is asked, after others; since which line."""
    rules, chance, asked = game(title), Random(4), 0
    referee = Referee(rules)
    progress: Progress[Any, Any] = referee.begin(header(rules, setup), draws(setup))
    match = match_of(rules, setup, NAMES)
    chairs = tuple(
        replace(chair, agent="greedy" if seat else None) for seat, chair in enumerate(match.chairs)
    )
    while count and isinstance(node := rules.node(progress.state), Decision):
        lines, seat = len(progress.record.entries), Seat(max(node.seats))
        if seat == ANN:
            if lines > asked + 1:
                there = replace(match, chairs=chairs, line=lines, acting=(ANN,))
                yield LoadedMatch(there, Replay(rules, progress.record), draws(setup)), asked
                count -= 1
            asked = lines
        legal = list(rules.legal_actions(progress.state, seat))
        progress = referee.submit(progress, seat, chance.choice(legal), draws(setup))


def marked(loaded: LoadedMatch, since: int) -> Drawing:
    """Return what is drawn for the message that tells all since a line."""
    progress, drawn = loaded.since(since), list[Drawing]()

    def kept(drawing: Drawing) -> Picture:
        drawn.append(drawing)
        return Picture(b"", 1, 1)

    seen = view(loaded.match, progress, Reader(PUBLIC, words("en")))
    news = tuple(each for each in progress.events if visible(each, PUBLIC))
    with drawing_by(kept):
        post(panels()[loaded.match.game], seen, news, (), "")
    return drawn[-1]


def actions(loaded: LoadedMatch, since: int, kind: str) -> list[tuple[Seat, Any]]:
    """Return what computer players did of a kind since Ann did something, and who."""
    moves = [each.move for each in loaded.begun.record.entries[since:] if each.move is not None]
    own = [number for number, move in enumerate(moves) if move.actor == ANN]
    run = moves[own[-1] + 1 if own else 0 :]
    chosen = [(Seat(int(each.actor)), each.action) for each in run if each.actor != CHANCE]
    return [(seat, action) for seat, action in chosen if action.type == kind]


def test_tiles_that_computer_players_built_are_ringed() -> None:
    numbers = set()
    for loaded, since in runs("seismic", Setup(4), 6):
        built = [action.cell for _, action in actions(loaded, since, "place")]
        (_, captions) = marked(loaded, since).given
        assert list(captions.recent) == built
        numbers.add(len(built))

    assert max(numbers) == 3


def test_cities_and_epicenters_of_computer_players_are_ringed() -> None:
    found = 0
    for loaded, since in runs("san_andreas", Setup(4), 8):
        drawing = marked(loaded, since)
        if drawing.method != "board":
            continue
        captions = drawing.given[1]
        pawns = [action.pawn for _, action in actions(loaded, since, "epicenter")]
        assert [each for each in captions.recent if isinstance(each, str)] == pawns
        cities = actions(loaded, since, "found")
        places = [each for each in captions.recent if not isinstance(each, str)]
        owners = {(city.tile, city.quarter): city.seat for city in drawing.given[0].layout.cities}
        assert [owners[place] for place in places] == [seat for seat, _ in cities]
        found += len(places) + len(pawns)

    assert found > 8


def test_what_computer_players_built_over_the_bay_is_marked() -> None:
    found = 0
    for loaded, since in runs("aftershock", Setup(3), 60):
        drawing = marked(loaded, since)
        builders = {seat for seat, _ in actions(loaded, since, "build")}
        if drawing.method == "board":
            recent = {*drawing.given[1].recent}
            assert builders <= recent
            found += bool(builders)
    assert found
