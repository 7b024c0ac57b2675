"""Phase 3B at the desk: which aftershock first, and whom it shocks.

r area marker     resolve this marker, an area by letter and a marker by number
h taps            who is shocked so far: the number of a seat for each tap
H taps            shock them
"""

from collections.abc import Sequence

from bot.games.aftershock.alt_texts import choices_alt
from bot.games.aftershock.building import area_of, key_of
from bot.games.aftershock.captions import table_captions
from bot.games.aftershock.sheet import LONGEST_BUTTON, digit, sheet
from bot.games.aftershock.table_post import board
from bot.games.aftershock.words import (
    board_of,
    item_name,
    meeples,
    space_name,
    tallied,
)
from bot.games.controls import draft_id
from bot.games.names import shortened
from bot.games.panel import Answer, Submit, View
from bot.games.people import SHAPES, short_name
from bot.games.screen import Button, Image, Row, Screen, Style, keypad
from bot.games.speech import capitalised
from engine.errors import IllegalAction
from engine.game import Seat
from engine.games.aftershock.actions import Resolve, Shock
from engine.games.aftershock.board import MARKERS
from engine.games.aftershock.state import Aftershock
from render.games.aftershock import RENDERER


def press(view: View, verb: str, args: Sequence[str]) -> Answer:
    """Answer a button of this phase."""
    match verb, args:
        case "r", (area, marker):
            return Submit(Resolve(area_of(view, area), MARKERS[digit(marker, len(MARKERS))]))
        case "h", (taps,):
            return shock(view, seats_of(view, taps))
        case "H", (taps,):
            return Submit(Shock(_counts(view, seats_of(view, taps))))
        case _:
            raise IllegalAction("aftershock-not-now")


def seats_of(view: View, digits: str) -> tuple[Seat, ...]:
    """Return the seats of a draft, "-" for none."""
    return tuple(Seat(digit(each, view.observation.seats)) for each in digits.replace("-", ""))


def going_on(view: View) -> Aftershock:
    """Return the aftershock that is being resolved."""
    newest: Aftershock = view.observation.aftershocks[-1]
    return newest


def resolve(view: View, first: str = "") -> Screen:
    """Ask which marker comes first."""
    words, observation = view.words, view.observation
    offered = [each for each in view.legal if isinstance(each, Resolve)]
    text = words.say("Which of your aftershocks comes first? I roll the die at once.")
    buttons = tuple(
        Button(
            words.say(
                "{item} in {areas}",
                item=capitalised(item_name(words, each.marker)),
                areas=space_name(words, observation, each.area),
            ),
            draft_id(view, "r", key_of(view, each.area), MARKERS.index(each.marker)),
            Style.DANGER,
        )
        for each in offered
    )
    return sheet(view, text, board(view), *keypad(buttons), first=first)


def _counts(view: View, taps: Sequence[Seat]) -> tuple[int, ...]:
    return tuple(taps.count(Seat(seat)) for seat in range(view.observation.seats))


def shock(view: View, taps: Sequence[Seat] = (), first: str = "") -> Screen:
    """Ask whose meeples are shocked: one tap for each."""
    words, now = view.words, going_on(view)
    left = now.count - len(taps)
    text = words.count(
        "{n} meeple in **{area}** is shocked. Tap its owner.",
        "{n} meeples in **{area}** are shocked. Tap an owner for each.",
        now.count,
        area=space_name(words, view.observation, now.area),
    )
    chosen = tallied(view, _counts(view, taps))
    so_far = words.say("Chosen so far: {who}.", who=chosen) if chosen else ""
    missing = words.say("{n} left to choose.", n=left) if left else ""
    return sheet(
        view,
        "\n".join(part for part in (text, f"{so_far} {missing}".strip()) if part),
        picture(view, taps),
        *keypad(_owners(view, taps, left)),
        Row(_ending(view, taps, left)),
        first=first,
    )


def _owners(view: View, taps: Sequence[Seat], left: int) -> tuple[Button, ...]:
    """Return a button for each owner there, with how many are not chosen yet."""
    there = _standing(view)
    draft = "".join(map(str, taps))
    return tuple(
        Button(
            f"{SHAPES[seat]} {short_name(view, Seat(seat))} · "
            f"{meeples(view.words, count - taps.count(Seat(seat)))}",
            draft_id(view, "h", f"{draft}{seat}"),
            Style.PRIMARY,
            disabled=not left or count == taps.count(Seat(seat)),
        )
        for seat, count in enumerate(there)
        if count
    )


def _standing(view: View) -> tuple[int, ...]:
    place = board_of(view.observation).index[going_on(view).area]
    counts: tuple[int, ...] = view.observation.meeples[place]
    return counts


def _ending(view: View, taps: Sequence[Seat], left: int) -> tuple[Button, ...]:
    words, draft = view.words, "".join(map(str, taps))
    back = Button(
        words.say("Take the last back"), draft_id(view, "h", draft[:-1] or "-"), disabled=not taps
    )
    label = words.say("Shock: {who}", who=tallied_short(view, _counts(view, taps)) or "–")
    label = shortened(label, LONGEST_BUTTON)
    go = Button(label, draft_id(view, "H", draft or "-"), Style.DANGER, disabled=bool(left))
    return back, go


def tallied_short(view: View, counts: Sequence[int]) -> str:
    """Return "Jake 2, Zach 1" for a button."""
    chosen = ((Seat(seat), n) for seat, n in enumerate(counts) if n)
    return ", ".join(f"{short_name(view, seat)} {n}" for seat, n in chosen)


def picture(view: View, taps: Sequence[Seat]) -> Image:
    """Return the area that is hit, and who is chosen so far."""
    words, observation = view.words, view.observation
    now = going_on(view)
    area = space_name(words, observation, now.area)
    title = words.say("Aftershock in {area}.", area=area)
    drawn = table_captions(view)
    image = RENDERER.shock(observation, drawn, _counts(view, taps))
    standing = tallied(view, _standing(view))
    return Image(image, choices_alt(view, title, [standing]))
