"""A link that puts a match into the app BG Stats, as its page for developers documents it."""

import json
from datetime import UTC
from typing import Any, Final
from urllib.parse import quote

from bot.games.panel import AnyPanel
from bot.games.screen import AMBER, Button, Row, Screen, Text
from bot.locale.localisation import Words
from bot.messages.viewing import with_names
from bot.table.match.match import LoadedMatch
from bot.table.people.ended import first_seat
from engine.game import Outcome

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST_LINK: Final = 512
"""Characters of a button's address; a longer one stands in the text."""


def play(panel: AnyPanel, loaded: LoadedMatch, outcome: Outcome, words: Words) -> dict[str, Any]:
    """Return a finished match as the app takes it: names, points and places.

    Numbers in it are those of the match and its seats, never Discord's.
    """
    match = with_names(loaded.match, words)
    began = first_seat(loaded)
    lasted = match.changed_at - match.opened_at
    return {
        "sourceName": "Faultline",
        "sourcePlayId": f"{match.commitment[:12]}-{match.id}",
        "playDate": f"{match.changed_at.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "durationMin": max(1, round(lasted.total_seconds() / 60)),
        "board": ", ".join(match.setup.variants),
        "location": "Discord",
        "game": {
            "name": panel.title(words),
            "sourceGameId": match.game,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": chair.name,
                "sourcePlayerId": f"{match.id}-{seat}",
                "rank": outcome.ranks[seat],
                "score": str(outcome.scores[seat]),
                "winner": outcome.ranks[seat] == 1,
                "startPlayer": seat == began,
            }
            for seat, chair in enumerate(match.chairs)
        ],
    }


def link(panel: AnyPanel, loaded: LoadedMatch, outcome: Outcome, words: Words) -> str:
    """Return the address that the app opens."""
    data = json.dumps(
        play(panel, loaded, outcome, words), ensure_ascii=False, separators=(",", ":")
    )
    return ADDRESS + quote(data, safe="")


def bg_stats_screen(address: str, words: Words) -> Screen:
    """Return the link, as a button if it is short enough."""
    told = words.say(
        "**For the app BG Stats:** the link below holds the names and points of this match,"
        " nothing else."
    )
    opens = words.say("Open BG Stats")
    if len(address) <= LONGEST_LINK:
        return Screen((Text(told), Row((Button(opens, url=address),))), AMBER)
    return Screen((Text(f"{told}\n[{opens}]({address})"),), AMBER)
