"""A server of pages on a real socket, with the shell of a real client that is not in Discord."""

from dataclasses import dataclass
from typing import NamedTuple

import aiohttp
from multidict import CIMultiDictProxy

from bot.client import FaultlineClient
from bot.hosting.host import Host
from bot.table.ids import MatchId
from bot.table.match.match import Match, VoteKind
from bot.web.server import PageServer
from tests.bot.tables import ANN, BOB, new_request, one_move, table_of


async def over(host: Host) -> Match:
    """Return a match of two people who let the points count after some moves: it is soon drawn."""
    match = await table_of(host, ANN, BOB)
    for _ in range(4):
        await one_move(host, match.id)
    vote = VoteKind.END_AS_IT_STANDS
    match = await host.agreements.ask(match.id, ANN.id, vote, "", new_request())
    number = match.votes[-1].id
    return await host.agreements.vote(match.id, BOB.id, number, new_request(), is_yes=True)


class Got(NamedTuple):
    """What came back."""

    status: int
    headers: CIMultiDictProxy[str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass
class Site:
    """A server, and a person who asks it."""

    bot: FaultlineClient
    server: PageServer
    port: int
    session: aiohttp.ClientSession
    seconds: list[float]
    """The clock of its limits."""

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def get(self, path: str, method: str = "GET", **headers: str) -> Got:
        """Ask as a browser does; `If_None_Match` is the header of that name."""
        named = {key.replace("_", "-"): value for key, value in headers.items()}
        async with self.session.request(method, self.origin + path, headers=named) as answer:
            return Got(answer.status, answer.headers, await answer.read())

    async def path(self, match_id: MatchId) -> str:
        """Return where the page of a match is, without the origin."""
        key = await self.bot.shell.stores.pages.key(match_id, is_public=True)
        return f"/m/{key}"
