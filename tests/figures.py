"""How easily the house is read, in figures: `python -m tests.figures [--names]`.

- files and lines of the product, and how many of the lines are imports;
- functions, and which of them are private and named in one other place of their file: each of
  these is a jump that nothing else needs;
- circles of imports between modules, and how often the titles say `Any`;
- how many functions in how many files a Place of Seismic passes, from the click on a tile to the
  message in the channel, in a simulated Discord.
"""

import ast
import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import click
import simcord
import structlog

from bot.storage.database import Database
from bot.storage.migration import upgrade
from tests.bot.fakes import KnownEntropy, StandingClock
from tests.bot.world import World, acting, client, next_key, played, reply
from tests.passed import ROOT, Passed, watched

PACKAGES: Final = ("bot", "engine", "render", "migrations")
TITLES: Final = ("bot/games/", "render/games/", "engine/games/")
TURNS_BEFORE: Final = 4


class Module(NamedTuple):
    """A file of the product, parsed."""

    path: str
    lines: int
    tree: ast.Module

    @property
    def name(self) -> str:
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def modules() -> list[Module]:
    """Return every module of the product."""
    paths = sorted(each for package in PACKAGES for each in (ROOT / package).rglob("*.py"))
    texts = [(str(path.relative_to(ROOT)), path.read_text()) for path in paths]
    return [Module(path, text.count("\n"), ast.parse(text)) for path, text in texts]


def imports(module: Module) -> list[ast.Import | ast.ImportFrom]:
    """Return the import statements of a module, those for types only as well."""
    nodes = ast.walk(module.tree)
    return [each for each in nodes if isinstance(each, ast.Import | ast.ImportFrom)]


def functions(module: Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Return every function and method."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return [each for each in ast.walk(module.tree) if isinstance(each, kinds)]


def named_once(module: Module) -> list[str]:
    """Return the private functions that are named in one other place of their file."""
    nodes = list(ast.walk(module.tree))
    named = Counter(each.id for each in nodes if isinstance(each, ast.Name))
    named.update(each.attr for each in nodes if isinstance(each, ast.Attribute))
    names = [each.name for each in functions(module)]
    return [
        each
        for each in names
        if each.startswith("_") and not each.startswith("__") and named[each] == 1
    ]


def circles(every: list[Module]) -> list[list[str]]:
    """Return each set of modules that import one another, directly or through others."""
    known = {each.name for each in every}
    graph = {each.name: set(_imported(each, known)) for each in every}
    reach: dict[str, set[str]] = {}
    for start, direct in graph.items():
        found, left = set(), list(direct)
        while left:
            if (name := left.pop()) not in found:
                found.add(name)
                left += graph[name]
        reach[start] = found
    together: dict[frozenset[str], None] = {}
    for name, found in reach.items():
        if name in found:
            together[frozenset(each for each in found if name in reach[each])] = None
    return [sorted(each) for each in together]


def _imported(module: Module, known: set[str]) -> Iterator[str]:
    for each in imports(module):
        if isinstance(each, ast.Import):
            yield from (alias.name for alias in each.names if alias.name in known)
        elif each.module is not None:
            for alias in each.names:
                inner = f"{each.module}.{alias.name}"
                name = inner if inner in known else each.module
                if name in known:
                    yield name


def untyped(every: list[Module]) -> Counter[str]:
    """Return how often each title's files say `Any`."""
    said: Counter[str] = Counter()
    for module in every:
        if module.path.startswith(TITLES):
            nodes = ast.walk(module.tree)
            said[str(Path(module.path).parent)] += sum(
                isinstance(each, ast.Name) and each.id == "Any" for each in nodes
            )
    return +said


async def place() -> Passed:
    """Return what the clicks of a Place pass, four turns into a match of two."""
    with TemporaryDirectory() as folder, watched() as passed:
        database = Database(f"sqlite:///{folder}/figures.db")
        await upgrade(database)
        clock, entropy = StandingClock(), KnownEntropy()
        env = simcord.Env(client(database, clock, entropy), settle_timeout=60)
        await env.start()
        guild = env.create_guild("Guild", preferred_locale="en-US")
        world = World(env, database, clock, entropy, guild, guild.create_text_channel("games"))
        people, chance = [world.person(each) for each in ("Ann", "Bob")], Random(3)
        match = await world.begun(*people)
        for _ in range(TURNS_BEFORE):
            await played(acting(match, people), await world.table(), chance)
            match = await world.match()
        person, message = acting(match, people), await world.table()
        while (key := next_key(message, chance)) is not None:
            with passed.recording():
                message = reply(await person.click(message, custom_id=key))
        await env.shutdown()
        await database.close()
    return passed


@click.command()
@click.option("--names", is_flag=True, help="List the functions that are named once or passed.")
def main(*, names: bool) -> None:
    """Print the figures."""
    quiet = structlog.make_filtering_bound_logger(logging.ERROR)
    structlog.configure(wrapper_class=quiet)
    every = modules()
    lines = sum(each.lines for each in every)
    import_lines = sum(
        (node.end_lineno or 0) - node.lineno + 1 for each in every for node in imports(each)
    )
    areas: dict[str, list[Module]] = defaultdict(list)
    for each in every:
        areas[str(Path(each.path).parent)].append(each)
    click.echo(f"{'':28} files  lines functions named once")
    for area, inside in [("all", every), *sorted(areas.items())]:
        count = sum(len(functions(each)) for each in inside)
        once = sum(len(named_once(each)) for each in inside)
        size = sum(each.lines for each in inside)
        click.echo(f"{area:28} {len(inside):5} {size:6} {count:9} {once / max(count, 1):10.1%}")
    click.echo(f"imports: {import_lines / lines:.1%} of the lines")
    click.echo(f"circles of imports: {circles(every) or 'none'}")
    click.echo(f"Any in titles: {dict(untyped(every)) or 'nowhere'}")
    passed = asyncio.run(place()).stops
    files = {each.file for each in passed}
    click.echo(f"a Place passes {len(passed)} functions in {len(files)} files")
    if names:
        alone = [f"{each.path} {name}" for each in every for name in named_once(each)]
        click.echo("\n".join(["named once:", *alone, "passed:", *map(" ".join, passed)]))


if __name__ == "__main__":
    main()
