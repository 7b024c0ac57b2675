"""What is at an address, byte for byte and header for header, over a real socket."""

import asyncio
import re
from contextlib import AsyncExitStack
from html import unescape
from io import BytesIO
from json import loads
from typing import Any

import pytest
from PIL import Image
from sqlalchemy import update
from structlog.testing import capture_logs

from bot.hosting.host import Host
from bot.messages.page import contents as holding
from bot.ports import PortTaken
from bot.storage.database import Database
from bot.storage.page.pages import PageStore, end_pages
from bot.storage.schema import entries
from bot.storage.stores import Stores, stores_in
from bot.table.errors import NewerRules, OutOfReach
from bot.table.match.match import Status
from bot.table.preferences import GuildPreferences
from bot.web import pages as making
from bot.web import server as serving
from bot.web.pages import Pages
from engine.registry import games
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import ANN, BOB, HERE, lobby_of, one_move, table_of
from tests.bot.web.conftest import URL, Served
from tests.bot.web.site import Site, over

GONE = "There is no page at this address (any more)."
WRONG = "/m/AAAAAAAAAAAAAAAAAAAAAAAA"


def head_of(page: str) -> dict[str, Any]:
    found = re.search(r'id="head">(.*?)</script>', page, re.DOTALL)
    assert found
    head: dict[str, Any] = loads(found[1])
    return head


def metas_of(page: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:name|property)="([\w:]+)" content="(.*?)">', page)
    return {name: unescape(text) for name, text in found}


async def test_a_finished_match_is_shown_with_its_draws_and_lasts(site: Site, host: Host) -> None:
    match = await over(host)
    path = await site.path(match.id)

    first, again = await site.get(path), await site.get(path)

    assert (first.status, first.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert again.body == first.body
    head = head_of(first.text)
    assert (head["match"], head["live"]) == (match.id, None)
    assert head["proof"]["seed"]
    # A review may still come.
    assert first.headers["Cache-Control"] == "public, max-age=60"


async def test_a_reviewed_match_never_changes_again(site: Site, host: Host, stores: Stores) -> None:
    match = await over(host)
    path = await site.path(match.id)
    before = await site.get(path)
    await stores.reviews.ask(match.id, site.bot.shell.clock.now())
    await stores.reviews.finish(match.id, site.bot.shell.clock.now())

    after = await site.get(path)

    assert after.headers["ETag"] != before.headers["ETag"]
    assert after.headers["Cache-Control"] == "public, max-age=86400, immutable"
    assert head_of(after.text)["review"]


async def test_a_running_match_shows_what_everybody_knows_and_where_news_come(
    site: Site, host: Host
) -> None:
    match = await table_of(host, ANN, BOB)
    path = await site.path(match.id)

    got = await site.get(path)

    head = head_of(got.text)
    assert head["live"] == f"{URL}{path}/live"
    assert (head["outcome"], head["proof"]["seed"]) == (None, None)
    assert got.headers["Cache-Control"] == "no-cache"
    assert "connect-src https://pages.example;" in got.headers["Content-Security-Policy"]
    assert "Ann" in got.text


async def test_a_page_changes_with_its_match(site: Site, host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    path = await site.path(match.id)
    before = await site.get(path)

    await one_move(host, match.id)
    site.bot.shell.host.cache.forget(match.id)
    after = await site.get(path)

    steps = [len(head_of(each.text)["steps"]) for each in (before, after)]
    assert steps[1] > steps[0]
    assert after.headers["ETag"] != before.headers["ETag"]


async def test_what_ended_without_result_keeps_its_seed(site: Site, host: Host) -> None:
    match = await table_of(host, ANN, BOB)
    await one_move(host, match.id)
    closed = await host.lobbies.end(match.id, ANN)
    assert closed.status is Status.CLOSED

    got = await site.get(await site.path(match.id))

    head = head_of(got.text)
    assert got.status == 200
    assert (head["live"], head["outcome"], head["proof"]["seed"]) == (None, None, None)
    assert got.headers["Cache-Control"] == "public, max-age=60"


async def test_chats_get_title_points_and_board(site: Site, host: Host) -> None:
    match = await over(host)
    path = await site.path(match.id)

    page = await site.get(path)
    board = await site.get(f"{path}/board.png")

    metas, head = metas_of(page.text), head_of(page.text)
    points = [
        f"{seat['name']}: {n}"
        for seat, n in zip(head["seats"], head["outcome"]["scores"], strict=True)
    ]
    assert metas["og:title"] == f"Seismic {match.id}"
    assert all(each in metas["og:description"] for each in points)
    assert metas["og:url"] == f"{URL}{path}"
    assert metas["og:image"] == f"{URL}{path}/board.png"
    assert metas["twitter:card"] == "summary_large_image"
    assert board.headers["Content-Type"] == "image/png"
    assert board.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert Image.open(BytesIO(board.body)).width == 1200
    assert (await site.get(f"{path}/board.png", If_None_Match=board.headers["ETag"])).status == 304


@pytest.mark.parametrize("weak", ["", "W/"])
async def test_who_has_the_page_is_not_sent_it_again(site: Site, host: Host, weak: str) -> None:
    path = await site.path((await over(host)).id)
    first = await site.get(path)
    digest = first.headers["ETag"]

    has_it = await site.get(path, If_None_Match=f'"other", {weak}{digest}')
    older = await site.get(path, If_None_Match='"other"')
    looked = await site.get(path, "HEAD")

    assert (has_it.status, has_it.body, has_it.headers["ETag"]) == (304, b"", digest)
    assert has_it.headers["Cache-Control"] == first.headers["Cache-Control"]
    assert older.body == first.body
    assert (looked.status, looked.body, looked.headers["ETag"]) == (200, b"", digest)
    assert looked.headers["Content-Length"] == str(len(first.body))


async def test_every_answer_is_closed_to_others_and_names_no_version(
    site: Site, host: Host
) -> None:
    path = await site.path((await over(host)).id)

    every = [
        await site.get(path),
        await site.get(f"{path}/board.png"),
        await site.get(WRONG),
        await site.get(path, "POST"),
        await site.get(path, If_None_Match="*"),
    ]

    assert [each.status for each in every] == [200, 200, 404, 405, 304]
    for each in every:
        assert "frame-ancestors 'none'" in each.headers["Content-Security-Policy"]
        assert each.headers["X-Content-Type-Options"] == "nosniff"
        assert each.headers["Referrer-Policy"] == "no-referrer"
        assert each.headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert each.headers["X-Robots-Tag"].startswith("noindex")
        assert "camera=()" in each.headers["Permissions-Policy"]
        assert not {"Server", "Set-Cookie"} & set(each.headers)
    policies = re.findall(r'Content-Security-Policy" content="(.*?)"', every[0].text)
    assert every[0].headers["Content-Security-Policy"] == f"{policies[0]}; frame-ancestors 'none'"
    assert every[3].headers["Allow"] == "GET,HEAD"


async def test_why_there_is_no_page_is_never_said(
    site: Site, host: Host, database: Database, stores: Stores
) -> None:
    lobby = await lobby_of(host, ANN)
    erased, pageless = await over(host), await over(host)
    paths = [WRONG, "/m/1", "/m/%2e%2e", "/", "/m/", await site.path(lobby.id)]
    paths += [await site.path(erased.id)]
    assert (await site.get(paths[-1])).status == 200
    async with database.writing() as connection:
        await connection.run_sync(end_pages, [erased.id])
    gone = [await site.get(each) for each in paths]
    paths = [await site.path(pageless.id), f"{await site.path(pageless.id)}/board.png"]
    await stores.players.set_guild(HERE.guild or 0, GuildPreferences(pageless=True))
    gone += [await site.get(each) for each in paths]

    assert {each.status for each in gone} == {404}
    assert {each.body for each in gone} == {gone[0].body}
    assert GONE in gone[0].text
    assert len({tuple(sorted(without_date(each.headers))) for each in gone}) == 1


def without_date(headers: Any) -> list[tuple[str, str]]:
    return [(name, value) for name, value in headers.items() if name != "Date"]


async def test_after_erasing_a_page_is_at_another_address(
    site: Site, host: Host, database: Database
) -> None:
    match = await over(host)
    old = await site.path(match.id)
    async with database.writing() as connection:
        await connection.run_sync(end_pages, [match.id])

    new = await site.path(match.id)

    assert new != old
    assert (await site.get(old)).status == 404
    assert (await site.get(new)).status == 200


async def test_a_record_that_does_not_replay_shows_nothing(
    site: Site, host: Host, database: Database
) -> None:
    match = await over(host)
    path = await site.path(match.id)
    of = (entries.c.match_id == match.id) & (entries.c.seq == 2)
    async with database.writing() as connection:
        await connection.execute(update(entries).where(of).values(body="{}"))

    assert (await site.get(path)).status == 404


@pytest.mark.parametrize(
    ("wanted", "language"),
    [("fr-CA, en;q=0.5", "fr"), ("de, es;q=0.1", "es"), ("", "en"), ("tlh;q=x,,;q=nan", "en")],
)
async def test_the_sentence_is_said_in_the_browsers_language(
    site: Site, wanted: str, language: str
) -> None:
    got = await site.get(WRONG, Accept_Language=wanted)

    assert f'<html lang="{language}">' in got.text
    assert got.headers["Vary"] == "Accept-Language"
    assert (GONE in got.text) is (language == "en")


async def test_pages_are_below_the_path_of_their_address_too(site: Site, host: Host) -> None:
    path = await site.path((await over(host)).id)

    assert (await site.get(f"/games{path}")).body == (await site.get(path)).body


async def test_who_tries_wrong_keys_is_told_to_wait_and_the_right_one_still_works(
    site: Site, host: Host
) -> None:
    path = await site.path((await over(host)).id)
    tried = [await site.get(WRONG) for _ in range(21)]

    right = await site.get(path)

    assert [each.status for each in tried] == [404] * 20 + [429]
    assert tried[-1].headers["Retry-After"] == "3"
    assert right.status == 200
    # Behind a proxy somebody else has an allowance of their own.
    assert (await site.get(WRONG, X_Forwarded_For="8.8.8.8")).status == 404


async def test_who_asks_too_often_is_told_when_to_come_back(site: Site, host: Host) -> None:
    path = await site.path((await over(host)).id)

    every = [await site.get(path, X_Forwarded_For="6.6.6.6, 8.8.8.8") for _ in range(31)]
    site.seconds[0] += int(every[-1].headers["Retry-After"])
    later = await site.get(path, X_Forwarded_For="8.8.8.8")

    assert [each.status for each in every] == [200] * 30 + [429]
    assert every[-1].headers["Cache-Control"] == "no-store"
    assert later.status == 200


async def test_pages_are_made_a_few_a_minute_for_one_address(
    site: Site, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = await site.path((await over(host)).id)
    monkeypatch.setattr(making, "MOST_BYTES", 0)
    site.server.pages = Pages(URL, most_bytes=0)

    every = [await site.get(path) for _ in range(11)]

    assert [each.status for each in every] == [200] * 10 + [429]
    assert int(every[-1].headers["Retry-After"]) == 6
    assert (await site.get(path, X_Forwarded_For="8.8.8.8")).status == 200


async def test_many_who_ask_at_once_have_it_made_once(
    site: Site, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = await site.path((await over(host)).id)
    made = counted(monkeypatch)

    every = await asyncio.gather(*(site.get(path) for _ in range(8)))

    assert {each.status for each in every} == {200}
    assert len({each.body for each in every}) == 1
    assert len(made) == 1


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    made, real = list[int](), holding.contents

    def contents(*given: Any) -> Any:
        made.append(1)
        return real(*given)

    monkeypatch.setattr(making, "contents", contents)
    return made


async def test_memory_has_an_end_and_the_page_that_was_asked_for_longest_ago_goes(
    site: Site, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [await site.path((await over(host)).id) for _ in range(3)]
    size = len((await site.get(paths[0])).body)
    site.server.pages = Pages(URL, most_bytes=int(size * 2.5))
    made = counted(monkeypatch)

    for number in (0, 1, 0, 2, 0):
        await site.get(paths[number])
    assert len(made) == 3
    await site.get(paths[1])

    assert len(made) == 4


async def test_after_a_restart_everything_is_where_it_was(
    served: Served, site: Site, host: Host
) -> None:
    for match in (await over(host), await table_of(host, ANN, BOB)):
        path = await site.path(match.id)
        before = await site.get(path)

        restarted = await served()
        after = await restarted.get(path)

        assert await restarted.path(match.id) == path
        assert (after.status, after.body) == (200, before.body)
        assert after.headers["ETag"] == before.headers["ETag"]


async def test_two_processes_on_one_database_answer_the_same(
    served: Served, postgresql_url: str, clock: StandingClock, entropy: KnownEntropy
) -> None:
    async with AsyncExitStack() as stack:
        databases = [Database(postgresql_url) for _ in range(3)]
        for each in databases:
            stack.push_async_callback(each.close)
        host = Host(stores_in(databases[0], games()), Listener(), clock, entropy)
        one, other = await served(databases[1]), await served(databases[2])
        for match in (await over(host), await table_of(host, ANN, BOB)):
            path, there = await asyncio.gather(one.path(match.id), other.path(match.id))
            here = await one.get(path)

            assert there == path
            assert (here.status, here.body) == (200, (await other.get(path)).body)


async def test_without_discord_or_database_people_are_asked_to_come_back(
    served: Served, site: Site, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = await site.path((await over(host)).id)

    async def away(*_: object) -> None:
        raise OutOfReach("out-of-reach", problem="unreachable")

    async def newer(*_: object) -> None:
        raise NewerRules("newer-rules")

    starting = await (await served(is_there=False)).get(path, Accept_Language="fr")
    monkeypatch.setattr(site.bot.shell.host.cache, "about", newer)
    too_new = await site.get(path)
    monkeypatch.setattr(PageStore, "find", away)
    without = await site.get(path)

    assert [each.status for each in (starting, too_new, without)] == [503] * 3
    assert {each.headers["Retry-After"] for each in (starting, too_new, without)} == {"10"}
    assert "Je suis injoignable" in starting.text
    assert "try again in a minute" in without.text


async def test_what_breaks_has_a_number_that_the_log_has_and_no_key(
    site: Site, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = await site.path((await over(host)).id)

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(making, "contents", broken)
    with capture_logs() as logged:
        got = await site.get(path)

    assert got.status == 500
    (line,) = (each for each in logged if each["event"] == "page-failed")
    assert f"(id {line['id']})" in got.text
    assert path.rpartition("/")[2] not in str(logged)
    assert "127.0.0.1" not in str(logged)


async def test_a_reader_who_reads_nothing_is_cut_off_and_others_notice_nothing(
    site: Site, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "SLOWEST_SECONDS", 0.2)
    path = await site.path((await over(host)).id)
    await site.get(path)
    page = making.WebPage(b"x" * 40_000_000, "text/html", "digest", making.SETTLING)

    async def large(*_: object) -> making.WebPage:
        return page

    send, ended = serving._send, asyncio.Event()

    async def sent(*given: Any) -> Any:
        answer = await send(*given)
        ended.set()
        return answer

    monkeypatch.setattr(site.server.pages, "page", large)
    monkeypatch.setattr(serving, "_send", sent)
    with capture_logs() as logged:
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port, limit=1000)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        # Nothing is read until the server has had enough.
        await ended.wait()
        read = len(await reader.read())
        writer.close()
        monkeypatch.undo()
        others = await site.get(path)

    assert 0 < read < len(page.body)
    assert others.status == 200
    assert [each for each in logged if each["log_level"] in ("warning", "error")] == []


async def test_a_reader_who_leaves_at_once_takes_nothing_along(site: Site, host: Host) -> None:
    path = await site.path((await over(host)).id)

    with capture_logs() as logged:
        for _ in range(3):
            _, writer = await asyncio.open_connection("127.0.0.1", site.port)
            writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            await writer.drain()
            writer.close()
        got = await site.get(path)

    assert got.status == 200
    assert [each for each in logged if each["log_level"] in ("warning", "error")] == []


async def test_headers_without_end_are_refused(site: Site) -> None:
    got = await site.get(WRONG, X_Long="x" * 20_000)

    assert got.status == 400


async def test_a_port_that_is_taken_is_refused_with_the_names_of_its_settings(site: Site) -> None:
    taken = r"listen on PAGE_ADDRESS and PAGE_PORT: .* in use"

    with pytest.raises(PortTaken, match=taken):
        async with serving.listening(lambda: None, None, "127.0.0.1", site.port):
            pass


async def test_without_an_address_of_its_own_a_page_keeps_to_where_it_is(
    served: Served, host: Host
) -> None:
    site = await served(url=None)
    path = await site.path((await table_of(host, ANN, BOB)).id)

    got = await site.get(path)

    assert head_of(got.text)["live"] == f"{path}/live"
    assert "connect-src 'self';" in got.headers["Content-Security-Policy"]
    assert "og:image" not in got.text
