"""What `check` says of each thing that it looks at."""

from enum import StrEnum
from typing import NamedTuple


class Grade(StrEnum):
    """How it stands; NOTE: an operator should know it, and it may be meant so."""

    FINE = "fine"
    NOTE = "note"
    FAULT = "FAULT"


class Finding(NamedTuple):
    """What was looked at, how it stands, what there is to say, and what to do about it."""

    part: str
    grade: Grade
    text: str
    advice: str = ""


def fine(part: str, text: str) -> Finding:
    """Return that something is in order."""
    return Finding(part, Grade.FINE, text)


def noted(part: str, text: str, advice: str) -> Finding:
    """Return something that an operator should know."""
    return Finding(part, Grade.NOTE, text, advice)


def fault(part: str, text: str, advice: str = "") -> Finding:
    """Return that something is wrong."""
    return Finding(part, Grade.FAULT, text, advice)
