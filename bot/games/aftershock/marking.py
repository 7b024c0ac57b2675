"""Phase 4A at the desk: which spaces are to score. The draft lives in the ids.

m influence space …        the Score markers, from a menu
i score influence n space  where the Influence marker n goes, from a menu
M score influence          seal the marks

Spaces are letters by their place on the board, "-" an Influence marker that is not placed.
"""

from collections.abc import Sequence
from typing import Final

from bot.games.aftershock.alt_texts import marks_alt
from bot.games.aftershock.captions import captions
from bot.games.aftershock.sheet import digit, letter, place, sealing, sheet
from bot.games.aftershock.words import (
    board_of,
    counted_spaces,
    own_seat,
    space_name,
    space_names,
    tallied,
)
from bot.games.controls import draft_id
from bot.games.panel import Answer, Submit, View
from bot.games.screen import Button, Image, Row, Screen, Select, SelectOption, Style, Text
from bot.games.speech import capitalised, listed
from engine.errors import IllegalAction
from engine.games.aftershock.actions import Influence, Mark
from engine.games.aftershock.preview import shares
from render.games.aftershock import RENDERER

OPEN: Final = "-"


def press(view: View, verb: str, args: Sequence[str]) -> Answer:
    """Answer a menu or button of this phase."""
    match verb, args:
        case "m", (influence, *spaces):
            return marks(view, "".join(spaces), influence)
        case "i", (score, influence, number, space):
            at = digit(number, influence_of(view))
            before = _fitting(view, influence)
            return marks(view, score, f"{before[:at]}{space}{before[at + 1 :]}")
        case "M", (score, influence):
            return _sealed(view, _once(score), _fitting(view, influence))
        case _:
            raise IllegalAction("aftershock-not-now")


def _sealed(view: View, score: str, influence: str) -> Submit:
    if missing := score_of(view) - len(score):
        raise IllegalAction("aftershock-markers-left", left=missing)
    if OPEN in influence:
        raise IllegalAction("aftershock-markers-left", left=influence.count(OPEN))
    marks_ = [Mark(space) for space in spaces_of(view, "".join(sorted(score)))]
    extra = [Influence(space) for space in spaces_of(view, "".join(sorted(influence)))]
    return Submit(*sealing(view, *marks_, *extra))


def score_of(view: View) -> int:
    """Return how many Score markers everybody has."""
    return board_of(view.observation).seatings[view.observation.seats].score_markers


def influence_of(view: View) -> int:
    """Return how many Influence markers the viewer has."""
    count: int = view.observation.items[own_seat(view)].influence
    return count


def spaces_of(view: View, letters: str) -> tuple[str, ...]:
    """Return the spaces of a draft, those not placed left out."""
    spaces = board_of(view.observation).spaces
    return tuple(spaces[place(each, len(spaces))].key for each in letters if each and each != OPEN)


def drafted(view: View, spaces: Sequence[str]) -> tuple[str, str]:
    """Return the draft of marks that were sealed, Score markers first."""
    index = board_of(view.observation).index
    letters = "".join(letter(index[space]) for space in spaces)
    return letters[: score_of(view)], letters[score_of(view) :]


def _once(score: str) -> str:
    """Return Score markers of a draft, each space once, in board order; rules refuse too many."""
    return "".join(sorted(set(score.replace(OPEN, ""))))


def _fitting(view: View, influence: str) -> str:
    """Return as many letters as there are Influence markers."""
    return influence.ljust(influence_of(view), OPEN)[: influence_of(view)]


def marks(view: View, score: str = "", influence: str = "", first: str = "") -> Screen:
    """Ask for all Score markers at once, and for each Influence marker."""
    score, influence = _once(score), _fitting(view, influence)
    count, words = score_of(view), view.words
    text = words.count(
        "Choose exactly {n} space for your Score marker.",
        "Choose exactly {n} spaces for your Score markers.",
        count,
    )
    return sheet(
        view,
        f"{text} {needed(view)}",
        _score_menu(view, score, influence),
        *(_influence_menu(view, score, influence, at) for at in range(len(influence))),
        picture(view, score, influence),
        Text(_told(view, score, influence)),
        Row((_seal(view, score, influence),)),
        first=first,
    )


def needed(view: View) -> str:
    """Return how many markers make a space score."""
    words, observation = view.words, view.observation
    few = [each.key for each in board_of(observation).spaces if each.markers_needed == 1]
    if not few:
        return words.say("At least two markers make a space score.")
    return words.say(
        "At least two markers make a space score; one is enough for {spaces}.",
        spaces=listed(words, space_names(words, observation, few)),
    )


def _options(view: View, chosen: str) -> tuple[SelectOption, ...]:
    words, observation = view.words, view.observation
    return tuple(
        SelectOption(
            capitalised(space_name(words, observation, space.key)),
            letter(at),
            _worth(view, space.key),
            chosen=letter(at) in chosen,
        )
        for at, space in enumerate(board_of(observation).spaces)
    )


def _worth(view: View, space: str) -> str:
    """Return what everybody would score there now; at a pure table only what stands there."""
    worth = [0] * view.observation.seats
    for share in shares(view.observation, space):
        worth[share.seat] = share.points if view.match.has_aids else share.count
    if not (told := tallied(view, worth)):
        return view.words.say("nobody is there")
    if view.match.has_aids:
        return view.words.say("points: {scores}", scores=told)
    return view.words.say("meeples {counts}", counts=told)


def _score_menu(view: View, score: str, influence: str) -> Select:
    count, words = score_of(view), view.words
    label = words.count("{n} Score marker", "{n} Score markers", count)
    draft = draft_id(view, "m", influence or OPEN)
    return Select(draft, label, _options(view, score), least=count, most=count)


def _influence_menu(view: View, score: str, influence: str, at: int) -> Select:
    label = view.words.say("Influence marker {n}", n=at + 1)
    draft = draft_id(view, "i", score or OPEN, influence, at)
    return Select(draft, label, _options(view, influence[at]))


def picture(view: View, score: str, influence: str) -> Image:
    """Return the map with the own marks."""
    spaces, extra = spaces_of(view, score), spaces_of(view, influence)
    drawn = captions(view, view.words.say("Mark"))
    image = RENDERER.marks(view.observation, drawn, spaces, extra)
    return Image(image, marks_alt(view, spaces, extra))


def _told(view: View, score: str, influence: str) -> str:
    words, observation = view.words, view.observation
    spaces = listed(words, space_names(words, observation, spaces_of(view, score)))
    if not spaces:
        return words.say("You mark nothing yet.")
    extra = counted_spaces(words, observation, spaces_of(view, influence))
    if not extra:
        return words.say("You mark {spaces}.", spaces=spaces)
    return words.say("You mark {spaces}; Influence: {influence}.", spaces=spaces, influence=extra)


def _seal(view: View, score: str, influence: str) -> Button:
    words = view.words
    count = score_of(view)
    label = words.count("Seal: this one", "Seal: these {n}", count + len(influence))
    is_open = len(score) != count or OPEN in influence
    draft = draft_id(view, "M", score or OPEN, influence or OPEN)
    return Button(label, draft, Style.GREEN, disabled=is_open)
