"""Whole matches of every variant by the buttons of the panel alone, as a hand would press them."""

from collections import Counter
from random import Random

import pytest

from bot.games.custom_ids import parsed
from bot.games.panel import ListPreference, Submit, View
from bot.games.screen import Button, Image, Post, Row, Screen, Select
from bot.games.seismic.panel import PANEL
from bot.locale.localisation import LANGUAGES
from bot.messages.components import layout, message
from bot.messages.match.posts import table_row
from engine.games.seismic.rules import GAME
from tests.games.seismic.views import Table

WAYS = [
    ("big_one",),
    ("road_crews_dilemma",),
    ("aftershocks",),
    ("twin_cities",),
    ("balance",),
    ("aftershocks", "balance"),
    ("big_one", "road_crews_dilemma", "aftershocks", "twin_cities"),
]
MOST_TAPS = 12
BY_HAND = 4
"""So many choices of a kind are made by hand, the others at random."""


def controls(shown: Post | Screen) -> list[str]:
    """Return the ids that lead on; a menu's with each of its values."""
    rows = shown.rows if isinstance(shown, Post) else shown.blocks
    found: list[str] = []
    for block in rows:
        if isinstance(block, Row):
            found += [each.id for each in block.buttons if _leads_on(each)]
        elif isinstance(block, Select):
            found += [f"{block.id}.{each.value}" for each in block.options]
    return found


def _leads_on(button: Button) -> bool:
    return not button.disabled and len(parsed(button.id).verb) == 1


def checked(shown: Post | Screen, view: View) -> None:
    """Hold a message against Discord's limits, and its pictures against ours."""
    if isinstance(shown, Post):
        message(Post(shown.text, shown.image, (*shown.rows, table_row(view.match, view.words))))
        images = [shown.image] if shown.image else []
    else:
        layout(shown)
        images = [block for block in shown.blocks if isinstance(block, Image)]
    assert all(0 < len(image.alt) <= 300 for image in images)


def turn(table: Table, language: str, chance: Random, used: Counter[str]) -> Submit:
    """Press from the public message on until something is submitted."""
    view = table.view(language=language)
    shown: Post | Screen = PANEL.post(table.view("public", language), table.events)
    for _ in range(MOST_TAPS):
        checked(shown, view)
        press = parsed(chance.choice(controls(shown)))
        assert press.verb in PANEL.verbs
        used[press.verb] += 1
        answer = PANEL.press(view, press.verb, press.args)
        match answer:
            case Submit():
                return answer
            case ListPreference(screen):
                shown = screen
            case screen:
                shown = screen
    # Hands that wander about too long: what ends the question is at the end.
    return turn(table, language, chance, used)


def by_hand(table: Table, language: str, chance: Random, used: Counter[str]) -> None:
    submitted = turn(table, language, chance, used)
    seat, before = table.acting, len(table.progress.record.entries)
    table.submit(table.acting, *submitted.actions)
    receipt = PANEL.receipt(table.view(seat, language), submitted.actions[-1], table.events)
    layout(receipt)
    assert len(table.progress.record.entries) > before


@pytest.mark.parametrize("number", range(len(WAYS)), ids=lambda n: "+".join(WAYS[n]))
def test_every_choice_of_a_match_can_be_made_by_buttons_alone(number: int) -> None:
    table = Table(2 + number % 2, number + 1, 6, WAYS[number])
    language, chance, used = LANGUAGES[number % len(LANGUAGES)], Random(number), Counter[str]()
    hands: Counter[str] = Counter()
    while not table.is_over:
        phase = table.state.phase
        hands[phase] += 1
        if hands[phase] <= BY_HAND:
            by_hand(table, language, chance, used)
        else:
            table.play(chance.choice([*GAME.legal_actions(table.state, table.acting)]))
    end = table.view("public", language)
    message(PANEL.result(end, table.events))
    layout(PANEL.score(end))
    layout(PANEL.since(end, table.moments(language=language)[-20:]))

    assert set(used) >= {verb for phase in hands for verb in LAST[phase]}


LAST = {"placing": "g", "extending": "", "striking": "f", "choosing_town": "h", "rotating": ""}
"""The verbs by which each question ends, if it ends by one alone."""
