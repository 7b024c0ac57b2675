"""What containers and systemd start is what is there: files, settings, commands; nothing secret."""

import re
import subprocess
import tomllib
from itertools import chain
from pathlib import Path
from shutil import copyfile, which
from typing import Final

import pytest

from bot.command_line.main import COMMANDS
from bot.settings import SECRET, Settings

ROOT: Final = Path(__file__).parents[1]
CONTAINER, COMPOSE, UNIT, IGNORED = (
    (ROOT / name).read_text(encoding="utf-8")
    for name in ("Containerfile", "compose.yaml", "faultline@.service", ".dockerignore")
)
KNOWN: Final = {name.upper() for name in Settings.model_fields}
NOT_FOR_COMPOSE: Final = {
    *("DISCORD_TOKEN", "DATABASE_URL"),  # stand in files
    "HEALTH_PORT",  # the container's own, which its healthcheck asks
    *("PLAYGROUND_PORT", "DISCORD_API_URL"),  # not for a bot in Discord
}
MOST_EXPOSURE: Final = 1.5
"""What `systemd-analyze security` gives the unit at most; 10 is a service without any hardening."""

NEEDS_SYSTEMD: Final = pytest.mark.skipif(
    which("systemd-analyze") is None, reason="systemd-analyze is not installed"
)


def test_only_what_is_copied_is_sent_to_the_builder() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", CONTAINER, re.MULTILINE)
    names = set(chain.from_iterable(each.split() for each in copied))
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

    assert IGNORED.splitlines()[1] == "*"
    assert set(re.findall(r"^!(\S+)$", IGNORED, re.MULTILINE)) == names
    assert set(config["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]) < names
    assert all((ROOT / each).exists() for each in names)


def test_every_setting_that_is_given_is_one() -> None:
    given = {
        *re.findall(r"^ +([A-Z_]+)=\S+(?: \\)?$", CONTAINER, re.MULTILINE),
        *re.findall(r"^ {6}([A-Z_]+): ", COMPOSE, re.MULTILINE),
        *re.findall(r"\b([A-Z_]+)=", UNIT.partition("[Service]")[2]),
    }
    theirs = {
        each for each in given if each.startswith(("PYTHON", "POSTGRES", "PGSSL", "PATH", "PIP_"))
    }

    assert given - theirs <= KNOWN
    assert {"DISCORD_TOKEN_FILE", "DATABASE_URL_FILE", "HEALTH_PORT"} <= given
    # A secret stands in a file, never among the settings of a container.
    assert not given & {each for each in SECRET if not each.endswith("_FILE")}


def test_compose_hands_every_setting_on_that_is_not_its_own() -> None:
    bot = COMPOSE.partition("\n  bot:\n")[2].partition("\n  tools:\n")[0]
    given = dict(re.findall(r"^ {6}([A-Z_]+): (\S+)$", bot, re.MULTILINE))

    assert KNOWN - given.keys() == NOT_FOR_COMPOSE
    # What nobody sets is as if it were not there: empty, or what the container has.
    own = dict(re.findall(r"^ +([A-Z_]+)=(\S+?)(?: \\)?$", CONTAINER, re.MULTILINE))
    for name, value in given.items():
        if not name.endswith("_FILE"):
            assert value == f"${{{name}:-{own.get(name, '')}}}"


def test_every_command_that_is_started_is_one() -> None:
    started = {
        *re.findall(r'"-m", "bot", "(\w+)"', CONTAINER),
        *re.findall(r'^CMD \["(\w+)"\]', CONTAINER, re.MULTILINE),
        *re.findall(r"command: \[(\w+)\]", COMPOSE),
        *re.findall(r"-m bot (\w+)", UNIT),
    }

    assert started == {"run", "health", "migrate", "check"}
    assert started <= COMMANDS.keys()


def test_who_was_relieved_stays_away() -> None:
    """A process that a newer one has relieved ends with 0: it must not be started again."""
    assert "    restart: on-failure\n" in COMPOSE.partition("\n  bot:\n")[2]
    assert "\nRestart=on-failure\n" in UNIT


@NEEDS_SYSTEMD
def test_the_unit_lets_a_process_lower_its_priority_and_nothing_else_of_the_kind() -> None:
    allowed = set[str]()
    for line in re.findall(r"^SystemCallFilter=(.*)$", UNIT, re.MULTILINE):
        named = set(chain.from_iterable(map(system_calls, line.removeprefix("~").split())))
        allowed = allowed - named if line.startswith("~") else allowed | named

    assert allowed & system_calls("@resources") == {"setpriority", "sched_setscheduler"}
    assert {"execve", "epoll_wait", "getpriority", "prlimit64"} <= allowed
    assert not allowed & {"mount", "setuid", "chroot", "reboot"}
    # SCHED_IDLE is no real-time policy; to go up again needs a capability.
    assert "\nCapabilityBoundingSet=\n" in UNIT


def system_calls(name: str) -> set[str]:
    """Return what a name in a filter stands for."""
    if not name.startswith("@"):
        return {name}
    told = subprocess.run(
        ["systemd-analyze", "--no-pager", "syscall-filter", name],
        check=True,
        capture_output=True,
        text=True,
    )
    listed = (each.strip() for each in told.stdout.splitlines()[1:])
    names = (each for each in listed if each and not each.startswith("#"))
    return set(chain.from_iterable(map(system_calls, names)))


@NEEDS_SYSTEMD
def test_systemd_knows_every_line_and_finds_little_exposed(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.symlink_to("/bin/true")
    copyfile(ROOT / "faultline@.service", unit := tmp_path / "faultline@main.service")
    text = unit.read_text("utf-8").replace("/opt/faultline/%i/.venv/bin/python", str(python))
    unit.write_text(text, encoding="utf-8")

    verified = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], check=False, capture_output=True, text=True
    )
    judged = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)],
        check=False,
        capture_output=True,
        text=True,
    )

    assert "faultline" not in verified.stderr, verified.stderr
    exposure = re.search(r"exposure level for \S+: ([\d.]+)", judged.stdout)
    assert exposure is not None, judged.stderr
    assert float(exposure[1]) <= MOST_EXPOSURE
