"""The points of everybody over a match that is over, with the events that changed them most."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from bot.games.abilities import CountsByRound, MarksQuakes
from bot.games.custom_ids import about_match
from bot.games.names import escaped_text
from bot.games.panel import AnyPanel
from bot.games.screen import AMBER, Button, Image, Row, Screen, Text
from bot.games.speech import and_list
from bot.locale.localisation import Words
from bot.messages.refusals import note
from bot.messages.viewing import table_name, with_names
from bot.table.match.match import LoadedMatch
from engine.game import PUBLIC, Seat, visible
from engine.record import standing
from engine.registry import game
from render.people.match_chart import MOST_EVENTS, ChartEvent, MatchChart, SeatLine
from render.people.renderer import PEOPLE

MOST_QUAKES: Final = MOST_EVENTS - 1
"""At most how many quakes are told of: the biggest swing comes last."""
_TICKS: Final = 4
_SAID: Final = 5
"""How many parts of a match the text in place of the picture tells of."""
MINUS: Final = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class PointsStep:
    """The points of each seat after a turn, or after a quake in it, whose magnitude is `quake`."""

    turn: int
    points: tuple[int, ...]
    quake: str = ""


def points_over(panel: AnyPanel, loaded: LoadedMatch) -> tuple[PointsStep, ...]:
    """Return the points turn by turn, and after each quake; without turns, after each change.

    The first step is the beginning. The last one has the points that the match ended with. Empty
    for a title that counts points only at the end.
    """
    replay, rules = loaded.begun, game(loaded.match.game)
    if rules.meta.standing is None:
        return ()
    steps = [PointsStep(0, (0,) * len(loaded.match.chairs))]
    for line in standing(replay.record.entries):
        _, state, happened = replay[line]
        seen = rules.observe(state, PUBLIC)
        points = tuple(rules.meta.standing(seen).scores)
        shown = tuple(each for each in happened if visible(each, PUBLIC))
        quake = panel.quake(shown) if isinstance(panel, MarksQuakes) else ""
        if isinstance(panel, CountsByRound):
            for round_, gains in panel.counted(shown):
                summed = zip(steps[-1].points, gains, strict=True)
                steps.append(PointsStep(round_, tuple(a + b for a, b in summed)))
            continue
        turn, last = getattr(seen, "turn", 0), steps[-1]
        is_new = turn != last.turn if turn else points != last.points
        if is_new or quake or (last.quake and points != last.points):
            steps.append(PointsStep(turn, points, quake))
        elif len(steps) > 1:
            steps[-1] = PointsStep(turn, points, last.quake)
    outcome = replay.record.outcome
    if outcome is not None and steps[-1].points != outcome.scores:
        steps.append(PointsStep(steps[-1].turn, tuple(outcome.scores)))
    return tuple(steps)


def chart(panel: AnyPanel, loaded: LoadedMatch, words: Words) -> MatchChart | None:
    """Return what a chart of a match shows; None if there is nothing to draw."""
    match, steps = with_names(loaded.match, words), points_over(panel, loaded)
    if not steps[1:]:
        return None
    is_by_round = isinstance(panel, CountsByRound)
    last = steps[-1].points
    order = sorted(range(len(last)), key=lambda seat: (-last[seat], seat))
    lines = tuple(
        SeatLine(
            seat,
            match.chairs[seat].letter,
            match.chairs[seat].name,
            tuple(each.points[seat] for each in steps),
        )
        for seat in order
    )
    return MatchChart(
        table_name(match, panel, words),
        _headline(words, lines),
        words.say("points, if it had ended then"),
        lines,
        _rounds(words, steps) if is_by_round else _ticks(words, steps),
        events([each.name for each in match.chairs], words, steps, is_by_round=is_by_round),
        words.say("Shapes stand where points changed."),
        is_stepped=not is_by_round,
    )


def _headline(words: Words, lines: Sequence[SeatLine]) -> str:
    first, *others = lines
    lead = first.points[-1] - max((each.points[-1] for each in others), default=0)
    if lead:
        return words.say("{who} wins by {n}", who=first.name, n=lead)
    tied = [each.name for each in lines if each.points[-1] == first.points[-1]]
    return words.say("{names} share the first place", names=and_list(words, tied))


def _ticks(words: Words, steps: Sequence[PointsStep]) -> tuple[tuple[int, str], ...]:
    """Return which steps are named below the chart: the first turn, the last, some between."""
    last = len(steps) - 1
    every = sorted({round(n * last / (_TICKS - 1)) for n in range(_TICKS)})
    found = [(n, str(steps[n].turn)) for n in every if n]
    return ((0, words.say("turn 1")), *found)


def _rounds(words: Words, steps: Sequence[PointsStep]) -> tuple[tuple[float, str], ...]:
    """Return where the middle of each round is, and the money after the last one."""
    parts: dict[int, list[int]] = {}
    for n, each in enumerate(steps):
        if n:
            parts.setdefault(each.turn, []).append(n)
    return tuple(
        (sum(every) / len(every), words.say("round {n}", n=turn) if turn else words.say("money"))
        for turn, every in parts.items()
    )


def events(
    names: Sequence[str], words: Words, steps: Sequence[PointsStep], *, is_by_round: bool = False
) -> tuple[ChartEvent, ...]:
    """Return the quakes that took points, largest first, then the biggest swing."""
    changes = [
        [after - before for before, after in zip(one.points, other.points, strict=True)]
        for one, other in pairwise(steps)
    ]
    quakes = list[tuple[int, ChartEvent]]()
    for step, (change, at) in enumerate(zip(changes, steps[1:], strict=True), 1):
        losses = tuple((seat, -n) for seat, n in enumerate(change) if n < 0)
        if at.quake and losses:
            said = and_list(words, [f"{names[seat]} {MINUS}{n}" for seat, n in losses])
            told = words.say("Quake {m}: {losses}", m=at.quake, losses=said)
            quakes.append((sum(n for _, n in losses), ChartEvent(step, told, at.quake, losses)))
    quakes.sort(key=lambda each: -each[0])
    found = [each for _, each in quakes[:MOST_QUAKES]]
    taken = {each.step for each in found}
    swings = [
        (max(change) - min(change), step)
        for step, change in enumerate(changes[:-1], 1)
        if step not in taken
    ]
    size, step = max(swings, key=lambda each: (each[0], -each[1]), default=(0, 0))
    if size:
        change = changes[step - 1]
        gain = max(change) if max(change) >= -min(change) else min(change)
        who = and_list(words, [names[Seat(n)] for n, each in enumerate(change) if each == gain])
        signed = f"+{gain}" if gain > 0 else f"{MINUS}{-gain}"
        turn = steps[step].turn
        if is_by_round:
            told = words.say("Biggest swing, round {t}: {who} {n}", t=turn, who=who, n=signed)
        else:
            told = words.say("Biggest swing, turn {t}: {who} {n}", t=turn, who=who, n=signed)
        found.append(ChartEvent(step, told))
    return tuple(found)


def chart_screen(panel: AnyPanel, loaded: LoadedMatch, words: Words) -> Screen:
    """Return the chart of a match that is over, with each event in words."""
    drawn = chart(panel, loaded, words)
    if drawn is None:
        return note(words.say("**No points to follow.** This match ended before any were counted."))
    told = [f"**{n}** {each.words}" for n, each in enumerate(drawn.events, 1)]
    lines = [f"### {drawn.title}", escaped_text(drawn.headline) + ".", *map(escaped_text, told)]
    series = [
        words.say("{who}: {points}", who=line.name, points=", ".join(map(str, _some(line.points))))
        for line in drawn.lines
    ]
    alt = words.say("Points over the match. {series}.", series="; ".join(series))
    image = Image(PEOPLE.match(drawn), alt, "chart")
    app = Button(words.say("Log in BG Stats"), about_match("bg-stats", loaded.match))
    return Screen((Text("\n".join(lines)), image, Row((app,))), AMBER)


def _some(points: Sequence[int]) -> Sequence[int]:
    """Return a few of the points, the first and the last among them: for a text in words."""
    last = len(points) - 1
    return [points[n] for n in sorted({round(k * last / _SAID) for k in range(_SAID + 1)})]
