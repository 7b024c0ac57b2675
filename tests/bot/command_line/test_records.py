"""Simulate, replay, verify: a round trip, and records that were changed."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from PIL import Image

from bot.locale.localisation import LANGUAGES
from engine.game import CHANCE, Seat, Setup
from engine.record import canonical, line_digest, root_digest, standing
from engine.record_text import read_record, write_record
from engine.referee import Progress, Referee, finished
from engine.registry import games
from tests.engine.playing import draws, moved, wandering

Typed = Callable[..., Result]
Lines = list[dict[str, Any]]
Change = Callable[[dict[str, Any], Lines], None]


@pytest.mark.parametrize("agent", ["beginner", "greedy:rival"])
def test_any_level_and_character_plays_a_simulated_match(typed: Typed, agent: str) -> None:
    option = "table_radius=5"
    written = typed("simulate", "seismic", "--agent", agent, "--option", option, "--out", "m.json")

    assert written.exit_code == 0
    assert "final scores" in written.output
    assert typed("verify", "m.json").exit_code == 0


def test_a_simulated_match_replays_and_verifies(typed: Typed) -> None:
    written = typed("simulate", "seismic", "--seats", "3", "--seed", "5", "--out", "match.json")
    replayed = typed("replay", "match.json")
    verified = typed("verify", "match.json")

    assert (written.exit_code, replayed.exit_code, verified.exit_code) == (0, 0, 0)
    record = read_record(games(), Path("match.json").read_text(encoding="utf-8"))
    assert record.outcome is not None
    assert record.seed is not None
    assert f"{len(record.entries)} lines" in written.output
    places = replayed.output.splitlines()[1:]
    assert [int(line.split()[-1]) for line in places] == sorted(record.outcome.scores)[::-1]
    assert "1. Player" in places[0]
    assert record.seed in verified.output
    assert record.header.commitment in verified.output


@pytest.mark.parametrize(
    "variants", ["big_one,road_crews_dilemma,aftershocks,twin_cities", "balance, aftershocks"]
)
def test_a_match_with_variants_replays_and_verifies(variants: str, typed: Typed) -> None:
    typed("simulate", "seismic", "--variants", variants, "--out", "match.json")

    assert [typed(word, "match.json").exit_code for word in ("replay", "verify")] == [0, 0]
    header = read_record(games(), Path("match.json").read_text(encoding="utf-8")).header
    assert header.setup.variants == tuple(sorted(variants.replace(" ", "").split(",")))


def test_what_was_taken_back_is_counted_and_verified_but_no_part_of_the_film(typed: Typed) -> None:
    game, setup, number = games()["seismic"], Setup(2, options={"table_radius": 5}), 3
    end, referee = wandering(game, setup, number), Referee(game)
    chance = draws(setup, number.to_bytes(32))
    straight: Progress[Any, Any] = referee.begin(end.record.header, chance)
    for seq in moved(end.record):
        move = end.record.entries[seq].move
        assert move is not None
        straight = referee.submit(straight, Seat(int(move.actor)), move.action, chance)
    for name, progress in (("wandered", end), ("straight", straight)):
        outcome = referee.outcome(progress)
        assert outcome is not None
        whole = finished(progress.record, outcome, number.to_bytes(32))
        Path(name).write_text(write_record(game, whole), encoding="utf-8")

    shown = [typed("replay", name, "--gif", f"{name}.gif") for name in ("wandered", "straight")]
    verified = typed("verify", "wandered")

    lines, drawn = end.record.entries, [e for e in end.record.entries if e.move]
    gone = len(drawn) - len(standing(lines))
    assert [each.exit_code for each in shown] == [0, 0]
    assert f"{len(lines)} lines, {gone} of them taken back" in shown[0].output
    assert "taken back" not in shown[1].output
    assert shown[0].output.splitlines()[1:3] == shown[1].output.splitlines()[1:3]
    assert Path("wandered.gif").read_bytes() == Path("straight.gif").read_bytes()
    count = sum(each.move is not None and each.move.actor == CHANCE for each in lines)
    assert f"All {count} draws follow" in verified.output


def test_the_same_seed_plays_the_same_match(typed: Typed) -> None:
    for name, seed in (("one", "5"), ("two", "5"), ("three", "6")):
        typed("simulate", "seismic", "--seed", seed, "--out", name)

    one, two, three = (Path(name).read_bytes() for name in ("one", "two", "three"))
    assert one == two
    assert one != three


def test_a_record_can_go_to_standard_output(typed: Typed) -> None:
    written = typed("simulate", "seismic")

    assert read_record(games(), written.output).outcome is not None


def test_the_record_has_one_line_for_each_entry(record: Path) -> None:
    first, second, *entries = record.read_text(encoding="utf-8").splitlines()

    assert json.loads(first.removesuffix(",") + "}")["header"]["game"] == "seismic"
    assert second == '"entries": ['
    assert json.loads(entries[0].removesuffix(","))["seq"] == 0


def test_digests_and_draws_can_be_checked_with_the_readme_alone(record: Path) -> None:
    plain = json.loads(record.read_text(encoding="utf-8"))
    read = read_record(games(), record.read_text(encoding="utf-8"))

    spelled = json.dumps(plain["header"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert spelled == canonical(read.header)
    digest = sha256(f"\n{spelled}".encode()).hexdigest()[:16]
    assert digest == root_digest(read.header)
    for entry, told in zip(plain["entries"], read.entries, strict=True):
        move = json.dumps(entry["move"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        digest = sha256(f"{digest}\n{entry['seq']} {move}".encode()).hexdigest()[:16]
        assert digest == entry["digest"]
        assert told.move is not None
    seed = bytes.fromhex(plain["seed"])
    assert sha256(seed).hexdigest() == plain["header"]["commitment"]


def test_a_board_and_an_animation_are_written(typed: Typed, record: Path) -> None:
    shown = typed("replay", str(record), "--at", "20", "--out", "at.png", "--gif", "match.gif")

    assert shown.exit_code == 0
    with Image.open("at.png") as board, Image.open("match.gif") as film:
        assert board.format == "PNG"
        assert getattr(film, "n_frames", 1) > 10


def test_boards_speak_the_language_that_is_asked_for(typed: Typed, record: Path) -> None:
    for language in LANGUAGES:
        path = str(record)
        typed("replay", path, "--at", "20", "--out", f"{language}.png", "--language", language)

    boards = {Path(f"{language}.png").read_bytes() for language in LANGUAGES}
    assert len(boards) == 3


def test_a_line_that_is_not_there_can_not_be_shown(typed: Typed, record: Path) -> None:
    shown = typed("replay", str(record), "--at", "100000")

    assert shown.exit_code == 2
    assert "the record has lines 0 to" in shown.output


def missing(_: dict[str, Any], entries: Lines) -> None:
    del entries[11]


def doubled(_: dict[str, Any], entries: Lines) -> None:
    entries.insert(11, entries[10])


def changed(_: dict[str, Any], entries: Lines) -> None:
    entries[11]["digest"] = "0123456789abcdef"


def swapped(_: dict[str, Any], entries: Lines) -> None:
    entries[11], entries[12] = entries[12], entries[11]


def extra(_: dict[str, Any], entries: Lines) -> None:
    entries.insert(11, {**entries[11], "digest": "0123456789abcdef"})


def malformed(_: dict[str, Any], entries: Lines) -> None:
    entries[11]["move"]["action"] = {"type": "dance"}


def cut(_: dict[str, Any], entries: Lines) -> None:
    del entries[-1]


@pytest.mark.parametrize(
    ("change", "line"),
    [(missing, 12), (doubled, 12), (changed, 12), (swapped, 12), (extra, 12), (malformed, 12)],
)
def test_a_record_with_a_bad_line_is_refused_with_its_number(
    change: Change, line: int, typed: Typed, record: Path
) -> None:
    _rewrite(record, change)

    for command in ("replay", "verify"):
        refused = typed(command, "changed.json")

        assert refused.exit_code == 1
        assert f"changed.json: line {line}: " in refused.output
        assert len(refused.output.splitlines()) == 1


def test_a_record_that_ends_early_is_refused(typed: Typed, record: Path) -> None:
    last = len(json.loads(record.read_text(encoding="utf-8"))["entries"])
    _rewrite(record, cut)

    refused = typed("verify", "changed.json")

    assert refused.exit_code == 1
    assert f"line {last}: a line is missing" in refused.output


def ended(plain: dict[str, Any], lines: int) -> dict[str, Any]:
    """Return a record as if its table had ended it by vote after `lines` lines."""
    kept = {name: plain[name] for name in ("header", "seed")} | {
        "entries": plain["entries"][:lines]
    }
    text = f"{kept['entries'][-1]['digest'] if lines else ''}\n{lines} ended vote"
    digest = sha256(text.encode()).hexdigest()[:16]
    return {**kept, "ended": {"by": "vote", "digest": digest}}


def first_decision(plain: dict[str, Any]) -> int:
    """Return how many lines stand before the first move of a seat."""
    return next(n for n, each in enumerate(plain["entries"]) if each["move"]["actor"] != "chance")


def test_a_match_that_its_table_ended_verifies_and_says_what_is_not_proved(
    typed: Typed, record: Path
) -> None:
    plain = json.loads(record.read_text(encoding="utf-8"))
    lines = first_decision(plain)
    Path("changed.json").write_text(json.dumps(ended(plain, lines)), encoding="utf-8")

    verified, replayed = typed("verify", "changed.json"), typed("replay", "changed.json")

    assert verified.exit_code == replayed.exit_code == 0
    assert f"By the record its table ended it by vote after line {lines}." in verified.output
    assert "No record proves that these players chose these moves, that the table voted, that " in (
        verified.output
    )
    assert "ended by vote: the points count as they were" in replayed.output
    assert "1. Player " in replayed.output
    whole = typed("verify", str(record)).output
    assert "to the outcome" in whole
    assert whole.endswith("No record proves that these players chose these moves.\n")


NOT_ENDED: dict[str, tuple[Callable[[dict[str, Any]], dict[str, Any]], str]] = {
    "added to a genuine record": (
        lambda plain: {**plain, "ended": ended(plain, len(plain["entries"]))["ended"]},
        "ended: there is an outcome as well",
    ),
    "as older versions wrote it": (
        lambda plain: {**ended(plain, first_decision(plain)), "ended": "vote"},
        "ended: without a digest, as older versions wrote it",
    ),
    "in place of the outcome of the rules": (
        lambda plain: ended(plain, len(plain["entries"])),
        "ended: the rules end the match with the last line",
    ),
    "neither it nor the outcome": (
        lambda plain: {name: plain[name] for name in plain if name != "outcome"},
        "outcome: there is none, though the rules end the match with the last line",
    ),
    "cut where chance must act": (
        lambda plain: ended(plain, first_decision(plain) - 1),
        "ended: a draw follows the last line",
    ),
    "no line at all": (lambda plain: ended(plain, 0), "ended: a draw follows the last line"),
    "of another kind": (
        lambda plain: ended(plain, 3) | {"ended": {"by": "dice", "digest": "0" * 16}},
        "ended: 'dice' is no way to end a match before its rules do; known: vote",
    ),
    "of another line": (
        lambda plain: ended(plain, first_decision(plain)) | {"ended": ended(plain, 3)["ended"]},
        "ended: its digest doesn't fit the last line",
    ),
    "of a later format": (
        lambda plain: {
            **ended(plain, first_decision(plain)),
            "header": {**plain["header"], "format": 3},
        },
        "header: format 3 is not known",
    ),
}


@pytest.mark.parametrize(("forged", "told"), NOT_ENDED.values(), ids=NOT_ENDED)
def test_an_end_that_no_table_can_have_voted_is_refused_with_a_sentence(
    forged: Callable[[dict[str, Any]], dict[str, Any]], told: str, typed: Typed, record: Path
) -> None:
    plain = json.loads(record.read_text(encoding="utf-8"))
    Path("changed.json").write_text(json.dumps(forged(plain)), encoding="utf-8")

    for command in ("verify", "replay"):
        refused = typed(command, "changed.json")

        assert (refused.exit_code, len(refused.output.splitlines())) == (1, 1)
        assert told in refused.output


def test_a_draw_that_the_seed_did_not_make_is_found(typed: Typed, record: Path) -> None:
    def other_draw(header: dict[str, Any], entries: Lines) -> None:
        entries[0]["move"]["action"]["seat"] ^= 1
        del entries[1:]
        _chain(header, entries)

    _rewrite(record, other_draw, "outcome")

    refused = typed("verify", "changed.json")

    assert refused.exit_code == 1
    assert "line 1: the seed draws something else" in refused.output


def test_a_seed_that_was_not_sealed_is_found(typed: Typed, record: Path) -> None:
    plain = json.loads(record.read_text(encoding="utf-8"))
    plain["seed"] = "00" * 32
    Path("changed.json").write_text(json.dumps(plain), encoding="utf-8")

    refused = typed("verify", "changed.json")

    assert refused.exit_code == 1
    assert "seed: it is not the one that was sealed" in refused.output


def test_a_match_that_is_not_over_has_no_seed_to_verify(typed: Typed, record: Path) -> None:
    plain = json.loads(record.read_text(encoding="utf-8"))
    del plain["seed"], plain["outcome"], plain["entries"][30:]
    Path("changed.json").write_text(json.dumps(plain), encoding="utf-8")

    assert "not over yet" in typed("replay", "changed.json").output
    assert "seed: there is none" in typed("verify", "changed.json").output


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "this is not JSON"),
        ("[]", "header: there is none"),
        ("{", "this is not JSON"),
        ('{"header": {"game": "chess"}}', "there is no game 'chess'"),
        ('{"header": {"game": "seismic"}}', "can't be read"),
        ("\x00" * 100, "this is not JSON"),
        ('{"header": {"game": ["seismic"]}}', "header"),
    ],
)
def test_what_is_no_record_is_refused_in_one_line(text: str, words: str, typed: Typed) -> None:
    Path("odd.json").write_text(text, encoding="utf-8")

    refused = typed("verify", "odd.json")

    assert refused.exit_code == 1
    assert words in refused.output
    assert len(refused.output.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[" * 50_000_000, "this is longer than any record: 4000000 characters are allowed"),
        ("[" * 100, "brackets are nested more than 12 deep: this is not a record"),
    ],
    ids=["long", "deep"],
)
def test_what_is_too_much_for_a_record_is_refused_at_once(
    text: str, words: str, typed: Typed
) -> None:
    Path("odd.json").write_text(text, encoding="utf-8")

    for command in ("verify", "replay"):
        refused = typed(command, "odd.json")

        assert (refused.exit_code, refused.output) == (1, f"Error: odd.json: {words}\n")


def test_the_part_that_is_at_fault_is_named(typed: Typed, record: Path) -> None:
    plain = json.loads(record.read_text(encoding="utf-8"))
    first = next(n for n, each in enumerate(plain["entries"]) if each["move"]["actor"] != "chance")
    changes: list[tuple[Callable[[dict[str, Any]], object], str]] = [
        (lambda raw: raw["header"]["joins"].pop(), "header: 1 joins for 2 seats"),
        (lambda raw: raw["header"].update(format="1"), "header.format can't be read (spelling)"),
        (lambda raw: raw.update(seed="zz"), "seed can't be read (string_pattern_mismatch)"),
        (lambda raw: raw["outcome"]["scores"].append("x"), "outcome.scores.2 can't be read"),
        (
            lambda raw: raw["entries"][first].update(seq=str(first)),
            f"line {first + 1}: seq can't be read (spelling)",
        ),
        (
            lambda raw: raw["entries"].__setitem__(
                slice(first, None), [{"seq": first, "digest": "0" * 16, "undo_to": first}]
            ),
            f"line {first + 1}: undo_to {first}: there is no such line before this one",
        ),
    ]
    for change, words in changes:
        raw = json.loads(record.read_text(encoding="utf-8"))
        change(raw)
        Path("odd.json").write_text(json.dumps(raw), encoding="utf-8")

        assert typed("verify", "odd.json").output.startswith(f"Error: odd.json: {words}")


def test_bytes_that_are_no_text_are_refused(typed: Typed) -> None:
    Path("odd.json").write_bytes(b"\xff\xfe\x00")

    refused = typed("replay", "odd.json")

    assert (refused.exit_code, refused.output) == (1, "Error: odd.json: this is not a text file\n")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("chess",), "there is no game 'chess'; installed: "),
        (("seismic", "--seats", "9"), "9 players can't play this; allowed: 2, 3, 4"),
        (("seismic", "--agent", "nobody"), "there is no computer player 'nobody'"),
        (
            ("seismic", "--agent", "greedy:rude"),
            "greedy:rival: even, builder, rival, gambler",
        ),
        (("seismic", "--variants", "tsunami"), "there is no variant 'tsunami'; there are: big_one"),
        (
            ("seismic", "--variants", "twin_cities,balance,big_one"),
            "balance can't be played together with big_one, twin_cities",
        ),
        (("aftershock", "--variants", "storm"), "there is no variant 'storm'; there are: none"),
        (("san_andreas", "--variants", "storm"), "there is no variant 'storm'; there are: none"),
        (("aftershock", "--option", "first_player=5"), "first_player can't be '5' at this table"),
        (("seismic", "--option", "colour=red"), "no setting 'colour'"),
        (("seismic", "--option", "table_radius=77"), "table_radius is one of"),
    ],
)
def test_a_match_that_can_not_be_played_is_refused(
    words: tuple[str, ...], reason: str, typed: Typed
) -> None:
    refused = typed("simulate", *words, "--out", "match.json")

    assert refused.exit_code == 2
    assert reason in refused.output
    assert not Path("match.json").exists()


@pytest.mark.parametrize("wrong", [{"game": "\x1b[2J\u202e" * 9000}, {"\x1b[2J\n\u202e": 1}])
def test_a_file_can_neither_steer_the_terminal_nor_fill_it(
    record: Path, wrong: dict[str, Any], typed: Typed
) -> None:
    _rewrite(record, lambda header, _: header.update(wrong))

    refused = typed("verify", "changed.json")

    assert refused.exit_code == 1
    (line,) = refused.output.rstrip("\n").split("\n")
    assert len(line) < 600
    assert line.isprintable()


def _rewrite(record: Path, change: Change, *without: str) -> None:
    plain = json.loads(record.read_text(encoding="utf-8"))
    change(plain["header"], plain["entries"])
    for name in without:
        del plain[name]
    Path("changed.json").write_text(json.dumps(plain), encoding="utf-8")


def _chain(header: dict[str, Any], entries: Lines) -> None:
    """Give lines the digests that fit them, as a forger would."""
    text = json.dumps({"header": header, "entries": entries})
    read = read_record(games(), text)
    digest = root_digest(read.header)
    for entry, told in zip(entries, read.entries, strict=True):
        assert told.move is not None
        digest = entry["digest"] = line_digest(digest, told.seq, told.move)
