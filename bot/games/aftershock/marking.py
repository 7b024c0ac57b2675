"""The phase "mark": which spaces are to score. The draft lives in the ids.

m influence space …          the Score markers; a menu appends them one by one
i score influence n [space]  the Influence marker n, and where it goes
M score influence            seal the marks

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
    relisting,
    sealing,
    toggle,
)
from bot.games.aftershock.pictures import captions, marks_alt
from bot.games.aftershock.planning import next_open
from bot.games.aftershock.view import Answer, View
from bot.games.aftershock.words import counted_spaces, own_seat, space_name, space_names, tallied
from bot.games.custom_ids import draft_id
from bot.games.panel import Submit
from bot.games.screen import (
    Block,
    Button,
    Image,
    Row,
    Screen,
    Select,
    SelectOption,
    Style,
    Text,
    keypad,
)
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
            case "i", (score, influence, number, *space):
                at, before = digit(number, _influence_markers(view)), _fitting(view, influence)
                if not space:
                    return self.question(view, score, before, at)
                after = f"{before[:at]}{space[0]}{before[at + 1 :]}"
                is_left = NONE not in after and len(_once(score)) < _score_markers(view)
                # Score markers that are left come next, once all Influence markers are placed.
                following = None if is_left else next_open(after, at)
                return self.question(view, score, after, following)
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

    def relisted(self, view: View, args: tuple[str, ...]) -> Screen:
        score, influence, *_ = (*args, "", "")
        return self.question(view, score, influence)

    def question(
        self,
        view: View,
        score: str = "",
        influence: str = "",
        at: int | None = None,
        first: str = "",
    ) -> Screen:
        """Ask for the Score markers, or for the Influence marker `at`."""
        words, observation = view.words, view.observation
        score, influence = _once(score), _fitting(view, influence)
        count = _score_markers(view)
        text = words.count(
            "Choose exactly {n} space for your Score marker.",
            "Choose exactly {n} spaces for your Score markers.",
            count,
        )
        if at is not None:
            text = words.say(
                "Choose a space for **Influence marker {n}**, even one with your Score marker.",
                n=at + 1,
            )
        spaces = observation.board.spaces
        alone = [each.key for each in spaces if each.markers_needed == 1]
        if alone:
            needed = words.say(
                "A space scores if it has at least two markers; {spaces} needs only one.",
                spaces=and_list(words, space_names(view, alone)),
            )
        else:
            needed = words.say("A space scores if it has at least two markers.")
        told = (
            marks_in_words(view, score, influence) if score else words.say("You mark nothing yet.")
        )
        if view.preferences.lists:
            keys: tuple[Block, ...] = menus(view, score, influence)
        else:
            keys = (*toggles(view, score, influence, at), *tabs(view, score, influence, at))
        seal = Button(
            words.count("Seal {n} mark", "Seal {n} marks", count + len(influence)),
            draft_id(view, "M", score or NONE, influence or NONE),
            Style.GREEN,
            disabled=len(score) != count or NONE in influence,
        )
        return private_screen(
            view,
            f"{text} {needed}",
            picture(view, score, influence),
            *keys,
            Text(told),
            Row((seal,)),
            first=first,
            other_form=relisting(view, score or NONE, influence or NONE),
        )


def toggles(view: View, score: str, influence: str, at: int | None) -> tuple[Row, ...]:
    """Return the spaces as buttons: for the Score markers, or for the Influence marker `at`.

    Once all Score markers are placed, one has to be taken away before another space is chosen.
    """
    spaces, is_full = view.observation.board.spaces, len(score) >= _score_markers(view)
    keys = []
    for letter, space in zip(LETTERS, spaces, strict=False):
        name = capitalised(space_name(view, space.key))
        if at is None:
            draft, is_chosen = "".join(sorted({*score} ^ {letter})), letter in score
            key = draft_id(view, "m", influence or NONE, draft or NONE)
            if len(draft) == _score_markers(view) and NONE in influence:
                # The last one goes on to the Influence markers.
                key = draft_id(view, "i", draft, influence, next_open(influence))
            keys.append(toggle(name, key, is_chosen=is_chosen, disabled=is_full and not is_chosen))
        else:
            key = draft_id(view, "i", score or NONE, influence, at, letter)
            keys.append(toggle(name, key, is_chosen=influence[at] == letter))
    return keypad(tuple(keys), 4)


def tabs(view: View, score: str, influence: str, at: int | None) -> tuple[Row, ...]:
    """Return the buttons that choose which markers are placed; none without Influence markers."""
    words = view.words
    if not influence:
        return ()
    label = words.count("{n} Score marker", "{n} Score markers", _score_markers(view))
    marks = Button(label, draft_id(view, "m", influence, score or NONE), disabled=at is None)
    named = (
        Button(
            words.say("Influence marker {n}", n=n + 1),
            draft_id(view, "i", score or NONE, influence, n),
            disabled=at == n,
        )
        for n in range(len(influence))
    )
    return keypad((marks, *named))


def menus(view: View, score: str, influence: str) -> tuple[Select, ...]:
    """Return a menu for the Score markers, and one for each Influence marker."""
    words, count = view.words, _score_markers(view)
    label = words.count("{n} Score marker", "{n} Score markers", count)
    draft = draft_id(view, "m", influence or NONE)
    found = [Select(draft, label, _options(view, score), least=count, most=count)]
    for at, chosen in enumerate(influence):
        label = words.say("Influence marker {n}", n=at + 1)
        draft = draft_id(view, "i", score or NONE, influence, at)
        found.append(Select(draft, label, _options(view, chosen)))
    return tuple(found)


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
            told = words.say("no one is there")
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
