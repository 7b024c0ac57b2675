"""What hosting refuses.

HostingError
├── UnknownMatch       no such match, or no longer               → list the tables
├── NotSeated          not at this table                         → offer to watch
├── Stale              the match has moved on                    → show it anew
├── LobbyRefused       full, already in, alone, not the host, …  → say which
├── DealRefused        not asked, withdrawn, too many open, …    → say which
├── PreferenceRefused  no such time or zone                      → say what to type
├── TakeBackRefused    something sealed was opened since, …      → say why
├── VoteRefused        over, one is open, refused lately, …      → say which
├── NudgeRefused       too soon, not awaited, …                  → say when
├── Limited            too much of something in a while          → say when again
├── ModerationRefused  no moderator, no reason, …             → say which
├── HintRefused        none here, all taken                      → say which
├── ReviewRefused      not over yet, no title for it             → say which
├── NotPlaying         the match is over, closed or paused       → say which
├── NewerRules         played by a later version than this one   → leave it alone
├── ThinkingFailed     no computer player could think it over     → play greedily, or say so
├── OutOfReach         the database can't do it just now         → say what is wrong
├── LeaseLost          another process does this chore now       → leave it alone
└── CannotPost         the channel is gone or forbids it         → say what is missing

Errors carry a message key and data; words are the shell's.
"""

from typing import Any, Final


class HostingError(Exception):
    """The root: `key` names the message, `data` fills it."""

    def __init__(self, key: str, **data: Any) -> None:
        self.key = key
        self.data = data
        super().__init__(key, data)


class UnknownMatch(HostingError):
    """There is no such match."""


class NotSeated(HostingError):
    """This person has no seat at the table."""


class Stale(HostingError):
    """The match has moved on since what this person saw."""


class TimerGone(Stale):
    """Another process did what the timer asked for, or it was set anew: it isn't tried again."""


class LobbyRefused(HostingError):
    """The lobby does not allow it now."""


class DealRefused(HostingError):
    """The log of proposals does not allow it now."""


class PreferenceRefused(HostingError):
    """A setting can't be that."""


class TakeBackRefused(HostingError):
    """A move can't be taken back any more, even if all agree."""


class VoteRefused(HostingError):
    """The table can't vote on that, or not now; `until` in `data` is when it may again, if so."""


class NudgeRefused(HostingError):
    """Nobody is reminded just now; `until` in `data` is when they can be."""


class ModerationRefused(HostingError):
    """A moderator can't do that; or the person is none."""


class HintRefused(HostingError):
    """There is no hint here, or no more (`n` in `data`: how many there are for each)."""


class ReviewRefused(HostingError):
    """There is no review of this match, or not yet."""


class Limited(HostingError):
    """Too much of something in a while; `until` in `data` is when there is more."""


class NotPlaying(HostingError):
    """Nothing can be played in this match now."""


class NewerRules(HostingError):
    """The match is of a game, or of an edition of its rules, that a later version brought."""


class ThinkingFailed(HostingError):
    """Nobody could think a job over: "too-long", "ended", "busy"; "starved" of processor time."""


class OutOfReach(HostingError):
    """The database can't do it just now; what was asked may be asked again.

    `problem` in `data`: "unreachable", "disk-full", "disk-failed", "read-only", "slow", "locked",
    "overloaded", "cannot-open". Whether a change was stored that it stumbled over is not known.
    """


class LeaseLost(HostingError):
    """A chore is another process's by now: nothing was stored, and nobody need be told."""


BEING_UPDATED: Final = "being-updated"
"""The key of `OutOfReach` if only newer programs may write; reading is still possible."""


CHANNEL_GONE: Final = "channel-gone"
"""The key of `CannotPost` if the channel itself is no longer there."""


class CannotPost(HostingError):
    """The channel can't be written to; `missing` in `data` names permissions, if known."""


NO_ANSWER: Final = "no-answer"
"""The key of `CannotPost` if Discord didn't answer: a message may have been taken all the same."""


class LeftAlone(CannotPost):
    """A channel does not answer, and nobody tries again before `until` in `data`.

    `is_tried` says whether this was a request that nobody answered, or none was made.
    """
