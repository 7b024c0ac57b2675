"""The puzzle of the day: the question, a look at a move, what was sealed, and the solution.

Nothing that is shown before the day is over depends on which move is right.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from babel.dates import format_date, format_skeleton
from discord.utils import format_dt

from bot.games.abilities import GivesReasons, HasDesk, NamesMoves
from bot.games.custom_ids import plain_id
from bot.games.names import escaped_name
from bot.games.panel import AnyPanel, AnyView, View
from bot.games.people import SHAPES, accent, name
from bot.games.screen import (
    AMBER,
    GREY,
    Block,
    Button,
    Image,
    Post,
    Row,
    Screen,
    Style,
    Text,
    keypad,
)
from bot.games.speech import and_list
from bot.hosting.advice.puzzles import Streak, begins
from bot.locale.localisation import Words
from bot.messages.advice.measures import Measure
from bot.messages.viewing import Reader
from bot.table.advice.puzzles import PuzzleAnswer
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Chair, Match, Status, Venue
from engine.game import PUBLIC, Decision, Move, Reveals, Seat
from engine.puzzle_text import Posed

ANSWERED: Final = "a"
"""In an id: the option is what a person answers late."""
LETTERS: Final = ("A", "B", "C", "D", "E")
PEOPLE: Final = ("Aldrun", "Bexil", "Cazimo", "Dovik", "Eskol")
"""Invented names, which nobody in a server has, of the players at the tables of puzzles."""
SQUARES: Final = {True: "\N{LARGE GREEN SQUARE}", False: "\N{WHITE LARGE SQUARE}"}
"""Found, and not found."""
MOST_SQUARES: Final = 7
ARCHIVE: Final = 7
"""For how many days before today a puzzle can be solved late."""
MOST_NAMED: Final = 12
"""At most how many of those who found it are named."""
ROOM: Final = 700
"""Characters for their names."""


def id_of(day: date) -> str:
    """Return a day as ids have it.

    >>> id_of(date(2026, 11, 22))
    '20261122'
    """
    return f"{day:%Y%m%d}"


@dataclass(frozen=True, slots=True)
class ShownPuzzle:
    """The puzzle of a day for a reader, with what draws it and the words for it."""

    day: date
    posed: Posed
    panel: AnyPanel
    reader: Reader

    @property
    def words(self) -> Words:
        return self.reader.words

    @property
    def seat(self) -> Seat:
        """The seat that is to move; the reader sees what it sees."""
        return self.posed.puzzle.seat

    @property
    def measure(self) -> Measure:
        """What says how much moves differ."""
        return Measure(self.posed.game.meta.key, self.words)

    def view(self) -> AnyView:
        """Return the position."""
        return replace(self._view(self.posed.state), legal=self.posed.legal)

    def view_after(self, option: int) -> AnyView | None:
        """Return what a move leads to; None: nothing that can be shown.

        It turns something up that nobody knows before, or ends what one chooses in secret.
        """
        game, puzzle = self.posed.game, self.posed.puzzle
        step = game.apply(self.posed.state, Move(puzzle.seat, puzzle.options[option]))
        if any(isinstance(each, Reveals) for each in step.events):
            return None
        before, after = game.node(self.posed.state), game.node(step.state)
        is_asked = isinstance(after, Decision) and puzzle.seat in after.seats
        if isinstance(before, Decision) and before.is_sealed and not is_asked:
            return None
        return self._view(step.state)

    def _view(self, state: object) -> AnyView:
        game, header = self.posed.game, self.posed.puzzle.record.header
        node, line = game.node(state), len(self.posed.puzzle.record.entries)
        chairs = tuple(
            Chair(each, each, PlayerId(number), letter=each[0])
            for number, each in enumerate(PEOPLE[: header.setup.seats], 1)
        )
        then = datetime.combine(self.day, time(), UTC)
        match = Match(
            id=MatchId(0),
            game=header.game,
            status=Status.PLAYING,
            host=PlayerId(1),
            venue=Venue(None, 0, threaded=False),
            places=header.setup.seats,
            setup=header.setup,
            commitment=header.commitment,
            chairs=chairs,
            opened_at=then,
            changed_at=then,
            has_begun=True,
            line=line,
            acting=tuple(sorted(node.seats)) if isinstance(node, Decision) else (),
            seen=(0,) * (len(chairs) + 1),
        )
        seen, viewer = game.observe(state, self.seat), self.seat
        return View(match, viewer, seen, (), line, self.words, self.reader.preferences)

    def moves(self) -> tuple[str, ...]:
        """Return the moves to choose from in the title's words; what reads alike is numbered."""
        view, options = self.view(), self.posed.puzzle.options
        if isinstance(self.panel, GivesReasons):
            told = [self.panel.told(view, (each,)) for each in options]
        elif isinstance(self.panel, NamesMoves):
            told = [self.panel.planned(view, (each,)) for each in options]
        else:
            told = [""] * len(options)
        return tuple(
            f"{each} ({told[: n + 1].count(each)})" if told.count(each) > 1 else each
            for n, each in enumerate(told)
        )

    def pictures(self, view: AnyView) -> tuple[Image, ...]:
        """Return the board, what is asked if that is not on it, such as dice, and a desk's own."""
        shown = [self.panel.board(view)]
        everybodys = self.panel.board(replace(view, viewer=PUBLIC))
        asked = self.panel.post(view, ()).image
        if asked is not None and asked.alt not in (shown[0].alt, everybodys.alt):
            shown.append(asked)
        node = self.posed.game.node(self.posed.state)
        if isinstance(self.panel, HasDesk) and isinstance(node, Decision) and node.is_sealed:
            blocks = self.panel.desk(view).blocks
            shown += [each for each in blocks if isinstance(each, Image)]
        return tuple(shown)


def date_said(day: date, words: Words) -> str:
    """Return "November 22"."""
    if day.day == 1:
        # Languages may count the first day otherwise than the others: "1er novembre".
        month = format_date(day, "MMMM", locale=words.language)
        return words.named("first day", "{month} 1", month=month)
    return str(format_skeleton("MMMMd", day, locale=words.language))


def _title(puzzle: ShownPuzzle, words: Words) -> str:
    return words.say(
        "Puzzle of the day · {date} · {game}",
        date=date_said(puzzle.day, words),
        game=puzzle.panel.title(words),
    )


def _tomorrow(day: date) -> str:
    return format_dt(begins(day + timedelta(days=1)), "R")


def question(puzzle: ShownPuzzle, *, has_yesterday: bool, is_late: bool = False) -> Screen:
    """Return the position with the moves to choose from; `is_late`: its day is over."""
    words, view = puzzle.words, puzzle.view()
    numbers = range(len(puzzle.posed.puzzle.options))
    note = words.say(
        "You get one try. Look at each move as long as you like; only the one you seal counts. The"
        " solution comes {t}.",
        t=_tomorrow(puzzle.day),
    )
    if is_late:
        note = words.say("That day is over, so this doesn't count for your streak.")
    who = words.say(
        "You're **{who}** {shape}, and it's your move. Which one is best?",
        who=name(view, puzzle.seat),
        shape=SHAPES[puzzle.seat],
    )
    lines = [f"**{LETTERS[n]}** {each}" for n, each in enumerate(puzzle.moves())]
    others = _others(puzzle, has_yesterday=has_yesterday)
    if is_late:
        answer = Button(words.say("Solution"), plain_id("solution", id_of(puzzle.day)))
        others = (answer, _archive(words))
    return Screen(
        (
            Text(f"### {_title(puzzle, words)}\n{who}"),
            *puzzle.pictures(view),
            Text("\n".join([*lines, f"-# {note}"])),
            Row(tuple(_look(puzzle, n, Style.BLUE, is_late=is_late) for n in numbers)),
            Row(others),
        ),
        accent(view),
    )


def look(puzzle: ShownPuzzle, option: int, *, is_late: bool = False) -> Screen:
    """Return what a move leads to, with the button that seals it, or that answers late."""
    words, before = puzzle.words, puzzle.view()
    after = puzzle.view_after(option)
    lines = [f"**{LETTERS[option]}** {puzzle.moves()[option]}"]
    if after is None:
        lines.append(words.say("The board looks as it did before."))
    day, numbers = id_of(puzzle.day), range(len(puzzle.posed.puzzle.options))
    if is_late:
        mine = words.say("My answer: {letter}", letter=LETTERS[option])
        last = Button(mine, plain_id("puzzle-late", day, option, ANSWERED), Style.BLUE)
        back = Button(words.say("Back"), plain_id("puzzle-late", day))
    else:
        lines.append(words.say("Nothing is sealed yet."))
        seal = words.say("Seal {letter}", letter=LETTERS[option])
        last = Button(seal, plain_id("puzzle-seal", day, option), Style.GREEN)
        back = Button(words.say("Back"), plain_id("puzzle", day))
    looks = (_look(puzzle, n, Style.GREY, is_shown=n == option, is_late=is_late) for n in numbers)
    return Screen(
        (
            Text(f"### {_title(puzzle, words)}"),
            *puzzle.pictures(before if after is None else after),
            Text("\n".join(lines)),
            Row((last, back)),
            Row(tuple(looks)),
        ),
        accent(before),
    )


def sealed(
    puzzle: ShownPuzzle,
    answer: PuzzleAnswer,
    *,
    has_yesterday: bool,
    can_tell: bool = False,
    also: str = "",
) -> Screen:
    """Return what a person has chosen; they read tomorrow whether it is right.

    `can_tell`: there is a channel that may hear that they sealed.
    """
    words, view = puzzle.words, puzzle.view()
    lines = [f"**{LETTERS[n]}** {each}" for n, each in enumerate(puzzle.moves())]
    lines[answer.option] += f" · {words.say('your choice')}"
    told = words.say(
        "**Sealed: {letter}.** The solution comes {t}.",
        letter=LETTERS[answer.option],
        t=_tomorrow(puzzle.day),
    )
    tell = Button(
        words.say("Tell the channel I sealed"),
        plain_id("puzzle-tell", id_of(puzzle.day)),
        Style.BLUE,
    )
    return Screen(
        (
            Text(f"### {_title(puzzle, words)}\n{told}"),
            *puzzle.pictures(view),
            Text("\n".join(lines)),
            *([Row((tell,))] if can_tell else []),
            Row(_others(puzzle, has_yesterday=has_yesterday)),
            *([Text(also)] if also else []),
        ),
        accent(view),
    )


def told_sealed(puzzle: ShownPuzzle, who: str) -> Post:
    """Return the message that tells a channel that somebody sealed, but not what."""
    words = puzzle.words
    said = words.say(
        "**{who}** has sealed an answer: {title}", who=who, title=_title(puzzle, words)
    )
    own = Button(words.say("Today's puzzle"), plain_id("puzzle"), Style.BLUE)
    return Post(said, rows=(Row((own,)),))


def archive(words: Words, days: Mapping[date, str], answered: Collection[date]) -> Screen:
    """Return the puzzles of the last days, the newest first; `days` has the name of each title."""
    lines = [f"### {words.say('The puzzles of the last seven days')}"]
    if not days:
        lines.append(words.say("There is none yet."))
    else:
        lines.append(words.say("Solve one late: it doesn't count for your streak."))
    buttons = []
    for day, title in sorted(days.items(), reverse=True):
        verb = "solution" if day in answered else "puzzle-late"
        label = f"{date_said(day, words)} · {title}"
        if day in answered:
            label = words.say("{day}: solution", day=label)
        style = Style.GREY if day in answered else Style.BLUE
        buttons.append(Row((Button(label, plain_id(verb, id_of(day)), style),)))
    today = Button(words.say("Today's puzzle"), plain_id("puzzle"), Style.BLUE)
    return Screen((Text("\n".join(lines)), *buttons, Row((today,))), AMBER)


def text(puzzle: ShownPuzzle, key: str, *, is_over: bool) -> Screen:
    """Return a page of the position in words, with the moves."""
    words, view = puzzle.words, puzzle.view()
    pages = puzzle.panel.text(view)
    shown = next((each for each in pages if each.key == key), pages[0])
    day = id_of(puzzle.day)
    buttons = [Button(each.title, plain_id("puzzle-text", day, each.key)) for each in pages]
    back = plain_id("solution", day) if is_over else plain_id("puzzle", day)
    buttons.append(Button(words.say("Back"), back))
    return Screen((Text(shown.text), *keypad(tuple(buttons))), AMBER)


@dataclass(frozen=True, slots=True)
class Found:
    """Who answered a puzzle in a server, what this person answered, and their streak.

    `here` is None outside of servers, and when it is not known any more. `solved` says for each day
    with a puzzle whether they found it, the newest first; `late` is what they answered just now,
    after its day.
    """

    here: Sequence[PuzzleAnswer] | None
    own: PuzzleAnswer | None
    streak: Streak
    solved: Sequence[bool] = ()
    late: int | None = None


def solution(puzzle: ShownPuzzle, found: Found, *, is_before: bool, also: str = "") -> Screen:
    """Return the best move and what it leads to, or the position before it."""
    words, view, right = puzzle.words, puzzle.view(), puzzle.posed.puzzle.answer
    after = puzzle.view_after(right)
    day = id_of(puzzle.day)
    note = puzzle.measure.of_worlds(puzzle.posed.puzzle.worlds)
    lines = _judged(puzzle, found.own)
    if found.here is not None:
        lines.append(found_here(found.here, words))
    lines.append(f"-# {note}")
    buttons = [Button(words.say("Board as text"), plain_id("puzzle-text", day, ""))]
    if after is not None:
        other = Button(words.say("Before the move"), plain_id("solution", day, "before"))
        if is_before:
            other = Button(words.say("After the best move"), plain_id("solution", day))
        buttons.insert(0, other)
    if found.here is not None:
        buttons.append(Button(words.say("Show to everyone"), plain_id("puzzle-show", day)))
    buttons.append(_archive(words))
    buttons.append(Button(words.say("Today's puzzle"), plain_id("puzzle"), Style.BLUE))
    head = f"### {_solution_title(puzzle, words)}\n{_own(puzzle, found)}\n{_best(puzzle, view)}"
    best = puzzle.posed.puzzle.options[right]
    if isinstance(puzzle.panel, GivesReasons) and (why := puzzle.panel.why(view, (best,))):
        head = f"{head}\n-# {why}"
    last: tuple[Block, ...] = (Text(also),) if also else ()
    return Screen(
        (
            Text(head),
            *puzzle.pictures(view if after is None or is_before else after),
            Text("\n".join(lines)),
            *keypad(tuple(buttons)),
            *last,
        ),
        accent(view),
    )


def squares(solved: Sequence[bool]) -> str:
    """Return a square for each of the last days, the newest last."""
    return "".join(SQUARES[each] for each in reversed(solved[:MOST_SQUARES]))


def shown(
    puzzle: ShownPuzzle,
    who: str,
    here: Sequence[PuzzleAnswer] | None,
    solved: Sequence[bool] = (),
) -> Post:
    """Return the message that shows a solution to everybody, with the squares of who shows it."""
    words, view = puzzle.words, puzzle.view()
    after = puzzle.view_after(puzzle.posed.puzzle.answer)
    said = words.say("**{who}** shows: {title}", who=who, title=_solution_title(puzzle, words))
    image = puzzle.pictures(view if after is None else after)[0]
    lines = [said, *([squares(solved)] if any(solved) else [])]
    lines += [_best(puzzle, view), *_judged(puzzle, None)]
    if here is not None:
        lines.append(found_here(here, words))
    own = Button(words.say("Today's puzzle"), plain_id("puzzle"), Style.BLUE)
    return Post("\n".join(lines), image, (Row((own,)),))


def none_yet(words: Words, day: date, *, will_be: bool, has_yesterday: bool) -> Screen:
    """Say that there is no puzzle today, or not yet."""
    told = words.say("**There's no puzzle today.** The next one comes {t}.", t=_tomorrow(day))
    buttons = []
    if will_be:
        told = words.say(
            "**Today's puzzle is still being made.** That takes a few minutes; please ask again."
        )
        buttons.append(Button(words.say("Try again"), plain_id("puzzle"), Style.BLUE))
    if has_yesterday:
        buttons.append(_yesterday(day, words))
    return Screen((Text(told), *keypad(tuple(buttons))), AMBER)


def unreadable(words: Words, day: date) -> Screen:
    """Say that what is stored of a puzzle can't be read."""
    told = words.say(
        "**The puzzle of {date} can't be read anymore.** The bot's operator can find the reason in"
        " my log; the other days' puzzles are fine.",
        date=date_said(day, words),
    )
    return Screen((Text(told),), GREY)


def found_here(here: Sequence[PuzzleAnswer], words: Words) -> str:
    """Return who of a server found it: "Found by 2 of 5 here: Ann and Bob."."""
    if not here:
        return words.say("No one in this server answered.")
    names = [f"**{escaped_name(each.name)}**" for each in here if each.is_right]
    if not names:
        return words.count(
            "{n} person in this server answered, and no one found it.",
            "{n} people in this server answered, and no one found it.",
            len(here),
        )
    fitting = list[str]()
    for each in names[:MOST_NAMED]:
        if sum(map(len, fitting)) + len(each) <= ROOM:
            fitting.append(each)
    if more := len(names) - len(fitting):
        fitting.append(words.count("{n} more", "{n} more", more))
    return words.say(
        "Found by {n} of {all} in this server: {names}.",
        n=len(names),
        all=len(here),
        names=and_list(words, fitting),
    )


def _solution_title(puzzle: ShownPuzzle, words: Words) -> str:
    return words.say(
        "Solution of {date} · {game}",
        date=date_said(puzzle.day, words),
        game=puzzle.panel.title(words),
    )


def _best(puzzle: ShownPuzzle, view: AnyView) -> str:
    """Return the best move of the seat that was to move."""
    words, right = puzzle.words, puzzle.posed.puzzle.answer
    return words.say(
        "Best for {who} {shape} was **{letter}**: {move}.",
        who=name(view, puzzle.seat),
        shape=SHAPES[puzzle.seat],
        letter=LETTERS[right],
        move=puzzle.moves()[right],
    )


def _judged(puzzle: ShownPuzzle, own: PuzzleAnswer | None) -> list[str]:
    """Return the moves, the best first, and how much worse the others are."""
    words, values = puzzle.words, puzzle.posed.puzzle.values
    best, moves, lines = puzzle.posed.puzzle.answer, puzzle.moves(), list[str]()
    for n in sorted(range(len(values)), key=lambda n: (n != best, -values[n])):
        judged = words.say("best") if n == best else puzzle.measure.behind(values[best] - values[n])
        yours = f" · {words.say('your choice')}" if own is not None and own.option == n else ""
        lines.append(f"**{LETTERS[n]}** {moves[n]} · **{judged}**{yours}")
    return lines


def _own(puzzle: ShownPuzzle, found: Found) -> str:
    """Return whether this person found it, and their streak."""
    words = puzzle.words
    told = words.say("You didn't answer.")
    if found.own is not None:
        told = words.say("**You found it.**") if found.own.is_right else words.say("Not this time.")
    elif found.late is not None:
        is_right = found.late == puzzle.posed.puzzle.answer
        told = words.say("**You found it.**") if is_right else words.say("Not this time.")
        late = words.say("That day is over, so this doesn't count for your streak.")
        told = f"{told} {late}"
    run = found.streak
    if run.longest:
        told += " " + words.count(
            "Streak: {n} day · best: {longest}",
            "Streak: {n} days · best: {longest}",
            run.now,
            longest=run.longest,
        )
        told += f"\n{squares(found.solved)}"
    return told


def _look(
    puzzle: ShownPuzzle, option: int, style: Style, *, is_shown: bool = False, is_late: bool = False
) -> Button:
    verb = "puzzle-late" if is_late else "puzzle-look"
    look_id = plain_id(verb, id_of(puzzle.day), option)
    return Button(LETTERS[option], look_id, style, disabled=is_shown)


def _others(puzzle: ShownPuzzle, *, has_yesterday: bool) -> tuple[Button, ...]:
    words, day = puzzle.words, id_of(puzzle.day)
    buttons = [
        Button(words.say("Board as text"), plain_id("puzzle-text", day, "")),
        Button(words.say("Rules"), plain_id("rules", puzzle.panel.key, 0)),
    ]
    if has_yesterday:
        buttons += [_yesterday(puzzle.day, words), _archive(words)]
    return tuple(buttons)


def _archive(words: Words) -> Button:
    return Button(words.say("Last seven days"), plain_id("puzzle-archive"))


def _yesterday(day: date, words: Words) -> Button:
    before = id_of(day - timedelta(days=1))
    return Button(words.say("Yesterday's solution"), plain_id("solution", before))
