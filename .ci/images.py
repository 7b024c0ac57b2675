#!/usr/bin/env python3
"""Says which images that we build on are not named by digest; `--pin` asks the registry for them.

A tag may name another image tomorrow, a digest can't. `--pin` writes the digests of today's images
beside the tags in `Containerfile` and `compose.yaml`; done again, it brings those up to date.
"""

import json
import re
import sys
from pathlib import Path
from typing import Final
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

ROOT: Final = Path(__file__).resolve().parents[1]
REGISTRY: Final = "https://registry-1.docker.io"
IMAGES: Final = {
    "Containerfile": re.compile(r"(?m)^ARG (?P<name>PYTHON)=(?P<tag>[\w.-]+)(?P<digest>@\S+)?$"),
    "compose.yaml": re.compile(
        r"(?m)^ +image: docker\.io/library/(?P<name>postgres):(?P<tag>[\w.-]+)(?P<digest>@\S+)?$"
    ),
}
"""Where images of Docker's library are named: with a tag, and a digest once they are pinned."""
DIGEST: Final = re.compile(r"@sha256:[0-9a-f]{64}")
KINDS: Final = (
    "application/vnd.oci.image.index.v1+json",
    "application/vnd.docker.distribution.manifest.list.v2+json",
)
"""Lists of an image's builds for all kinds of machines."""


def unpinned(root: Path = ROOT) -> list[str]:
    """Return the images that have no digest, or what is none."""
    return [
        f"{file}: {found['name'].lower()}:{found['tag']}"
        for file, pattern in IMAGES.items()
        for found in pattern.finditer((root / file).read_text("utf-8"))
        if not DIGEST.fullmatch(found["digest"] or "")
    ]


def pin(root: Path = ROOT, registry: str = REGISTRY) -> None:
    """Write the digests that the registry tells; raises `OSError`, and then writes nothing."""
    texts = {file: (root / file).read_text("utf-8") for file in IMAGES}
    for file, pattern in IMAGES.items():
        for found in [*pattern.finditer(texts[file])][::-1]:
            digest = digest_of(found["name"].lower(), found["tag"], registry)
            end = found.end("tag")
            texts[file] = f"{texts[file][:end]}@{digest}{texts[file][found.end() :]}"
            print(f"{file}: {found['name'].lower()}:{found['tag']}@{digest}")
    for file, text in texts.items():
        (root / file).write_text(text, "utf-8")


def digest_of(name: str, tag: str, registry: str) -> str:
    """Return the digest of an image, for all kinds of machines, as the registry tells it."""
    address = f"{registry}/v2/library/{name}/manifests/{tag}"
    headers = {"Accept": ", ".join(KINDS)}
    try:
        answer = urlopen(Request(address, headers=headers, method="HEAD"), timeout=30)
    except HTTPError as error:
        if error.code != 401:
            raise
        # Whoever asks gets a token, by the way that the refusal names.
        way = dict(re.findall(r'(\w+)="([^"]*)"', error.headers["WWW-Authenticate"]))
        asked = urlencode({"service": way["service"], "scope": way["scope"]})
        with urlopen(f"{way['realm']}?{asked}", timeout=30) as told:
            headers["Authorization"] = f"Bearer {json.load(told)['token']}"
        answer = urlopen(Request(address, headers=headers, method="HEAD"), timeout=30)
    with answer:
        digest = str(answer.headers["Docker-Content-Digest"])
    if not DIGEST.fullmatch(f"@{digest}"):
        raise OSError(f"the registry names no digest of {name}:{tag}")
    return digest


def main() -> int:
    """List images without a digest, or pin them."""
    if sys.argv[1:] == ["--pin"]:
        try:
            pin()
        except OSError as error:
            print(f"nothing was pinned: {error}", file=sys.stderr)
            return 1
    print(*(found := unpinned()), sep="\n")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
