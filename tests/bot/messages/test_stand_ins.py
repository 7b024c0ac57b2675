"""What a computer player did in a person's place is told as such, in every title and language."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from bot.games.people import STANDS_IN, since_people
from bot.games.registry import panels
from bot.games.seismic.news import actor
from bot.hosting.match.history import History
from bot.locale.localisation import words
from bot.messages.match.posts import post
from bot.messages.viewing import Reader, moments, view
from bot.table.match.absence import absent_moves
from bot.table.match.match import LoadedMatch, StandIn
from engine.game import PUBLIC, Decision, Seat, Setup, visible
from engine.games.aftershock.events import CardsOffered, PlanOpened
from engine.record import Record
from engine.referee import Progress, Referee
from engine.registry import game
from engine.replay import Replay
from render.drawing import drawing_by
from render.picture import Picture
from tests.engine.playing import draws, header
from tests.games.views import NAMES, match_of

BOB, CLEO = Seat(1), Seat(2)
SETUP = Setup(3)
REASONS = dict(zip(("en", "fr", "es"), StandIn, strict=False))


def record_of(title: str, moves: int) -> Record[Any]:
    """Return a match of random moves; of several who choose at once, the last seat begins."""
    rules, chance = game(title), Random(4)
    referee = Referee(rules)
    progress: Progress[Any, Any] = referee.begin(header(rules, SETUP), draws(SETUP))
    for _ in range(moves):
        node = rules.node(progress.state)
        assert isinstance(node, Decision)
        seat = max(node.seats)
        legal = list(rules.legal_actions(progress.state, seat))
        progress = referee.submit(progress, seat, chance.choice(legal), draws(SETUP))
    return progress.record


def loaded_of(record: Record[Any], upto: int, **marks: Any) -> LoadedMatch:
    rules = game(record.header.game)
    replay = Replay(rules, replace(record, entries=record.entries[:upto]))
    match = replace(match_of(rules, SETUP, NAMES), line=upto)
    return LoadedMatch(match, replay, **marks)


def lines_of(record: Record[Any], seat: Seat) -> list[int]:
    return [each.seq for each in record.entries if each.move and each.move.actor == seat]


def told(loaded: LoadedMatch, since: int, language: str) -> str:
    """Return what the table's message says of all after a line."""
    progress = loaded.since(since)
    seen = view(loaded.match, progress, Reader(PUBLIC, words(language)))
    seen = replace(seen, absent=absent_moves(loaded, since))
    news = tuple(each for each in progress.events if visible(each, PUBLIC))
    with drawing_by(lambda _: Picture(b"", 1, 1)):
        return post(panels()[loaded.match.game], seen, news).text


def history(loaded: LoadedMatch, language: str) -> dict[int, str]:
    """Return what the history says of each line."""
    past = History(game(loaded.match.game), loaded.begun, PUBLIC, absent_moves(loaded))
    reader = Reader(PUBLIC, words(language))
    every = panels()[loaded.match.game].history(moments(loaded.match, past[:], reader))
    said: dict[int, str] = {}
    for line, text in every:
        said[line - 1] = f"{said.get(line - 1, '')} {text}"
    return said


def note(why: StandIn, language: str, name: str = "Cleo") -> str:
    return f"**{name}** {words(language).say(STANDS_IN[why])}"


@pytest.mark.parametrize("language", ["en", "fr", "es"])
@pytest.mark.parametrize(("title", "moves"), [("seismic", 20), ("san_andreas", 14)])
def test_a_turn_in_the_open_is_told_with_its_reason(title: str, moves: int, language: str) -> None:
    record, why = record_of(title, moves), REASONS[language]
    found = 0
    for line, end in pairwise([*lines_of(record, CLEO), len(record.entries)]):
        loaded = loaded_of(record, end, stood_in={line: why})
        if not absent_moves(loaded, line):
            continue
        assert note(why, language) in told(loaded, line, language)
        assert note(why, language) in history(loaded, language)[line]
        by_hand = replace(loaded, stood_in={})
        assert note(why, language) not in told(by_hand, line, language)
        found += 1

    assert found > 2


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_all_that_happens_in_an_aftershock_is_told_with_its_reason(language: str) -> None:
    record, why = record_of("aftershock", 60), REASONS[language]
    for line in lines_of(record, CLEO):
        loaded = loaded_of(record, len(record.entries), stood_in={line: why})
        if not absent_moves(loaded):
            continue
        (mark,) = absent_moves(loaded)
        assert {getattr(each, "seat", None) for each in mark.events} == {CLEO}
        assert note(why, language) in told(loaded, line, language)
        assert note(why, language) in " ".join(history(loaded, language).values())


def opened_by(
    record: Record[Any], kind: type[CardsOffered | PlanOpened]
) -> tuple[LoadedMatch, int]:
    """Return a match just after a sealed choice of Cleo's was opened, and by which line."""
    whole = Replay(game("aftershock"), record)
    line = next(
        number
        for number in range(len(whole))
        if any(isinstance(each, kind) and each.seat == CLEO for each in whole.happened(number))
    )
    return loaded_of(record, line + 1), line


@pytest.mark.parametrize("seats", [{CLEO}, {BOB, CLEO}], ids=["one late", "two late"])
def test_a_sealed_choice_of_a_stand_in_is_told_as_such_when_it_is_opened(seats: set[Seat]) -> None:
    loaded, line = opened_by(record_of("aftershock", 30), CardsOffered)
    record = loaded.begun.record
    late = {lines_of(record, seat)[-1]: StandIn.TIME_UP for seat in seats}
    loaded = replace(loaded, stood_in=late)

    text, said = told(loaded, line, "en"), history(loaded, "en")[line]

    assert min(late) < line
    for seat in (Seat(0), BOB, CLEO):
        is_late = seat in seats
        assert (note(StandIn.TIME_UP, "en", NAMES[seat]) in text) is is_late
        assert (note(StandIn.TIME_UP, "en", NAMES[seat]) in said) is is_late


def test_nothing_betrays_when_a_stand_in_has_sealed() -> None:
    record = record_of("aftershock", 1)
    (line,) = lines_of(record, CLEO)
    loaded = loaded_of(record, len(record.entries))

    marked = replace(loaded, stood_in={line: StandIn.TIME_UP})

    assert absent_moves(marked) == ()
    assert told(marked, 0, "en") == told(loaded, 0, "en")


def test_what_a_player_sealed_anew_is_their_own() -> None:
    loaded, line = opened_by(record_of("aftershock", 60), PlanOpened)
    own = [each for each in lines_of(loaded.begun.record, CLEO) if each < line]

    marked = replace(loaded, stood_in={own[-2]: StandIn.TIME_UP})

    assert note(StandIn.TIME_UP, "en") not in told(marked, line, "en")


def test_a_plan_beside_it_is_told_as_a_plan() -> None:
    record = record_of("seismic", 12)
    cleo, bob = lines_of(record, CLEO)[-1], lines_of(record, BOB)[-1]
    marks = {"planned": frozenset({bob}), "stood_in": {cleo: StandIn.HOLIDAY}}

    loaded = loaded_of(record, len(record.entries), **marks)
    text, said = told(loaded, min(bob, cleo), "en"), history(loaded, "en")

    assert note(StandIn.HOLIDAY, "en") in text
    assert "(planned)" in said[bob]
    assert "(computer" not in said[bob]
    assert "(planned)" not in said[cleo]


def test_the_same_done_by_hand_before_is_not_marked() -> None:
    record = record_of("seismic", 14)
    *_, before, last = lines_of(record, CLEO)
    loaded = loaded_of(record, len(record.entries), stood_in={last: StandIn.OFFERED})

    said = history(loaded, "en")

    assert "(computer, seat on offer)" in said[last]
    assert "(computer" not in said[before]


def test_what_stand_ins_did_is_marked_on_the_board_like_what_computer_players_do() -> None:
    record = record_of("seismic", 9)
    line = lines_of(record, CLEO)[-1]
    end = next((n for n in lines_of(record, Seat(0)) if n > line), len(record.entries))
    loaded = loaded_of(record, end, stood_in={line: StandIn.TIME_UP})
    progress = loaded.since(line)
    seen = view(loaded.match, progress, Reader(PUBLIC, words("en")))

    marked = replace(seen, absent=absent_moves(loaded, line))

    assert since_people(seen, progress.events, actor) == progress.events[1:]
    assert since_people(marked, progress.events, actor) == progress.events
