"""What buttons carry: the ids of all controls, in one table.

An id is `b.` (button), `s.` (menu) or `m.` (form), then a verb and its arguments, parted by dots.
Verbs of one letter belong to a game's panel, longer ones to the shell. Those about a match continue
with its number and `seen`, both in base 36, then the draft. `seen` counts what the reader of the
message had seen happen in the match, so an outdated button is recognised.
Everyone who sees a message can read its ids. So they contain nothing secret, and nobody can count
by them what others did in secret.
"""

import re
from dataclasses import dataclass
from typing import Final

from bot.games.panel import AnyView
from bot.table.errors import HostingError
from bot.table.ids import MatchId
from bot.table.match.match import Match
from engine.game import PUBLIC

LONGEST: Final = 100
MOST: Final = 2**63 - 1
"""The greatest number that a database holds."""
_NUMBER: Final = re.compile(r"[0-9a-z]{1,13}")

# fmt: off
ABOUT_A_MATCH: Final = frozenset({
    # the lobby
    "join", "leave", "start", "invite", "invited", "computer", "options", "places",
    "rule-options", "rated", "set-up", "seal",
    "reopen", "variants", "news", "digest-hour",
    # seats that are listed, or kept for a person
    "take-seat", "decline-seat",
    # reading along
    "board", "text", "happened", "since", "more", "history", "turn", "show", "replay", "unseen",
    "score", "danger", "zoom", "heights", "verify", "export",
    "page", "page-show", "address",
    # playing: the desk, which every seat has; what was typed where several tables are
    "desk", "typed",
    # hints; looking back on a match that is over
    "hint", "review", "reviewed", "chart", "bg-stats",
    # looking for the next opponent, and being called to a table
    "next-opponent", "sit-down", "not-now",
    # planning ahead: the wizard, and what is done with the plan
    "plan", "planned",
    # a teaching table: explanations, on or off; a good move step by step; its end
    "explain", "worked", "count",
    # leaving, confirming, playing again
    "quit", "quitting", "close", "closing", "sure", "rematch",
    # players who have left the server
    "absent", "takeover", "standin",
    # reminders
    "play", "mute", "ask-time", "nudge", "remind", "remind-me", "remind-at",
    "hand-on", "handing-on",
    # taking a move back
    "undo", "undoask", "undoyes", "undono",
    # what the table agrees on; who is back, who gets time, who takes a seat
    "votes", "end", "hold", "vote-on", "vote-open", "vote-yes", "vote-no", "back", "more-time",
    "sit",
    # what moderators see and do
    "care", "care-seat", "care-hand", "care-act",
    # a person on one's block list sits there, or has sat down later
    "stay-away", "get-up", "stay",
    # proposals
    "deal", "dealt", "deals", "accept", "decline", "withdraw",
})
ABOUT_NOTHING: Final = frozenset({
    "open", "learn", "rules", "help", "guide", "mine", "next", "leaving", "settings", "language",
    "lists",
    "twice", "away", "holiday", "holidayend", "auto-holiday", "hours",
    "height", "reminders", "often", "quiet", "zone", "direct",
    "turns-direct", "next-up",
    "puzzle", "puzzle-look", "puzzle-seal", "puzzle-text", "puzzle-show", "solution",
    "puzzle-tell", "puzzle-archive", "puzzle-late",
    "ranking", "what-counts", "stats", "stats-of", "stats-met", "stats-rating", "stats-show",
    "stats-title", "stats-records", "stats-title-show", "listed", "seen",
    "privacy", "my-data", "erase", "erasing", "guild-records",
    # people: the block list; following a table, which its own server asks about
    "block-list", "block", "unblock", "follow",
    "seats", "wishes", "wish", "no-pings", "open-own",
    "setup", "speak", "channels", "threads", "messages", "tables", "try-posting",
    "openers", "most-tables", "new-pace", "new-aids", "new-hints", "silence", "seeking",
    "rankings", "count-computers", "pages",
    "care-log", "care-lift",
})
# fmt: on


class OldButton(HostingError):
    """An id that this version does not know: the button is from before an update."""


class OldCommand(HostingError):
    """A slash command as an earlier version had it."""


@dataclass(frozen=True, slots=True)
class CustomId:
    """An id read back. `match` is None for verbs that are about no match.

    `seen` counts what the reader had seen happen: the seat in a private message, the public in all
    others.
    """

    verb: str
    args: tuple[str, ...] = ()
    match: MatchId | None = None
    seen: int = 0

    @property
    def about(self) -> MatchId:
        """The match that this control is about; raises `OldButton` if it is about none."""
        if self.match is None:
            raise OldButton("old-button", id=self.verb)
        return self.match

    @property
    def first(self) -> str:
        """The first argument, or nothing."""
        return self.args[0] if self.args else ""


def about_match(verb: str, match: Match, *draft: str | int) -> str:
    """Return the id of a control of the shell, which anybody may see."""
    return for_match(verb, match.id, match.seen_by(PUBLIC), *draft)


def for_match(verb: str, match: MatchId, seen: int, *draft: str | int) -> str:
    """Return the id of a control about a match, without its kind.

    >>> for_match("p", MatchId(54902), 200, 2, "J8")
    'p.16d2.5k.2.J8'
    """
    return plain_id(verb, base36(match), base36(seen), *draft)


def draft_id(view: AnyView, verb: str, *draft: str | int) -> str:
    """Return the id of a control of this table, with what the viewer has seen so far."""
    return for_match(verb, view.match.id, view.seen, *draft)


def plain_id(verb: str, *args: str | int) -> str:
    """Return the id of a control about no match, without its kind."""
    return ".".join((verb, *(str(each) for each in args)))


def parsed(text: str) -> CustomId:
    """Read an id without its kind; raise `OldButton` if this version never made it."""
    verb, *args = text.split(".")
    if verb in ABOUT_NOTHING:
        return CustomId(verb, tuple(args))
    if verb not in ABOUT_A_MATCH and not (len(verb) == 1 and verb.isalpha()):
        raise OldButton("old-button", id=text)
    match args:
        case [match, seen, *draft]:
            return CustomId(verb, tuple(draft), MatchId(number(match)), number(seen))
        case _:
            raise OldButton("old-button", id=text)


def marked(custom_id: str, notice: int) -> str:
    """Return an id that carries the number of the notice under which it stands.

    >>> marked("board.1.0", 36)
    'board.1.0!10'
    """
    return f"{custom_id}!{base36(notice)}"


def unmarked(custom_id: str) -> str:
    """Return an id without the number of a notice.

    >>> unmarked("b.board.1.0!10"), unmarked("b.board.1.0")
    ('b.board.1.0', 'b.board.1.0')
    """
    return custom_id.partition("!")[0]


def is_marked(custom_id: str, notice: int) -> bool:
    """Say whether an id carries the number of this notice."""
    return custom_id.partition("!")[2] == base36(notice)


def base36(count: int) -> str:
    """Write a number in base 36.

    >>> base36(0), base36(35), base36(36)
    ('0', 'z', '10')
    """
    digits = ""
    while count:
        count, rest = divmod(count, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[rest] + digits
    return digits or "0"


def number(text: str) -> int:
    """Read what `base36` wrote; raise `OldButton` for all else, and for what no database holds."""
    if _NUMBER.fullmatch(text) and (read := int(text, 36)) <= MOST:
        return read
    raise OldButton("old-button", id=text)
