"""The page of a match as one HTML file: template, style, script and data."""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from json import dumps
from string import Template
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit
from zlib import DEFLATED, MAX_WBITS, compressobj

from bot.games.screen import Attachment
from bot.locale.localisation import Words, words
from bot.messages.page.contents import Contents, Json
from bot.messages.page.interface import waiting
from bot.messages.page.squeezed import squeezed_script, squeezed_style

_LEVEL: Final = 9


class _Parts(NamedTuple):
    """What is the same in every page."""

    template: Template
    style: str
    script: str


@cache
def _parts() -> _Parts:
    folder = files("bot.messages.page")
    page, style, script = (
        (folder / f"page.{kind}").read_text(encoding="utf-8") for kind in ("html", "css", "js")
    )
    # The comment at its head is for those who change it.
    body = script.partition("*/\n")[2]
    return _Parts(Template(page), squeezed_style(style), squeezed_script(body))


def written(contents: Contents) -> bytes:
    """Return a page as a file."""
    parts, head = _parts(), contents.head
    said = words(head["lang"])
    title = f"{head['title']} {head['match'] or ''}".rstrip()
    live = head["live"] and "{0.scheme}://{0.netloc}".format(urlsplit(head["live"]))
    return parts.template.substitute(
        lang=head["lang"],
        title=escape(title),
        description=escape(_description(title, head, said)),
        scores="".join(f"<li>{escape(each)}</li>" for each in _scores(head, said)),
        wait=escape(waiting(said)),
        css=parts.style,
        js=parts.script,
        style_hash=_hash(parts.style),
        script_hash=_hash(parts.script),
        connect=escape(live or "'none'", quote=False),
        head=_json(head).replace("<", "\\u003c"),
        say=b64encode(_deflated(_json(contents.say).encode())).decode(),
        pic=b64encode(contents.maps.packed).decode(),
    ).encode()


def page_file(contents: Contents) -> Attachment:
    """Return a page as a file to download."""
    game, match = contents.head["game"], contents.head["match"]
    return Attachment(f"{game}-{match}.html", written(contents))


def _description(title: str, head: Json, said: Words) -> str:
    names = ", ".join(each["name"] for each in head["seats"])
    return said.say("{table}, move by move: {names}", table=title, names=names)


def _scores(head: Json, said: Words) -> list[str]:
    """Return a line for each seat, the best first; names alone while the match runs."""
    names, outcome = [each["name"] for each in head["seats"]], head["outcome"]
    if outcome is None:
        return names
    order = sorted(range(len(names)), key=lambda seat: outcome["ranks"][seat])
    return [
        said.say("{who}: {points}", who=names[seat], points=outcome["scores"][seat])
        for seat in order
    ]


def _json(value: Any) -> str:
    return dumps(value, ensure_ascii=False, separators=(",", ":"))


def _deflated(data: bytes) -> bytes:
    pack = compressobj(_LEVEL, DEFLATED, -MAX_WBITS)
    return pack.compress(data) + pack.flush()


def _hash(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()
