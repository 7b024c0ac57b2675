"""Where the engine finds the toy game, as it finds the others."""

from tests.engine.toy import TOY as GAME

__all__ = ["GAME"]
