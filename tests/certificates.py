"""Certificates of the tests' own: an authority, and what it signs."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

_KEY: Final = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")


@dataclass(frozen=True, slots=True)
class Authority:
    """Signs certificates, in a folder."""

    folder: Path
    name: str

    @property
    def certificate(self) -> Path:
        """What those trust who trust it."""
        return self.folder / f"{self.name}.crt"

    def sign(self, name: str, *, of: str = "", days: int = 1) -> tuple[Path, Path]:
        """Return a new certificate and its key; `days` 0: it has expired.

        `of` is what it is for, such as `DNS:localhost`; without that, `name` itself is, as a
        server knows its clients.
        """
        made, key = self.folder / f"{name}.crt", self.folder / f"{name}.key"
        request, more = self.folder / f"{name}.csr", self.folder / f"{name}.ext"
        openssl("req", "-new", *_KEY, "-subj", f"/CN={name}", "-keyout", key, "-out", request)
        more.write_text(f"subjectAltName={of or f'DNS:{name}'}\n", encoding="ascii")
        signed = ("-CA", self.certificate, "-CAkey", self.folder / f"{self.name}.key")
        serial = ("-CAcreateserial", "-days", str(days), "-extfile", more)
        openssl("x509", "-req", "-in", request, *signed, *serial, "-out", made)
        key.chmod(0o600)
        return made, key


def authority(folder: Path, name: str = "authority") -> Authority:
    """Make an authority, as PostgreSQL's handbook does."""
    made = Authority(folder, name)
    where = ("-keyout", folder / f"{name}.key", "-out", made.certificate)
    openssl("req", "-x509", *_KEY, "-subj", f"/CN={name}", "-days", "30", *where)
    return made


def openssl(*words: str | Path) -> None:
    program = shutil.which("openssl")
    if program is None:
        pytest.skip("openssl is not installed here")
    subprocess.run([program, *words], check=True, capture_output=True)
