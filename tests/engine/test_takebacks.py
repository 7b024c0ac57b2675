"""Moves taken back: what comes after is as if they had never been, and nobody learns a thing."""

from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.hosting.match.history import History, seen_after
from engine.draws import SealedDraws, key, verify
from engine.errors import CorruptRecord, IllegalAction
from engine.game import (
    CHANCE,
    EVERYBODY,
    PUBLIC,
    AnyGame,
    Chance,
    Decision,
    Move,
    Reveals,
    Seat,
    Setup,
    Viewer,
    visible,
)
from engine.games.aftershock.actions import Buy, Stand, Withdraw
from engine.record import Entry, Record, canonical, line_digest, root_digest, standing
from engine.record_text import read_record
from engine.referee import Progress, Referee, finished
from engine.registry import games
from engine.replay import Replay
from engine.takebacks import TakeBack, TakeBackKind, class_of, known_draws
from tests.engine.playing import (
    allowed,
    draws,
    header,
    moved,
    moving,
    old_header,
    played,
    random_move,
    states,
    wandering,
)
from tests.engine.test_contract import CASES, VARIED, twin_of, viewers
from tests.engine.toy import TOY

every_case = pytest.mark.parametrize(("game", "setup"), CASES)
numbers = st.integers(0, 10**6)
a_few = settings(max_examples=3, deadline=None)
GOLDEN = sorted(Path(__file__).parents[1].glob("games/*/records/*.json"))
FORMAT_1 = [path for path in GOLDEN if '"format"' not in path.read_text("utf-8")]
SEISMIC, SAN_ANDREAS, AFTERSHOCK = (games()[k] for k in ("seismic", "san_andreas", "aftershock"))


# What was taken back never was.


@every_case
@a_few
@given(number=numbers)
def test_what_stands_is_the_match_played_straight(game: AnyGame, setup: Setup, number: int) -> None:
    end = wandering(game, setup, number)
    chance, referee = draws(setup, number.to_bytes(32)), Referee(game)
    replay, stands = Replay(game, end.record), standing(end.record.entries)

    straight: Progress[Any, Any] = referee.begin(end.record.header, chance)
    for seq in moved(end.record):
        move = end.record.entries[seq].move
        assert move is not None
        straight = referee.submit(straight, Seat(int(move.actor)), move.action, chance)

    again = Replay(game, straight.record)
    assert [each.entry.move for each in again] == [end.record.entries[seq].move for seq in stands]
    assert [each.state for each in again] == [replay[seq].state for seq in stands]
    assert again.events == [replay.events[seq] for seq in stands]
    assert again.drawn[-1] == end.drawn == replay.drawn[-1]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "setup"), VARIED)
def test_what_stands_is_the_match_played_straight_with_any_variants(
    game: AnyGame, setup: Setup
) -> None:
    check: Any = test_what_stands_is_the_match_played_straight
    check.hypothesis.inner_test(game, setup, number=len(setup.variants))


@every_case
@a_few
@given(number=numbers)
def test_the_same_draw_of_the_same_pieces_brings_the_same(
    game: AnyGame, setup: Setup, number: int
) -> None:
    end, brought = wandering(game, setup, number, backs=12), dict[Any, Any]()
    replay = Replay(game, end.record)
    outcome = Referee(game).outcome(end)
    assert outcome is not None

    again = 0
    for entry, _, _ in replay:
        node = game.node(replay.before(entry.seq))
        if isinstance(node, Chance) and entry.move is not None:
            drawn = (replay.drawn[entry.seq], canonical(sorted(map(canonical, node.outcomes))))
            again += drawn in brought
            assert brought.setdefault(drawn, entry.move) == entry.move
    draws_in_all = sum(e.move is not None and e.move.actor == CHANCE for e in end.record.entries)
    assert verify(game, finished(end.record, outcome, number.to_bytes(32))) == draws_in_all
    assert again == draws_in_all - len(brought)


@every_case
@a_few
@given(number=numbers)
def test_to_go_back_twice_is_to_go_back_once_further(
    game: AnyGame, setup: Setup, number: int
) -> None:
    rng, referee = Random(number), Referee(game)
    end = wandering(game, setup, number)
    record = replace(end.record, entries=end.record.entries[: -rng.randrange(2, 20)])
    if len(own := moved(record)) < 2:
        return
    far, near = sorted(rng.sample(own, 2))

    twice = referee.undo(referee.undo(referee.open(record), near), far)
    once = referee.undo(referee.open(record), far)

    assert (twice.state, twice.drawn) == (once.state, once.drawn)
    assert standing(twice.record.entries) == standing(once.record.entries)
    with pytest.raises(IllegalAction, match="line-not-standing"):
        referee.undo(twice, near)
    there, here = (Replay(game, each.record) for each in (twice, once))
    for seat in map(Seat, range(setup.seats)):
        assert class_of(game, there, seat) == class_of(game, here, seat)


@every_case
def test_every_history_only_grows(game: AnyGame, setup: Setup) -> None:
    record = wandering(game, setup, 7).record
    whole = Replay(game, record)
    backs = [entry.seq for entry in record.entries if entry.undo_to is not None]
    assert backs

    for end in backs:
        before = replace(record, entries=record.entries[:end])
        for viewer in viewers(setup):
            early = History(game, Replay(game, before), viewer)
            late = History(game, whole, viewer)
            assert [told(each) for each in early] == [told(each) for each in late[: len(early)]]
            assert (late[end].actor, late[end].events) == (None, ())
            stands = standing(record.entries)
            assert [each.line - 1 for each in late if each.stands] == list(stands)


def told(step: Any) -> Any:
    return step.line, step.actor, step.events, step.observation()


@pytest.mark.parametrize("path", FORMAT_1, ids=lambda path: path.stem)
def test_a_golden_record_of_format_1_is_played_on_as_it_was(path: Path) -> None:
    record = read_record(games(), path.read_text("utf-8"))
    game = games()[record.header.game]
    referee = Referee(game)
    assert record.header.format == 1
    assert record.seed is not None
    cut = len(record.entries) * 2 // 3
    while isinstance(game.node(Replay(game, begun := lines(record, cut)).state), Chance):
        cut += 1
    chance = SealedDraws(key(bytes.fromhex(record.seed), record.header.joins))

    progress = referee.open(begun)
    while len(progress.record.entries) < len(record.entries):
        move = record.entries[len(progress.record.entries)].move
        assert move is not None
        progress = referee.submit(progress, Seat(int(move.actor)), move.action, chance)

    assert progress.record.entries == record.entries


def lines(record: Record[Any], count: int) -> Record[Any]:
    return Record(record.header, record.entries[:count])


# How a move goes back.


def begun(
    game: AnyGame, setup: Setup, number: int = 1, *, old: bool = False
) -> tuple[Progress[Any, Any], Any]:
    chance = draws(setup, number.to_bytes(32))
    first = (old_header if old else header)(game, setup, number.to_bytes(32))
    return Referee(game).begin(first, chance), chance


def judged(game: AnyGame, progress: Progress[Any, Any], seat: Seat, line: int | None = None) -> Any:
    return class_of(game, Replay(game, progress.record), seat, line)


def test_whoever_has_not_moved_has_nothing_to_take_back() -> None:
    progress, _ = begun(SEISMIC, Setup(2))

    for seat in map(Seat, range(2)):
        assert judged(SEISMIC, progress, seat) == TakeBack(
            TakeBackKind.NEVER, None, "take-back-nothing"
        )


def test_a_move_after_which_a_tile_was_turned_up_needs_consent() -> None:
    progress, chance = begun(SEISMIC, Setup(2))
    seat, line = progress.state.seat, len(progress.record.entries)
    first = next(iter(SEISMIC.legal_actions(progress.state, seat)))

    after = Referee(SEISMIC).submit(progress, seat, first, chance)

    drawn = TakeBack(TakeBackKind.CONSENT, line, "take-back-drawn")
    assert judged(SEISMIC, after, seat) == drawn
    for wrong in (line - 1, line + 1, 10**6):
        assert judged(SEISMIC, after, seat, wrong).reason == "take-back-nothing"
    other = Seat(1 - seat)
    answer = next(iter(SEISMIC.legal_actions(after.state, other)))
    answered = Referee(SEISMIC).submit(after, other, answer, chance)
    assert judged(SEISMIC, answered, seat) == drawn
    mine = next(iter(SEISMIC.legal_actions(answered.state, seat)))
    moved_again = Referee(SEISMIC).submit(answered, seat, mine, chance)
    theirs = next(iter(SEISMIC.legal_actions(moved_again.state, other)))
    late = Referee(SEISMIC).submit(moved_again, other, theirs, chance)
    assert judged(SEISMIC, late, seat, line).reason == "take-back-late"


def test_in_format_1_nothing_goes_back_across_a_draw() -> None:
    progress, chance = begun(SEISMIC, Setup(2), old=True)
    seat, line = progress.state.seat, len(progress.record.entries)
    first = next(iter(SEISMIC.legal_actions(progress.state, seat)))

    after = Referee(SEISMIC).submit(progress, seat, first, chance)

    assert judged(SEISMIC, after, seat) == TakeBack(TakeBackKind.NEVER, line, "take-back-old")
    assert known_draws(Referee(SEISMIC).undo(after, line).record) == ()


def test_the_first_of_two_tiles_is_free_to_take_back() -> None:
    setup = Setup(2, ("road_crews_dilemma",))
    progress, chance = begun(SEISMIC, setup)
    seat, line = progress.state.seat, len(progress.record.entries)
    bare = next(each for each in SEISMIC.legal_actions(progress.state, seat) if each.crew is None)

    after = Referee(SEISMIC).submit(progress, seat, bare, chance)

    assert after.state.phase == "extending"
    assert judged(SEISMIC, after, seat) == TakeBack(TakeBackKind.FREE, line)
    assert judged(SEISMIC, after, Seat(1 - seat)).kind is TakeBackKind.NEVER


def test_a_city_is_free_to_take_back_until_the_next_one_acts_and_never_after_dice() -> None:
    referee, setup = Referee(SAN_ANDREAS), Setup(3)
    found = dict[str | None, TakeBackKind]()
    for number in range(1, 6):
        progress, chance = begun(SAN_ANDREAS, setup, number)
        rng = Random(number)
        while not referee.outcome(progress):
            (seat, *_) = moving(SAN_ANDREAS, progress.state, rng)
            line, state = len(progress.record.entries), progress.state
            legal = list(SAN_ANDREAS.legal_actions(state, seat))
            progress = referee.submit(progress, seat, rng.choice(legal), chance)
            judgement = judged(SAN_ANDREAS, progress, seat)
            found[judgement.reason] = judgement.kind
            assert judgement.line == line
            if state.phase == "playing" and progress.state.phase == "playing":
                is_same = state.quake == progress.state.quake
                assert (judgement.reason is None) == is_same
    assert found == {
        None: TakeBackKind.FREE,
        "take-back-revealed": TakeBackKind.CONSENT,
        "take-back-draws-stand": TakeBackKind.NEVER,
        "take-back-sealed": TakeBackKind.NEVER,
        "take-back-over": TakeBackKind.NEVER,
    }


def test_in_aftershock_what_is_sealed_or_opened_stays_and_a_purchase_needs_consent() -> None:
    referee, setup, found = Referee(AFTERSHOCK), Setup(3), dict[str, set[Any]]()
    progress, chance = begun(AFTERSHOCK, setup, 3)
    rng = Random(3)
    while not referee.outcome(progress):
        seat = rng.choice(moving(AFTERSHOCK, progress.state, rng))
        state = progress.state
        legal = list(AFTERSHOCK.legal_actions(state, seat))
        progress = referee.submit(progress, seat, rng.choice(legal), chance)
        found.setdefault(state.phase, set()).add(judged(AFTERSHOCK, progress, seat).reason)

    for phase in ("keep", "take", "plan"):
        assert found[phase] == {"take-back-sealed"}
    assert found["mark"] == {"take-back-sealed", "take-back-over"}
    assert found["buy"] == {"take-back-others", "take-back-revealed", "take-back-sealed"}
    assert found["build"] == {None, "take-back-sealed", "take-back-drawn"}
    assert found["resolve"] == {"take-back-drawn"}
    assert None in found["move"]
    assert None in found["shock"]


def test_nobody_learns_of_a_standing_pass_by_taking_a_purchase_back() -> None:
    progress, chance = begun(AFTERSHOCK, Setup(3), 3)
    referee, rng = Referee(AFTERSHOCK), Random(3)
    while progress.state.phase != "buy":
        seat = rng.choice(moving(AFTERSHOCK, progress.state, rng))
        legal = list(AFTERSHOCK.legal_actions(progress.state, seat))
        progress = referee.submit(progress, seat, rng.choice(legal), chance)
    ann, line = progress.state.seat, len(progress.record.entries)
    buy = next(iter(AFTERSHOCK.legal_actions(progress.state, ann)))
    bought = referee.submit(progress, ann, buy, chance)
    others = [seat for seat in map(Seat, range(3)) if seat not in (ann, bought.state.seat)]

    secret = referee.submit(bought, others[0], Stand(), chance)
    twice = referee.submit(secret, others[0], Withdraw(), chance)

    asked = TakeBack(TakeBackKind.CONSENT, line, "take-back-others")
    assert isinstance(buy, Buy)
    assert [judged(AFTERSHOCK, each, ann) for each in (bought, secret, twice)] == [asked] * 3
    sealed = judged(AFTERSHOCK, secret, others[0])
    assert (sealed.kind, sealed.reason) == (TakeBackKind.NEVER, "take-back-sealed")


@every_case
@a_few
@given(number=numbers)
def test_a_free_move_crosses_neither_chance_nor_anybody_else(
    game: AnyGame, setup: Setup, number: int
) -> None:
    record, rng = wandering(game, setup, number).record, Random(number)
    for end in rng.sample(range(1, len(record.entries)), min(8, len(record.entries) - 1)):
        replay = Replay(game, lines(record, end))
        if isinstance(game.node(replay.state), Chance):
            continue
        for seat in map(Seat, range(setup.seats)):
            free = class_of(game, replay, seat)
            if free.kind is not TakeBackKind.FREE:
                continue
            assert free.line is not None
            since = [seq for seq in standing(record.entries[:end]) if seq >= free.line]
            actors = {move.actor for seq in since if (move := record.entries[seq].move)}
            events = [event for seq in since for event in replay.events[seq]]
            assert actors == {seat}
            assert all(event.seen_by in (EVERYBODY, {seat}) for event in events)
            assert not any(isinstance(event, Reveals) for event in events)
            node = game.node(replay.state)
            assert isinstance(node, Decision)
            assert node.optional <= {seat}


# Nobody learns what they may not know.


def alike(game: AnyGame, one: Any, other: Any, viewer: Viewer) -> bool:
    same_table: bool = game.observe(one, viewer) == game.observe(other, viewer)
    if viewer == PUBLIC or not same_table:
        return same_table
    choices = (list(game.legal_actions(each, viewer)) for each in (one, other))
    return next(choices) == next(choices)


@every_case
@a_few
@given(number=numbers)
def test_what_turns_things_up_without_chance_is_marked(
    game: AnyGame, setup: Setup, number: int
) -> None:
    rng = Random(number)
    every = [state for state, _ in states(game, setup, number)]
    for state in (*rng.sample(every, min(40, len(every))), *every[-4:-1]):
        node = game.node(state)
        # Nobody goes back across what is sealed, whatever shows there.
        if isinstance(node, Decision) and node.is_sealed:
            continue
        if (move := random_move(game, state, rng)) is None:
            continue
        for viewer in viewers(setup)[:3]:
            other = twin_of(game)(state, viewer, rng)
            if other == state or not possible(game, other, move):
                continue
            here, there = game.apply(state, move), game.apply(other, move)
            if not alike(game, here.state, there.state, viewer):
                assert any(isinstance(each, Reveals) for each in here.events + there.events), move


@every_case
@a_few
@given(number=numbers)
def test_who_is_awaited_acts_for_all_to_see_unless_it_is_sealed(
    game: AnyGame, setup: Setup, number: int
) -> None:
    for line in (replay := Replay(game, played(game, setup, number))):
        node, move = game.node(replay.before(line.entry.seq)), line.entry.move
        if isinstance(node, Decision) and move is not None and move.actor in node.seats:
            assert node.is_sealed or any(visible(event, PUBLIC) for event in line.events), move


def possible(game: AnyGame, state: Any, move: Move[Any]) -> bool:
    node = game.node(state)
    if isinstance(node, Chance):
        return move.actor == CHANCE and move.action in node.outcomes
    if move.actor == CHANCE or move.actor not in allowed(game, state):
        return False
    return move.action in list(game.legal_actions(state, Seat(int(move.actor))))


def rewritten(record: Record[Any], moves: list[Move[Any] | int]) -> Record[Any]:
    digest, made = root_digest(record.header), list[Entry[Any]]()
    for seq, body in enumerate(moves):
        digest = line_digest(digest, seq, body)
        is_back = isinstance(body, int)
        made.append(Entry(seq, digest, None, body) if is_back else Entry(seq, digest, body))  # type: ignore[arg-type]
    return Record(record.header, tuple(made))


def other_worlds(
    game: AnyGame, replay: Replay[Any, Any], viewer: Viewer, rng: Random
) -> Iterator[Replay[Any, Any]]:
    """Yield matches that have been alike for a viewer all along, with another choice each.

    Another person chose another thing, or did something on top of it, that the viewer can't see.
    """
    bodies = [each.move if each.undo_to is None else each.undo_to for each in replay.record.entries]
    for seq in rng.sample(range(len(bodies)), min(20, len(bodies))):
        state = replay.before(seq)
        for seat in (each for each in allowed(game, state) if each != viewer):
            legal = list(game.legal_actions(state, seat))
            like = [each for each in legal if close(each, replay.record.entries[seq].move)]
            for action in {
                *rng.sample(legal, min(2, len(legal))),
                *rng.sample(like, min(8, len(like))),
            }:
                before, after = bodies[:seq], bodies[seq + 1 :]
                instead = [*before, Move(seat, action), *after]
                on_top = [*before, Move(seat, action), *shifted(bodies[seq:], seq)]
                for moves in (instead, on_top):
                    if moves != bodies and (other := played_out(game, replay, moves, viewer)):
                        yield other


def close(action: Any, move: Move[Any] | None) -> bool:
    """Say whether an action differs from that of a move in one thing."""
    if move is None or type(move.action) is not type(action):
        return False
    pairs = ((getattr(action, f.name), getattr(move.action, f.name)) for f in fields(action))
    return [one != other for one, other in pairs].count(True) == 1


def shifted(bodies: list[Any], by: int) -> list[Any]:
    return [body + (body >= by) if isinstance(body, int) else body for body in bodies]


def played_out(
    game: AnyGame, replay: Replay[Any, Any], moves: list[Any], viewer: Viewer
) -> Replay[Any, Any] | None:
    """Return a match of these lines, if it looks to the viewer like the other."""
    try:
        other = Replay(game, rewritten(replay.record, moves))
    except CorruptRecord:
        return None
    one, two = (list(looks(game, each, viewer)) for each in (replay, other))
    return other if one == two else None


def looks(game: AnyGame, replay: Replay[Any, Any], viewer: Viewer) -> Iterator[Any]:
    """Yield what changes for a viewer, line by line."""
    before = None
    for entry, state, events in replay:
        told = tuple(event for event in events if visible(event, viewer))
        legal = [] if viewer == PUBLIC else list(game.legal_actions(state, viewer))
        is_own = entry.move is not None and entry.move.actor == viewer
        now = (game.observe(state, viewer), legal)
        if is_own or told or now != before or entry.undo_to is not None:
            yield entry.move if is_own else entry.undo_to is None, told, now
        before = now


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "least", "most"), [(TOY, 5, 20), (SAN_ANDREAS, 6, 30), (AFTERSHOCK, 40, 130)]
)
def test_matches_that_look_alike_are_taken_back_alike(game: AnyGame, least: int, most: int) -> None:
    setup, found = Setup(3), 0
    for number in range(5):
        rng = Random(number)
        record = wandering(game, setup, number, backs=2).record
        end = rng.randrange(least, min(len(record.entries), most))
        replay = Replay(game, lines(record, end))
        for viewer in viewers(setup):
            for other in other_worlds(game, replay, viewer, rng):
                found += 1
                assert seen_of(replay, viewer) == seen_of(other, viewer)
                if viewer == PUBLIC:
                    continue
                one, two = (class_of(game, each, viewer) for each in (replay, other))
                assert (one.kind, one.reason) == (two.kind, two.reason)
                if one.kind is TakeBackKind.NEVER:
                    continue
                assert one.line is not None
                assert two.line is not None
                back = Referee(game).undo(Referee(game).open(replay.record), one.line)
                there = Referee(game).undo(Referee(game).open(other.record), two.line)
                assert alike(game, back.state, there.state, viewer)
    assert found > 20, found


def seen_of(replay: Replay[Any, Any], viewer: Viewer) -> int:
    events = tuple(event for each in replay.events for event in each)
    seats = replay.record.header.setup.seats
    return seen_after((), seats, replay.record.entries, events)[viewer if viewer != PUBLIC else -1]


# What is known from moves taken back.


def test_what_was_drawn_is_known_until_it_is_drawn_again() -> None:
    progress, chance = begun(SEISMIC, Setup(2), 5)
    referee, chosen = Referee(SEISMIC), Random(5)
    seat, line = progress.state.seat, len(progress.record.entries)
    legal = list(SEISMIC.legal_actions(progress.state, seat))
    played = referee.submit(progress, seat, legal[0], chance)
    played = referee.submit(
        played,
        played.state.seat,
        chosen.choice([*SEISMIC.legal_actions(played.state, played.state.seat)]),
        chance,
    )
    assert known_draws(played.record) == ()
    drawn = [
        each.move.action
        for each in played.record.entries[line:]
        if each.move and each.move.actor == CHANCE
    ]
    assert len(drawn) >= 2

    back = referee.undo(played, line)

    assert known_draws(back.record) == tuple(drawn)
    other = referee.submit(back, seat, legal[-1], chance)
    assert [each.move.action for each in other.record.entries[-1:] if each.move] == drawn[:1]
    assert known_draws(other.record) == tuple(drawn[1:])


@every_case
@a_few
@given(number=numbers)
def test_what_is_known_of_draws_follows_on_those_that_stand(
    game: AnyGame, setup: Setup, number: int
) -> None:
    record = wandering(game, setup, number).record
    for end in range(0, len(record.entries), 5):
        begun = lines(record, end)
        replay, known = Replay(game, begun), known_draws(begun)
        dead = [entry for entry in begun.entries if entry.seq not in standing(begun.entries)]
        told = {
            replay.drawn[entry.seq]
            for entry in dead
            if entry.move is not None and entry.move.actor == CHANCE
        }
        ahead = sorted(each for each in told if each >= replay.drawn[-1])
        assert ahead == list(range(replay.drawn[-1], replay.drawn[-1] + len(known)))
