"""What stands in the log: constant keys, one id for all that follows from a click, no secrets."""

import json
import subprocess
import sys
from typing import Any

import pytest

from bot.logs import HIDDEN, without_secrets
from bot.system import process_name

TOKEN = "MTE4NzQ0MDkxMjIwMTQ0NzQ0NA.GhIjKl.abcdefghijklmnopqrstuvwxyz0123456789AB"
ANSWER = "aW50ZXJhY3Rpb246MTE4NzQ0MDkxMjIwMTQ0"


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (f"POST https://discord.com/api/v10/interactions/11/{ANSWER}/callback", "/callback"),
        (f"url=URL('https://discord.com/api/webhooks/7/{ANSWER}?wait=1')", "?wait=1"),
        (f'{{"headers": "Authorization: Bot {TOKEN}"}}', "Authorization: Bot"),
        (f"Improper token {TOKEN} has been passed", "has been passed"),
        ("postgresql+asyncpg://faultline:s3cr3t%40@db.example/faultline", "@db.example"),
        (f"https://discord.com/api/v10/webhooks/7/{ANSWER}/messages/@original", "@original"),
    ],
)
def test_no_token_and_no_password_is_left_in_a_line(said: str, left: str) -> None:
    shown = without_secrets(said)

    assert HIDDEN in shown
    assert left in shown
    assert not any(secret in shown for secret in (TOKEN, ANSWER, "s3cr3t"))


@pytest.mark.parametrize(
    "said",
    [
        '{"event": "cannot-post", "match": 7, "logger": "bot.hosting.match.telling"}',
        "sqlite:///var/lib/faultline/faultline.sqlite3",
        "File bot/storage/database.py, line 7, in write",
        "http://127.0.0.1:8080/health",
    ],
)
def test_other_lines_stay_as_they_are(said: str) -> None:
    assert without_secrets(said) == said


SPEAKER = f"""
import logging, structlog
from bot import (logs)
logs.begin("DEBUG", FORM)
log = structlog.get_logger("bot.somewhere")
with structlog.contextvars.bound_contextvars(click="a1b2c3", interaction=118744):
    log.debug("interaction", verb="w")
    path = "/interactions/11/{ANSWER}/callback"
    logging.getLogger("discord.http").warning("We are being rate limited. %s", path)
    try:
        raise RuntimeError("postgresql://me:s3cr3t@db/faultline")
    except RuntimeError:
        log.exception("broken")
logging.getLogger("discord.http").debug("POST with Bot {TOKEN} has returned")
logging.getLogger("asyncio").debug("Using selector")
"""


def spoken(form: str) -> str:
    script = SPEAKER.replace("FORM", repr(form))
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert done.stdout == ""
    return done.stderr


def test_each_line_is_an_object_with_constant_keys() -> None:
    lines: list[dict[str, Any]] = [json.loads(line) for line in spoken("json").splitlines()]

    assert [each["event"] for each in lines] == [
        "interaction",
        f"We are being rate limited. /interactions/{HIDDEN}/callback",
        "broken",
    ]
    # The machine is another one's name only within a test: the same here and there.
    machine = process_name().rpartition("-")[0]
    for each in lines:
        assert {"timestamp", "level", "logger", "event", "process"} <= each.keys()
        assert each["process"].startswith(machine)
        assert (each["click"], each["interaction"]) == ("a1b2c3", 118744)
    assert "Traceback" in lines[2]["exception"]


@pytest.mark.parametrize("form", ["json", "console"])
def test_not_even_at_debug_a_secret_is_told(form: str) -> None:
    shown = spoken(form)

    assert "broken" in shown
    assert not any(secret in shown for secret in (TOKEN, ANSWER, "s3cr3t"))


FORGED = "Ann\n2026-01-01T00:00:00Z [error    ] forged \x1b[2J\u202e\u2028\x00"
FORGER = f"""
import logging, structlog
from bot import (logs)
logs.begin("DEBUG", FORM)
log = structlog.get_logger("bot.somewhere")
log.info("joined", who={FORGED!r})
logging.getLogger("library").warning("%s", {FORGED!r})
try:
    raise RuntimeError({FORGED!r})
except RuntimeError:
    log.exception("broken")
"""


@pytest.mark.parametrize("form", ["json", "console"])
def test_what_somebody_wrote_can_not_begin_a_line_of_the_log(form: str) -> None:
    script = FORGER.replace("FORM", repr(form))
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )

    lines = done.stderr.splitlines()
    assert len([each for each in lines if not each.startswith("    ")]) == 3
    assert not any(sign in done.stderr for sign in "\x1b\u202e\u2028\x00")
    if form == "json":
        assert json.loads(lines[0])["who"] == FORGED
