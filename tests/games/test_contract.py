"""What every title must keep in what it shows and asks, also one without screens of its own."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, product
from random import Random
from typing import Any

import pytest

from bot.games.abilities import HasDesk, ShowsDanger
from bot.games.custom_ids import CustomId
from bot.games.panel import AnyView, ListPreference, Submit
from bot.games.plain import PlainPanel
from bot.games.screen import Suggestion
from bot.games.speech import LONGEST_PAGE
from engine.errors import IllegalAction
from engine.game import PUBLIC, Setup, Viewer
from engine.setups import sets_of_variants
from render.drawing import Drawing, drawing_by
from render.picture import Picture
from tests.engine.test_contract import twin_of
from tests.games.hands import asked, posted, turn
from tests.games.pressing import LONGEST_ALT, aids, checked, suggested, texts, typed
from tests.games.pressing import moves as moves_of
from tests.games.titles import GAMES, PANELS, SPOKEN
from tests.games.views import Table

MATCHES = [
    pytest.param(title, Setup(seats, variants), id=f"{title}-{seats}-{'-'.join(variants)}")
    for title, game in GAMES.items()
    for variants, seats in zip(
        ((), *sets_of_variants(game), (), ()), cycle(game.meta.seats), strict=False
    )
]
LOOKED_AT = [
    pytest.param(
        title,
        language,
        Setup(max(GAMES[title].meta.seats), variants),
        id="-".join((title, language, *variants)),
    )
    for title, language in SPOKEN
    for variants in ((), *sets_of_variants(GAMES[title]))
    if len(variants) < 2
]
"""Each variant by itself: what it adds is said in every language."""
every_match = pytest.mark.parametrize(("title", "setup"), MATCHES)
WORDS = ("", "1", "9", "99", "a", "ab", "z", "zz", "Z9", "²", "-", "+", "?", "x" * 20)
ODD = [(), *product(WORDS), *product(WORDS, ("0", "7", "a", "?")), ("", "99", "a"), (*"aa9a",)]


def languages(title: str) -> list[str]:
    return [language for of, language in SPOKEN if of == title]


@pytest.fixture(autouse=True)
def drawings() -> Iterator[list[Drawing]]:
    """Keep what would be drawn: whole matches are looked at."""
    asked_for = list[Drawing]()

    def kept(drawing: Drawing) -> Picture:
        asked_for.append(drawing)
        return Picture(b"", 1, 1)

    with drawing_by(kept):
        yield asked_for


@every_match
def test_every_choice_is_made_by_buttons_alone_and_only_green_and_red_ones_send(
    title: str, setup: Setup
) -> None:
    panel, spoken = PANELS[title], cycle(languages(title))
    drafts: list[CustomId] = []
    for table, seat in asked(title, setup, 3, times=6):
        language = next(spoken)
        post = posted(table, table.view(PUBLIC, language))

        moves = turn(table.view(seat, language), post, table.chance, drafts)

        table.submit(seat, *moves.actions)
        checked(panel.receipt(table.view(seat, language), moves.actions[-1], table.news(seat)))
    posted(table, table.view(PUBLIC))
    assert {each.verb for each in drafts} <= panel.verbs


@every_match
def test_an_odd_or_outdated_button_is_refused_with_words_or_leads_to_a_screen(
    title: str, setup: Setup
) -> None:
    panel, chance, met = PANELS[title], Random(1), Counter[str]()
    odd = list(product(sorted(panel.verbs), ODD)) * 3
    drafts: list[CustomId] = []
    for table, seat in asked(title, setup, 4):
        view = table.view(seat)
        old = [(each.verb, each.args) for each in drafts]
        for verb, args in chance.sample(odd, 100) + chance.sample(old, min(40, len(old))):
            met[anyhow(view, partial(panel.press, view, verb, args))] += 1
            assert anyhow(view, partial(panel.refreshed, view, verb, args)) in ("shown", "refused")
        turn(view, posted(table, table.view(PUBLIC)), chance, drafts)
        assert panel.refreshed(view, "?", ()) is None
    # A desk is there also when nothing is to be decided any more.
    after = {panel.refreshed(table.view(seat), verb, ()) is None for verb in panel.verbs}
    assert after == {not isinstance(panel, HasDesk)}
    assert min(met["refused"], met["shown"]) > 0


def anyhow(view: AnyView, press: Callable[[], Any]) -> str:
    """Press, and hold what comes of it against the limits: a refusal in words, or a screen."""
    try:
        found = press()
    except IllegalAction as error:
        said = PANELS[view.match.game].refusal(view, error)
        assert said.startswith("**")
        assert "{" not in said
        return "refused"
    if isinstance(found, Submit):
        return "sent"
    if found is None:
        return "nothing"
    checked(found.screen if isinstance(found, ListPreference) else found)
    return "shown"


@pytest.mark.parametrize(("title", "language", "setup"), LOOKED_AT)
def test_everything_that_can_be_looked_at_is_there_in_every_phase(
    title: str, language: str, setup: Setup
) -> None:
    panel = PANELS[title]
    for table, _ in asked(title, setup, 5):
        posted(table, table.view(PUBLIC, language))
        for viewer in table.viewers[:3]:
            looked_at(table, table.view(viewer, language))
    end = table.view(PUBLIC, language)
    looked_at(table, end)
    said = [each for _, each in panel.history(table.moments(PUBLIC, language))]
    assert len(said) > 3
    assert [each for each in said if not each.strip() or "{" in each] == []
    post = posted(table, end)
    assert set(post.pings) >= {chair.player for chair in table.match.chairs}
    for chair in table.match.chairs:
        assert f"<@{chair.player}>" in post.text or chair.name in post.text


def looked_at(table: Table, view: AnyView) -> None:
    panel = PANELS[view.match.game]
    assert panel.cover(view) or isinstance(panel, PlainPanel)
    assert panel.headline(view) or isinstance(panel, PlainPanel)
    assert 0 < len(panel.board(view).alt) <= LONGEST_ALT
    for screen in aids(view, table):
        assert texts(checked(screen))
    pages = panel.text(view)
    assert all(0 < len(page.text) <= LONGEST_PAGE for page in pages)
    assert len({page.key for page in pages}) == len(pages)
    assert not any(page.text.splitlines()[-1].startswith("#") for page in pages)


@every_match
def test_worlds_that_a_viewer_cannot_tell_apart_look_the_same(
    title: str, setup: Setup, drawings: list[Drawing]
) -> None:
    rng, different = Random(6), 0
    for table, _ in asked(title, setup, 6):
        for viewer in table.viewers:
            other = table.at(twin_of(GAMES[title])(table.state, viewer, rng))
            different += other.state != table.state
            drawings.clear()
            one = [*shown(table, viewer), *drawings]
            drawings.clear()
            assert [*shown(other, viewer), *drawings] == one
    assert different > 0


def shown(table: Table, viewer: Viewer) -> Iterator[Any]:
    """Yield all that a viewer is shown of a moment: words, ids, what is drawn, who is called."""
    view = table.view(viewer)
    panel = PANELS[view.match.game]
    yield panel.board(view)
    yield panel.text(view)
    yield panel.cover(view)
    yield panel.headline(view)
    yield panel.unseen(view)
    yield panel.score(view)
    if isinstance(panel, ShowsDanger):
        yield panel.danger(view)
    if viewer == PUBLIC:
        yield posted(table, view)
    elif isinstance(panel, HasDesk):
        yield panel.desk(view)


@every_match
def test_what_is_suggested_leads_to_a_legal_move(title: str, setup: Setup) -> None:
    chance, sent, spoken = Random(7), Counter[str](), cycle(languages(title))
    moves = [each for each in PANELS[title].commands().moves for _ in range(5)]
    for table, seat in asked(title, setup, 7):
        view = table.view(seat, next(spoken))
        for command in moves:
            words: tuple[str, ...] = ()
            for _ in command.options:
                found = half_typed(view, command.name, *words, "")
                assert all(each.name and 0 < len(each.value) <= 100 for each in found)
                words = (*words, chance.choice(found).value if found else "")
            told = partial(typed, view, command.name, *words)
            if anyhow(view, told) == "sent":
                assert moves_of(told())[0] in view.legal
                sent[command.name] += 1
    assert len(sent) >= 1


def half_typed(view: AnyView, name: str, *words: str) -> list[Suggestion]:
    """Return what the shell offers: nothing where the words before can't be understood."""
    try:
        return suggested(view, name, *words)
    except IllegalAction:
        return []
