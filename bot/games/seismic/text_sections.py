"""The sections of the text board: whose they are, where they run, what they are worth."""

from collections.abc import Callable

from bot.games.panel import View
from bot.games.seismic.sections import (
    cells_through,
    end_name,
    is_dead,
    open_ends,
    owner_names,
    tile_ends,
)
from bot.games.seismic.words import fragments
from bot.games.speech import listed, points
from engine.games.seismic.pieces import Section


def sections_page(view: View) -> list[str]:
    """Return every section under the heading that says what can become of it.

    At a pure table without what they are worth.
    """
    words = view.words
    sections = view.observation.sections
    live = [each for each in sections if not each.complete and not is_dead(each)]
    complete = sorted(
        (each for each in sections if each.complete), key=_worth if view.match.has_aids else _whose
    )
    dead = [each for each in sections if is_dead(each) and (each.crews or each.fragments)]
    is_over = view.observation.outcome is not None
    return [
        *_part(view, words.say("Complete"), complete, _complete),
        *(_left(view, live) if is_over else _open(view, live)),
        *_part(view, words.say("Worth nothing, closed for good"), dead, _dead),
    ] or [words.say("There is no road yet.")]


def _open(view: View, live: list[Section]) -> list[str]:
    words, viewer = view.words, view.viewer
    mine = [each for each in live if viewer in each.owners]
    theirs = [each for each in live if each.crews and viewer not in each.owners]
    free = [each for each in live if not each.crews]
    return [
        *_part(view, words.say("Yours, open"), mine, _mine),
        *_part(view, words.say("Of others, open"), theirs, _owned),
        *_part(view, words.say("Free to claim by continuing them"), free, _running),
    ]


def _left(view: View, live: list[Section]) -> list[str]:
    """Return what the end of the match left open; bare stubs of nobody are not worth a line."""
    known = [each for each in live if each.crews or each.fragments]
    return _part(view, view.words.say("Left open, worth nothing"), known, _unfinished)


def _worth(section: Section) -> tuple[bool, int]:
    return _whose(section), -section.points


def _whose(section: Section) -> bool:
    return not section.owners


def _part(
    view: View, title: str, sections: list[Section], said: Callable[[View, Section], str]
) -> list[str]:
    if not sections:
        return []
    return [f"### {title}, {len(sections)}", *(f"- {said(view, each)}" for each in sections)]


def _complete(view: View, section: Section) -> str:
    words = view.words
    first, last = (end_name(view, end) for end in section.ends)
    text = words.say(
        "{who}: {a} to {b}, {run}.",
        who=owner_names(view, section),
        a=first,
        b=last,
        run=run(view, section),
    )
    return f"{text} {points(words, section.points)}." if view.match.has_aids else text


def run(view: View, section: Section) -> str:
    """Return "2 fragments through J9 and K8"."""
    length = fragments(view.words, len(section.fragments))
    cells = cells_through(view.observation, section)
    if not cells:
        return length
    return view.words.say("{fragments} through {cells}", fragments=length, cells=", ".join(cells))


def _running(view: View, section: Section) -> str:
    """Return "1 fragment through H8, from San Andreas. Open at G7. 7 points so far."."""
    words, head = view.words, _from(view, section)
    cells = listed(words, list(dict.fromkeys(end_name(view, each) for each in open_ends(section))))
    text = words.say("{head}. Open at {cells}.", head=head, cells=cells)
    if not view.match.has_aids:
        return text
    worth = words.say("{points} so far.", points=points(words, section.points))
    return f"{text} {worth}"


def _from(view: View, section: Section) -> str:
    """Return "1 fragment through H8, from San Andreas"."""
    ends = [end_name(view, end) for end in tile_ends(section)]
    what = run(view, section)
    return view.words.say("{run}, from {end}", run=what, end=ends[0]) if ends else what


def _unfinished(view: View, section: Section) -> str:
    what = f"{_from(view, section)}."
    if not section.crews:
        return what
    return view.words.say("{who}: {what}", who=owner_names(view, section), what=what)


def _mine(view: View, section: Section) -> str:
    """Return a section of the viewer's, with those who share it."""
    return _owned(view, section) if len(section.owners) > 1 else _running(view, section)


def _owned(view: View, section: Section) -> str:
    who = owner_names(view, section)
    return view.words.say("{who}: {what}", who=who, what=_running(view, section))


def _dead(view: View, section: Section) -> str:
    words = view.words
    what = run(view, section)
    if section.ends:
        text = words.say("{run}, stopped at the edge of the table.", run=what)
    else:
        text = words.say("{run}, a loop.", run=what)
    if not section.crews:
        return text
    return words.say("{who}: {what}", who=owner_names(view, section), what=text)
