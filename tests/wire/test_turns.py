"""Turns by direct message on the wire, and all that is set about time: every button is pressed."""

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from tests.wire.crawl import crawl
from tests.wire.table import CONFIRMING, Table, lobby_of, named, opened, press
from tests.wire.test_match import assert_wire_is_clean
from tests.wire.world import PATIENCE, Wire, public, table_messages, verb

BEHIND: Final = {
    *("b.w", "b.p", "b.text", "b.text.sections", "b.text.file", "b.since", "b.more", "b.history"),
    *("b.unseen", "b.score", "b.danger", "b.zoom", "b.replay", "b.quit", "b.votes"),
    *("b.remind-me", "s.history", "s.unseen", "s.zoom"),
}
"""Some of what must be reachable from a turn in a direct message."""


async def chosen(wire: Wire, person: Any, screen: Any, value: str, menu: str) -> None:
    """Choose in a menu of a screen, and wait for what comes of it."""
    drawn = len(screen.history)
    await person.select(screen, value, key=named_menu(screen, menu))
    await wire.discord.until(lambda: len(screen.history) > drawn, PATIENCE, f"{menu} {value}")


def named_menu(message: Any, wanted: str) -> str:
    """Return the id of the menu with this verb."""
    found: list[str] = [each["custom_id"] for each in message.selects if verb(each) == wanted]
    assert found, (wanted, [each["custom_id"] for each in message.selects])
    return found[0]


async def wants_turns(wire: Wire, person: Any, next_up: str) -> Any:
    """Let a person have turns by direct message, and hear that they are next; return the screen."""
    settings = (await person.slash("/settings")).message
    screen = await press(person, settings, named(settings, "reminders"))
    await press(person, screen, named(screen, "turns-direct"))
    await chosen(wire, person, screen, next_up, "next-up")
    return screen


def boards(wire: Wire, person: Any) -> list[Any]:
    """Return the direct messages with a board that a person finds."""
    return table_messages(wire.discord.dm(person.account))


async def asked(wire: Wire, *people: Any) -> tuple[Any, Any]:
    """Return who is asked by direct message, and by which, once that is there alone."""

    def found() -> list[tuple[Any, Any]]:
        return [(each, board) for each in people for board in boards(wire, each)]

    await wire.discord.until(lambda: len(found()) == 1, PATIENCE, "one board")
    return found()[0]


async def drafted(table: Table, mover: Any, message: Any) -> tuple[Any, str]:
    """Click from a direct message to the button that sends a move."""
    for _ in range(12):
        offered = [each for each in message.buttons if len(verb(each)) == 1]
        one = table.chosen([each for each in offered if not each.get("disabled")])
        if verb(one) in CONFIRMING:
            return message, one["custom_id"]
        message = await press(mover, message, one["custom_id"])
    raise AssertionError(message.labels)


async def test_a_turn_is_asked_for_and_played_in_direct_messages(wire: Wire) -> None:
    wire.hurry()
    await wire.begin()
    ann, bob = wire.discord.user("Ann"), wire.discord.user("Bob", locale="fr")
    for each in (ann, bob):
        await wants_turns(wire, each, "direct")
    table = await opened(wire, ann, bob, where="here")
    next_up: list[Any] = []
    for turn in range(3):
        mover, board = await asked(wire, ann, bob)
        if turn == 0:
            # Later on a quake may leave open who comes next.
            other = bob if mover is ann else ann

            def told(other: Any = other) -> list[Any]:
                there = public(wire.discord.dm(other.account))
                return [each for each in there if "plan" in map(verb, each.buttons)]

            await wire.discord.until(told, PATIENCE, "who is next")
            next_up += told()
            planning = await press(other, next_up[0], named(next_up[0], "plan"))
            assert planning.text
        message, button = await drafted(table, mover, board)
        receipt = await press(mover, message, button)
        assert receipt.text
        await wire.discord.until(
            lambda mover=mover, board=board: board not in boards(wire, mover), PATIENCE, "the move"
        )

    dms = [each for person in (ann, bob) for each in public(wire.discord.dm(person.account))]
    assert len(next_up) == 1
    assert next_up[0] not in dms
    assert table.newest.pinged == set()
    assert ann.mention not in table.newest.text
    assert_wire_is_clean(wire)


async def test_every_screen_behind_a_turn_in_a_direct_message_opens(wire: Wire) -> None:
    wire.hurry()
    await wire.begin()
    ann, bob = wire.discord.user("Ann", locale="es-ES"), wire.discord.user("Bob")
    for each in (ann, bob):
        await wants_turns(wire, each, "off")
    await opened(wire, ann, bob, where="here", pace="three-days")
    mover, board = await asked(wire, ann, bob)

    async def begin() -> Any:
        return board

    screens = await crawl(mover, begin)

    assert screens.keys() >= BEHIND
    assert_wire_is_clean(wire)


def offers(screen: Any) -> list[str]:
    """Return the ids of the buttons that take a moment."""
    every = (each["custom_id"] for each in screen.buttons if verb(each) == "remind-me")
    return [each for each in every if not each.endswith(".never")]


async def test_remind_me_takes_a_moment_another_one_and_none(wire: Wire) -> None:
    wire.hurry()
    await wire.begin()
    ann, bob = wire.discord.user("Ann"), wire.discord.user("Bob")
    for each in (ann, bob):
        await wants_turns(wire, each, "off")
    await opened(wire, ann, bob, where="here", pace="week")
    mover, board = await asked(wire, ann, bob)
    more = await press(mover, board, named(board, "more"))
    asks = await press(mover, more, named(more, "remind-me"))
    told: list[str] = []
    # The moments that are offered go with the clock, so they are read anew from each screen.
    while len(told) < len(offered := offers(asks)):
        taken = await press(mover, asks, offered[len(told)])
        told.append(taken.text)
        asks = await press(mover, taken, named(taken, "remind-me"))
    form = await mover.click(asks, named(asks, "remind-at"))
    tomorrow = datetime.now(UTC) + timedelta(days=2)
    typed = {"s.remind-at.time": "20:00", "s.remind-at.day": f"{tomorrow:%d.%m.%Y}"}
    at = (await mover.submit(form, {**typed, "s.remind-at.zone": "UTC"})).message
    told_at = at.text
    never = next(each["custom_id"] for each in at.buttons if each["custom_id"].endswith(".never"))
    none = await press(mover, at, never)

    assert len(told) >= 3
    assert all("I'll remind you on <t:" in each for each in told)
    evening = tomorrow.replace(hour=20, minute=0, second=0, microsecond=0)
    assert f"<t:{int(evening.timestamp())}:f>" in told_at
    assert "no reminder then" in none.text
    assert_wire_is_clean(wire)


async def test_a_holiday_begins_and_ends_by_buttons_and_may_be_automatic(wire: Wire) -> None:
    await wire.begin()
    ann = wire.discord.user("Ann")
    settings = (await ann.slash("/settings")).message
    await press(ann, settings, named(settings, "auto-holiday"))
    switched = "Automatic holiday: on" in settings.labels
    away = await press(ann, settings, named(settings, "away"))
    every = [each["custom_id"] for each in away.buttons if verb(each) == "holiday"]
    said = []
    today = datetime.now(UTC).date()
    for custom_id, days in zip(every, (0, 3), strict=True):
        form = await ann.click(away, custom_id)
        first, last = today + timedelta(days=days), today + timedelta(days=days + 1)
        given = {"s.holiday.from": first.isoformat(), "s.holiday.to": last.isoformat()}
        away = (await ann.submit(form, {**given, "s.holiday.zone": "UTC"})).message
        said.append(away.text)
    for _ in every:
        away = await press(ann, away, named(away, "holidayend"))

    assert switched
    assert "You're away until <t:" in said[0]
    assert "Planned." in said[1]
    assert "holidayend" not in map(verb, away.buttons)
    assert_wire_is_clean(wire)


async def test_hours_are_asked_for_once_and_each_answer_is_taken(wire: Wire) -> None:
    wire.hurry()
    await wire.begin()
    host = wire.discord.user("Root")
    people = [wire.discord.user(name, locale="fr") for name in ("Ann", "Bob", "Cleo")]
    lobby = await lobby_of(host, seats=4, where="here")
    answers = []
    for person in people:
        reply = await person.click(lobby, named(lobby, "join"))
        question = await reply.followup(PATIENCE)
        assert question.ephemeral
        answers.append(question)
    yes, never = (
        next(each["custom_id"] for each in answers[0].buttons if key in each["custom_id"])
        for key in (".hours.yes.", ".hours.never")
    )
    quiet = (await press(people[0], answers[0], yes)).text
    at_any = (await press(people[1], answers[1], never)).text
    form = await people[2].click(answers[2], named(answers[2], "quiet"))
    typed = await people[2].submit(form, {"s.quiet.from": "21:00"})

    assert "nuits" in quiet
    assert at_any != quiet
    assert any("21:00" in each for each in typed.message.labels)
    assert_wire_is_clean(wire)


async def test_a_digest_has_the_hour_that_its_host_chooses(wire: Wire) -> None:
    wire.hurry()
    await wire.begin()
    ann, bob = wire.discord.user("Ann"), wire.discord.user("Bob")
    await opened(wire, ann, bob, where="here", pace="three-days")
    screen = (await ann.slash("/table messages")).message
    await chosen(wire, ann, screen, "digest", "news")
    before = screen.text
    menu = next(each for each in screen.selects if verb(each) == "digest-hour")
    hour = next(each["value"] for each in menu["options"] if not each.get("default"))
    await chosen(wire, ann, screen, hour, "digest-hour")

    assert "The digest comes each day at <t:" in before
    assert screen.text != before
    assert_wire_is_clean(wire)
