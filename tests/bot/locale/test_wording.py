"""What no message says: turns of phrase that read as translated, and two words for one thing.

`python -m tests.bot.locale.test_wording` prints every message in which one of them stands.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.bot.locale.test_catalogs import PLACES, SPOKEN, forms, key_of, messages


class Unwanted(NamedTuple):
    """What a search finds and no message should say."""

    language: str
    pattern: str
    example: str
    """What the pattern finds."""
    better: str
    """What to say instead; the pattern doesn't find it."""


UNWANTED = (
    # English: another language's syntax
    Unwanted("en", r"\bwithout (a )?result\b", "End without result", "End with no result"),
    Unwanted("en", r"\b[Pp]ossible( again)?:", "Possible again: {t}.", "Try again {t}."),
    Unwanted("en", r"\bsince[.;:,]", "Others have moved since.", "Others have moved since then."),
    Unwanted(
        "en", r"\bgoes on\b(?! (a|the)\b)|\bgo on\.", "The match goes on.", "The match continues."
    ),
    Unwanted("en", r"\bof others\b", "cards of others", "other players' cards"),
    Unwanted("en", r"\bof somebody\b", "a card of somebody else", "another player's card"),
    Unwanted("en", r"\bof \**\{who\}(?!'s)", "roads of {who}", "{who}'s roads"),
    Unwanted("en", r"\bturn(s|ed)? up\b", "A quake was turned up.", "A quake was drawn."),
    Unwanted(
        "en",
        r"\b(shown|drawn|asked|sent|made) just now\b",
        "Many positions were shown just now.",
        "You've shown a lot of positions.",
    ),
    Unwanted("en", r"\balready\.", "It is open already.", "It is already open."),
    Unwanted("en", r"\bshall (?!I\b)", "which areas shall score", "which areas should score"),
    Unwanted("en", r"\bstands? still\b", "Time stands still.", "The clock is stopped."),
    # English: how a player is spoken to
    Unwanted("en", r"\b[Ww]hoever\b", "Whoever has most wins.", "The player with most wins."),
    Unwanted("en", r"\b[Ee]verybody\b", "Everybody marks four.", "Everyone marks four."),
    Unwanted("en", r"\b[Ss]omebody\b", "Somebody joined.", "Someone joined."),
    Unwanted("en", r"\b[Nn]obody\b", "Nobody joined.", "No one joined."),
    Unwanted("en", r"\b[Aa]nybody\b", "anybody can check", "anyone can check"),
    Unwanted("en", r"\b[Ii]t is (your|\**\{who\})", "It is your move.", "It's your move."),
    Unwanted("en", r"\b[Yy]ou are\b", "You are late.", "You're late."),
    Unwanted("en", r"\bI (am|will|have (been|asked|sent))\b", "I will ping you.", "I'll ping you."),
    Unwanted(
        "en",
        r"\b([Dd]o|[Dd]oes|[Dd]id) not\b|\b[Cc]annot\b",
        "You did not answer.",
        "You didn't answer.",
    ),
    # English: spelling
    Unwanted(
        "en",
        r"\b([Cc]olour|[Nn]eighbour|[Cc]entimetre|[Ff]avour|[Cc]entre|[Gg]rey|[Cc]ancelled\b)",
        "the grey button",
        "the gray button",
    ),
    Unwanted("en", r" …", "Move …", "Move…"),
    # French
    Unwanted("fr", r"\b[Dd]e nouveau possible\b", "De nouveau possible : {t}.", "Réessaie {t}."),
    Unwanted("fr", r"\b[ÉéEe]nigmes?\b", "L'énigme du jour", "Le problème du jour"),
    Unwanted("fr", r"\bvirages? étroits?\b", "virage étroit", "virage serré"),
    Unwanted("fr", r"\b([Cc]lique[rz]?|Touche)\b", "Touche Jouer", "Appuie sur Jouer"),
    Unwanted("fr", r"\bà la maison\b", "Meeples à la maison", "Meeples en réserve"),
    Unwanted("fr", r"\bviennent d'être\b", "Beaucoup viennent d'être montrées", "Trop d'affilée"),
    Unwanted("fr", r"\b[Ff]ilm\b", "Film de la partie", "Revoir la partie"),
    Unwanted("fr", r"\btoi seul\b", "toi seul la vois", "personne d'autre ne la voit"),
    Unwanted("fr", r"\ble plus de ponts\b", "le plus de ponts", "la majorité de ponts"),
    Unwanted(
        "fr", r"\bpasse(nt)? à la suite\b", "tous passent à la suite", "tous passent d'affilée"
    ),
    Unwanted("fr", r" …", "Montrer …", "Montrer…"),
    # Spanish
    Unwanted(
        "es",
        r"\b([Aa]ún|[Tt]odavía) no (se )?\w+(aste|iste|[óé])\b",
        "Aún no se envió nada.",
        "Aún no se ha enviado nada.",
    ),
    Unwanted("es", r"\b[Aa]certijos?\b", "El acertijo del día", "El reto del día"),
    Unwanted("es", r"\b[Cc]ada cual\b", "dos cada cual", "dos cada uno"),
    Unwanted("es", r"\b[Pp]osible de nuevo\b", "Posible de nuevo: {t}.", "Podrás volver {t}."),
    Unwanted(
        "es", r"\b([Pp]rever|[Pp]revés|[Pp]revé|prevista)\b", "jugada prevista", "jugada preparada"
    ),
    Unwanted("es", r"\b[Ss]e acaban de\b", "Se acaban de mostrar muchas.", "Demasiadas seguidas."),
    Unwanted(
        "es", r"\b(jugada|revelado|eso) se queda\b", "La jugada se queda", "La jugada se mantiene"
    ),
    Unwanted("es", r"\ba casa\b", "Meeples a casa", "Meeples a la reserva"),
    Unwanted("es", r"\bla mayoría de puentes\b", "la mayoría de puentes", "mayoría en puentes"),
    Unwanted("es", r" …", "Mostrar …", "Mostrar…"),
)


def texts(place: str, language: str) -> Iterator[str]:
    """Return what a catalog says in a language; of a command's words, those that are sentences."""
    source = language if language in SPOKEN else SPOKEN[0]
    for message in messages(place, source):
        context, singular, plural = key_of(message)
        if context not in ("command", "option"):
            yield from forms(message) if language in SPOKEN else filter(None, (singular, plural))


def found(place: str, unwanted: Unwanted) -> list[str]:
    return [t for t in texts(place, unwanted.language) if re.search(unwanted.pattern, t)]


RIGHT = {
    "I am back": "the name of a button",
    "I will": "what a deal begins with; its choices go on: mark Oakland",
    "You are Ann": "says who the reader is in an example, with weight on the name",
}
"""What the patterns find and is right as it stands, and why."""


def wrong(place: str, unwanted: Unwanted) -> list[str]:
    """Return the messages that say what they shouldn't, even without what is right."""
    return [
        text
        for text in found(place, unwanted)
        if re.search(unwanted.pattern, re.sub("|".join(RIGHT), "", text))
    ]


@pytest.mark.parametrize("place", PLACES)
def test_no_message_says_what_is_unwanted(place: str) -> None:
    texts_of = {each.pattern: wrong(place, each) for each in UNWANTED}
    counted = Counter({pattern: len(texts) for pattern, texts in texts_of.items() if texts})

    assert counted == {}, texts_of


@pytest.mark.parametrize("unwanted", UNWANTED, ids=lambda each: each.example)
def test_each_pattern_finds_its_example_and_not_what_is_better(unwanted: Unwanted) -> None:
    assert re.search(unwanted.pattern, unwanted.example)
    assert not re.search(unwanted.pattern, unwanted.better)


@pytest.mark.parametrize("phrase", RIGHT)
def test_what_is_right_is_said_and_would_be_found(phrase: str) -> None:
    said = [text for place in PLACES for text in texts(place, "en")]
    english = [each.pattern for each in UNWANTED if each.language == "en"]

    assert any(phrase in text for text in said)
    assert any(re.search(pattern, phrase) for pattern in english)


if __name__ == "__main__":
    for place in PLACES:
        for each in UNWANTED:
            for text in wrong(place, each):
                print(f"{place} {each.language} {each.pattern}\n    {text!r} -> {each.better}")
