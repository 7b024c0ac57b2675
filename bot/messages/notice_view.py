"""What the words of a notice are made from, and the buttons under it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.games.custom_ids import about_match
from bot.games.panel import Panels
from bot.games.screen import Button, Post
from bot.locale.localisation import Words
from bot.messages.viewing import table_name
from bot.table.match.match import LoadedMatch, Match
from bot.table.notices.notice import Notice
from bot.table.time.holidays import NO_TIMES, TableTimes


@dataclass(frozen=True, slots=True)
class NoticeView:
    """A notice and the newest match that it is about.

    `loaded` has the record only for kinds that need it (`NOTICES`): the others cost no replay.
    `is_edit`: the message is there already, and this is what it says from now on. `is_direct`: only
    one person reads it, maybe far from the table. `times` are those of the match for kinds that
    show them. `watched` are the matches that a kind for watchers is about, as far as its reader
    sees them.
    """

    notice: Notice
    loaded: LoadedMatch | None
    panels: Panels
    now: datetime
    is_edit: bool = False
    times: TableTimes = NO_TIMES
    watched: tuple[LoadedMatch, ...] = ()

    @property
    def is_direct(self) -> bool:
        """Whether this is a direct message."""
        return self.notice.target.startswith("dm:")

    @property
    def match(self) -> Match:
        """The match that it is about; raises `ValueError` if it is about none."""
        if self.loaded is None:
            raise ValueError(self.notice.kind)
        return self.loaded.match

    def fact(self, name: str) -> Any:
        """Return a fact of the notice; None if it has none of this name."""
        return self.notice.facts.get(name)

    def table(self, words: Words) -> str:
        """Return what the table is called, such as "Seismic 42"."""
        return table_name(self.match, self.panels[self.match.game], words)

    def board(self, words: Words) -> Button:
        """Return the button that shows the newest board."""
        return Button(words.say("Show me the board"), about_match("board", self.match))


NoticeWords = Callable[[NoticeView, Words], Post]
"""Makes a notice's message; it needs no button for its own sake, one is added where there is none.

It runs in the event loop, if its kind has no board: it reads what it is given and waits for
nothing.
"""
