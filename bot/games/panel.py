"""The face of a game in Discord: what a title adds to the shared shell.

Panels are synchronous and pure but for drawing; the shell calls them in a render thread. They get
a `View` (an observation, never a state) and return `Post`s and `Screen`s.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from bot.games.screen import Image, Post, Screen, Suggestion
from bot.locale.localisation import Words
from bot.table.match.absence import AbsentMove
from bot.table.match.match import Match
from bot.table.preferences import Preferences
from engine.errors import EngineError
from engine.game import Event, OptionValue, Setup, Viewer

O = TypeVar("O")  # noqa: E741
"""What a title's viewers may know: its observation."""
A = TypeVar("A")
"""What its seats may do: its action."""
A_co = TypeVar("A_co", covariant=True)


@dataclass(frozen=True, slots=True)
class View(Generic[O, A]):
    """The table as one viewer may know it.

    `legal` are the viewer's legal actions, empty if there is nothing to decide. `line` is the
    number of lines played so far. `absent` is what of the news was done for players who weren't
    there. `known` is what chance brings next, in its order, if the same may come then: everybody
    knows it from moves that were taken back.
    """

    match: Match
    viewer: Viewer
    observation: O
    legal: tuple[A, ...]
    line: int
    words: Words
    preferences: Preferences = field(default_factory=Preferences)
    absent: tuple[AbsentMove, ...] = ()
    known: tuple[Any, ...] = ()

    @property
    def seen(self) -> int:
        """How many things the viewer has seen happen by now; ids of buttons contain it."""
        return self.match.seen_by(self.viewer)


@dataclass(frozen=True, slots=True)
class Moment(Generic[O, A]):
    """One step of the past, as the viewer may know it: the table after a line and its events."""

    view: View[O, A]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, init=False)
class Submit(Generic[A_co]):
    """All questions are answered: play these actions in a row, all or none."""

    actions: tuple[A_co, ...]

    def __init__(self, *actions: A_co) -> None:
        object.__setattr__(self, "actions", actions)


@dataclass(frozen=True, slots=True)
class ListPreference:
    """A screen that a person asked to see as a list, or as buttons: their preference is stored."""

    screen: Screen
    lists: bool


Answer: TypeAlias = Screen | Submit[A] | ListPreference


@dataclass(frozen=True, slots=True)
class Page:
    """A part of the text board: key, title and markdown below 3,900 characters."""

    key: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class OptionWord:
    """One of the few words that an option takes."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class CommandOption:
    """A field of a typed move: its name, its description, and what would fit now.

    `suggest` gets the view, what is typed in the options before, and this one, half typed.
    """

    name: str
    description: str
    suggest: Callable[..., list[Suggestion]] | None = None
    choices: tuple[OptionWord, ...] = ()
    is_needed: bool = True


@dataclass(frozen=True, slots=True)
class Command(Generic[A]):
    """A move that can be typed: `answer` gets the view and what is typed, option by option.

    `elsewhere` is why it is refused in other phases; without it, what is due is asked instead.
    """

    name: str
    description: str
    answer: Callable[..., Answer[A]]
    options: tuple[CommandOption, ...] = ()
    elsewhere: str = ""


@dataclass(frozen=True, slots=True)
class Commands(Generic[A]):
    """A title's slash commands, `/name …`: its moves; the shell adds what all titles have.

    In a title that has a desk or makes deals, for the shell's `desk` and `propose`: what the desk
    is for, and hints for what one promises and for what one asks.
    """

    name: str
    description: str
    moves: tuple[Command[A], ...]
    desk: str = ""
    mine: str = ""
    yours: str = ""


class Panel(Protocol[O, A]):
    """What a title adds to the shell."""

    key: str
    verbs: frozenset[str]
    """The first parts of custom ids that `press` answers: one letter each."""

    def commands(self) -> Commands[A]:
        """Return what of this title can be typed."""

    def title(self, words: Words) -> str:
        """Return the name of the game."""

    def invitation(self, words: Words, host: str, setup: Setup) -> str:
        """Return a sentence or two for the lobby: what the host is about to play, how long."""

    def banner(self, words: Words) -> Image:
        """Return what stands at the head of an open table: the name of the game, drawn."""

    def tagline(self, words: Words) -> str:
        """Return one line for the welcome and help: players and idea."""

    def option(self, words: Words, name: str) -> str:
        """Return what a setting of `Meta.options` is called."""

    def value(self, words: Words, name: str, value: OptionValue) -> str:
        """Return what a value of a setting is called."""

    def reason(self, words: Words, error: EngineError) -> str:
        """Return why a setup was refused (`BadSetup`), as markdown."""

    def post(self, view: View[O, A], news: Sequence[Event]) -> Post:
        """Return the public table message after `news`: first line, picture, controls, pings.

        At most 1,500 characters: the shell may add a line, as to the result.
        While several seats choose at the same time the message is edited, without a ping, with
        the same news and the seats that are still waited for.
        """

    def briefly(self, view: View[O, A], news: Sequence[Event]) -> Sequence[str]:
        """Return the few sentences in which the public table message says what happened."""

    def cover(self, view: View[O, A]) -> str:
        """Return one line for the cover: turn, who is to move, standings."""

    def headline(self, view: View[O, A]) -> str:
        """Return one short line for lists of tables: whose move, how far."""

    def press(self, view: View[O, A], verb: str, args: tuple[str, ...]) -> Answer[A]:
        """Answer a button or menu of the wizard. Raises `IllegalAction` for a draft gone wrong."""

    def refreshed(self, view: View[O, A], verb: str, args: tuple[str, ...]) -> Screen | None:
        """Return the question for the table as it is now, after a button of an outdated one.

        Keeps what of the draft still fits. None: `verb` asks nothing, or nothing is to decide.
        """

    def receipt(self, view: View[O, A], action: A, news: Sequence[Event]) -> Screen:
        """Return what the wizard becomes after `action` was stored; `view` is the table now.

        Of several actions it is the last one.
        """

    def refusal(self, view: View[O, A], error: EngineError) -> str:
        """Return why an action was refused and what to do, as markdown."""

    def board(self, view: View[O, A]) -> Image:
        """Return the picture of the table with its alt text."""

    def text(self, view: View[O, A]) -> tuple[Page, ...]:
        """Return the whole table in words."""

    def since(self, view: View[O, A], moments: Sequence[Moment[O, A]]) -> Screen:
        """Return what happened in `moments`, the steps since the viewer last acted.

        The first of them is the table as it was before, without events.
        """

    def history(self, moments: Sequence[Moment[O, A]]) -> tuple[tuple[int, str], ...]:
        """Return (line, sentence) for each thing that happened.

        What is said of a moment depends on it and the one before alone.
        """

    def unseen_name(self, words: Words) -> str:
        """Return what the button to `unseen` is called: what these pieces are in this title."""

    def unseen(self, view: View[O, A]) -> Screen:
        """Return the pieces that nobody has seen yet."""

    def score(self, view: View[O, A]) -> Screen:
        """Return who scores what, and why."""

    def result(self, view: View[O, A], news: Sequence[Event]) -> Post:
        """Return the final message: who won, the scored board, the table of scores."""

    def animation(self, moments: Sequence[Moment[O, A]], start: int = 0) -> Image:
        """Return the match as an animated picture, from this moment on."""

    def rules(self, words: Words, page: int) -> Screen:
        """Return a page of the guide, with buttons `rules.<game>.<page>` to the others."""


AnyView: TypeAlias = View[Any, Any]
AnyMoment: TypeAlias = Moment[Any, Any]
AnyPanel: TypeAlias = Panel[Any, Any]
"""Of a title that the shell does not know."""

Panels: TypeAlias = Mapping[str, AnyPanel]
"""The panels by the keys of their games."""
