"""The phase "mark": which spaces are to score. The draft lives in the ids.

m influence space …        the Score markers, from a menu
i score influence n space  where the Influence marker n goes, from a menu
M score influence          seal the marks

Spaces are letters by their place on the board, "-" an Influence marker that is not placed.
"""

from collections.abc import Sequence

from bot.games.aftershock.desk import (
    LETTERS,
    NONE,
    NOT_NOW,
    Sealed,
    digit,
    place,
    private_screen,
    sealing,
)
from bot.games.aftershock.pictures import captions, marks_alt
from bot.games.aftershock.view import Answer, View
from bot.games.aftershock.words import counted_spaces, own_seat, space_name, space_names, tallied
from bot.games.custom_ids import draft_id
from bot.games.panel import Submit
from bot.games.screen import Button, Image, Row, Screen, Select, SelectOption, Style, Text
from bot.games.speech import and_list, capitalised
from engine.errors import IllegalAction
from engine.games.aftershock.actions import Influence, Mark
from engine.games.aftershock.preview import shares
from render.games.aftershock import RENDERER


class Marking(Sealed):
    """All Score markers go on different spaces; an Influence marker goes anywhere."""

    verbs = "miM"
    seals = "M"

    def wanted(self, view: View, who: str) -> str:
        return view.words.count(
            "{who}, **mark what should score.**",
            "{who}, **mark what should score.**",
            len(self.addressed(view)),
            who=who,
        )

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        match verb, args:
            case "m", (influence, *spaces):
                return self.question(view, "".join(spaces), influence)
            case "i", (score, influence, number, space):
                at = digit(number, _influence_markers(view))
                before = _fitting(view, influence)
                return self.question(view, score, f"{before[:at]}{space}{before[at + 1 :]}")
            case "M", (score, influence):
                score, influence = _once(score), _fitting(view, influence)
                missing = _score_markers(view) - len(score)
                if left := missing or influence.count(NONE):
                    raise IllegalAction("aftershock-markers-left", left=left)
                marks = [Mark(space) for space in spaces_of(view, score)]
                extra = [Influence(space) for space in spaces_of(view, "".join(sorted(influence)))]
                return Submit(*sealing(view, *marks, *extra))
            case _:
                raise IllegalAction(NOT_NOW)

    def reopened(self, view: View, choice: Sequence[str], first: str = "") -> Screen:
        return self.question(view, *drafted(view, choice), first=first)

    def choice_in_words(self, view: View, choice: Sequence[str]) -> str:
        return marks_in_words(view, *drafted(view, choice))

    def choice_picture(self, view: View, choice: Sequence[str]) -> Image:
        return picture(view, *drafted(view, choice))

    def question(self, view: View, score: str = "", influence: str = "", first: str = "") -> Screen:
        """Ask for all Score markers at once, and for each Influence marker."""
        words, observation = view.words, view.observation
        score, influence = _once(score), _fitting(view, influence)
        count = _score_markers(view)
        text = words.count(
            "Choose exactly {n} space for your Score marker.",
            "Choose exactly {n} spaces for your Score markers.",
            count,
        )
        spaces = observation.board.spaces
        alone = [each.key for each in spaces if each.markers_needed == 1]
        if alone:
            needed = words.say(
                "At least two markers make a space score; one is enough for {spaces}.",
                spaces=and_list(words, space_names(view, alone)),
            )
        else:
            needed = words.say("At least two markers make a space score.")
        label = words.count("{n} Score marker", "{n} Score markers", count)
        draft = draft_id(view, "m", influence or NONE)
        menus = [Select(draft, label, _options(view, score), least=count, most=count)]
        for at, chosen in enumerate(influence):
            label = words.say("Influence marker {n}", n=at + 1)
            draft = draft_id(view, "i", score or NONE, influence, at)
            menus.append(Select(draft, label, _options(view, chosen)))
        told = (
            marks_in_words(view, score, influence) if score else words.say("You mark nothing yet.")
        )
        seal = Button(
            words.count("Seal: this one", "Seal: these {n}", count + len(influence)),
            draft_id(view, "M", score or NONE, influence or NONE),
            Style.GREEN,
            disabled=len(score) != count or NONE in influence,
        )
        drawn = picture(view, score, influence)
        last = (Text(told), Row((seal,)))
        return private_screen(view, f"{text} {needed}", *menus, drawn, *last, first=first)


def _options(view: View, chosen: str) -> tuple[SelectOption, ...]:
    """Return every space, with what everybody would score there now.

    At a table without aids it is only what stands there.
    """
    words, observation, options = view.words, view.observation, list[SelectOption]()
    for letter, space in zip(LETTERS, observation.board.spaces, strict=False):
        worth = [0] * observation.seats
        for share in shares(observation, space.key):
            worth[share.seat] = share.points if view.match.has_aids else share.count
        told = tallied(view, worth)
        if not told:
            told = words.say("nobody is there")
        elif view.match.has_aids:
            told = words.say("points: {scores}", scores=told)
        else:
            told = words.say("meeples {counts}", counts=told)
        name = capitalised(space_name(view, space.key))
        options.append(SelectOption(name, letter, told, chosen=letter in chosen))
    return tuple(options)


def _score_markers(view: View) -> int:
    observation = view.observation
    return observation.board.seatings[observation.seats].score_markers


def _influence_markers(view: View) -> int:
    return view.observation.items[own_seat(view)].influence


def _once(score: str) -> str:
    """Return Score markers of a draft, each space once, in board order; rules refuse too many."""
    return "".join(sorted(set(score.replace(NONE, ""))))


def _fitting(view: View, influence: str) -> str:
    """Return as many letters as there are Influence markers."""
    count = _influence_markers(view)
    return influence.ljust(count, NONE)[:count]


def spaces_of(view: View, letters: str) -> tuple[str, ...]:
    """Return the spaces of a draft, those not placed left out."""
    spaces = view.observation.board.spaces
    return tuple(spaces[place(each, len(spaces))].key for each in letters if each != NONE)


def drafted(view: View, spaces: Sequence[str]) -> tuple[str, str]:
    """Return the draft of marks that were sealed: Score markers, Influence markers."""
    index, count = view.observation.board.index, _score_markers(view)
    letters = "".join(LETTERS[index[space]] for space in spaces)
    return letters[:count], letters[count:]


def marks_in_words(view: View, score: str, influence: str) -> str:
    """Return what a draft marks."""
    words = view.words
    spaces = and_list(words, space_names(view, spaces_of(view, score)))
    extra = counted_spaces(view, spaces_of(view, influence))
    if not extra:
        return words.say("You mark {spaces}.", spaces=spaces)
    return words.say("You mark {spaces}; Influence: {influence}.", spaces=spaces, influence=extra)


def picture(view: View, score: str, influence: str) -> Image:
    """Return the map with the own marks."""
    spaces, extra = spaces_of(view, score), spaces_of(view, influence)
    drawn = captions(view, view.words.say("Mark"))
    image = RENDERER.marks(view.observation, drawn, spaces, extra)
    return Image(image, marks_alt(view, spaces, extra))
