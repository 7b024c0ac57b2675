"""What only some titles offer: the shell asks a panel with `isinstance`, never for its name."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

from bot.games.custom_ids import about_match
from bot.games.lessons import Lesson, LessonStep
from bot.games.panel import AnyMoment, AnyView, Page
from bot.games.screen import Button, Image, Screen
from bot.locale.localisation import Words
from bot.table.match.match import Match
from engine.game import Seat
from engine.plans import Plan
from render.picture import Picture


@dataclass(frozen=True, slots=True)
class VariantText:
    """A variant: what it is called, and what it changes in at most 100 characters."""

    name: str
    line: str


@runtime_checkable
class NamesVariants(Protocol):
    """A title with `Meta.variants`."""

    def variant(self, words: Words, name: str) -> VariantText:
        """Return what a variant of `Meta.variants` is called and what it does."""


@runtime_checkable
class ShowsDanger(Protocol):
    """A title whose board is under a threat that can be worked out from what is public."""

    def danger(self, view: AnyView) -> Screen:
        """Return what would be struck now, and how likely that is."""


@runtime_checkable
class ShowsPlaces(Protocol):
    """A title with a board that is better seen in parts."""

    def places(self, view: AnyView) -> tuple[str, ...]:
        """Return the names of all places, in reading order, for suggestions."""

    def zoom(self, view: AnyView, place: str) -> Screen:
        """Return the part of the board around `place`; "" is where something happened last.

        Buttons of the verb "zoom" with a place lead to other parts. Raises `IllegalAction`
        for a place that is not there.
        """


@runtime_checkable
class ShowsFits(Protocol):
    """A title in which one can ask what of the unseen would go on a place."""

    def fitting(self, view: AnyView, place: str) -> Screen:
        """Return which unseen pieces would fit on `place`.

        Buttons and menus of the verb "unseen" with a place lead here. Raises
        `IllegalAction` for a place that is not there.
        """


@dataclass(frozen=True, slots=True)
class PromiseText:
    """A promise in words: what it is about, and as proposer and accepting player say it.

    `mine` and `yours` are parts of "… proposes: {mine} if {yours}.", such as "I mark **Oakland**"
    and "you mark **Fremont**"; `name` is a word or two for menus and lists.
    """

    name: str
    mine: str
    yours: str


@dataclass(frozen=True, slots=True)
class PromiseVerdict:
    """Whether a promise was kept; `instead` says in a few words what was done in its place."""

    is_kept: bool
    instead: str = ""


@runtime_checkable
class MakesDeals(Protocol):
    """A title in which players promise one another things that come to light later.

    Views are the public's: what is promised and judged is for everybody to read.
    """

    def chapter(self, view: AnyView) -> str | None:
        """Return the part of the match that promises made now are about; None: there is none."""

    def has_chosen(self, view: AnyView, seat: Seat) -> bool:
        """Say whether `seat` has sealed what promises made now are about."""

    def promises(self, view: AnyView) -> tuple[str, ...]:
        """Return what can be promised now, at most 25 keys of at most 20 characters."""

    def promised(self, words: Words, promise: str) -> PromiseText:
        """Return a promise in words; raise `IllegalAction` for what nobody can promise."""

    def verdict(
        self, view: AnyView, chapter: str, seat: Seat, promise: str
    ) -> PromiseVerdict | None:
        """Return whether `seat` kept its promise; None while that is not known."""


def propose_button(match: Match, words: Words) -> Button:
    """Return the button that opens the form of a proposal."""
    return Button(words.say("Propose a deal"), about_match("deal", match))


@runtime_checkable
class HasDesk(Protocol):
    """A title in which everybody has something private all the time."""

    def desk(self, view: AnyView) -> Screen:
        """Return the private screen of the viewer, a seat: what to do now, or who is waited for.

        A button of the shell's verb "desk" leads here, for every seat and at any time.
        """


@runtime_checkable
class NamesMoves(Protocol):
    """A title in which moves can be planned ahead: it says a move before it is played."""

    unplanned: str
    """The letters of buttons that play what nobody plans, such as a pass."""

    def planned(self, view: AnyView, actions: Sequence[Any]) -> str:
        """Return a whole turn in words, as markdown: "Straight at **F10**, no crew"."""


@runtime_checkable
class Teaches(Protocol):
    """A title that can be learned by playing: it explains what is new at a teaching table."""

    lessons: tuple[Lesson, ...]
    """What is explained, the most urgent first."""

    lesson_start: int
    """Which of the prepared starts shows everything: see `bot.table.match.lobby.lesson_seed`."""

    first_match: str
    """A message that says in half a line what a first match is like, and how long."""

    worked_phases: frozenset[str]
    """The phases in which the learner can be shown a good move."""

    def good_move(self, view: AnyView) -> Any:
        """Return the legal action that is shown to the viewer, a learner, as a good one."""

    def worked(self, view: AnyView, action: Any, public: Words) -> str:
        """Return how the viewer plays this action, as markdown.

        What it is, why it is good, and a numbered line for each button to press. `public` are the
        words of the button under the table's board, which may be in another language.
        """

    def beside(self, view: AnyView, screen: Screen) -> str:
        """Return what is explained privately above the buttons of a screen of the wizard, or "".

        The viewer is the learner.
        """

    def decided(self, steps: Sequence[LessonStep]) -> tuple[str, ...]:
        """Return what decided a match that is over: a sentence or two to the learner.

        Who has won stands in the headline above.
        """


@runtime_checkable
class MarksQuakes(Protocol):
    """A title in which quakes take points from players who had them."""

    def quake(self, events: Sequence[Any]) -> str:
        """Return the magnitude of the quake among these events, such as "5"; "" without one."""


@runtime_checkable
class CountsByRound(Protocol):
    """A title whose points are counted part by part at the end of each round."""

    def counted(self, events: Sequence[Any]) -> Sequence[tuple[int, tuple[int, ...]]]:
        """Return what each part among these events brought each seat, with the round it was in.

        0 stands for what is counted after the last round.
        """


class StepMark(NamedTuple):
    """What makes a step of a match one to look for: a quake, whose `label` is "5.0", or a scoring.

    A quake without a magnitude has the label "!".
    """

    kind: Literal["quake", "scoring"]
    label: str = ""


class Holding(NamedTuple):
    """What a seat has: its points, and in a few words what else it has to play with."""

    points: int
    also: str


@runtime_checkable
class ShowsMaps(Protocol):
    """A title whose match can be looked through on a page: a map after each step, all else text."""

    def window(self, moments: Sequence[AnyMoment]) -> object:
        """Return which part of the table the maps of these moments show."""

    def maps(self, moments: Sequence[AnyMoment], first: int = 0) -> Picture:
        """Return the maps of these moments (`MapFrames`), the same in every language.

        `first`: those from this one on alone, in the window of all.
        """

    def holdings(self, view: AnyView) -> tuple[Holding, ...]:
        """Return what each seat has."""

    def texts(self, views: Sequence[AnyView]) -> Sequence[tuple[Page, ...]]:
        """Return `Panel.text` of each of these moments of a match, of one viewer in one language.

        What stays as it is from one moment to the next needn't be said anew.
        """

    def marking(self, events: Sequence[Any]) -> StepMark | None:
        """Return what marks a step in which this happened, if anything does."""


class MarkedMove(NamedTuple):
    """A move with the sign under which a picture shows it; one that was played has a white ring."""

    sign: str
    actions: Sequence[Any]
    is_played: bool = False


@runtime_checkable
class GivesReasons(Protocol):
    """A title that says why something is worth a look, in its own words: any legal action.

    Or a sealed choice of several actions. What it says is markdown, a few words without a full
    stop, from what the viewer, a seat that is awaited, may know alone.
    """

    def told(self, view: AnyView, actions: Sequence[Any]) -> str:
        """Return what is done: "Straight at **F10**, no crew"."""

    def why(self, view: AnyView, actions: Sequence[Any]) -> str:
        """Return what that does for the viewer: "joins your road at **G5**: **+11**".

        Only what speaks for it; "" if nothing does. Points that may come are as many as usually do.
        """

    def marked(self, view: AnyView, moves: Sequence[MarkedMove]) -> Image:
        """Return the viewer's board with these moves on it, each under its sign.

        What can't be drawn on it, such as a pass, is left out.
        """

    def preview(self, view: AnyView, actions: Sequence[Any]) -> str:
        """Return the id of the button that opens this move, ready to be sent.

        "" if nothing asks for it but the question that is open.
        """


class Orders(NamedTuple):
    """What can be ordered besides the next move: how it stands, and buttons that change it.

    Their ids are of the shell's verb "planned", then "order" and what the title needs.
    """

    lines: tuple[str, ...]
    buttons: tuple[Button, ...]


@runtime_checkable
class GivesOrders(Protocol):
    """A title in which more than the next move can be planned."""

    def orders(self, view: AnyView, plan: Plan[Any] | None) -> Orders:
        """Return the orders of a plan, also of one that isn't there yet."""

    def ordered(
        self, view: AnyView, plan: Plan[Any] | None, args: tuple[str, ...]
    ) -> Plan[Any] | Screen | None:
        """Answer a button of `orders`: the plan as it is now, or what is asked next."""


@runtime_checkable
class ShowsSideView(Protocol):
    """A title whose board has heights, which a view from the side shows."""

    def side_view(self, view: AnyView) -> Screen:
        """Return the board seen from the side."""
