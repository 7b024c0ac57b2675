"""Check that everything is in order: settings, database, records, games, words."""

import asyncio
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import click
from alembic.util import CommandError
from babel.messages.pofile import read_po
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from bot import logs
from bot.command_line.exits import Exit, sentence
from bot.games.registry import panels
from bot.hosting import snapshots
from bot.hosting.errors import HostingError, NewerRules, OutOfReach
from bot.hosting.ids import MatchId
from bot.hosting.match import Status
from bot.locale.localisation import LANGUAGES
from bot.settings import Settings
from bot.storage.database import Database
from bot.storage.integrity import damages
from bot.storage.matches import SqlMatches
from bot.storage.migration import ADVICE, Schema, schema
from bot.storage.ownership import EMPTIED, is_emptied
from engine.errors import EngineError
from engine.registry import games
from engine.replay import Replay
from render.renderer import renderers

MOST_FAULTS: Final = 20
"""So many faulty records are named; the rest are counted."""


Key: TypeAlias = tuple[str | None, str]
"""A message of a catalog: its context and its id."""


class Finding(NamedTuple):
    """What was looked at, whether it is in order, and what there is to say."""

    part: str
    is_fine: bool
    text: str


@click.command(short_help="Check that everything is in order.")
def check() -> None:
    """Check that settings, database, stored records, games and words are in order.

    Changes nothing, also beside a bot that is running. Ends with 1 if something is wrong.
    """
    settings = Settings.read()
    # What is wrong is said in the findings.
    logs.begin("ERROR", settings.log_format)
    token = "is set" if settings.discord_token else "is not set: `python -m bot` is the playground"
    found = [
        _fine("settings", "every value can be used"),
        _fine("settings", f"DISCORD_TOKEN {token}"),
        *asyncio.run(_database(settings.database_url)),
        *_games_and_words(),
    ]
    for part, is_fine, text in found:
        click.echo(f"{'fine ' if is_fine else 'FAULT'}  {part}: {text}")
    if not all(each.is_fine for each in found):
        raise SystemExit(Exit.FOUND_FAULTS)


def _fine(part: str, text: str) -> Finding:
    return Finding(part, True, text)  # noqa: FBT003 - this is where it gets its name


def _fault(part: str, text: str) -> Finding:
    return Finding(part, False, text)  # noqa: FBT003


async def _database(url: str) -> list[Finding]:
    address = make_url(url)
    shown = address.render_as_string(hide_password=True)
    if address.get_backend_name() == "sqlite":
        file = Path(address.database or "")
        if not await asyncio.to_thread(file.is_file):
            return [_fine("database", f"{shown} is not there yet: `run` makes it")]
        if is_emptied(file):
            return [_fault("database", f"{shown} {EMPTIED}")]
    try:
        database = Database(url)
    except ImportError as error:
        return [_fault("database", f"{shown}: its driver {error.name} is not installed")]
    try:
        found = await schema(database)
        if found is not Schema.CURRENT:
            return [_fault("database", f"{shown} is {ADVICE[found]}")]
        damage = [_fault("database", each) for each in (await damages(database))[:MOST_FAULTS]]
        sound = [_fine("database", "its files and references are sound")]
        records = await _records(SqlMatches(database, games()))
        return [_fine("database", f"{shown} is up to date"), *(damage or sound), *records]
    except (SQLAlchemyError, CommandError, OutOfReach) as error:
        return [_fault("database", f"{shown}: {str(error.__cause__ or error).splitlines()[0]}")]
    finally:
        await database.close()


async def _records(matches: SqlMatches) -> list[Finding]:
    every = await matches.every()
    faults = [each for match_id in every if (each := await _fault_of(matches, match_id))]
    text = f"{len(every) - len(faults)} of {len(every)} stored matches replay"
    named = [_fault("records", f"match {fault}") for fault in faults[:MOST_FAULTS]]
    return [*named, Finding("records", not faults, text)]


async def _fault_of(matches: SqlMatches, match_id: MatchId) -> str | None:
    """Return what is wrong with a stored match, whatever it is: the others are looked at, too."""
    try:
        match, record, _, snapshot = await matches.get(match_id)
        if match.status is Status.PAUSED:
            return f"{match_id} is paused: line {match.paused_at} doesn't replay"
        game = games()[match.game]
        if record is not None:
            await asyncio.to_thread(Replay, game, record)
            if snapshot is not None and snapshot.made_by == snapshots.fingerprint():
                await asyncio.to_thread(snapshots.check, game, record, snapshot)
    except NewerRules as error:
        game, version = error.data["game"], error.data["version"]
        return f"{match_id} is of {game}, version {version}: only a newer program knows its rules"
    except snapshots.Mismatch as error:
        return f"{match_id}: its snapshot is wrong ({error}); the bot drops it when it reads it"
    except EngineError as error:
        return f"{match_id}, {sentence(error)}"
    except (HostingError, SQLAlchemyError, ValueError, TypeError, LookupError) as error:
        reason = str(error.__cause__ or error).splitlines()[0]
        return f"{match_id}: its rows can't be read ({type(error).__name__}: {reason})"
    return None


def _games_and_words() -> Iterator[Finding]:
    for key in games():
        parts = {"pictures": renderers(), "panel": panels()}
        lacking = [name for name, titles in parts.items() if key not in titles]
        text = f"{key} has no {', no '.join(lacking)}" if lacking else f"{key} is complete"
        yield Finding("games", not lacking, text)
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
            yield _fault("words", f"{name} is missing")
        elif lacking := len(every - said[language]):
            yield _fault("words", f"{name}: {lacking} of {len(every)} are not said")
        else:
            yield _fine("words", f"{name}: {len(every)} messages")


def _is_said(string: object) -> bool:
    return all(string) if isinstance(string, tuple | list) else bool(string)
