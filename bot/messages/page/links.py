"""Links to the page of a match at its address, for its table and for those who look at it."""

from dataclasses import replace
from typing import Final

import structlog

from bot.games.screen import MOST_IN_A_ROW, MOST_ROWS, Button, Post, Row
from bot.locale.localisation import Words
from bot.messages.time.absence import Membership
from bot.storage.page.pages import PageStore
from bot.table.errors import OutOfReach
from bot.table.match.match import Match, Status

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


class PageLinks:
    """Where the pages of matches are; nowhere without an address (`PAGE_URL`)."""

    def __init__(self, pages: PageStore, membership: Membership, address: str) -> None:
        self._pages = pages
        self._membership = membership
        self._address = address

    @property
    def has_address(self) -> bool:
        """Whether any match can have a page at an address."""
        return bool(self._address)

    def is_public(self, match: Match) -> bool | None:
        """Say whether everybody in its server sees the channel of a match; None: not known."""
        return self._membership.is_public(match.venue)

    async def of(self, match: Match) -> str:
        """Return where the page of a match is; "": it has none, or it can't be found just now."""
        if not self._address or not match.has_begun:
            return ""
        try:
            key = await self._pages.key(match.id, is_public=self.is_public(match))
        except OutOfReach:
            return ""
        except Exception:
            # A table does without.
            log.exception("no-page-link", match=match.id)
            return ""
        return f"{self._address}/m/{key}" if key else ""


def links(match: Match, url: str, words: Words) -> tuple[Button, ...]:
    """Return the button that leads to a match's page; none without one."""
    if not url:
        return ()
    is_over = match.status in (Status.FINISHED, Status.CLOSED)
    label = words.say("Open in the browser") if is_over else words.say("Follow in the browser")
    return (Button(label, url=url),)


def with_link(shown: Post, match: Match, url: str, words: Words) -> Post:
    """Return a table message whose last button leads to the match's page, if there is room."""
    button, rows = links(match, url, words), shown.rows
    if button and rows and len(rows[-1].buttons) < MOST_IN_A_ROW:
        return replace(shown, rows=(*rows[:-1], Row((*rows[-1].buttons, *button))))
    if button and len(rows) < MOST_ROWS:
        return replace(shown, rows=(*rows, Row(button)))
    return shown
