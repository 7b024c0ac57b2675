"""The page of a match: all its steps as they were, in every language, and nothing but them."""

import hmac
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from hashlib import sha256
from html import unescape
from importlib import import_module
from json import loads
from pathlib import Path
from random import Random
from typing import Any
from zlib import MAX_WBITS, decompress

import pytest

from bot.command_line.replay import match_of
from bot.games.abilities import ShowsMaps
from bot.games.panel import Moment, View
from bot.hosting.advice.reviews import Review
from bot.hosting.match.history import History
from bot.locale.localisation import LANGUAGES, words
from bot.messages.page.contents import Contents, contents
from bot.messages.page.file import written
from bot.table.ids import MatchId, PlayerId
from bot.table.match.lobby import LESSON
from bot.table.match.match import Aids, LoadedMatch, Status
from engine.agents.review import Judgement, Luck, tasks
from engine.draws import SealedDraws, commitment, key
from engine.game import CHANCE, PUBLIC, AnyGame, Decision, Seat, Setup, visible
from engine.record import Record, canonical, standing
from engine.record_text import read_record
from engine.referee import Progress, Referee, new_header
from engine.replay import Replay
from render.picture import Picture
from tests.games.test_records import every_record
from tests.games.titles import GAMES, PANELS, every_title, part
from tests.render.comparing import assert_looks_like
from tests.render.painting import painted

USUAL, LARGEST = 800_000, 2_000_000
"""Bytes of a page: of most, and of every one."""
EVIL = "</script><script>a()"


def path_of(title: str, name: str) -> Path:
    folder: Path = part(title, "golden").RECORDS
    return folder / f"{name}.json"


@cache
def loaded(path: Path) -> LoadedMatch:
    record = read_record(GAMES, path.read_text("utf-8"))
    return LoadedMatch(match_of(record), Replay(GAMES[record.header.game], record))


def page_of(of: LoadedMatch, **how: Any) -> Contents:
    return contents(PANELS[of.match.game], of, **how)


@cache
def taken_back(title: str) -> Contents:
    return page_of(loaded(path_of(title, "taken-back")))


def block(page: str, name: str) -> str:
    found = re.search(rf'<script[^>]*id="{name}">(.*?)</script>', page, re.DOTALL)
    assert found
    return found[1]


def inflated(page: str, name: str) -> bytes:
    return decompress(b64decode(block(page, name)), -MAX_WBITS)


@every_record
def test_the_page_of_a_golden_record_is_small_and_its_draws_are_right(
    title: str, path: Path
) -> None:
    of = loaded(path)

    page = written(made := page_of(of))

    # Only of two towns, or with pieces all over the board, there is more than most have.
    assert len(page) <= (LARGEST if of.begun.record.header.setup.variants else USUAL)
    assert fault(made.head["proof"]) is None
    assert len(made.head["proof"]["draws"]) >= part(title, "golden").DRAWS
    text = page.decode()
    assert loads(block(text, "head")) == loads(block(text, "head").replace("\\u003c", "<"))
    assert set(loads(inflated(text, "say"))) == set(LANGUAGES)


def fault(proof: Mapping[str, Any]) -> str | None:
    """Return what a reader finds wrong who knows nothing but the page and docs/records.md."""
    seed = bytes.fromhex(proof["seed"])
    header = loads(proof["lines"][0][0])
    if sha256(seed).hexdigest() != proof["seal"] or header["commitment"] != proof["seal"]:
        return "seal"
    if list(proof["joins"]) != header["joins"]:
        return "joins"
    before = ""
    for number, (text, digest) in enumerate(proof["lines"]):
        before = sha256(f"{before}\n{text}".encode()).hexdigest()[:16]
        if before != digest:
            return f"line {number}"
    key = hmac.digest(seed, "\n".join(proof["joins"]).encode(), "sha256")
    for line, draw, total, first, weight, what in proof["draws"]:
        number = int.from_bytes(hmac.digest(key, str(draw).encode(), "sha256")) % total
        drawn = f'{line - 1} {{"action":{what},"actor":"{CHANCE}"}}'
        if proof["lines"][line][0] != drawn or not first <= number < first + weight:
            return f"draw at {line}"
    return None


@every_title
def test_a_changed_byte_is_found(title: str) -> None:
    proof = taken_back(title).head["proof"]
    (text, digest), draw = proof["lines"][7], proof["draws"][2]

    def with_line(line: int, *changed: str) -> dict[str, Any]:
        return {**proof, "lines": [*proof["lines"][:line], changed, *proof["lines"][line + 1 :]]}

    def with_draw(*changed: Any) -> dict[str, Any]:
        return {**proof, "draws": [*proof["draws"][:2], changed, *proof["draws"][3:]]}

    assert fault(proof) is None
    assert fault(with_line(7, text.replace("o", "a", 1), digest)) == "line 7"
    assert fault(with_line(7, text, f"0{digest[1:]}" if digest[0] != "0" else "1")) == "line 7"
    assert fault({**proof, "seed": proof["seed"][:-1] + "0"}) == "seal"
    assert fault({**proof, "joins": ["another", *proof["joins"][1:]]}) == "joins"
    assert fault(with_draw(*draw[:5], '{"type":"begin"}')) == f"draw at {draw[0]}"
    assert fault(with_draw(*draw[:3], draw[3] + draw[4], *draw[4:])) == f"draw at {draw[0]}"


def past_views(title: str, language: str = "en") -> list[View[Any, Any]]:
    """Return the table after each step, as the page has it."""
    of, steps = loaded(path_of(title, "taken-back")), taken_back(title).head["steps"]
    past = History(GAMES[title], of.begun, PUBLIC)
    until = [*(each["l"] - 1 for each in steps[1:]), len(past)]
    return [
        View(of.match, PUBLIC, past.at(line).observation(), (), line, words(language))
        for line in until
    ]


@every_title
def test_every_frame_is_what_the_renderer_draws_in_one_window(title: str) -> None:
    named = "pictures" if title == "aftershock" else "captions"
    captions = import_module(f"bot.games.{title}.{named}").table_captions
    views = past_views(title)

    frames = painted(taken_back(title).maps, len(views))

    drawn = part(title, "maps").drawn([each.observation for each in views], map(captions, views))
    assert len(drawn) == len(frames)
    for frame, canvas in zip(frames, drawn, strict=True):
        assert frame.convert("RGB").tobytes() == canvas.picture.convert("RGB").tobytes()


@every_title
def test_the_maps_look_as_agreed(title: str) -> None:
    made = taken_back(title)
    steps = made.head["steps"]
    marked = next(n for n, each in enumerate(steps) if each.get("k"))

    frames = painted(made.maps, len(steps))

    for name, frame in (("map", frames[-1]), ("map-marked", frames[marked])):
        assert_looks_like(Picture.packed(frame).data, name, title)


@every_title
def test_no_word_stands_in_the_maps(title: str) -> None:
    panel = PANELS[title]
    assert isinstance(panel, ShowsMaps)
    drawn = {
        panel.maps([Moment(each, ()) for each in past_views(title, language)[:40]]).data
        for language in LANGUAGES
    }

    assert len(drawn) == 1


@every_title
def test_a_page_says_what_history_and_text_board_say(title: str) -> None:
    made, panel = taken_back(title), PANELS[title]
    for language in LANGUAGES:
        said, text = made.say[language], made.say[language]["text"]
        steps, views = made.head["steps"], past_views(title, language)
        assert len(said["say"]) == len(said["note"]) == len(text["at"]) == len(steps)
        assert len(set(text["lines"])) == len(text["lines"])
        # Lines that stay from move to move are said once; the last move has the outcome, too.
        for n in range(0, len(steps) - 1, 5):
            pages = ["\n".join(text["lines"][k] for k in page) for page in text["at"][n]]
            assert pages == [page.text for page in panel.text(views[n])]


@every_title
def test_what_was_taken_back_keeps_its_number_and_is_struck_through(title: str) -> None:
    of, made = loaded(path_of(title, "taken-back")), taken_back(title)
    entries = of.begun.record.entries
    stand = {seq + 1 for seq in standing(entries)}

    gone = [step for step in made.head["steps"] if step.get("x")]
    back = [step for step in made.head["steps"] if entries[step["l"] - 1].undo_to is not None]

    assert gone
    assert all(step["l"] not in stand for step in gone)
    assert len(back) == sum(each.undo_to is not None for each in entries)
    assert all("s" in step and "x" not in step for step in back)


@every_title
def test_a_match_that_its_table_ended_has_the_points_as_they_were(title: str) -> None:
    of = loaded(path_of(title, "vote"))
    rules = GAMES[title].meta.standing
    assert rules is not None

    made = page_of(of)

    outcome = rules(GAMES[title].observe(of.begun.state, PUBLIC))
    assert made.head["outcome"]["end"] == "vote"
    assert tuple(made.head["outcome"]["scores"]) == outcome.scores
    assert made.head["steps"][-1]["p"] == list(outcome.scores)
    assert made.head["proof"]["lines"][-1][0] == f"{len(of.begun)} ended vote"
    shown = made.say["en"]["text"]
    last = [shown["lines"][k] for page in shown["at"][-1] for k in page]
    assert any("over" in line for line in last)


@every_title
def test_while_a_match_runs_its_page_keeps_the_seed_and_what_a_pure_table_does_without(
    title: str,
) -> None:
    of = loaded(path_of(title, "taken-back"))
    record = of.begun.record
    open_record = replace(record, outcome=None, seed=None, entries=record.entries[:-1])
    match = replace(match_of(open_record), status=Status.PLAYING, aids=Aids.PURE)

    made = page_of(
        LoadedMatch(match, Replay(GAMES[title], open_record)), live="https://x.y/1/events"
    )

    assert made.head["outcome"] is None
    assert made.head["proof"] == {
        "seal": record.header.commitment,
        "seed": None,
        "joins": [],
        "lines": [],
        "draws": [],
    }
    assert all(step["p"] is None for step in made.head["steps"])
    assert record.seed
    assert record.seed.encode() not in written(made)
    assert b"connect-src https://x.y;" in written(made)


@pytest.mark.parametrize("title", ["aftershock", "san_andreas"])
def test_the_page_of_a_running_match_is_the_same_whatever_was_sealed(title: str) -> None:
    rules, draws, chance = GAMES[title], SealedDraws(bytes(32)), Random(3)
    referee = Referee(rules)
    header = new_header(rules, Setup(3), commitment(bytes(32)), ("a", "b", "c"))
    progress, pairs = referee.begin(header, draws), 0

    while pairs < 2:
        node = rules.node(progress.state)
        assert isinstance(node, Decision)
        seat = min(node.seats)
        legal = list(rules.legal_actions(progress.state, seat))
        one = referee.submit(progress, seat, chance.choice(legal), draws)
        others = (
            referee.submit(progress, seat, action, draws)
            for action in chance.sample(legal, min(30, len(legal)))
        )
        alike = (each for each in others if public_of(rules, each) == public_of(rules, one))
        other = next((each for each in alike if each.record != one.record), None)
        if other is not None:
            pages = {written(page_of(running(title, each.record))) for each in (one, other)}
            assert len(pages) == 1
            pairs += 1
        progress = one


def public_of(rules: AnyGame, progress: Progress[Any, Any]) -> object:
    events = [each for each in progress.events if visible(each, PUBLIC)]
    return rules.observe(progress.state, PUBLIC), events


def running(title: str, record: Record[Any]) -> LoadedMatch:
    return LoadedMatch(match_of(record), Replay(GAMES[title], record))


def test_a_prepared_lesson_says_that_its_seed_is_everybodys() -> None:
    rules, joins = GAMES["seismic"], (f"{LESSON}1", f"{LESSON}2")
    header = new_header(rules, Setup(2), commitment(bytes(32)), joins)
    begun = Referee(rules).begin(header, SealedDraws(key(bytes(32), joins)))

    lesson = page_of(running("seismic", begun.record))

    usual = taken_back("seismic")
    for language in LANGUAGES:
        said = words(language).say(
            "A lesson has a prepared start: its seed is the same for everyone."
        )
        assert lesson.say[language]["ui"]["proves"].endswith(said)
        assert said not in usual.say[language]["ui"]["proves"]


def named(title: str, *names: str) -> LoadedMatch:
    of = loaded(path_of(title, "vote"))
    chairs = zip(of.match.chairs, names, strict=False)
    changed = tuple(replace(chair, name=name) for chair, name in chairs)
    return replace(of, match=replace(of.match, chairs=(*changed, *of.match.chairs[len(changed) :])))


@every_title
def test_a_name_is_a_name_and_no_script(title: str) -> None:
    page = written(
        page_of(named(title, f"{EVIL}\N{RIGHT-TO-LEFT OVERRIDE}", '"><img src=x onerror=a>'))
    ).decode()

    assert "<script>a" not in page
    assert "<img" not in page
    assert page.count("<script") == page.count("</script>") == 4
    head = loads(block(page, "head"))
    assert head["seats"][0]["name"] == EVIL
    assert "<" not in block(page, "head")
    items = re.findall(r"<li>(.*?)</li>", page)
    assert any(unescape(each).startswith(EVIL) for each in items)


@every_title
def test_only_the_pages_own_script_may_run(title: str) -> None:
    page = written(taken_back(title)).decode()
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    rules = dict(each.strip().split(" ", 1) for each in policy.split(";"))

    (script,) = re.findall(r"<script type=\"module\">(.*?)</script>", page, re.DOTALL)

    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == f"'sha256-{digest}'"
    assert "unsafe" not in policy
    assert rules["connect-src"] == "'none'"
    assert not re.findall(r"\son\w+=", page[: page.index("<script")])
    assert not re.findall(r"https?://", re.sub(r"http://www\.w3\.org/\S+", "", page))


@every_title
def test_of_people_a_page_has_names_and_what_proves_the_draws(title: str) -> None:
    of = named(title, "Nora")
    people = [
        replace(each, player=PlayerId(7_700_000_000 + n)) for n, each in enumerate(of.match.chairs)
    ]
    former = replace(people[1], name="", player=None, is_former=True)
    match = replace(of.match, id=MatchId(42), chairs=(people[0], former, *people[2:]))

    page = written(page_of(replace(of, match=match), language="fr")).decode()

    everything = page + inflated(page, "say").decode()
    assert "77000000" not in everything
    head = loads(block(page, "head"))
    assert [each["name"] for each in head["seats"][:2]] == ["Nora", "ancien joueur"]
    assert (head["match"], head["lang"]) == (42, "fr")
    assert set(head["seats"][0]) == {"name", "letter"}


@every_title
def test_a_review_stands_at_its_moves(title: str) -> None:
    of = named(title, "Nora", "Ben")
    record, seats = of.begun.record, tuple(map(Seat, range(len(of.match.chairs))))
    every = tasks(GAMES[title], record, frozenset(seats))
    moves = [each for each in every if each.moves[0].actor != CHANCE]
    good, bad = moves[2], moves[-3]
    one, other = (each.moves[0].actor for each in (good, bad))
    assert isinstance(one, int)
    assert isinstance(other, int)
    findings = (
        Judgement(good.line, one, gain=4.2),
        Judgement(bad.line, other, canonical(bad.moves[0].action), 2.6),
        # What all have alike is no luck: the first has ten more than nothing.
        Luck(0, tuple(10 * len(seats) / (len(seats) - 1) * (not seat) for seat in seats)),
    )

    made = page_of(of, review=Review(seats, findings, len(every), is_done=True))

    review, steps = made.head["review"], made.head["steps"]
    best, worst = review[one]["best"][0], review[other]["worst"][0]
    for found, task in ((best, good), (worst, bad)):
        assert steps[found[0]]["l"] > task.line
        assert all(each["l"] <= task.line for each in steps[: found[0]])
        assert set(found[1]) == set(LANGUAGES)
    assert best[1]["en"][0]
    assert best[1]["en"][1] == ""
    assert worst[1]["fr"][1]
    assert ("4" in best[1]["en"][2], "3" in worst[1]["es"][2]) == (title != "san_andreas",) * 2
    assert ("40" if title == "san_andreas" else "10") in review[0]["luck"]["es"]
    assert loads(block(written(made).decode(), "head"))["review"] == review
