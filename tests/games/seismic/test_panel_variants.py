"""What the variants add to Seismic's screens: drafts of two tiles, towns, rotations, own piles."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.games.panel import Submit, View
from bot.games.screen import Post, Screen
from bot.games.seismic.aids import danger
from bot.games.seismic.offers import offers
from bot.games.seismic.panel import PANEL
from bot.games.seismic.placing import the_tile
from bot.games.seismic.rotating import best_first, turnable
from bot.games.seismic.words import cell_name
from bot.locale.localisation import LANGUAGES
from bot.table.match.match import Status
from engine.errors import IllegalAction
from engine.game import Outcome, Seat
from engine.games.seismic.actions import EndTurn, KeepAll, Place, Rotate, StrikeFirst
from engine.games.seismic.preview import next_is_quake, placed
from engine.games.seismic.rules import GAME
from tests.games.pressing import (
    answer,
    buttons,
    done,
    labels,
    menus,
    moves,
    of_verb,
    press,
    shown,
    suggested,
    texts,
    typed,
)
from tests.games.seismic.views import Table

DILEMMA = ("road_crews_dilemma",)
SHAKING = ("aftershocks", "twin_cities")


def until(
    phase: str, variants: tuple[str, ...], turn: int = 8, check: Callable[[Any], bool] = bool
) -> Table:
    """Return a table at random on which this phase is due."""
    for seed in range(1, 40):
        table, chance = Table(3, seed, 6, variants), Random(seed)
        while not table.is_over:
            state = table.state
            if state.phase == phase and state.turn >= turn and check(state):
                return table
            legal = [*GAME.legal_actions(state, table.acting)]
            table.play(chance.choice(legal) if chance.random() < 0.5 else None)
    raise AssertionError(phase)


def tap(view: View, offered: Screen | Post, label: str) -> Any:
    found = next(each for each in buttons(offered) if label in each.label)
    given = answer(view, found.id)
    return given if isinstance(given, Submit) else shown(given)


def drafted(view: View) -> Screen:
    """Return the last step of a first tile after which a second one fits."""
    for offer in offers(view.observation):
        for cell, turns in offer.fits.items():
            after = placed(view.observation, Place(offer.tile, cell, turns[0]))
            if after.phase == "extending":
                name = cell_name(view.observation, cell)
                return press(view, "p", offer.tile, name, str(turns[0]))
    raise AssertionError("no second tile fits")


def test_a_second_tile_is_one_more_button_and_both_are_played_at_once() -> None:
    table = until("placing", DILEMMA)
    view = table.view()
    how = drafted(view)

    second = tap(view, how, "Place, then a second tile")
    where = tap(view, second, buttons(second)[0].label)
    last = where if "Place both" in labels(where) else tap(view, where, buttons(where)[0].label)
    both = tap(view, last, "Place both")

    assert "### Which second tile?" in texts(second)
    assert "A second tile takes no crew." in texts(last)
    assert [type(each) for each in both.actions] == [Place, Place]
    assert all(each.crew is None for each in both.actions)
    seat = table.acting
    table.submit(table.acting, *both.actions)
    assert texts(PANEL.receipt(table.view(seat), both.actions[-1], table.events)).count("**") == 6


def test_no_crew_and_no_second_tile_ends_the_turn_at_once() -> None:
    view = until("placing", DILEMMA).view()

    plain = tap(view, drafted(view), ", no crew")

    assert [type(each) for each in plain.actions] == [Place, EndTurn]


def test_a_second_tile_leads_back_to_the_first() -> None:
    view = until("placing", DILEMMA).view()
    how = drafted(view)

    again = tap(view, tap(view, how, "Place, then a second tile"), "Back to the first tile")

    assert texts(again) == texts(how)


def test_a_second_tile_that_is_due_can_be_left_out() -> None:
    view = until("extending", DILEMMA).view()
    post = PANEL.post(view, ())

    assert "**a second tile**, if you like." in post.text
    sure = tap(view, post, "No second tile")
    assert tap(view, sure, "No second tile").actions == (EndTurn(),)
    assert typed(view, "place", "none") == Submit(EndTurn())
    assert suggested(view, "place", "")[-1].name == "no second tile"


def test_a_draft_of_two_tiles_made_by_hand_is_refused_with_a_reason() -> None:
    view = until("placing", DILEMMA).view()
    tile = next(each.tile for each in offers(view.observation) if each.fits)

    second = ("+", tile)
    for first in ((), (tile, "Z99", "0"), (tile, "I9", "0"), ("no tile", "I8", "0")):
        with pytest.raises(IllegalAction) as refused:
            PANEL.press(view, "w", (*first, *second))
        assert PANEL.refusal(view, refused.value).startswith("**")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_town_is_struck_first_after_two_taps_or_typed(language: str) -> None:
    view = until("choosing_town", SHAKING).view(language=language)
    post = PANEL.post(view, ())
    names = suggested(view, "quake", "")

    preview = tap(view, post, "X")

    assert done(view, of_verb(preview, "h")[0].id) == (StrikeFirst(0),)
    assert typed(view, "quake", names[1].value) == Submit(StrikeFirst(1))
    asked = typed(view, "quake", "?")
    assert texts(asked).startswith("**?")
    assert isinstance(typed(view, "place", "03"), Screen)
    assert isinstance(PANEL.refreshed(view, "h", ("0",)), Screen)
    with pytest.raises(IllegalAction, match="seismic-no-such-town"):
        PANEL.press(view, "t", ("7",))


def test_a_town_that_comes_too_late_is_told_which_one_was_first() -> None:
    table = until("choosing_town", ("twin_cities",))
    table.play(StrikeFirst(1))
    while table.state.phase == "striking":
        table.play()

    late = typed(table.view(), "quake", "left town")

    assert late == Submit(StrikeFirst(0))
    with pytest.raises(IllegalAction, match="seismic-town-already-chosen") as refused:
        table.submit(table.acting, *late.actions)
    assert "struck the right town first" in PANEL.refusal(table.view(), refused.value)


def test_lines_of_two_towns_say_which() -> None:
    view = until("striking", ("twin_cities",)).view()

    post = PANEL.post(view, ())

    assert all(" line (" in each for each in labels(post))
    look = tap(view, post, "X: ")
    assert " line of the " in texts(look).splitlines()[0]
    assert " lines out of the " in post.text.splitlines()[0]
    assert " line of the " in PANEL.text(view)[0].text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_with_nothing_but_the_other_town_is_no_danger_to_any_tile(language: str) -> None:
    view = Table(2, 1, 6, ("twin_cities",)).view(language=language)
    said = view.words.say("{line}: only the other town is there, so it takes nothing.", line="")

    assert texts(danger(view)).count(said) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tile_turns_by_keys_by_list_and_typed(language: str) -> None:
    view = until("rotating", ("aftershocks",)).view(language=language)
    cells = turnable(view.observation)
    cell, turns = max(cells.items(), key=lambda pair: len(pair[1]))
    name, best = cell_name(view.observation, cell), best_first(view, cell)

    keys, listed = press(view, "r"), press(view, "r", "l")
    way = press(view, "o", "0", name)
    turned = moves(PANEL.press(view, "z", (name, str(best[0]))))

    assert set(labels(keys)) >= {cell_name(view.observation, each) for each in cells}
    assert [option.value for menu in menus(listed) for option in menu.options] == [
        cell_name(view.observation, each) for each in cells
    ]
    assert name in texts(way)
    assert turned == (Rotate(cell, best[0]),)
    assert moves(PANEL.press(view, "k", ("y",))) == (KeepAll(),)
    assert set(best) == set(turns)
    numbered = suggested(view, "rotate", name, "")
    assert [each.value for each in numbered] == [str(n) for n in range(1, len(turns) + 1)]
    assert typed(view, "rotate", name.lower(), "1") == Submit(Rotate(cell, best[0]))
    assert typed(view, "rotate", "-", "") == Submit(KeepAll())
    unknown = typed(view, "rotate", name, "9")
    assert texts(unknown).startswith("**9 ")
    assert [each.value for each in suggested(view, "rotate", name)] == [name]


def test_a_rotation_gone_wrong_is_refused_with_what_can_turn() -> None:
    view = until("rotating", ("aftershocks",)).view()
    stays = [
        laid.cell
        for laid in view.observation.tiles[1:]
        if laid.cell not in turnable(view.observation)
    ]
    names = ["I9", "A1", "Z99", *(cell_name(view.observation, cell) for cell in stays[:3])]

    for name in names:
        with pytest.raises(IllegalAction) as refused:
            PANEL.press(view, "y", (name,))
        assert PANEL.refusal(view, refused.value).startswith("**")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variants", [(), ("big_one",), ("balance",)])
def test_the_danger_says_how_likely_the_next_tile_is_a_quake(
    variants: tuple[str, ...], language: str
) -> None:
    view = until("placing", variants).view(language=language)
    chance, who = next_is_quake(view.observation), view.observation.on_turn

    line = texts(danger(view)).splitlines()[-2]

    assert "".join(line.split()).endswith(f":{round(100 * chance)}%")
    assert (view.match.chairs[who].name in line) is (variants == ("balance",))


def test_nothing_of_other_phases_is_answered() -> None:
    view = until("rotating", ("aftershocks",)).view()

    for verb in ("w", "g", "q", "t", "e"):
        with pytest.raises(IllegalAction, match="seismic-not-now"):
            PANEL.press(view, verb, ("0",))


def test_what_is_typed_too_early_or_too_late_is_refused_or_asks_what_is_due() -> None:
    rotating = until("rotating", ("aftershocks",)).view()
    placing = until("placing", ("aftershocks",)).view()

    asked = typed(rotating, "place", "03", "J8")

    assert texts(asked).startswith("### Rotate which tile?")
    assert suggested(rotating, "place", "") == suggested(placing, "rotate", "") == []
    for view, name in ((placing, "rotate"), (placing, "quake"), (rotating, "quake")):
        with pytest.raises(IllegalAction, match="seismic-not-now"):
            typed(view, name, "?")


def test_the_tile_from_the_own_pile_comes_first_and_is_called_yours() -> None:
    table = until("placing", ("balance",), check=lambda state: state.drawn is not None)
    view = table.view()
    post = PANEL.post(view, ())
    now = PANEL.text(view)[0].text

    assert labels(post)[0].startswith("Yours · ")
    assert labels(post)[1].startswith("1 · ")
    assert "The tile just drawn" in now
    found = the_tile(view, "yours")
    assert found is not None
    assert found.own
    assert now.count("Left to draw: ") == 3
    assert " tiles left to draw · " in post.text


def test_a_tie_that_heights_broke_is_told_in_words_and_has_one_winner() -> None:
    table = Table(2, 2, 5)
    while not table.is_over:
        table.play()
    view = table.view("public")
    shared = replace(view.observation, outcome=Outcome((7, 7), (1, 1), "seismic-pile-empty"))
    decided = replace(table.match, status=Status.FINISHED, tallest=Seat(1))

    both = PANEL.result(replace(view, observation=shared), ())
    one = PANEL.result(replace(view, observation=shared, match=decided), ())

    assert "Ann and Bob share the win** with 7 points each." in both.text
    assert "**Seismic 42 is over: Bob wins** with 7 points, ahead of Ann (7)." in one.text
    assert "Ann and Bob tie, and a tie goes to the tallest: Bob." in one.text
