"""What a move taken back has shown is said to everybody, until it comes."""

from dataclasses import replace
from typing import Any

import pytest

from bot.games.aftershock.panel import PANEL as AFTERSHOCK
from bot.games.screen import Text
from bot.games.seismic.panel import PANEL as SEISMIC
from bot.locale.localisation import LANGUAGES, words
from bot.messages.viewing import Reader, view
from engine.game import PUBLIC, Setup
from engine.games.aftershock.actions import Deal, Roll
from engine.games.seismic.actions import Flip
from engine.referee import Progress, Referee
from engine.registry import games
from tests.engine.playing import draws, header
from tests.games.aftershock.tables import Table as AftershockTable
from tests.games.seismic.views import Table as SeismicTable
from tests.games.seismic.views import played
from tests.games.views import NAMES, match_of

KNOWN = (Flip("01-23"), Flip("Q3.0"))


def told(panel: Any, seen: Any) -> tuple[str, str, str]:
    """Return the message, the first page of the text board, what is left."""
    unseen = [each.markdown for each in panel.unseen(seen).blocks if isinstance(each, Text)]
    return panel.post(seen, ()).text, panel.text(seen)[0].text, "\n".join(unseen)


@pytest.mark.parametrize("language", LANGUAGES)
def test_seismic_says_which_tiles_come_next(language: str) -> None:
    seen = played(5).view(PUBLIC, language)

    before, after = told(SEISMIC, seen), told(SEISMIC, replace(seen, known=KNOWN))

    for was, now in zip(before, after, strict=True):
        (line,) = set(now.splitlines()) - set(was.splitlines())
        assert "3.0" in line
        if language == "en":
            tiles = "two tight curves, side by side, then quake 3.0"
            assert line == f"After the undo, everyone knows what comes next: {tiles}."


def test_with_own_piles_it_depends_on_what_is_left_to_draw() -> None:
    seen = replace(SeismicTable(2, variants=("balance",)).view(PUBLIC), known=KNOWN[:1])

    tile = "two tight curves, side by side"
    line = f"After the undo, everyone knows what comes next: {tile}, if the same is left to draw."
    assert all(line in text for text in told(SEISMIC, seen))


@pytest.mark.parametrize("language", LANGUAGES)
def test_aftershock_says_what_the_die_shows_next(language: str) -> None:
    seen = AftershockTable(3).view(PUBLIC, language)
    known = (Roll(2), Roll(1), Deal("bridge"))

    before, after = told(AFTERSHOCK, seen), told(AFTERSHOCK, replace(seen, known=known))

    for was, now in zip(before, after, strict=True):
        (line,) = set(now.splitlines()) - set(was.splitlines())
        assert "2" in line
        if language == "en":
            assert line == "After the undo, everyone knows the next roll: 2, then 1."


def test_a_view_knows_what_a_move_taken_back_has_shown_until_it_comes() -> None:
    game, setup, referee = games()["seismic"], Setup(2), Referee(games()["seismic"])
    chance = draws(setup)
    progress: Progress[Any, Any] = referee.begin(header(game, setup), chance)
    seat, line = progress.state.seat, len(progress.record.entries)
    first, *_, last = game.legal_actions(progress.state, seat)
    match = match_of(game, setup, NAMES)

    def known(now: Progress[Any, Any]) -> tuple[Any, ...]:
        seen: tuple[Any, ...] = view(match, now, Reader(PUBLIC, words("en"))).known
        return seen

    played = referee.submit(progress, seat, first, chance)
    back = referee.undo(played, line)
    other = referee.submit(back, seat, last, chance)

    flips = [each.entry.move.action for each in played.lines[1:] if each.entry.move]
    assert [known(each) for each in (progress, played, back, other)] == [(), (), tuple(flips), ()]
    assert flips
