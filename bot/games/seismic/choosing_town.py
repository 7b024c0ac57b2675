"""The phase "choosing_town": a quake strikes both towns, the player chooses which first.

t town                    what if this town is struck first? (Twin Cities)
h town                    strike it first
"""

from dataclasses import replace
from typing import Final

from bot.games.custom_ids import draft_id
from bot.games.panel import Command, Submit
from bot.games.people import accent
from bot.games.phase import Phase
from bot.games.screen import Button, Image, Row, Screen, Style, Suggestion, Text, text_block
from bot.games.seismic.captions import captions
from bot.games.seismic.news import crews_home, quake_event, sentence
from bot.games.seismic.offers import LETTERS
from bot.games.seismic.refusals import no_such_choice
from bot.games.seismic.striking import lines_called, quake_command
from bot.games.seismic.view import Answer, View
from bot.games.seismic.words import (
    cell_names,
    digit,
    direction,
    line_from,
    magnitude,
    tiles,
    town_name,
)
from bot.games.speech import capitalised, clipped, folded, or_list, without_markdown
from bot.locale.localisation import words as words_of
from engine.errors import IllegalAction
from engine.games.seismic.actions import Action, Strike, StrikeFirst
from engine.games.seismic.match import rising
from engine.games.seismic.preview import struck_first
from engine.games.seismic.state import Observation
from render.games.seismic import RENDERER


class ChoosingTown(Phase[Observation, Action]):
    """The choice of the town that is struck first."""

    verbs = "th"

    @property
    def commands(self) -> tuple[Command[Action], ...]:
        return (quake_command(self.typed, self.suggested),)

    def wanted(self, view: View, who: str) -> str:
        return view.words.say(
            "{who}, **a {magnitude} quake!** It strikes both towns: choose which first.",
            who=who,
            magnitude=magnitude(rising(view.observation).tile),
        )

    def rows(self, view: View) -> tuple[Row, ...]:
        words = view.words
        labels = {
            town: words.say(
                "{letter}: {town} first",
                letter=letter,
                town=town_name(words, view.observation, town),
            )
            for town, letter in lettered(view).items()
        }
        return (
            Row(
                tuple(
                    Button(label, draft_id(view, "t", town), Style.BLUE)
                    for town, label in labels.items()
                )
            ),
        )

    def picture(self, view: View) -> Image:
        """Return the table with the towns ringed and lettered, and the longest lines in words."""
        words, observation = view.words, view.observation
        told = [words.say("Quake {magnitude}.", magnitude=magnitude(rising(view.observation).tile))]
        for town, letter in lettered(view).items():
            lines = observation.lines[town]
            longest = [direction(words, n) for n in range(6) if lines[n] == max(lines)]
            told.append(
                words.say(
                    "{letter}, {town}: longest line {lines}, {tiles}.",
                    letter=letter,
                    town=town_name(words, observation, town),
                    lines=or_list(words, longest),
                    tiles=tiles(words, max(lines)),
                )
            )
        letters = {observation.towns[town]: letter for town, letter in lettered(view).items()}
        picture = RENDERER.towns(observation, captions(view, _title(view)), letters)
        return Image(picture, clipped(" ".join(told)))

    def ask(self, view: View, first: str = "") -> Screen:
        asked = view.words.say("It strikes both towns. Which comes first?")
        title = Text(f"### {_title(view)}\n{asked}")
        return Screen(
            (*text_block(first), title, self.picture(view), *self.rows(view)), accent(view)
        )

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        town = digit(args[0] if args else "")
        after = struck_first(view.observation, town)
        return Submit(StrikeFirst(town)) if verb == "h" else what_happens(view, town, after)

    def typed(self, view: View, text: str) -> Answer:
        """Return the choice if the town is clear, otherwise the question."""
        meant = [town for town in rising(view.observation).towns if is_town(view, town, text)]
        if len(meant) == 1:
            return Submit(StrikeFirst(meant[0]))
        return self.ask(view, no_such_choice(view, text))

    def suggested(self, view: View, text: str) -> list[Suggestion]:  # noqa: ARG002 - there are two
        """Offer the towns."""
        towns = rising(view.observation).towns
        names = [town_name(view.words, view.observation, town) for town in towns]
        return [Suggestion(capitalised(name), name) for name in names]


def lettered(view: View) -> dict[int, str]:
    """Return the towns that may come first, with their letters."""
    return dict(zip(rising(view.observation).towns, LETTERS, strict=False))


def is_town(view: View, town: int, text: str) -> bool:
    """Say whether a town is called like this; English is understood as well."""
    names = (town_name(words, view.observation, town) for words in (view.words, words_of("en")))
    return bool(text.strip()) and any(folded(text) in folded(name) for name in names)


def what_happens(view: View, town: int, after: Observation) -> Screen:
    """Show what happens at a town that comes first, and let it, or look at the other."""
    words, then, quake = view.words, replace(view, observation=after), after.quakes[-1]
    name = town_name(words, after, town)
    title = words.say("Quake {magnitude}, {town} first", magnitude=magnitude(quake.tile), town=name)
    told = sentence(then, quake_event(quake))
    if quake.fallen and quake.line is not None:
        would = words.say(
            "The **{magnitude} quake** would take the {line}: {cells}.",
            magnitude=magnitude(quake.tile),
            line=line_from(then, quake.line, quake.town),
            cells=cell_names(after, (laid.cell for laid in quake.fallen)),
        )
        told = f"{would} {crews_home(then, quake.fallen)}".rstrip()
    drawn = captions(then, _title(view), capitalised(name))
    if quake.line is not None:
        picture = RENDERER.fall(after, drawn)
    elif quake.tied:
        picture = RENDERER.quake(after, drawn, dict(zip(quake.tied, LETTERS, strict=False)))
    else:
        picture = RENDERER.board(after, drawn)
    strike = words.say("Strike the {town} first", town=name)
    go = Button(strike, draft_id(view, "h", town), Style.RED)
    others = tuple(
        Button(
            words.say("Look at the {town}", town=town_name(words, after, other)),
            draft_id(view, "t", other),
        )
        for other in rising(view.observation).towns
        if other != town
    )
    image = Image(picture, without_markdown(f"{title}. {told}"))
    return Screen((Text(f"### {title}\n{told}"), image, Row((go, *others))), accent(view))


def _title(view: View) -> str:
    return view.words.say("Quake {magnitude}", magnitude=magnitude(rising(view.observation).tile))


def too_late(view: View, text: str) -> Answer:
    """Return a choice that is not due any more: where it is played, it is told what was chosen."""
    towns = range(len(view.observation.towns))
    for town in towns:
        for line in lines_called(view, text, town):
            return Submit(Strike(line))
        if len(towns) > 1 and is_town(view, town, text):
            return Submit(StrikeFirst(town))
    raise IllegalAction("seismic-not-now")


LATE_QUAKE: Final = quake_command(too_late)
"""What the other phases answer."""
