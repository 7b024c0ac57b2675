"""The guide of a title: short pages with drawn examples, and the table that they are drawn from."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TypeVar

from bot.games.custom_ids import plain_id
from bot.games.panel import View
from bot.games.screen import AMBER, Block, Button, Image, Screen, Style, Text, keypad
from bot.games.speech import clipped
from bot.locale.localisation import Words
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Chair, Match, Status, Venue
from engine.game import Setup, Viewer

O = TypeVar("O")  # noqa: E741
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A page: title and text, the picture of an example position, and what that shows.

    `lesson` names small drawings of the title's renderer, `labels` are the lines below them. All
    texts are messages of the catalogs.
    """

    title: str
    text: str
    shows: str = ""
    draw: Callable[[Words], Image] | None = None
    lesson: str = ""
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Guide:
    """The rules of a title, chapter by chapter.

    `values` stand in the texts by their names; `lesson` draws a chapter's small drawings, given
    its title and labels in the reader's language.
    """

    key: str
    name: str
    chapters: tuple[Chapter, ...]
    values: Mapping[str, str] = field(default_factory=dict)
    lesson: Callable[[str, str, tuple[str, ...]], Image] | None = None

    def page(self, words: Words, number: int) -> Screen:
        """Return a page, counted from 0, with buttons to the others."""
        number = min(max(number, 0), len(self.chapters) - 1)
        chapter = self.chapters[number]
        title = words.say(chapter.title)
        text = words.say(chapter.text, **self.values)
        blocks: list[Block] = [Text(f"### {self.name} · {title}\n{text}")]
        last = [f"-# {words.say('Page {k} of {n}', k=number + 1, n=len(self.chapters))}"]
        if chapter.draw is not None:
            shows = words.say(chapter.shows)
            blocks.append(replace(chapter.draw(words), alt=shows.replace("**", "")))
            last.insert(0, shows)
        if chapter.lesson and self.lesson is not None:
            labels = tuple(words.say(each) for each in chapter.labels)
            drawn = replace(
                self.lesson(chapter.lesson, title, labels),
                alt=clipped(f"{title}. {' '.join(labels)}"),
            )
            blocks += [*(Text(each) for each in last[:-1]), drawn]
            last = last[-1:]
        others = tuple(
            Button(
                words.say(each.title),
                plain_id("rules", self.key, at),
                Style.BLUE if at == number else Style.GREY,
                disabled=at == number,
            )
            for at, each in enumerate(self.chapters)
        )
        return Screen((*blocks, Text("\n".join(last)), *keypad(others)), AMBER)


def example_view(
    game: str,
    names: Sequence[str],
    viewer: Viewer,
    observation: O,
    words: Words,
    legal: tuple[A, ...] = (),
) -> View[O, A]:
    """Return what `viewer` knows of an example's table, at which people of these names sit."""
    day = datetime(2026, 1, 1, tzinfo=UTC)
    match = Match(
        id=MatchId(1),
        game=game,
        status=Status.PLAYING,
        host=PlayerId(1),
        venue=Venue(None, 0),
        places=len(names),
        setup=Setup(len(names)),
        commitment="",
        chairs=tuple(
            Chair(name, "", PlayerId(number), letter=name[0])
            for number, name in enumerate(names, 1)
        ),
        opened_at=day,
        changed_at=day,
    )
    return View(match, viewer, observation, legal, 0, words)
