"""Bots that do one thing wrong: what the ledger is there for, it must find."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from typing import Any, Final
from unittest.mock import patch

from sqlalchemy import bindparam, update

from bot.messages import messenger
from bot.messages.channels import send_post
from bot.storage import rows
from bot.storage.match import matches as stored
from bot.storage.processes import claims
from bot.storage.schema import matches
from bot.table.processes.deployment import Claimed


@contextmanager
def _forgets_what_it_sent() -> Iterator[None]:
    """Send under another name each time, and never look back."""
    numbers = count()

    async def sent(place: Any, post: Any, nonce: str, **rest: Any) -> Any:
        del nonce
        return await send_post(place, post, f"n{next(numbers)}", **rest)

    async def nothing(*_: Any, **__: Any) -> tuple[()]:
        return ()

    with patch.multiple(messenger, send_post=sent, sent_here=nothing):
        yield


@contextmanager
def _forgets_what_it_told() -> Iterator[None]:
    """Store that the channel was told of nothing."""

    async def posted(*_: Any, **__: Any) -> bool:
        return True

    with patch.object(stored.MatchStore, "store_posted", posted):
        yield


@contextmanager
def _claims_nothing() -> Iterator[None]:
    """Answer every interaction that one hears of."""

    async def claim(*_: Any) -> Claimed:
        return Claimed.WON

    with patch.object(claims.ClaimStore, "claim", claim):
        yield


@contextmanager
def _asks_for_no_revision() -> Iterator[None]:
    """Store what was made of an older match."""
    anything = matches.c.revision >= bindparam("seen") - 1_000_000
    with patch.object(
        rows, "SAVE", update(matches).where(matches.c.id == bindparam("of"), anything)
    ):
        yield


MUTANTS: Final[Mapping[str, Callable[[], Any]]] = {
    "claims": _claims_nothing,
    "nonce": _forgets_what_it_sent,
    "revision": _asks_for_no_revision,
    "told": _forgets_what_it_told,
}
