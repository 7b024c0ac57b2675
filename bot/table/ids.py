"""Ids of matches and people: what a match is made of needs them, too."""

from typing import NewType

MatchId = NewType("MatchId", int)
PlayerId = NewType("PlayerId", int)
"""A person's id in the chat."""
