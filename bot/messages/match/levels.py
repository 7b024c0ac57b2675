"""How well computer players play, as hosts choose it and as tables say it."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.games.custom_ids import for_match
from bot.games.screen import Select, SelectOption
from bot.locale.localisation import Words, mark
from bot.table.match.match import BEGINNER, COMPUTER_PLAYER, EXPERT, MASTER, Chair, Match


class LevelText(NamedTuple):
    """What a level is called, how it plays in a line, and what stands behind its player's name."""

    name: str
    line: str
    note: str


LEVELS: Final[Mapping[str, LevelText]] = MappingProxyType(
    {
        BEGINNER: LevelText(
            mark("Beginner"),
            mark("Overlooks much; good for a first match."),
            mark("computer player, beginner"),
        ),
        COMPUTER_PLAYER: LevelText(
            mark("Regular"),
            mark("Plays what looks best now; doesn't look ahead."),
            mark("computer player"),
        ),
        "greedy:builder": LevelText(
            mark("Regular: builder"),
            mark("Focuses on its own points, and keeps its word."),
            mark("computer player, builder"),
        ),
        "greedy:rival": LevelText(
            mark("Regular: rival"),
            mark("Goes after your points, and breaks promises to do so."),
            mark("computer player, rival"),
        ),
        "greedy:gambler": LevelText(
            mark("Regular: gambler"),
            mark("Takes chances on things that may not happen."),
            mark("computer player, gambler"),
        ),
        EXPERT: LevelText(
            mark("Expert"),
            mark("Looks a few moves ahead; takes its time."),
            mark("computer player, expert"),
        ),
        MASTER: LevelText(
            mark("Master"),
            mark("Compares far more ways to go on; takes the longest."),
            mark("computer player, master"),
        ),
    }
)
"""The levels that people may choose, by the names of their agents, the weakest first.

`MASTER` is offered only where the operator allows it.
"""

AWAY: Final = "-"
"""Chosen instead of a level: the newest computer player gets up."""


def note(chair: Chair, words: Words) -> str:
    """Return what stands behind the name of a seat for which a computer player moves.

    One that took a person's seat over, and one that only another version knows, have no level.
    """
    known = LEVELS.get(chair.agent or "") if not chair.had_person else None
    return words.say("computer player") if known is None else words.say(known.note)


def menu(match: Match, words: Words, *, has_masters: bool) -> tuple[Select, ...]:
    """Return the menu with which the host of an open table seats computer players."""
    # With other values the menu forgets what was chosen, so that the same can be chosen again.
    turn = len(match.chairs)
    options = [
        SelectOption(words.say(each.name), f"{turn}/{agent}", words.say(each.line))
        for agent, each in LEVELS.items()
        if not match.is_full and (has_masters or agent != MASTER)
    ]
    seated = [each.name for each in match.chairs if each.player is None]
    if seated:
        frees = words.say("Frees a seat.")
        without = words.say("Without {who}", who=seated[-1])
        options.append(SelectOption(without, f"{turn}/{AWAY}", frees))
    asked = words.say("Add a computer player")
    if match.is_full:
        asked = words.say("Take a computer player away")
    chosen = for_match("computer", match.id, 0)
    return (Select(chosen, asked, tuple(options)),) if options else ()


def read(args: Sequence[str]) -> str | None:
    """Return the agent that was chosen, or `AWAY`; None: nobody offered that.

    Buttons from before there were levels name none.
    """
    agent = args[-1].rpartition("/")[2] if args else COMPUTER_PLAYER
    return agent if agent in LEVELS or agent == AWAY else None
