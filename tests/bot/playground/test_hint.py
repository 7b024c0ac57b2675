"""The last message of the channel has a button for every language, however many there are."""

import pytest
from discord import ui

from bot.games.registry import panels
from bot.locale.localisation import words
from bot.playground import client


def test_many_languages_take_several_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    many = ("en", "fr", "es", "de", "it", "pt", "nl", "pl")
    monkeypatch.setattr(client, "LANGUAGES", many)

    view = client.hint("Hello.", words("en"), panels())

    rows = [each for each in view.walk_children() if isinstance(each, ui.ActionRow)]
    ids = [
        str(each.custom_id) for row in rows for each in row.children if hasattr(each, "custom_id")
    ]
    assert [each for each in ids if each.startswith(client.SPEAK)] == [
        client.SPEAK + each for each in many if each != "en"
    ]
