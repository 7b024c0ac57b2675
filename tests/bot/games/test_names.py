"""What people write never acts: it hides nothing, leads nowhere, calls nobody."""

import pytest

from bot.games.names import NAMELESS, escaped_name, escaped_text, shortened, visible


def test_names_have_no_power_over_the_text() -> None:
    assert escaped_name("**Ann**") == r"\*\*Ann\*\*"
    assert "@everyone" not in escaped_name("@everyone")
    assert escaped_name("two\nlines") == "two lines"
    assert shortened("a" * 50) == "a" * 23 + "…"
    assert escaped_name("# Ann [1]") == r"\# Ann \[1\]"


@pytest.mark.parametrize(
    "sign",
    [
        *("\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad"),
        *("\u202a", "\u202b", "\u202d", "\u202e", "\u202c", "\u2066", "\u2067", "\u2069", "\u200f"),
        *("\u3164", "\u115f", "\uffa0", "\u2800", "\U000e0041", "\x00", "\x1b"),
    ],
)
def test_what_can_not_be_seen_is_taken_out(sign: str) -> None:
    assert visible(f"A{sign}n{sign}n") == "Ann"
    assert shortened(f"A{sign}nn{sign}") == "Ann"
    assert escaped_name(sign) == shortened(sign * 3) == NAMELESS


def test_letters_of_every_script_and_pictures_stay() -> None:
    for name in ("Zoë", "Łukasz", "Ἀριάδνη", "محمد", "नमस्ते", "美咲", "🦊 Fox", "I <3 you", "a@b"):
        assert visible(name) == name
        assert escaped_text(name) == name


@pytest.mark.parametrize(
    "link",
    [
        *("https://example.com/x?y=1", "HTTP://EXAMPLE.COM", "www.example.com", "steam://run/1"),
        *("discord.gg/abcdef", "discord.com/invite/abc", "exa\u200bmple.com/x", "mailto:/a@b.c"),
    ],
)
def test_words_hold_no_links(link: str) -> None:
    assert escaped_text(f"look {link} here") == "look … here"
    assert link[:8] not in escaped_text(f"[mine]({link})")
    assert escaped_name(link) == "…"


@pytest.mark.parametrize(
    "call",
    [
        *("@everyone", "@here", "@HERE", "<@80351110224678912>", "<@!80351110224678912>"),
        *("<@&80351110224678912>", "<#80351110224678912>", "</table:80351110224678912>"),
        *("<t:1700000000:R>", "<:fox:80351110224678912>", "<a:fox:80351110224678912>"),
        *("<id:guide>", "@\u200beveryone", "<\u2060@80351110224678912>"),
    ],
)
def test_words_call_nobody(call: str) -> None:
    told = escaped_text(call)

    assert not told.startswith(("@", "<"))
    assert "<@" not in told
    assert "@everyone" not in told.lower()


def test_quotes_cost_nothing() -> None:
    assert (
        escaped_text("and/or, 1/2, 3.5, e.g. this: yes - no")
        == "and/or, 1/2, 3.5, e.g. this: yes - no"
    )
