"""Every command and every control once, in every language: Discord's document judges each."""

from typing import Any, Final

from discord import app_commands

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.migration import upgrade
from bot.storage.stores import stores_in
from bot.table.match.match import Venue
from engine.draws import verify
from engine.record_text import read_record
from engine.registry import games
from tests.bot.commanding import tree_of_commands
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import ANN, BOB, played_out
from tests.bot.tables import lobby_of as kept_lobby
from tests.locales import LOCALES
from tests.wire.crawl import crawl
from tests.wire.table import Table, lobby_of, named, opened, press, refused, seat_computer
from tests.wire.world import PATIENCE, Wire, public, table_messages, verb

SPEAKERS: Final = dict(zip(("Ann", "Bob", "Cleo", "Dan"), LOCALES, strict=False))
"""Who speaks which language: as many as sit at a table."""
USER: Final = 6
"""The type of an option that takes a person."""
ADMIN: Final = (1 << 53) - 1 & ~(1 << 3)
"""Every permission but the one that ignores what commands ask for."""
SCREENS: Final = {
    *("b.w", "b.p", "b.text", "b.text.sections", "b.text.file", "b.since", "b.more", "b.history"),
    *("b.unseen", "b.score", "b.danger", "b.zoom", "b.replay", "b.quit", "s.history"),
    *("s.unseen", "s.zoom", "s.replay"),
}
"""Some of what must be reachable from a table message for whoever is to move."""
GUIDE: Final = {
    *("b.mine", "s.guide.seismic", "s.guide.draws", "s.guide.text", "s.guide.leaving"),
    *("b.rules.seismic.1", "b.rules.seismic.2"),
}


async def table_of_many_tongues(wire: Wire) -> Table:
    """Return a table where a player of every language has begun."""
    people = [wire.discord.user(name, locale=locale) for name, locale in SPEAKERS.items()]
    return await opened(wire, *people, where="here")


async def to_a_placement(table: Table) -> None:
    """Play on while a quake asks for its line."""
    while "w" not in map(verb, table.newest.buttons):
        await table.turn()


def assert_clean(wire: Wire) -> None:
    assert wire.unanswered() == []
    assert wire.problems() == []
    assert wire.broken() == []


async def test_every_screen_can_be_reached_in_each_language(wire: Wire) -> None:
    wire.hurry()
    await wire.begin()
    table = await table_of_many_tongues(wire)
    for _ in range(6):
        await table.turn()
    told: dict[str, dict[str, Any]] = {}
    while len(told) < len(SPEAKERS):
        await to_a_placement(table)
        mover, newest = table.to_move, table.newest

        async def begin(newest: Any = newest) -> Any:
            return newest

        if mover.account.display not in told:
            screens = await crawl(mover, begin)
            told[mover.account.display] = screens
            assert screens.keys() >= SCREENS
        await table.turn()

    for screen in ("b.history", "b.score", "b.text.sections"):
        assert len({told[name][screen] for name in SPEAKERS}) == len(SPEAKERS), screen
    watcher = wire.discord.user("Eve", locale="es-419")
    await to_a_placement(table)

    async def begin_watching() -> Any:
        return table.newest

    watched = await crawl(watcher, begin_watching)
    assert "b.quit" not in watched
    assert "b.w" in watched
    assert_clean(wire)


async def test_every_command_answers_under_its_name_in_each_language(wire: Wire) -> None:
    wire.hurry()
    await wire.begin()
    table = await table_of_many_tongues(wire)
    for _ in range(3):
        await table.turn()
    names, every = set(), await leaves()
    for locale in LOCALES:
        asker = wire.discord.user(f"Asker {locale}", locale=locale, permissions=ADMIN)
        commands = asker.menu()
        assert len(commands) == every
        names |= commands.keys()
        for path, command in commands.items():
            await asked(asker, path, command)

    assert len(names) > 2 * every
    assert_clean(wire)


async def leaves() -> int:
    """Return how many commands there are to type."""
    tree = await tree_of_commands()
    return sum(isinstance(each, app_commands.Command) for each in tree.walk_commands())


async def asked(asker: Any, path: str, command: dict[str, Any]) -> None:
    """Type a command with what it must have, after looking at all suggestions."""
    options = {}
    for option in command.get("options", []):
        if option.get("autocomplete"):
            await asker.autocomplete(path, option["name"], "")
        if option.get("required"):
            options[option["name"]] = asker if option["type"] == USER else "3"
    answer = await asker.slash(path, **options)
    assert not answer.failed
    assert answer.ephemeral
    assert answer.text or answer.message.files


async def test_help_settings_and_setup_lead_everywhere(wire: Wire) -> None:
    wire.hurry()
    await wire.begin()
    # The library writes ids of chosen channels as numbers; this Discord gives them back like that.
    wire.by_design.append(r"default_values\.0\.id: \d+ is not of type string")
    admin = wire.discord.user("Root", permissions=ADMIN)
    ann = wire.discord.user("Ann")
    assert "/setup server" in admin.menu()
    assert "/setup server" not in ann.menu()

    async def help_() -> Any:
        return (await ann.slash("/help")).message

    pages = await crawl(ann, help_)
    assert pages.keys() >= GUIDE

    async def settings_() -> Any:
        return (await ann.slash("/settings")).message

    assert (await crawl(ann, settings_)).keys() >= {"b.reminders", "b.away"}
    settings = (await ann.slash("/settings")).message
    for language in ("fr", "es", "auto"):
        await ann.select(settings, language, key="s.language")
        await wire.discord.until(lambda: settings.history, PATIENCE)
    for switch in ("lists", "twice"):
        await press(ann, settings, named(settings, switch))
    setup = (await admin.slash("/setup server")).message
    await press(admin, setup, "b.setup.told")
    await admin.select(setup, "fr", key="s.speak")
    await press(admin, setup, "b.setup")
    await press(admin, setup, "b.setup.who")
    await admin.select(setup, wire.discord.table, key="s.channels")
    await press(admin, setup, named(setup, "threads"))
    elsewhere = wire.discord.add_channel(wire.discord.guild, "elsewhere")
    refused = await ann.slash("/seismic new", channel=elsewhere)
    assert wire.discord.table.mention in refused.text

    lobby = await lobby_of(ann, seats=2, where="thread")
    assert "nouvelle table" in lobby.text
    await seat_computer(ann, lobby)
    await wire.discord.until(lambda: "joueur virtuel" in lobby.text, PATIENCE)
    await press(ann, lobby, named(lobby, "start"))
    await wire.discord.until(lambda: table_messages(wire.discord.table), PATIENCE)
    assert lobby.thread is None
    table = Table(wire, [ann], wire.discord.table, lobby)
    await wire.discord.until(lambda: ann.id in table.newest.pinged, PATIENCE)
    message = await press(ann, table.newest, named(table.newest, "w"))
    drawn, menu = len(message.history), message.selects[0]
    await ann.select(message, menu["options"][0]["value"], key=menu["custom_id"])
    await wire.discord.until(lambda: len(message.history) > drawn, PATIENCE)
    sure = await press(ann, message, named(message, "g"))
    before = table.told_so_far
    await press(ann, sure, named(sure, "sure"))
    await table.told(before)
    assert_clean(wire)


async def test_the_lobby_answers_all_its_controls(wire: Wire) -> None:
    wire.hurry()
    await wire.begin()
    town = wire.discord
    ann, bob, cleo, dan = (town.user(name) for name in ("Ann", "Bob", "Cleo", "Dan"))
    lobby = await lobby_of(ann, seats=4, where="here")

    alone = await refused(ann, lobby, named(lobby, "start"))
    foreign = await refused(bob, lobby, named(lobby, "set-up"))
    assert "One more player is needed" in alone.text
    assert "Only the host, Ann" in foreign.text
    shown = await press(ann, lobby, named(lobby, "set-up"))
    menu = await press(ann, shown, named(shown, "invite"))
    await ann.select(menu, bob, cleo)
    await town.until(lambda: bob.pings and cleo.pings, PATIENCE)
    assert len(bob.pings) == len(cleo.pings) == 1
    assert ann.pings == []
    kept = await refused(dan, bob.pings[0], named(bob.pings[0], "take-seat"))
    assert "kept for Bob" in kept.text
    await press(bob, bob.pings[0], named(bob.pings[0], "take-seat"))
    await press(cleo, cleo.pings[0], named(cleo.pings[0], "decline-seat"))
    await town.until(lambda: "**Bob**" in lobby.text, PATIENCE)
    await press(bob, lobby, named(lobby, "leave"))
    await town.until(lambda: "**Bob**" not in lobby.text, PATIENCE)
    await press(bob, lobby, named(lobby, "join"))
    shown = await press(ann, lobby, named(lobby, "set-up"))
    places = next(each["custom_id"] for each in shown.selects if verb(each) == "places")
    await ann.select(shown, "3", key=places)
    await town.until(lambda: lobby.text.count("free") == 1, PATIENCE)
    await seat_computer(ann, lobby)
    await town.until(lambda: "The table is full" in lobby.text, PATIENCE)
    await press(dan, lobby, named(lobby, "rules"))
    await press(dan, lobby, named(lobby, "seal"))
    for each in (ann, bob):
        await press(each, lobby, named(lobby, "leave"))
    await town.until(lambda: "table closed" in lobby.text, PATIENCE)
    await press(dan, lobby, named(lobby, "reopen"))
    # Two lobbies, and two invitations.
    await town.until(lambda: len(public(town.table)) == 4, PATIENCE)
    assert "**Dan** (host)" in public(town.table)[-1].text
    assert_clean(wire)


async def test_slips_say_what_helps_now(wire: Wire) -> None:
    wire.hurry()
    await wire.begin()
    table = await table_of_many_tongues(wire)
    mover, newest = table.to_move, table.newest
    others = [each for each in table.people if each is not mover]
    tile = named(newest, "w")
    draft = await press(mover, newest, tile)
    wizard = next(each["custom_id"] for each in draft.buttons if verb(each) == "p")

    foreign = [await press(each, newest, tile) for each in others]
    watcher = await press(wire.discord.user("Eve"), newest, tile)
    await table.turn()
    stale = await press(mover, draft, wizard)
    unknown = [f"b.{each}" for each in ("z.1.1", "nonsense", "text.zz.0", "w.1.zz!.4")] + ["old"]
    left_over = [await press(mover, compose(wire, each), each) for each in unknown]

    assert {each.account.locale for each in table.people} == set(SPEAKERS.values())
    for slip in (*foreign, watcher, stale, *left_over):
        assert slip.ephemeral
        assert slip.text
    assert mover.account.display in foreign[0].text
    assert "You're watching this table" in watcher.text
    assert all(not slip.image for slip in left_over)
    assert_clean(wire)


def compose(wire: Wire, custom_id: str) -> Any:
    """Post a button as an older version of the bot may have left it."""
    button = {"type": 2, "style": 2, "label": "old", "custom_id": custom_id}
    body = {"content": "left over", "components": [{"type": 1, "components": [button]}]}
    call = type(wire.discord.journal[0])(0.0, "", "", "", {})
    return wire.discord.compose(call, body, wire.discord.table)


async def test_the_record_of_a_finished_match_is_given_and_verified(wire: Wire) -> None:
    database = Database(f"sqlite:///{wire.database}")
    await upgrade(database)
    host = Host(stores_in(database, games()), Listener(), StandingClock(), KnownEntropy())
    venue = Venue(int(wire.discord.guild.id), int(wire.discord.table.id), threaded=False)
    match = await kept_lobby(host, ANN, BOB, venue=venue)
    await host.lobbies.start(match.id, ANN.id)
    await played_out(host, match.id)
    await database.close()
    await wire.begin()
    for name, locale in SPEAKERS.items():
        asker = wire.discord.user(name, locale=locale)
        for command in ("board", "text", "since", "history", "replay", "unseen", "score"):
            assert (await asker.slash(f"/table {command}")).ephemeral
        exported = await asker.slash("/table export")
        record = read_record(games(), exported.message.files[0].data.decode())
        verified = await asker.slash("/table verify")
        assert verify(games()["seismic"], record) > 0
        assert str(record.seed) in verified.text
    film = (await wire.discord.user("Ann").slash("/table replay")).image
    assert film.content_type == "image/gif"
    assert len(film.data) < 1_000_000
    assert_clean(wire)
