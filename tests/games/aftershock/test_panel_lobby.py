"""The lobby of Aftershock: its settings, its places, computer players who play along."""

from bot.games.people import SHAPES
from tests.bot.world import World, control, reply, said
from tests.games.aftershock.clicking import desk_of


async def test_the_lobby_says_what_is_about_to_be_played(world: World) -> None:
    ann = world.person("Ann")

    await ann.slash(world.channel, "aftershock new", where="here")

    assert "Ann is rebuilding San Francisco after the mega earthquake." in said(world.newest)
    assert (await world.match()).places == 5
    assert [line[0] for line in said(world.newest).splitlines() if line[:1] in SHAPES] == [*SHAPES]


async def test_the_settings_can_be_changed_in_the_lobby(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "aftershock new", seats=3, where="here")

    shown = await world.set_up(ann)
    form = await ann.click(shown, custom_id=control(shown, "rule-options").custom_id)

    assert form.modal is not None
    assert "Bridges per player on a link" in str(form.modal)
    assert "First player" in str(form.modal)
    assert world.env.errors == []


async def test_computer_players_answer_by_themselves(world: World) -> None:
    ann = world.person("Ann")
    await ann.slash(world.channel, "aftershock new", seats=3, where="here")
    for _ in range(2):
        await world.seat_computer(ann)
    await ann.click(world.newest, custom_id=control(world.newest, "start").custom_id)

    desk = await desk_of(ann, await world.table())
    sealed = reply(await ann.click(desk, custom_id=control(desk, "K").custom_id))
    await world.tick()

    _, progress = await world.bot.shell.host.cache.progress((await world.match()).id)
    assert sealed.ephemeral
    assert progress.state.phase != "keep"
    assert world.env.errors == []


async def test_a_table_of_three_begins_with_all_choices_open(world: World) -> None:
    people = [world.person(name) for name in ("Ann", "Bob", "Cleo")]

    match = await world.begun(*people, title="aftershock")

    assert match.acting == (0, 1, 2)
