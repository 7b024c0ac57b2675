"""Keys of pages: an address that only those can know who were given it."""

from base64 import urlsafe_b64encode
from hashlib import sha256
from hmac import new
from typing import Final

from bot.table.ids import MatchId

SECRET_BYTES: Final = 32
_KEY_BYTES: Final = 18
"""144 bits, 24 characters: nobody guesses one of them."""


def page_key(secret: bytes, match_id: MatchId, edition: int) -> str:
    """Return the key of a match's page, the same in every process; letters, digits, "-", "_".

    `edition`: how many keys of this match have ended.
    """
    digest = new(secret, f"page {match_id} {edition}".encode(), sha256).digest()
    return urlsafe_b64encode(digest[:_KEY_BYTES]).decode()
