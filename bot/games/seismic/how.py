"""The wizard's last question: how a tile lies, with or without a crew. Its buttons are the act."""

from typing import Final

from bot.games.controls import draft_id, said
from bot.games.panel import View
from bot.games.people import accent
from bot.games.screen import Button, Image, Row, Screen, Style, Text, keypad
from bot.games.seismic.alt_texts import how_alt
from bot.games.seismic.captions import captions, changes
from bot.games.seismic.controls import other_tiles
from bot.games.seismic.draft import Draft
from bot.games.seismic.fits import Offer
from bot.games.seismic.second import first_of, is_second, step_id, steps_of
from bot.games.seismic.sections import section_through, short_worth, standing
from bot.games.seismic.tile_names import tile_name
from bot.games.seismic.words import cell_name
from bot.games.speech import capitalised
from engine.boards.hexes import Cell
from engine.games.seismic.actions import Place
from render.games.seismic import RENDERER
from render.games.seismic.captions import Choice

ONE_ROW: Final = 5
NO_CREW: Final = "-"


def how(
    view: View, offer: Offer, cell: Cell, turn: int | None = None, *, first: str = ""
) -> Screen:
    """Ask how a tile lies on a cell, and whether with a crew."""
    draft = Draft.of(view, offer, cell, turn)
    blocks = (
        *said(first),
        Text(f"{_title(draft)}\n{_ways_said(draft)}"),
        picture(draft),
        *_ways(draft),
        Text(_sections(draft)),
        *keypad(_places(draft)),
        *_back(draft),
    )
    return Screen(blocks, accent(view))


def picture(draft: Draft) -> Image:
    """Return the neighbourhood with the tile in place, its free sections lettered."""
    view = draft.view
    headline = view.words.say("Choose a road") if draft.letters else view.words.say("Place it?")
    drawn = RENDERER.how(
        draft.after.observation,
        captions(view, headline, cell_name(view.observation, draft.cell), changes=_changes(draft)),
        _places_drawn(draft),
        draft.turns,
        draft.letters,
        tuple(_choice(draft, edge, letter) for edge, letter in draft.letters.items()),
    )
    number = draft.turns.index(draft.turn) + 1
    alt = how_alt(draft.after, draft.place(None), len(draft.turns), number, draft.letters)
    return Image(drawn, alt)


def _changes(draft: Draft) -> tuple[str, ...]:
    """Return what the tile alone would change, before any crew stands on it."""
    return changes(draft.view, draft.view.observation, draft.after.observation)


def _places_drawn(draft: Draft) -> Place | tuple[Place, Place]:
    """Return the tile in question, after the first one of the turn if that is a draft, too."""
    for first in first_of(draft.view):
        return first, draft.place(None)
    return draft.place(None)


def _choice(draft: Draft, edge: int, letter: str) -> Choice:
    section = section_through(draft.after.observation, draft.cell, edge)
    return Choice(letter, *short_worth(draft.after, section))


def _title(draft: Draft) -> str:
    tile = capitalised(tile_name(draft.view.words, draft.offer.tile))
    cell = cell_name(draft.view.observation, draft.cell)
    return draft.view.words.say("### {tile} at {cell}", tile=tile, cell=cell)


def _ways_said(draft: Draft) -> str:
    words, count = draft.view.words, len(draft.turns)
    left = "" if is_second(draft.view) else _crews_left(draft)
    if count == 1:
        way = words.say("There is only one orientation.")
    else:
        number = draft.turns.index(draft.turn) + 1
        way = words.say("Orientation {k} of {n}.", k=number, n=count)
    return f"{way} {left}".rstrip()


def _crews_left(draft: Draft) -> str:
    left = draft.crews_left
    return draft.view.words.count("You have {n} crew.", "You have {n} crews.", left)


def _ways(draft: Draft) -> tuple[Row, ...]:
    """Return a button for each way round; six stand in two rows of three."""
    if len(draft.turns) == 1:
        return ()
    buttons = tuple(
        Button(
            str(number),
            step_id(draft.view, "p", *_steps(draft), turn),
            Style.PRIMARY if turn == draft.turn else Style.PLAIN,
            disabled=turn == draft.turn,
        )
        for number, turn in enumerate(draft.turns, 1)
    )
    if len(buttons) > ONE_ROW:
        return Row(buttons[:3]), Row(buttons[3:])
    return (Row(buttons),)


def _sections(draft: Draft) -> str:
    """Return a line for each free section, or why there is none."""
    words = draft.view.words
    if is_second(draft.view):
        return words.say("A second tile takes no crew.")
    if not draft.crews_left:
        return words.say("You have no crews left.")
    if not draft.letters:
        return words.say("Every road on it already has a crew.")
    lines: dict[str, list[str]] = {}
    for edge, letter in draft.letters.items():
        section = section_through(draft.after.observation, draft.cell, edge)
        lines.setdefault(standing(draft.after, section), []).append(letter)
    return "\n".join(f"**{' '.join(letters)}** {text}" for text, letters in lines.items())


def _places(draft: Draft) -> tuple[Button, ...]:
    """Return the buttons that send; each names all that it sends."""
    words, cell = draft.view.words, _steps(draft)[1]
    if first_of(draft.view):
        return (Button(words.say("Place both"), _go(draft, None), Style.GREEN),)
    if not draft.letters:
        bare = words.say("Place at {cell}", cell=cell)
        return (Button(bare, _go(draft, None), Style.GREEN), *_and_second(draft))
    crewed = tuple(
        Button(
            words.say("Place at {cell}, crew {letter}", cell=cell, letter=letter),
            _go(draft, edge),
            Style.GREEN,
        )
        for edge, letter in draft.letters.items()
    )
    bare = words.say("Place at {cell}, no crew", cell=cell)
    return (*crewed, Button(bare, _go(draft, None), Style.GREEN), *_and_second(draft))


def _and_second(draft: Draft) -> tuple[Button, ...]:
    """Return the button to a second tile, where one may follow (Road Crew's Dilemma)."""
    if is_second(draft.view) or not is_second(draft.after):
        return ()
    label = draft.view.words.say("Place, then a second tile")
    return (Button(label, draft_id(draft.view, "n", *_steps(draft), draft.turn), Style.PRIMARY),)


def _back(draft: Draft) -> tuple[Row, ...]:
    """Return the way back: to the cells, or with one cell only to the other tiles."""
    view, offer = draft.view, draft.offer
    if len(offer.ways) > 1:
        label = view.words.say("Back to the cells")
        return (Row((Button(label, step_id(view, "w", offer.tile)),)),)
    firsts = [draft_id(view, "n", *steps_of(view, first)) for first in first_of(view)]
    back = [Button(view.words.say("Another tile"), each) for each in firsts]
    others = [*other_tiles(view, offer), *back]
    return (Row(tuple(others)),) if others else ()


def _steps(draft: Draft) -> tuple[str, str]:
    return draft.offer.tile, cell_name(draft.view.observation, draft.cell)


def _go(draft: Draft, crew: int | None) -> str:
    edge = NO_CREW if crew is None else crew
    return step_id(draft.view, "g", *_steps(draft), draft.turn, edge)
