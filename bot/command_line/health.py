"""Ask a running bot whether it works: for the healthcheck of a container or a supervisor."""

import json
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, build_opener

import click

from bot.command_line.exits import Exit, Refusal
from bot.settings import Settings

PATIENCE_SECONDS = 5.0


@click.command
@click.option(
    "--ready", is_flag=True, help="Ask whether it can be used now, not only whether it works."
)
def health(*, ready: bool) -> None:
    """Ask the bot that runs with these settings whether it works.

    Needs HEALTH_PORT. Ends with 0 if it does, with 1 if not, and says what is wrong.
    """
    settings = Settings.read()
    if not settings.health_port:
        raise Refusal("HEALTH_PORT names no port where the bot could be asked.", Exit.WRONG_USE)
    host = settings.health_address
    # A bot that listens on all addresses listens on this machine's own, too.
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    host = f"[{host}]" if ":" in host else host
    url = f"http://{host}:{settings.health_port}/{'ready' if ready else 'health'}"
    # Whatever proxy there is for the world outside has no way to the bot.
    opener = build_opener(ProxyHandler({}))
    try:
        with opener.open(url, timeout=PATIENCE_SECONDS):
            click.echo("ok")
    except HTTPError as error:
        try:
            problems = json.loads(error.read())["problems"]
            text = "; ".join(f"{part}: {what}" for part, what in problems.items())
        except (ValueError, LookupError, TypeError, AttributeError):
            text = f"What answers at {url} is not the bot: {error}"
        raise Refusal(text, Exit.FOUND_FAULTS) from None
    except (URLError, OSError) as error:
        reason = getattr(error, "reason", error)
        raise Refusal(f"No answer from {url}: {reason}", Exit.FOUND_FAULTS) from None
