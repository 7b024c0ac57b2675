"""Check that everything is in order: settings, machine, database, time, records, games, words."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import chain
from typing import Final, TypeAlias

import click
from babel.messages.pofile import read_po
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from bot import logs
from bot.app import file_of
from bot.command_line import machine
from bot.command_line.exits import Exit
from bot.command_line.findings import Finding, Grade, fault, fine
from bot.command_line.replays import jobs_here, progress_bar, record_faults
from bot.games.registry import panels
from bot.locale.localisation import LANGUAGES
from bot.settings import Settings
from bot.storage.database import Database
from bot.storage.integrity import Hanging, Why, damages, hanging
from bot.storage.match.matches import MatchStore
from bot.storage.processes.ownership import EMPTIED, is_emptied
from bot.storage.schema_version import ADVICE, Schema, schema
from bot.storage.troubles import is_of_tls, reason_of
from bot.table.errors import OutOfReach
from bot.table.ids import MatchId
from engine.compiled import COMPILED, compiled
from engine.registry import games
from render.renderer import renderers

MOST_FAULTS: Final = 20
"""At most how many faulty records, and how many waits that hang, are named; the rest are counted.
"""


Key: TypeAlias = tuple[str | None, str]
"""A message of a catalog: its context and its id."""


_RESTORE: Final = "stop the bot and bring the newest backup back: `python -m bot restore FILE`"
_UNREADABLE: Final = (
    "if this is the right file, it is damaged: `python -m bot restore FILE` brings a backup back"
)
_UNREACHABLE: Final = "is the server there, and does DATABASE_URL name it, its user and its port?"
_UNPROTECTED: Final = (
    "docs/operating.md says what ssl= and the files beside it mean; ask who keeps the server for"
    " the certificate of its authority, and for the name that is in its own"
)
_NEW_TIME: Final = (
    "*I am back* by that player, or a day more by another, gives it time anew; tell us, too"
)
_LOOK_ANEW: Final = (
    "any choice of that player under *Reminders, quiet hours* sets their reminders anew; tell us,"
    " too"
)
_LATE_TIMERS: Final = (
    "look for `timer-failed` or `timers-failed` in the log; if there is none, start the bot again"
)
_HANGS: Final[Mapping[Why, tuple[str, str]]] = {
    Why.UNTIMED: ("time runs, and nothing will notice that it is up", _NEW_TIME),
    Why.STUCK: ("time was up, and nothing came of it", _NEW_TIME),
    Why.UNNOTICED: ("time was up, and nobody has noticed", _LATE_TIMERS),
    Why.UNREMINDED: ("its player is waited for, and will never be reminded", _LOOK_ANEW),
    Why.OVERDUE: ("its player should have been reminded by now", _LATE_TIMERS),
}
_INCOMPLETE: Final = "the program's own files are incomplete: install it again"


@click.command(short_help="Check that everything is in order.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    help="How many processes replay records; without it, one for each processor.",
)
def check(jobs: int | None) -> None:
    """Check that settings, machine, database, time, records, games and words are in order.

    Changes nothing, also beside a bot that is running. Goes on past what is wrong, says what to do
    about it, and ends with 1 if there was a FAULT.
    """
    settings = Settings.read()
    # What is wrong is said in the findings.
    logs.begin("ERROR", settings.log_format)
    token = "is set" if settings.discord_token else "is not set: `python -m bot` is the playground"
    findings = (
        fine("settings", "every value can be used"),
        fine("settings", f"DISCORD_TOKEN {token}"),
        *machine.of_settings(settings),
        _engine(),
    )
    is_fine = True
    for each in chain(
        findings, _database(settings.database_url, jobs or jobs_here()), _games_and_words()
    ):
        click.echo(f"{each.grade:<5}  {each.part}: {each.text}")
        if each.advice:
            click.echo(f"       what to do: {each.advice}")
        is_fine = is_fine and each.grade is not Grade.FAULT
    if not is_fine:
        raise SystemExit(Exit.FOUND_FAULTS)


def _engine() -> Finding:
    found = compiled()
    if len(found) in (0, len(COMPILED)):
        return fine(
            "engine", f"{len(found)} modules are compiled" if found else "runs as plain Python"
        )
    text = f"{len(found)} of {len(COMPILED)} modules are compiled: the others lack theirs"
    return fault("engine", text, _INCOMPLETE)


def _database(url: str, jobs: int) -> Iterator[Finding]:
    address = make_url(url)
    shown = address.render_as_string(hide_password=True)
    if (file := file_of(url)) is not None:
        if not file.is_file():
            yield fine("database", f"{shown} is not there yet: `run` makes it")
            return
        if is_emptied(file):
            yield fault("database", f"{shown} {EMPTIED}", _RESTORE)
            return
        yield from machine.of_file(file)
    try:
        found, every = asyncio.run(_look_at(url, shown))
    except ImportError as error:
        text = f"{shown}: its driver {error.name} is not installed"
        yield fault("database", text, "`uv sync --extra postgres` installs it")
        return
    except (SQLAlchemyError, OutOfReach) as error:
        text = f"{shown}: {reason_of(error)}"
        advice = _UNREADABLE if file else _UNPROTECTED if is_of_tls(error) else _UNREACHABLE
        yield fault("database", text, advice)
        return
    yield from found
    if every is None:
        return
    with progress_bar(len(every), "replaying") as bar:
        faults = sorted(record_faults(url, every, jobs, bar))
    for each in faults[:MOST_FAULTS]:
        yield fault("records", f"match {each.text}", each.advice)
    text = f"{len(every) - len(faults)} of {len(every)} stored matches replay"
    yield fault("records", text) if faults else fine("records", text)


async def _look_at(url: str, shown: str) -> tuple[list[Finding], Sequence[MatchId] | None]:
    """Return what is to be said of a database itself, and its matches, if they can be read."""
    database = Database(url)
    try:
        around = await machine.check_server(database)
        found = await schema(database)
        if found is not Schema.CURRENT:
            return [*around, fault("database", f"{shown} is {ADVICE[found]}")], None
        damage = await damages(database)
        named = [fault("database", each, _RESTORE) for each in damage[:MOST_FAULTS]]
        sound = [fine("database", "its files and references are sound")]
        every = await MatchStore(database, games()).every()
        current = fine("database", f"{shown} is up to date")
        known = await machine.check_rows(database)
        waits = _of_waits(await hanging(database))
        return [*around, current, *(named or sound), *known, *waits], every
    finally:
        await database.close()


def _of_waits(hang: Sequence[Hanging]) -> Iterator[Finding]:
    """Say which tables wait for a player with nothing to come."""
    for each in hang[:MOST_FAULTS]:
        text, advice = _HANGS[each.why]
        yield fault("time", f"match {each.match}, seat {each.seat + 1}: {text}", advice)
    if len(hang) > MOST_FAULTS:
        yield fault("time", f"{len(hang)} waits hang in all")
    if not hang:
        yield fine(
            "time",
            "for every player who is waited for something is to come, or nothing by agreement",
        )


def _games_and_words() -> Iterator[Finding]:
    for key in games():
        parts = {"pictures": renderers(), "panel": panels()}
        lacking = [name for name, titles in parts.items() if key not in titles]
        text = f"{key} has no {', no '.join(lacking)}" if lacking else f"{key} is complete"
        yield fault("games", text, _INCOMPLETE) if lacking else fine("games", text)
    for package in ("bot.locale", *(f"bot.games.{key}" for key in panels())):
        yield from _words(package)


def _words(package: str) -> Iterator[Finding]:
    """Compare a package's catalogs: what one language says, the others have to say, too."""
    paths = {each: files(package) / f"{each}.po" for each in LANGUAGES if each != "en"}
    every, said = set[Key](), dict[str, set[Key]]()
    for language in [each for each, path in paths.items() if path.is_file()]:
        with paths[language].open("rb") as file:
            messages = [each for each in read_po(file, locale=language) if each.id]
        every |= {(each.context, str(each.id)) for each in messages}
        said[language] = {
            (each.context, str(each.id))
            for each in messages
            if not each.fuzzy and _is_said(each.string)
        }
    for language in paths:
        name = f"{package} {language}"
        if language not in said:
            yield fault("words", f"{name} is missing", _INCOMPLETE)
        elif lacking := len(every - said[language]):
            yield fault("words", f"{name}: {lacking} of {len(every)} are not said")
        else:
            yield fine("words", f"{name}: {len(every)} messages")


def _is_said(string: object) -> bool:
    return all(string) if isinstance(string, tuple | list) else bool(string)
