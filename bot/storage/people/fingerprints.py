"""By what people are known who were erased: fingerprints under a key that no backup holds.

The key and the list of fingerprints are one file outside of the database: a backup that is brought
back knows neither the key nor whom it has to erase again.
"""

import hmac
import os
import re
from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Final

from sqlalchemy import make_url

from bot.table.ids import PlayerId

NAME: Final = "erasure"
"""How the name of the file ends that lies beside an SQLite database."""
PRIVATE: Final = 0o600
_WHOLE: Final = re.compile(r"([0-9a-f]{64}) (\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d:\d\d)")


def file_beside(url: str) -> Path | None:
    """Return where the file of a database lies if no setting says so; None: in memory alone."""
    address = make_url(url)
    if address.get_backend_name() != "sqlite":
        return Path(f"faultline.{NAME}")
    is_file = address.database and address.database != ":memory:"
    return Path(f"{address.database}.{NAME}") if is_file else None


class Fingerprints:
    """The key, and the fingerprints of those who were erased, in a file: see the module.

    Its first line is the key in hexadecimal digits, each other one a fingerprint and its moment.
    It is made when it is first needed. All methods raise `OSError` if it can't be read or written.
    """

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._key: bytes | None = None

    @property
    def is_there(self) -> bool:
        """Whether there is a key already."""
        return self._key is not None or (self._file is not None and self._file.exists())

    def of(self, player: PlayerId) -> str:
        """Return the fingerprint of a person, always the same under one key."""
        if self._key is None:
            self._key = self._read_key()
        return hmac.new(self._key, str(player).encode(), sha256).hexdigest()

    def note(self, fingerprint: str, at: datetime) -> None:
        """Write down that the person of a fingerprint was erased, and wait until it is on disk."""
        if self._file is None:
            return
        with self._file.open("a", encoding="ascii") as file:
            # A line that was cut off, as by a full disk, swallows none that follows.
            file.write(f"\n{fingerprint} {at.isoformat()}\n")
            file.flush()
            os.fsync(file.fileno())

    def noted(self) -> Mapping[str, datetime]:
        """Return who was erased, and when last."""
        if self._file is None or not self._file.exists():
            return {}
        lines = self._file.read_text("ascii").splitlines()[1:]
        whole = (found for line in lines if (found := _WHOLE.fullmatch(line)))
        return {each[1]: datetime.fromisoformat(each[2]) for each in whole}

    def _read_key(self) -> bytes:
        if self._file is None:
            return bytes.fromhex(token_hex())
        # Wholly or not at all, whichever of two processes is first.
        new = self._file.with_name(f"{self._file.name}.{os.getpid()}")
        if not self._file.exists():
            try:
                with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT, PRIVATE), "w") as file:
                    file.write(f"{token_hex()}\n")
                    file.flush()
                    os.fsync(file.fileno())
                os.link(new, self._file)
            except FileExistsError:
                pass
            finally:
                new.unlink(missing_ok=True)
        return bytes.fromhex(self._file.read_text("ascii").split()[0])
