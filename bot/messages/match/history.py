"""The past of a match in words and pictures: every position, as one viewer may know it."""

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.games.custom_ids import about_match
from bot.games.names import escaped_name, shortened
from bot.games.panel import AnyPanel
from bot.games.screen import (
    AMBER,
    Block,
    Button,
    Form,
    FormField,
    Image,
    Post,
    Row,
    Screen,
    Select,
    SelectOption,
    Text,
    TextInput,
)
from bot.games.speech import last_lines, without_markdown
from bot.hosting.match.history import History, HistoryStep
from bot.locale.localisation import Words
from bot.messages.viewing import Reader, moments, table_name
from bot.table.match.match import Match

MOST_LISTED: Final = 25
"""Moves in the menu: those around the one that is shown."""
LONGEST_LABEL: Final = 100
PUBLIC_NUMBER: Final = "p"
"""Marks the number of a position as the public counts."""
ROOM: Final = 1500
"""Characters of what happened in one move."""


@dataclass(frozen=True, slots=True)
class Position:
    """The table after `line` lines, with the sentences that tell what led to it.

    `number` counts from 1 what the viewer was told of, one line after the other.
    """

    number: int
    line: int
    told: tuple[str, ...]
    is_taken_back: bool

    @property
    def label(self) -> str:
        """How a menu names it."""
        told = without_markdown(" ".join(self.told))
        return shortened(f"{self.number} · {told}", LONGEST_LABEL)


class Sentences:
    """What happened in matches whose history was read lately, line by line.

    The past of a match only grows: of a match that has moved on only the newest lines are put into
    words again. Called from several threads; at worst the same work is done twice.
    """

    def __init__(self, limit: int = 64) -> None:
        self._limit = limit
        self._kept: OrderedDict[Hashable, tuple[int, tuple[tuple[int, str], ...]]] = OrderedDict()

    def of(
        self, panel: AnyPanel, match: Match, past: History, reader: Reader
    ) -> tuple[tuple[int, str], ...]:
        """Return (line, sentence) for each thing that happened, as the reader may know it."""
        names = tuple(each.name for each in match.chairs)
        key = (match.id, reader.viewer, reader.words.language, match.has_aids, names)
        known, told = self._kept.get(key, (0, ()))
        if known < len(past):
            # A thing is told by the table right before it and after it.
            first, *others = moments(match, past[max(0, known - 1) :], reader)
            first = replace(first, events=()) if known else first
            told = (*told, *panel.history((first, *others)))
        self._kept.pop(key, None)
        self._kept[key] = max(known, len(past)), told
        while len(self._kept) > self._limit:
            self._kept.popitem(last=False)
        return told if known <= len(past) else tuple(each for each in told if each[0] <= len(past))


def positions(
    match: Match, past: Sequence[HistoryStep], told: Sequence[tuple[int, str]], words: Words
) -> tuple[Position, ...]:
    """Return every position that the viewer of `past` was told of; `told` is all that was said."""
    sentences: dict[int, list[str]] = {}
    for line, sentence in told:
        sentences.setdefault(line, []).append(sentence)
    found: list[Position] = []
    for step in past:
        said = sentences.get(step.line, [])
        if step.back_to is not None:
            who = past[step.back_to].actor
            gone = [each.number for each in found if each.line > step.back_to]
            name = escaped_name(match.chairs[who].name) if isinstance(who, int) else ""
            said = [_taken_back(name, gone, words)]
        if said:
            is_gone = step.back_to is None and not step.stands
            found.append(Position(len(found) + 1, step.line, tuple(said), is_gone))
    return tuple(found)


def _taken_back(who: str, numbers: Sequence[int], words: Words) -> str:
    if len(numbers) > 1:
        return words.say(
            "**{who}** took back moves {first} to {last}.",
            who=who,
            first=numbers[0],
            last=numbers[-1],
        )
    return words.say("**{who}** took back move {n}.", who=who, n=numbers[0] if numbers else "–")


def navigator(
    match: Match,
    panel: AnyPanel,
    every: Sequence[Position],
    at: Position,
    picture: Image,
    words: Words,
    also: str = "",
) -> Screen:
    """Return the screen that moves through a match, here at one position; `also` stands below."""
    last = len(every)
    title = words.say(
        "{table} · step {n} of {last}",
        table=table_name(match, panel, words),
        n=at.number,
        last=last,
    )
    steps = (
        replace(_about(match, "history", words.say("First"), "first"), disabled=at.number == 1),
        replace(
            _about(match, "history", words.say("Earlier"), at.number - 1), disabled=at.number == 1
        ),
        replace(
            _about(match, "history", words.say("Later"), at.number + 1), disabled=at.number == last
        ),
        replace(_about(match, "history", words.say("Last"), "last"), disabled=at.number == last),
    )
    begin = max(0, min(at.number - 1 - MOST_LISTED // 2, last - MOST_LISTED))
    gone = words.say("taken back")
    options = tuple(
        SelectOption(
            each.label,
            str(each.number),
            gone if each.is_taken_back else "",
            chosen=each.number == at.number,
        )
        for each in every[begin : begin + MOST_LISTED]
    )
    menu = Select(about_match("history", match), words.say("Show the board after…"), options)
    others = (
        _about(match, "turn", words.say("Move…"), at.number),
        _about(match, "show", words.say("Show to everyone"), at.number),
    )
    blocks: tuple[Block, ...] = (
        Text(f"### {title}\n{_told(at, words)}"),
        picture,
        Row(steps),
        menu,
        Row(others),
    )
    return Screen((*blocks, *((Text(also),) if also else ())), AMBER)


def _told(at: Position, words: Words) -> str:
    lines = last_lines(words, at.told, ROOM)
    if not at.is_taken_back:
        return "\n".join(lines)
    struck = "\n".join(f"~~{line}~~" for line in lines)
    return f"{words.say('**Taken back** later:')}\n{struck}"


def _about(match: Match, verb: str, label: str, *draft: str | int) -> Button:
    return Button(label, about_match(verb, match, *draft))


def form(match: Match, at: str, words: Words) -> Form:
    """Return the form that asks for the number of a move; `at` is that of the one shown now."""
    asked = FormField(words.say("Move number"), TextInput(about_match("turn", match, "n")))
    return Form(about_match("history", match, at), words.say("Jump to a move"), (asked,))


def shown(
    match: Match, panel: AnyPanel, by: str, at: Position, last: int, picture: Image, words: Words
) -> Post:
    """Return the public message with which a person shows a position to all; it pings nobody."""
    head = words.say(
        "**{who}** shows move {n} of {table}.",
        who=escaped_name(by),
        n=at.number,
        table=table_name(match, panel, words),
    )
    lines = [head, _told(at, words)]
    if at.number < last:
        lines.append(words.say("-# As it was then; the newest move is {n}.", n=last))
    # The number is the public's, and others may have been told of more.
    look = _about(match, "history", words.say("History"), f"{PUBLIC_NUMBER}{at.number}")
    return Post("\n".join(lines), picture, (Row((look,)),))
