"""Forms open at once, however slow database and render pool are: Discord takes none later."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.interactions import context, routing
from tests.bot.dealing import proposed, seated
from tests.bot.world import World, control, controls, reply, said

Slow = Callable[[], asyncio.Event]


@pytest.fixture
def slow(world: World, monkeypatch: pytest.MonkeyPatch) -> Slow:
    """Return what makes the database and the render pool wait for an event."""

    def held_up() -> asyncio.Event:
        release = asyncio.Event()
        database, pool = type(world.database), type(world.bot.shell.pool)
        draw = pool.run

        def waiting(name: str) -> Any:
            before = getattr(database, name)

            @asynccontextmanager
            async def wait(self: Any) -> AsyncIterator[Any]:
                await world.env.external_wait(release.wait(), reason="the database is slow")
                async with before(self) as connection:
                    yield connection

            return wait

        async def drawn(*args: Any, **kwargs: Any) -> Any:
            await world.env.external_wait(release.wait(), reason="the pool is slow")
            return await draw(*args, **kwargs)

        ask = database.ask

        async def asked(self: Any, work: Any) -> Any:
            await world.env.external_wait(release.wait(), reason="the database is slow")
            return await ask(self, work)

        monkeypatch.setattr(database, "ask", asked)
        for name in ("asking", "reading", "writing"):
            monkeypatch.setattr(database, name, waiting(name))
        monkeypatch.setattr(pool, "run", drawn)
        monkeypatch.setattr(context, "PATIENCE_SECONDS", 0.01)
        monkeypatch.setattr(routing, "PATIENCE_SECONDS", 0.01)
        return release

    return held_up


async def test_the_form_of_a_proposal_waits_for_nothing(world: World, slow: Slow) -> None:
    ann, bob, _ = await seated(world)
    offer, table = await proposed(world, ann, 1, 2), await world.table()
    release = slow()

    new = await ann.click(table, custom_id=control(table, "deal").custom_id)
    other = await bob.click(offer, custom_id=control(offer, "deal").custom_id)
    release.set()
    await world.env.settle()

    assert new.modal is not None
    assert other.modal is not None
    menu = other.modal["components"][0]["component"]
    assert [each["label"] for each in menu["options"]] == ["Ann"]
    assert world.env.errors == []


async def test_who_may_not_propose_is_told_at_once(world: World, slow: Slow) -> None:
    await seated(world)
    table, eve = await world.table(), world.person("Eve")
    release = slow()

    refused = await eve.click(table, custom_id=control(table, "deal").custom_id)
    deferred, told = refused.deferred, said(reply(refused))
    release.set()
    await world.env.settle()

    assert not deferred
    assert "You have no seat at this table." in told


async def test_the_form_of_the_lobby_waits_for_nothing(world: World, slow: Slow) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "seismic new", where="here")
    shown = await world.set_up(ann)
    release = slow()

    form = await ann.click(shown, custom_id=control(shown, "options").custom_id)
    release.set()
    await world.env.settle()

    assert form.modal is not None


async def test_the_form_of_a_height_knows_what_was_stated(world: World, slow: Slow) -> None:
    ann = world.person("Ann")
    shown = reply(await ann.slash(world.channel, "settings"))
    form = await ann.click(shown, custom_id="b.height")
    await ann.submit_modal(form, {"s.height.cm": "172"})
    release = slow()

    form = await ann.click(shown, custom_id="b.height")
    release.set()
    await world.env.settle()

    assert form.modal is not None
    assert form.modal["components"][0]["component"]["value"] == "172"


@pytest.mark.parametrize("verb", ["deal", "height"])
async def test_after_a_restart_a_form_opens_at_the_second_press_if_all_is_slow(
    world: World, slow: Slow, verb: str
) -> None:
    ann, *_ = await seated(world)
    left = await world.leftover("b.deal.1.0", "b.height")
    code = control(left, verb).custom_id if verb == "deal" else "b.height"
    await world.restart()
    release = slow()

    first = await ann.click(left, custom_id=code)
    deferred, told = first.deferred, said(reply(first))
    again = controls(reply(first))[0].custom_id
    release.set()
    await world.env.settle()
    second = await ann.click(reply(first), custom_id=again)

    assert first.modal is None
    assert not deferred
    assert "Press again" in told
    assert again == code
    assert second.modal is not None


async def test_after_a_restart_a_form_opens_at_once_if_nothing_is_slow(world: World) -> None:
    ann, *_ = await seated(world)
    table = await world.table()
    await world.restart()

    form = await ann.click(table, custom_id=control(table, "deal").custom_id)

    assert form.modal is not None
