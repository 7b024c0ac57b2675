"""The page of a match as HTML, for a file or an address: template, style, script and data."""

from base64 import b64encode
from collections.abc import Sequence
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
_POLICY: Final = (
    "default-src 'none'; script-src '{}'; style-src '{}'; connect-src {}; base-uri 'none';"
    " form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)


class PageAddress(NamedTuple):
    """Where a page and a picture of its board are, for chats that show a preview."""

    page: str
    board: str


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


def policy(head: Json) -> str:
    """Return the Content-Security-Policy of a page: its own script and style, and its news."""
    parts, connect = _parts(), "'none'"
    if head["live"]:
        live = urlsplit(head["live"])
        connect = f"{live.scheme}://{live.netloc}" if live.netloc else "'self'"
    return _POLICY.format(_hash(parts.script), _hash(parts.style), connect)


def written(contents: Contents, address: PageAddress | None = None) -> bytes:
    """Return a page: a file, or what is at an address."""
    parts, head = _parts(), contents.head
    said = words(head["lang"])
    title = f"{head['title']} {head['match'] or ''}".rstrip()
    return parts.template.substitute(
        lang=head["lang"],
        title=escape(title),
        description=escape(_description(title, [each["name"] for each in head["seats"]], said)),
        preview=_preview(title, head, said, address) if address else "",
        scores="".join(f"<li>{escape(each)}</li>" for each in _scores(head, said)),
        wait=escape(waiting(said)),
        css=parts.style,
        js=parts.script,
        policy=escape(policy(head), quote=False),
        head=_json(head).replace("<", "\\u003c"),
        say=b64encode(_deflated(_json(contents.say).encode())).decode(),
        pic=b64encode(contents.maps.packed).decode(),
    ).encode()


def page_file(contents: Contents) -> Attachment:
    """Return a page as a file to download."""
    game, match = contents.head["game"], contents.head["match"]
    return Attachment(f"{game}-{match}.html", written(contents))


def _description(title: str, names: Sequence[str], said: Words) -> str:
    return said.say("{table}, move by move: {names}", table=title, names=", ".join(names))


def _preview(title: str, head: Json, said: Words, address: PageAddress) -> str:
    """Return what chats show of an address: title, names with points, the board."""
    told = {
        "og:type": "website",
        "og:title": title,
        "og:description": _description(title, _scores(head, said), said),
        "og:url": address.page,
        "og:image": address.board,
        "twitter:card": "summary_large_image",
    }
    return "".join(
        f'\n<meta {"name" if key.startswith("twitter") else "property"}="{key}"'
        f' content="{escape(text)}">'
        for key, text in told.items()
    )


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
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
