"""Compiles the engine into a wheel, if `FAULTLINE_COMPILED=1` asks for it; else does nothing.

Which modules: `engine/compiled.py`. mypy with its compiler is only fetched then. It needs a C
compiler and Python's headers.
"""

import os
import sys
from pathlib import Path
from runpy import run_path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledEngine(BuildHookInterface[Any]):
    """Adds extension modules beside the modules that they were compiled from."""

    def dependencies(self) -> list[str]:
        """Return what compiling needs, in the versions that the project uses itself."""
        if not self._is_wanted("standard"):
            return []
        config = self.metadata.config
        pinned = [*config["project"]["dependencies"], *config["dependency-groups"]["compile"]]
        return [each for each in pinned if each.startswith(("mypy[", "pydantic==", "setuptools=="))]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and let the wheel be one for this Python and this kind of machine."""
        if not self._is_wanted(version):
            return
        self._made = TemporaryDirectory()
        for path in _compiled(Path(self.root), Path(self._made.name)):
            build_data["force_include"][str(path)] = str(path.relative_to(self._made.name))
        build_data.update(pure_python=False, infer_tag=True)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove what is in the wheel by now."""
        if self._is_wanted(version):
            self._made.cleanup()

    def _is_wanted(self, version: str) -> bool:
        """Say whether to compile; an editable install runs the sources as they are edited."""
        is_wheel = self.target_name == "wheel" and version == "standard"
        return is_wheel and os.environ.get("FAULTLINE_COMPILED") == "1"


def _compiled(root: Path, directory: Path) -> list[Path]:
    """Return the extension modules, made in a directory; nothing is written beside the sources."""
    modules = run_path(str(root / "engine" / "compiled.py"))["COMPILED"]
    from mypyc.build import mypycify  # noqa: PLC0415
    from setuptools import Distribution  # noqa: PLC0415 - first: mypyc goes by it

    print(f"compiling {len(modules)} modules of the engine", file=sys.stderr)  # noqa: T201
    os.chdir(root)
    work = str(directory / "work")
    extensions = mypycify(
        [
            *("--config-file", "pyproject.toml", "--cache-dir", f"{work}/mypy"),
            *(f"{module.replace('.', '/')}.py" for module in modules),
        ],
        target_dir=work,
        opt_level="2",
        debug_level="0",
        group_name="faultline",
    )
    command = Distribution({"name": "faultline", "ext_modules": extensions}).get_command_obj(
        "build_ext"
    )
    command.build_lib, command.build_temp = str(directory), work
    command.ensure_finalized()
    command.run()
    return [each for each in directory.rglob("*") if each.suffix in (".so", ".pyd")]
