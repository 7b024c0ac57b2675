"""Every event, refusal and setting of every title has words in every language.

What happens in a title and what it refuses are in the `said.py` of its folder.
"""

from dataclasses import replace
from importlib import import_module
from inspect import getmembers, isclass
from pathlib import Path
from re import findall
from typing import Any

import pytest

from bot.games.abilities import NamesVariants
from bot.games.panel import AnyView
from bot.locale.localisation import LANGUAGES
from engine.errors import BadSetup
from engine.game import Outcome, Seat, Setup
from tests.games.strict import StrictWords
from tests.games.titles import GAMES, PANELS, every_title, part
from tests.games.views import Table

in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def table(title: str) -> Table:
    return Table(GAMES[title], Setup(3), 1)


def view_of(title: str, state: Any, language: str) -> AnyView:
    """Return a position as the seat that acts, or acted, sees it."""
    view, seat = table(title).view(Seat(0), language), Seat(state.seat)
    return replace(view, observation=GAMES[title].observe(state, seat), viewer=seat)


@every_title
@in_every_language
def test_every_event_has_a_sentence(title: str, language: str) -> None:
    news = import_module(f"bot.games.{title}.news")
    view = table(title).view(Seat(0), language)

    for event in part(title, "said").HAPPENED:
        said = news.sentence(view, event)

        assert said.strip(), event
        assert "{" not in said
        assert "  " not in said


@every_title
def test_no_event_is_forgotten(title: str) -> None:
    events = import_module(f"engine.games.{title}.events")
    known = {each for _, each in getmembers(events, isclass) if each.__module__ == events.__name__}

    assert {type(event) for event in part(title, "said").HAPPENED} == known


@every_title
@in_every_language
def test_every_refusal_says_what_is_wrong(title: str, language: str) -> None:
    told = dict[str, str]()
    for state, error in part(title, "said").refused():
        said = PANELS[title].refusal(view_of(title, state, language), error)

        assert said.startswith("**")
        assert "{" not in said
        assert len(said) < 300
        told[said] = error.key
    assert set(told.values()) == {error.key for _, error in part(title, "said").refused()}


@every_title
def test_no_refusal_and_no_reason_is_forgotten(title: str) -> None:
    said, prefix = part(title, "said"), title.replace("_", "-")
    folder = Path(import_module(f"engine.games.{title}").__path__[0])
    sources = "\n".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    outcomes = [getattr(event, "outcome", None) for event in said.HAPPENED]

    keys = set(findall(f'"({prefix}-[a-z-]+)"', sources))

    # What is wrong with a file of a board is said at the terminal alone.
    assert keys - {f"{prefix}-board"} == {
        *(error.key for _, error in said.refused()),
        *(each.reason for each in outcomes if isinstance(each, Outcome)),
    }


@every_title
@in_every_language
def test_a_refused_setup_is_explained(title: str, language: str) -> None:
    words, errors = StrictWords(language), [*refused_setups(title), *part(title, "said").UNSETTLED]

    told = {PANELS[title].reason(words, error) for error in errors}

    assert all(text.startswith("**") and "{" not in text for text in told)
    assert len(told) >= 3


def refused_setups(title: str) -> list[BadSetup]:
    """Return what the engine says of setups that no title takes."""
    game, found = GAMES[title], []
    strange: list[Setup] = [
        Setup(9),
        Setup(3, ("chess",)),
        *(
            Setup(3, options={name: 99})
            for name in ("colour", *(o.name for o in game.meta.options))
        ),
    ]
    for setup in strange:
        with pytest.raises(BadSetup) as caught:
            game.initial(setup)
        found.append(caught.value)
    return found


@every_title
@in_every_language
def test_every_setting_and_each_of_its_values_has_a_name(title: str, language: str) -> None:
    words, panel, meta = StrictWords(language), PANELS[title], GAMES[title].meta

    for option in meta.options:
        values = [panel.value(words, option.name, value) for value in option.values]
        assert panel.option(words, option.name)
        assert len(set(values)) == len(option.values)
    if isinstance(panel, NamesVariants):
        said = [panel.variant(words, name) for name in meta.variants]
        assert len({each.name for each in said}) == len(meta.variants)
        assert all(0 < len(each.line) <= 100 for each in said)
