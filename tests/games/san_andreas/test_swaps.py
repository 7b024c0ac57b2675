"""A 0 that survives a quake: the question, its answers, and two who decide at the same time."""

import pytest

from bot.games.custom_ids import parsed
from bot.games.panel import Submit
from bot.games.san_andreas.panel import PANEL
from bot.games.san_andreas.words import space_name
from bot.games.screen import Button, Image, Row, Screen, Text
from bot.locale.localisation import LANGUAGES
from engine.game import PUBLIC
from engine.games.san_andreas.actions import Resolve, Swap
from tests.games.san_andreas.views import Table, moments


def both_asked() -> Table:
    """Return a moment at which two founders are asked."""
    asked = (each for each in moments() if each.state.phase == "swapping")
    return next(each for each in asked if len(each.awaited) == 2)


def keys(screen: Screen) -> list[Button]:
    return [each for row in screen.blocks if isinstance(row, Row) for each in row.buttons]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_founder_is_offered_their_own_lost_coins_and_keeping(language: str) -> None:
    table = both_asked()
    for seat in table.awaited:
        view = table.view(seat, language)
        screen = PANEL.press(view, "x", ())
        assert isinstance(screen, Screen)

        answers = [PANEL.press(view, "y", parsed(each.id).args) for each in keys(screen)]

        sent = [each.actions[0] for each in answers if isinstance(each, Submit)]
        swaps = [each for each in sent if isinstance(each, Swap)]
        lost = view.observation.purses[seat].lost_coins
        assert {each.coin for each in swaps} == {None, *lost}
        assert swaps[-1] == Swap(None)
        assert len({each.label for each in keys(screen)}) == len(swaps)
        (image,) = [block for block in screen.blocks if isinstance(block, Image)]
        assert 0 < len(image.alt) <= 300


def test_whoever_set_off_the_quake_is_asked_about_their_own_0_at_once() -> None:
    table = both_asked()
    view = table.view(table.awaited[0])
    cities = view.observation.layout.cities
    (zero,) = [each for each in cities if (each.seat, each.value) == (view.viewer, 0)]

    screen = PANEL.receipt(view, Resolve("sun"), table.news())

    text = "\n".join(block.markdown for block in screen.blocks if isinstance(block, Text))
    assert text.startswith("**Sent.** The ground has moved.")
    assert text.count("Your 0 survived") == 1
    assert space_name(zero.tile, zero.quarter) in text


def test_the_public_question_names_both_and_tells_no_lost_coin() -> None:
    table = both_asked()

    post = PANEL.post(table.view(PUBLIC), table.news())

    assert post.text.count("**your 0s survived:**") == 1
    assert sum("survived: it may be swapped" in each for each in post.happened) == 2
    assert len(post.pings) == 2
    assert post.image is not None
    assert post.image.picture.format == "gif"


def test_while_one_decides_the_message_keeps_the_quake_and_says_who_has_decided() -> None:
    whole = list(moments())
    number = next(n for n, each in enumerate(whole) if len(each.awaited) == 2)
    asked, decided = whole[number], whole[number + 1]
    view = decided.view(PUBLIC)

    post = PANEL.post(view, (*asked.news(), *decided.news()))

    assert len(decided.awaited) == 1
    assert "**Quake 1**" in post.text
    assert "has decided whether to swap." in post.text
    assert post.image is not None
    assert post.image.picture.format == "gif"


def test_who_has_decided_may_decide_anew_until_all_have() -> None:
    whole = list(moments())
    number = next(n for n, each in enumerate(whole) if len(each.awaited) == 2)
    (gone,) = set(whole[number].awaited) - set(whole[number + 1].awaited)
    view = whole[number + 1].view(gone)

    again = PANEL.press(view, "x", ())

    assert isinstance(again, Screen)
    assert Swap(None) in view.legal
