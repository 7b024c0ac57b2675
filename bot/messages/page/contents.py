"""What a page holds: the steps of a match, its maps, and all words in every language."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from bot.games.abilities import Holding, ShowsMaps, StepMark
from bot.games.names import shortened
from bot.games.panel import AnyMoment, AnyPanel
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
    """What a page holds: `head` and, by language, `say`, both as JSON has them, and the maps."""

    head: Json
    say: dict[str, Json]
    maps: MapFrames


@dataclass(frozen=True, slots=True)
class PageStep:
    """A move that everybody was told of, with the table when the next one began."""

    position: Position
    then: HistoryStep
    after: AnyMoment
    holdings: tuple[Holding, ...]
    mark: StepMark | None


def contents(
    panel: AnyPanel,
    loaded: LoadedMatch,
    language: str = "en",
    review: Review | None = None,
    live: str | None = None,
) -> Contents:
    """Return what the page of a match holds: nothing but what everybody may know.

    `language` is for browsers that want none of ours. `live` is the address of what is still to
    come. The panel `ShowsMaps`.
    """
    assert isinstance(panel, ShowsMaps)
    match, replay = loaded.match, loaded.begun
    past = History(game(match.game), replay, PUBLIC, absent_moves(loaded))[:]
    outcome = _outcome(match, replay)
    # What can be seen is the same in every language, and takes longer to find than to say.
    seen = moments(match, past, Reader(PUBLIC, words(LANGUAGES[0])))
    every = {each: _steps(panel, match, past, seen, words(each), outcome) for each in LANGUAGES}
    # The maps say nothing in any language.
    steps = every[LANGUAGES[0]]
    maps = MapFrames.read(panel.maps([each.after for each in steps]))
    named = with_names(match, words(language))
    reviewed = None if review is None else _review(panel, match, replay, steps, review)
    head: Json = {
        "v": VERSION,
        "game": match.game,
        "title": panel.title(words(language)),
        "match": match.id or None,
        "lang": language,
        "date": match.changed_at.date().isoformat() if match.id else None,
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
        "steps": _told_steps(match, steps, outcome),
        "review": reviewed,
        "live": live,
        "proof": proof(game(match.game), replay),
    }
    is_lesson = is_prepared(replay.record.header.joins)
    say = {each: _said(panel, every[each], words(each), is_lesson=is_lesson) for each in every}
    return Contents(head, say, maps)


def _outcome(match: Match, replay: Replay[Any, Any]) -> Outcome | None:
    """Return how a match ended, by its rules or because its table voted that the points count."""
    record, rules = replay.record, game(match.game)
    if record.ended is None or rules.meta.standing is None:
        return record.outcome
    return rules.meta.standing(rules.observe(replay.state, PUBLIC))


def _steps(
    panel: AnyPanel,
    match: Match,
    past: Sequence[HistoryStep],
    seen: Sequence[AnyMoment],
    said: Words,
    outcome: Outcome | None,
) -> tuple[PageStep, ...]:
    assert isinstance(panel, ShowsMaps)
    named = with_names(match, said)
    every = [replace(each, view=replace(each.view, match=named, words=said)) for each in seen]
    found = positions(named, past, panel.history(every), said)
    if outcome is not None:
        view = every[-1].view
        now = replace(view.observation, outcome=outcome)
        # Also where the rules wait for somebody, nobody has to move any more.
        over = view.match if view.observation.outcome else replace(view.match, status=Status.CLOSED)
        every[-1] = replace(every[-1], view=replace(view, match=over, observation=now))
    # What nobody is told of belongs to the move before.
    until = [*(each.line - 1 for each in found[1:]), len(past)]

    def step(position: Position, last: int) -> PageStep:
        then, after = past[position.line - 1], every[last - 1]
        holdings, mark = panel.holdings(after.view), panel.marking(then.events)
        return PageStep(position, then, after, holdings, mark)

    return tuple(map(step, found, until))


def _told_steps(match: Match, steps: Sequence[PageStep], outcome: Outcome | None) -> list[Json]:
    told, scorings = list[Json](), 0
    for number, each in enumerate(steps, 1):
        is_last = number == len(steps) and outcome is not None
        points = [seat.points for seat in each.holdings]
        if is_last and outcome is not None:
            points = list(outcome.scores)
        # At a pure table nobody adds them up before the match is over.
        is_told = is_last or match.has_aids
        step: Json = {"l": each.position.line, "p": points if is_told else None}
        if isinstance(seat := _mover(each.then, steps), int):
            step["s"] = seat
        if each.mark is not None and each.mark.kind == "quake":
            step |= {"k": "q", "m": each.mark.label}
        elif each.mark is not None:
            scorings += each.then.stands
            step |= {"k": "s", "n": scorings or 1}
        elif is_last:
            step["k"] = "s"
        if each.position.is_taken_back:
            step["x"] = 1
        told.append(step)
    return told


def _mover(then: HistoryStep, steps: Sequence[PageStep]) -> object:
    """Return whose move a step was: also of one that takes moves back, whose first was theirs.

    What was sealed is told when the last of several has sealed theirs: it is not that seat's.
    """
    if then.back_to is None:
        told = {seat for each in then.events if (seat := getattr(each, "seat", None)) is not None}
        return told.pop() if len(told) == 1 and isinstance(then.actor, int) else then.actor
    return next((each.then.actor for each in steps if each.then.line > then.back_to), None)


def _said(panel: AnyPanel, steps: Sequence[PageStep], said: Words, *, is_lesson: bool) -> Json:
    """Return what a page says in a language; of the boards in words each different line once."""
    lines: dict[str, int] = {}
    texts = [
        [
            [lines.setdefault(line, len(lines)) for line in page.text.split("\n")]
            for page in panel.text(each.after.view)
        ]
        for each in steps
    ]
    return {
        "ui": interface(said, is_lesson=is_lesson),
        "say": [each.position.told for each in steps],
        "note": [[seat.also for seat in each.holdings] for each in steps],
        "text": {"lines": list(lines), "at": texts},
    }


def _review(
    panel: AnyPanel,
    match: Match,
    replay: Replay[Any, Any],
    steps: Sequence[PageStep],
    review: Review,
) -> list[Json]:
    """Return what a review says of each seat; of a computer player's nothing was judged."""
    places = [each.position.line for each in steps]

    def lines(judged: Iterable[Judgement], seat: Seat) -> list[list[Any]]:
        past = History(game(match.game), replay, seat)
        found = []
        for each in sorted(judged, key=lambda each: each.line):
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
