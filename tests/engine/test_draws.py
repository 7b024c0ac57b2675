"""Chance that players can check."""

import hashlib
import hmac
from collections import Counter
from dataclasses import replace

import pytest

from engine.draws import SealedDraws, commitment, key, verify
from engine.errors import BadDraw, CorruptRecord
from engine.game import CHANCE, Move, Setup
from engine.record import Entry, Record, canonical, line_digest, root_digest
from tests.engine.playing import played
from tests.engine.toy import TOY, Action, Deal

TWO = Setup(2)


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert commitment(b"abc") == hashlib.sha256(b"abc").hexdigest()


def test_the_key_is_made_of_the_seed_and_every_join() -> None:
    assert key(b"seed", ("1", "2")) == hmac.digest(b"seed", b"1\n2", "sha256")


def test_a_draw_is_the_number_of_its_line_in_the_ordered_outcomes() -> None:
    outcomes = {Deal(card): card for card in (3, 1, 2)}
    number = int.from_bytes(hmac.digest(b"k", b"12", "sha256")) % 6
    ordered = sorted(outcomes, key=canonical)

    drawn = SealedDraws(b"k").pick(12, outcomes)

    assert drawn == [each for each in ordered for _ in range(each.card)][number]


def test_the_order_in_which_outcomes_are_listed_does_not_matter() -> None:
    draws = SealedDraws(b"k")
    forth = {Deal(card): 1 for card in range(6)}
    back = dict(reversed(forth.items()))

    assert [draws.pick(n, forth) for n in range(50)] == [draws.pick(n, back) for n in range(50)]


def test_a_number_beyond_the_last_whole_multiple_is_drawn_again() -> None:
    # So heavy a total that about half of all numbers are rejected.
    outcomes = {"heads": 1 << 254, "tails": (1 << 254) + 1}
    total = (1 << 255) + 1
    draws = SealedDraws(b"k")

    for line in range(20):
        message, attempt = str(line), 0
        while (number := int.from_bytes(hmac.digest(b"k", message.encode(), "sha256"))) >= total:
            attempt += 1
            message = f"{line}:{attempt}"
        assert draws.pick(line, outcomes) == ("heads" if number < 1 << 254 else "tails")


def test_draws_keep_to_the_weights() -> None:
    draws = SealedDraws(b"k")

    drawn = Counter(draws.pick(line, {"heads": 3, "tails": 1}) for line in range(2000))

    assert 1400 < drawn["heads"] < 1600


def test_a_computer_player_has_chance_of_its_own_by_seat_and_lines_that_stand() -> None:
    draws = SealedDraws(b"k")

    assert draws.of_agent(2, 40) == hmac.digest(b"k", b"agent:2:40", "sha256")
    assert len({draws.of_agent(seat, lines) for seat in range(3) for lines in range(9)}) == 27


def test_the_key_does_not_show_in_a_log() -> None:
    assert "secret" not in repr(SealedDraws(b"secret"))


def test_every_draw_of_a_finished_match_can_be_checked() -> None:
    record = played(TOY, TWO, 1)
    chances = [entry for entry in record.entries if entry.move and entry.move.actor == CHANCE]

    assert verify(TOY, record) == len(chances) == 6


def test_a_draw_that_somebody_chose_is_found_at_its_line() -> None:
    record = played(TOY, TWO, 1)
    move = record.entries[0].move
    assert move is not None
    assert isinstance(move.action, Deal)
    other: Move[Action] = Move(CHANCE, Deal(move.action.card % 6 + 1))
    digest = line_digest(root_digest(record.header), 0, other)
    forged = Record(record.header, (Entry(0, digest, other),), seed=record.seed)

    with pytest.raises(BadDraw) as caught:
        verify(TOY, forged)

    assert (caught.value.key, caught.value.line) == ("draw-differs", 1)


def test_a_finished_record_that_was_cut_short_lacks_a_line() -> None:
    record = played(TOY, TWO, 1)
    cut = replace(record, entries=record.entries[:-2], outcome=None)

    with pytest.raises(CorruptRecord, match="record-line-missing") as caught:
        verify(TOY, cut)

    assert caught.value.line == len(record.entries) - 1


def test_a_seed_that_was_not_committed_to_is_found() -> None:
    record = replace(played(TOY, TWO, 1), seed="00")

    with pytest.raises(BadDraw, match="draw-seed-differs"):
        verify(TOY, record)


@pytest.mark.parametrize(
    ("seed", "key"), [(None, "draw-seed-missing"), ("not hex", "draw-seed-malformed")]
)
def test_without_a_readable_seed_nothing_can_be_checked(seed: str | None, key: str) -> None:
    record = replace(played(TOY, TWO, 1), seed=seed)

    with pytest.raises(BadDraw) as caught:
        verify(TOY, record)

    assert (caught.value.key, caught.value.line) == (key, 0)


def test_a_record_that_does_not_replay_is_not_verified() -> None:
    record = played(TOY, TWO, 1)

    with pytest.raises(CorruptRecord, match="record-line-missing"):
        verify(TOY, replace(record, entries=record.entries[:-1]))
