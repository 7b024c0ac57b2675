"""What a page holds: the steps of a match, its maps, and all words in every language."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from json import dumps
from typing import Any, Final, TypeAlias

from bot.games.abilities import Holding, ShowsMaps
from bot.games.names import shortened
from bot.games.panel import AnyMoment, AnyPanel, AnyView
from bot.hosting.advice.reviews import Review
from bot.hosting.match.history import History, HistoryStep
from bot.locale.localisation import LANGUAGES, Words, words
from bot.messages.advice.measures import Measure
from bot.messages.advice.reviews import figure_of, looked_at
from bot.messages.match.history import Position, positions
from bot.messages.page.interface import interface
from bot.messages.page.proof import proof
from bot.messages.viewing import Reader, moments, with_names
from bot.table.match.absence import absent_moves
from bot.table.match.lobby import is_prepared
from bot.table.match.match import LoadedMatch, Match, Status
from engine.agents.review import Judgement
from engine.game import PUBLIC, Outcome, Seat
from engine.registry import game
from engine.replay import Replay
from render.blocks import SIDE, MapFrames

VERSION: Final = 1

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Contents:
    """What a page holds: `head` and, by language, `say`, both as JSON has them, and the maps.

    `base` is no part of it: a later version of the same page is made of that sooner.
    """

    head: Json
    say: dict[str, Json]
    maps: MapFrames
    base: "Base | None" = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Shown:
    """The table after a move that everybody was told of, when the next one began.

    That was after `line` lines. By language: what seats have, and the pages of the board as text.
    """

    line: int
    after: AnyMoment
    holdings: Mapping[str, tuple[Holding, ...]]
    pages: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Base:
    """What a later version of a page takes over, of `match` and a record that goes on."""

    match: Hashable
    lines: int
    digest: str
    told: Mapping[str, tuple[tuple[int, str], ...]]
    shown: tuple[Shown, ...]
    window: object


def contents(
    panel: AnyPanel,
    loaded: LoadedMatch,
    language: str = "en",
    review: Review | None = None,
    live: str | None = None,
    before: Contents | None = None,
) -> Contents:
    """Return what the page of a match holds: nothing but what everybody may know.

    `language` is for browsers that want none of ours. `live` is the address of what is still to
    come. `before` is an earlier version, if there is one: of what it has in common with this one
    nothing is worked out or drawn again, and the same comes of it. The panel `ShowsMaps`.
    """
    assert isinstance(panel, ShowsMaps)
    match, replay = loaded.match, loaded.begun
    past = History(game(match.game), replay, PUBLIC, absent_moves(loaded))[:]
    outcome = _outcome(match, replay)
    base = _base(before, match, replay)
    told = _told(panel, match, past, base)
    found = {
        code: positions(with_names(match, words(code)), past, told[code], words(code))
        for code in LANGUAGES
    }
    # Nothing but the words differs by language.
    places = found[LANGUAGES[0]]
    # What nobody is told of belongs to the move before.
    until = [*(each.line - 1 for each in places[1:]), len(past)]
    # Of the newest move something may be shown that is hidden when another follows.
    kept = [] if base is None else base.shown[:-1]
    alike = [one.line == line for one, line in zip(kept, until, strict=False)]
    same = alike.index(False) if False in alike else len(alike)
    newer = _shown(panel, match, [past[line - 1] for line in until[same:]], outcome)
    shown = (*kept[:same], *newer)
    every = [each.after for each in shown]
    window = panel.window(every)
    first = same if base is not None and base.window == window else 0
    maps = MapFrames.read(panel.maps(every, first))
    if before is not None:
        maps = before.maps.followed(first, len(before.head["steps"]), maps, len(every) - first)
    named, is_running = with_names(match, words(language)), match.status is Status.PLAYING
    head: Json = {
        "v": VERSION,
        "game": match.game,
        "title": panel.title(words(language)),
        "match": match.id or None,
        "lang": language,
        # It also changes when something is done that nobody may know of.
        "date": None if is_running or not match.id else match.changed_at.date().isoformat(),
        "seats": [{"name": shortened(each.name), "letter": each.letter} for each in named.chairs],
        "outcome": outcome
        and {
            "scores": outcome.scores,
            "ranks": outcome.ranks,
            "end": "vote" if replay.record.ended else "rules",
        },
        "w": maps.width,
        "h": maps.height,
        "tight": maps.tight,
        "b": SIDE,
        "pal": maps.palette,
        "cols": maps.columns,
        "steps": _told_steps(panel, match, past, places, shown, outcome),
        "review": None if review is None else _review(panel, match, replay, places, review),
        "live": live,
        "proof": proof(game(match.game), replay),
    }
    is_lesson = is_prepared(replay.record.header.joins)
    say = {code: _said(found[code], shown, code, is_lesson=is_lesson) for code in LANGUAGES}
    head["version"] = _version(head, say, maps)
    told_of = Base(_known_as(match), len(past), _digest(replay, len(past)), told, shown, window)
    return Contents(head, say, maps, told_of)


def _version(head: Json, say: Mapping[str, Json], maps: MapFrames) -> str:
    """Return what tells these contents from all others."""
    digest = sha256(dumps([head, say], separators=(",", ":")).encode())
    digest.update(maps.packed)
    return digest.hexdigest()[:16]


def _known_as(match: Match) -> Hashable:
    """Return what of a match what was said and drawn of its past depends on."""
    chairs = tuple((each.name, each.letter, each.is_former, each.player) for each in match.chairs)
    return match.id, match.status, match.has_aids, chairs


def _digest(replay: Replay[Any, Any], lines: int) -> str:
    return replay.record.entries[lines - 1].digest if lines else ""


def _base(before: Contents | None, match: Match, replay: Replay[Any, Any]) -> Base | None:
    """Return what can be taken over; None: this is another match, or another past."""
    base = None if before is None else before.base
    if base is None or base.match != _known_as(match) or base.lines > len(replay):
        return None
    return base if base.digest == _digest(replay, base.lines) else None


def _told(
    panel: AnyPanel, match: Match, past: Sequence[HistoryStep], base: Base | None
) -> dict[str, tuple[tuple[int, str], ...]]:
    """Return, by language, all that happened: (line, sentence)."""
    known = base.lines if base else 0
    # A thing is told by the table right before it and after it.
    seen = list(moments(match, past[max(0, known - 1) :], _reader()))
    if known and seen:
        seen[0] = replace(seen[0], events=())
    return {
        code: (
            *(base.told[code] if base else ()),
            *panel.history(_all_in(match, seen, words(code))),
        )
        for code in LANGUAGES
    }


def _reader() -> Reader:
    """Return whom all is shown that is the same in every language."""
    return Reader(PUBLIC, words(LANGUAGES[0]))


def _all_in(match: Match, seen: Iterable[AnyMoment], said: Words) -> list[AnyMoment]:
    """Return moments with the words and names of a language."""
    named = with_names(match, said)
    return [replace(each, view=replace(each.view, match=named, words=said)) for each in seen]


def _shown(
    panel: AnyPanel, match: Match, last: Sequence[HistoryStep], outcome: Outcome | None
) -> list[Shown]:
    """Return what there is to see after each of these lines."""
    assert isinstance(panel, ShowsMaps)
    # What can be seen is the same in every language, and takes longer to find than to say.
    every = list(moments(match, last, _reader()))
    lines = [each.view.line for each in every]
    if outcome is not None and every:
        every[-1] = _over(every[-1], outcome)
    views = {
        code: [_view_in(match, each.view, words(code)) for each in every] for code in LANGUAGES
    }
    texts = {code: panel.texts(views[code]) for code in LANGUAGES}
    return [
        Shown(
            line,
            after,
            {code: panel.holdings(views[code][n]) for code in LANGUAGES},
            {code: tuple(page.text for page in texts[code][n]) for code in LANGUAGES},
        )
        for n, (line, after) in enumerate(zip(lines, every, strict=True))
    ]


def _view_in(match: Match, view: AnyView, said: Words) -> AnyView:
    named = replace(with_names(match, said), status=view.match.status)
    return replace(view, match=named, words=said)


def _over(last: AnyMoment, outcome: Outcome) -> AnyMoment:
    """Return the last moment of a match as it stands when all is over."""
    view = last.view
    now = replace(view.observation, outcome=outcome)
    # Also where the rules wait for somebody, nobody has to move any more.
    over = view.match if view.observation.outcome else replace(view.match, status=Status.CLOSED)
    return replace(last, view=replace(view, match=over, observation=now))


def _outcome(match: Match, replay: Replay[Any, Any]) -> Outcome | None:
    """Return how a match ended, by its rules or because its table voted that the points count."""
    record, rules = replay.record, game(match.game)
    if record.ended is None or rules.meta.standing is None:
        return record.outcome
    return rules.meta.standing(rules.observe(replay.state, PUBLIC))


def _told_steps(
    panel: AnyPanel,
    match: Match,
    past: Sequence[HistoryStep],
    places: Sequence[Position],
    shown: Sequence[Shown],
    outcome: Outcome | None,
) -> list[Json]:
    assert isinstance(panel, ShowsMaps)
    told, scorings = list[Json](), 0
    for number, (place, each) in enumerate(zip(places, shown, strict=True), 1):
        then, is_last = past[place.line - 1], number == len(places) and outcome is not None
        mark = panel.marking(then.events)
        points = [seat.points for seat in each.holdings[LANGUAGES[0]]]
        if is_last and outcome is not None:
            points = list(outcome.scores)
        # At a pure table nobody adds them up before the match is over.
        is_told = is_last or match.has_aids
        step: Json = {"p": points if is_told else None}
        if match.status is not Status.PLAYING:
            # Before, that would tell how much was done that nobody may know of.
            step["l"] = place.line
        if isinstance(seat := _mover(then, past, places), int):
            step["s"] = seat
        if mark is not None and mark.kind == "quake":
            step |= {"k": "q", "m": mark.label}
        elif mark is not None:
            scorings += then.stands
            step |= {"k": "s", "n": scorings or 1}
        elif is_last:
            step["k"] = "s"
        if place.is_taken_back:
            step["x"] = 1
        told.append(step)
    return told


def _mover(then: HistoryStep, past: Sequence[HistoryStep], places: Sequence[Position]) -> object:
    """Return whose move a step was: also of one that takes moves back, whose first was theirs.

    What was sealed is told when the last of several has sealed theirs: it is not that seat's.
    """
    if then.back_to is None:
        told = {seat for each in then.events if (seat := getattr(each, "seat", None)) is not None}
        return told.pop() if len(told) == 1 and isinstance(then.actor, int) else then.actor
    return next((past[each.line - 1].actor for each in places if each.line > then.back_to), None)


def _said(
    places: Sequence[Position], shown: Sequence[Shown], code: str, *, is_lesson: bool
) -> Json:
    """Return what a page says in a language; of the boards in words each different line once."""
    lines: dict[str, int] = {}
    texts = [
        [
            [lines.setdefault(line, len(lines)) for line in page.split("\n")]
            for page in each.pages[code]
        ]
        for each in shown
    ]
    return {
        "ui": interface(words(code), is_lesson=is_lesson),
        "say": [each.told for each in places],
        "note": [[seat.also for seat in each.holdings[code]] for each in shown],
        "text": {"lines": list(lines), "at": texts},
    }


def _review(
    panel: AnyPanel,
    match: Match,
    replay: Replay[Any, Any],
    steps: Sequence[Position],
    review: Review,
) -> list[Json]:
    """Return what a review says of each seat; of a computer player's nothing was judged."""
    places = [each.line for each in steps]

    def lines(judged: Iterable[Judgement], seat: Seat) -> list[list[Any]]:
        past = History(game(match.game), replay, seat)
        found = []
        for each in judged:
            looked = {
                code: looked_at(panel, match, replay.record, past.at(each.line), each, words(code))
                for code in LANGUAGES
            }
            # A sealed choice is told of later.
            place = next((n for n, line in enumerate(places) if line > each.line), None)
            if place is not None:
                told = {
                    code: [it.played, it.better, figure_of(it, words(code))]
                    for code, it in looked.items()
                }
                found.append([place, told])
        return found

    every = []
    for seat in map(Seat, range(len(match.chairs))):
        summary = review.summary(seat)
        measures = {code: Measure(match.game, words(code)) for code in LANGUAGES}
        luck = {code: each.luck(summary.luck) for code, each in measures.items()}
        every.append(
            {
                "judged": summary.judged,
                "lost": {code: each.given_away(summary.lost) for code, each in measures.items()},
                "luck": luck if seat in review.seats else None,
                "best": lines(summary.best, seat),
                "worst": lines(summary.worst, seat),
            }
        )
    return every
