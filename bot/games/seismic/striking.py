"""The phase "striking": a quake finds lines of equal length, and the player chooses which falls.

q line                    what falls with this line?
f line                    let it fall
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.games.custom_ids import draft_id
from bot.games.panel import Command, CommandOption, Submit
from bot.games.people import accent
from bot.games.phase import Phase
from bot.games.screen import Block, Button, Image, Row, Screen, Style, Suggestion, Text, text_block
from bot.games.seismic.captions import captions
from bot.games.seismic.news import crews_home
from bot.games.seismic.offers import LETTERS
from bot.games.seismic.refusals import no_such_choice, refusal
from bot.games.seismic.view import Answer, View
from bot.games.seismic.words import (
    at_town,
    cell_name,
    cell_names,
    digit,
    direction,
    full_name,
    line_from,
    line_name,
    magnitude,
    nothing_falls,
    table_of,
    tiles,
)
from bot.games.speech import capitalised, clipped, folded
from bot.locale.localisation import words as words_of
from engine.boards.hexes import Cell, neighbour
from engine.errors import IllegalAction
from engine.games.seismic.actions import Action, Strike
from engine.games.seismic.pieces import Quake
from engine.games.seismic.preview import struck
from engine.games.seismic.state import Observation
from render.games.seismic import RENDERER


def quake_command(
    answer: Callable[[View, str], Answer],
    suggest: Callable[[View, str], list[Suggestion]] | None = None,
) -> Command[Action]:
    """Return `/seismic quake`, which several phases answer."""
    line = CommandOption(
        "line", "one of the longest lines, or the town to be struck first", suggest
    )
    return Command("quake", "Choose the line that a quake takes.", answer, (line,))


class Striking(Phase[Observation, Action]):
    """The choice among the longest lines of a quake."""

    verbs = "qf"

    @property
    def commands(self) -> tuple[Command[Action], ...]:
        return (quake_command(self.typed, self.suggested),)

    def wanted(self, view: View, who: str) -> str:
        return view.words.say(
            "{who}, **a {magnitude} quake!** {asked}",
            who=who,
            magnitude=magnitude(waiting(view).tile),
            asked=_asked(view),
        )

    def rows(self, view: View) -> tuple[Row, ...]:
        words, quake = view.words, waiting(view)
        letters = lettered(quake)
        # As with crews, the line that serves best comes first, unless the table has no aids.
        lines = list(letters)
        if view.match.has_aids:
            lines.sort(key=lambda line: -lead_after(view, line))
        labels = {
            line: words.say(
                "{letter}: {line} ({tiles})",
                letter=letters[line],
                line=line_name(words, line),
                tiles=tiles(words, quake.lengths[line]),
            )
            for line in lines
        }
        return _in_threes(
            [Button(label, draft_id(view, "q", n), Style.BLUE) for n, label in labels.items()]
        )

    def picture(self, view: View) -> Image:
        """Return the table with the tied lines ringed and lettered."""
        words, observation, quake = view.words, view.observation, waiting(view)
        title, letters = _title(view), lettered(quake)
        lines = [
            words.say(
                "{letter}, {line}: {cells}.",
                letter=letter,
                line=line_from(view, line, quake.town),
                cells=cell_names(observation, tiles_on_line(observation, line, quake.town))
                or words.say("only the other town"),
            )
            for line, letter in letters.items()
        ]
        picture = RENDERER.quake(observation, captions(view, title), letters)
        head = words.say("Quake {magnitude}.", magnitude=magnitude(quake.tile))
        return Image(picture, clipped(" ".join([head, *lines])))

    def ask(self, view: View, first: str = "") -> Screen:
        title = f"### {_title(view)}\n{_asked(view)}"
        blocks = (*text_block(first), Text(title), self.picture(view), *self.rows(view))
        return Screen(blocks, accent(view))

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        line, tied = digit(args[0] if args else ""), waiting(view).tied
        if line not in tied:
            raise IllegalAction("seismic-line-not-tied", line=line, tied=tied)
        return Submit(Strike(line)) if verb == "f" else what_falls(view, line)

    def typed(self, view: View, text: str) -> Answer:
        """Return the strike if the line is clear, otherwise the question."""
        quake = waiting(view)
        letters = {folded(letter): line for line, letter in lettered(quake).items()}
        line = letters.get(folded(text), next(iter(lines_called(view, text, quake.town)), None))
        if line is None:
            return self.ask(view, no_such_choice(view, text))
        if line in quake.tied:
            return Submit(Strike(line))
        untied = IllegalAction("seismic-line-not-tied", line=line, tied=quake.tied)
        return self.ask(view, refusal(view, untied))

    def suggested(self, view: View, text: str) -> list[Suggestion]:
        """Offer the tied lines."""
        words, quake = view.words, waiting(view)
        return [
            Suggestion(
                words.say(
                    "{line}, {tiles}",
                    line=line_from(view, line, quake.town),
                    tiles=tiles(words, quake.lengths[line]),
                ),
                direction(words, line),
            )
            for line in quake.tied
            if folded(direction(words, line)).startswith(folded(text))
        ]


def waiting(view: View) -> Quake:
    """Return the quake that waits for the choice of a line."""
    return view.observation.quakes[-1]


def lead_after(view: View, line: int) -> int:
    """Return by how many points the seat that chooses leads if this line is struck."""
    chooser = view.observation.to_act
    points = struck(view.observation, line).points
    others = [each for seat, each in enumerate(points) if seat != chooser]
    return 0 if chooser is None else points[chooser] - max(others)


def lettered(quake: Quake) -> Mapping[int, str]:
    """Return the tied lines with their letters."""
    return dict(zip(quake.tied, LETTERS, strict=False))


def lines_called(view: View, text: str, town: int) -> list[int]:
    """Return the lines out of a town that are called like this, in English as well."""
    spoken = (view, replace(view, words=words_of("en")))

    def names(line: int) -> list[str]:
        called = [
            (direction(each.words, line), line_name(each.words, line), line_from(each, line, town))
            for each in spoken
        ]
        return [folded(name) for each in called for name in each]

    return [line for line in range(6) if folded(text) in names(line)]


def tiles_on_line(observation: Observation, line: int, town: int) -> list[Cell]:
    """Return the cells with tiles on a line, the nearest to the town first; towns aside."""
    cells, cell = [], neighbour(observation.towns[town], line)
    while cell in table_of(observation).cells:
        if observation.at(cell) and cell not in observation.towns:
            cells.append(cell)
        cell = neighbour(cell, line)
    return cells


def what_falls(view: View, line: int) -> Screen:
    """Show what falls with a line, and let it fall or look at the others."""
    words, before, after = view.words, waiting(view), struck(view.observation, line)
    fallen, name = after.quakes[-1].fallen, line_from(view, line, before.town)
    quake = magnitude(before.tile)
    falls = alt = nothing_falls(view, name)
    if fallen:
        gone = [
            words.say(
                "{cell} ({tile})",
                cell=cell_name(after, laid.cell),
                tile=full_name(words, laid.tile),
            )
            for laid in fallen
        ]
        falls = words.say("Tiles it would take: {tiles}.", tiles=", ".join(gone))
        cells = cell_names(after, (laid.cell for laid in fallen))
        took = words.say(
            "The {magnitude} quake takes the {line}: {cells}.",
            magnitude=quake,
            line=name,
            cells=cells,
        )
        alt = clipped(took)
    title = words.say("Quake {magnitude}, {line}", magnitude=quake, line=name)
    text = "\n".join(filter(None, (f"### {title}", falls, crews_home(view, fallen))))
    drawn = captions(replace(view, observation=after), _title(view), capitalised(name))
    take = words.say("Take the {line}", line=name)
    others = [
        Button(
            capitalised(words.say("Look at the {line}", line=line_name(words, other))),
            draft_id(view, "q", other),
        )
        for other in before.tied
        if other != line
    ]
    blocks: tuple[Block, ...] = (
        Text(text),
        Image(RENDERER.fall(after, drawn), alt),
        Row((Button(take, draft_id(view, "f", line), Style.RED),)),
        *_in_threes(others),
    )
    return Screen(blocks, accent(view))


def _title(view: View) -> str:
    return view.words.say("Quake {magnitude}", magnitude=magnitude(waiting(view).tile))


def _asked(view: View) -> str:
    """Ask which of the tied lines falls; where there are two towns, say out of which."""
    words, quake = view.words, waiting(view)
    if len(view.observation.towns) == 1:
        return words.say("{n} lines are equally long: choose the one it takes.", n=len(quake.tied))
    return words.say(
        "{n} lines out of {town} are equally long: choose the one it takes.",
        n=len(quake.tied),
        town=at_town(words, view.observation, quake.town),
    )


def _in_threes(buttons: list[Button]) -> tuple[Row, ...]:
    starts = range(0, len(buttons), 3)
    return tuple(Row(tuple(buttons[start : start + 3])) for start in starts)
