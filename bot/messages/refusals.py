"""Grey private messages: why something was not done, and what helps now."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from discord.utils import format_dt

from bot.games.custom_ids import OldButton, OldCommand, about_match, base36, plain_id
from bot.games.names import escaped_name, escaped_text, shortened
from bot.games.screen import GREY, Button, Row, Screen, Style, Text
from bot.games.speech import or_list
from bot.locale.localisation import Words, mark
from bot.messages.channels import NAMES
from bot.messages.viewing import ago, names_of
from bot.table.errors import (
    BEING_UPDATED,
    CannotPost,
    DealRefused,
    HintRefused,
    HostingError,
    Limited,
    LobbyRefused,
    ModerationRefused,
    NewerRules,
    NotPlaying,
    NotSeated,
    NudgeRefused,
    OutOfReach,
    PreferenceRefused,
    ReviewRefused,
    Stale,
    TakeBackRefused,
    ThinkingFailed,
    UnknownMatch,
    VoteRefused,
)
from bot.table.ids import MatchId
from bot.table.match.match import Ending, Match, Status
from bot.table.world import Clock
from engine.game import Seat

LONGEST_TYPED: Final = 60
LONG: Final = timedelta(days=1)
"""After how long a wait people may wonder whether the player is still in the server."""

REFUSED: Final = {
    "lobby-full": mark("**The table is full.**"),
    "seat-kept": mark("**That seat is kept for {who}.**"),
    "invitation-over": mark("**That seat is no longer kept.**"),
    "lobby-already-in": mark("You're already at this table."),
    "lobby-not-in": mark("You aren't at this table."),
    "teaching-not-alone": mark(
        "**I explain only at tables with one person** and computer players, so that others don't"
        " have to read along."
    ),
    "lobby-alone": mark("**One more player is needed**, or a computer player."),
    "lobby-not-host": mark("Only the host, {who}, can do that."),
    "lobby-no-master": mark("**This bot has no masters to play against.** Choose another level."),
    "rematch-not-over": mark("**This match isn't over yet.**"),
    "lobby-not-closed": mark("**This table is already open.**"),
    "too-many-tables": mark("**You're at {n} tables.** Leave one first: `/my-tables` lists them."),
    "too-many-here": mark("**{n} tables are open here, the most this server allows.**"),
    "no-opener": mark("**In this server only {roles} may open tables.** You may join any."),
    "banned": mark("**You can't open or join tables here until {t}.** Reason: {reason}."),
    "no-moderator": mark("**Only for moderators of this server.**"),
    "reason-missing": mark("**A reason, please:** at least three letters."),
    "ban-nobody": mark("**I don't ban {who}:** moderators and bots can't be banned."),
    "ban-gone": mark("**That player isn't at this table anymore.**"),
    "ban-over": mark("**There's no ban to lift anymore.**"),
    "player-there": mark("**{who} is still in this server.**"),
    "player-replaced": mark("**Someone else has already taken that seat.**"),
    "lobby-too-few-places": mark("More players than that are already seated."),
    "deal-with-whom": mark("**There's no one to ask.** Choose at least one other player."),
    "deal-too-many": mark("**{n} of your proposals wait for answers.** Take one back first."),
    "deal-not-asked": mark("**This proposal isn't for you.** You can make one of your own."),
    "deal-not-yours": mark("**Only the person who made this proposal can take it back.**"),
    "deal-accepted": mark("**Someone has already accepted.** A deal is a deal."),
    "deal-word-given": mark("**You've already accepted.** A deal is a deal."),
    "deal-closed": mark("**This proposal can no longer be answered.**"),
    "deal-unknown": mark("**That proposal is no longer there.**"),
    "deal-nothing": mark("**There's nothing to promise right now.**"),
    "nudge-soon": mark("**It's too early to nudge {who}.** Try again {t}."),
    "nudge-again": mark("**{who} was reminded a short while ago.** Try again {t}."),
    "nudge-stands-still": mark(
        "**The clock is stopped for {who}** right now, so no one is reminded."
    ),
    "nudge-not-awaited": mark("**The table isn't waiting for anyone else right now.**"),
    "nudge-yourself": mark("**The table is waiting for you** and for no one else."),
    "not-awaited": mark("**This table isn't waiting for you right now.**"),
    "wish-past": mark("**That time has passed.** Choose another one."),
    "wish-late": mark("**Your time ends before that** ({t}). Choose an earlier time."),
    "wish-far": mark("**That's too far ahead.** I can remind you up to {n} days ahead."),
    "no-limit": mark("**There is no limit at this table.** Take the time you need."),
    "time-nobody": mark("**No one else is at this table** who could give you time."),
    "zone-unknown": mark(
        "**I don't know the time zone {typed}.** Type a big city near you, such as"
        " Europe/Paris; `/settings zone:` suggests names."
    ),
    "zone-near": mark("**I don't know the time zone {typed}.** Did you mean {near}?"),
    "zone-missing": mark(
        "**Which time zone are you in?** Also type a big city near you, such as Europe/Paris."
    ),
    "quiet-length": mark("**Quiet hours can last 1 to 16 hours.** Nothing was changed."),
    "quiet-time": mark("**{typed} isn't a time of day.** Type one such as 22:00 or 10 pm."),
    "holiday-date": mark("**{typed} isn't a date.** Type one such as 2027-03-28."),
    "holiday-order": mark("**The last day is before the first one.** Nothing was planned."),
    "holiday-past": mark("**That day has passed.** A holiday can start today at the earliest."),
    "holiday-far": mark("**That's too far ahead.** A holiday can start within a year."),
    "holiday-overlap": mark("**You're already away on some of these days.**"),
    "holiday-long": mark("**At most {n} days in a row**, so that your tables keep moving."),
    "holiday-budget": mark(
        "**You don't have that many days left.** Days of holiday left in {year}: {n}."
    ),
    "holiday-late": mark(
        "**Less than an hour is left on your clock at one table.** Move there first, or start"
        " tomorrow."
    ),
    "holiday-over": mark("**That holiday is already over.**"),
    "take-back-nothing": mark("**You have no move to take back here.**"),
    "take-back-over": mark("**Too late to take back:** the match is over."),
    "take-back-sealed": mark("**Too late to take back:** what is sealed or revealed stays."),
    "take-back-private": mark(
        "**Too late to take back:** someone has learned a secret since then."
    ),
    "take-back-draws-stand": mark(
        "**Too late to take back:** something has been rolled or drawn since then, and in this"
        " game that stands."
    ),
    "take-back-old": mark(
        "**Too late to take back:** something has been rolled or drawn since then, and this match"
        " began before moves could be taken back."
    ),
    "take-back-late": mark("**Too late to take back:** the others have moved on too far."),
    "seat-known": mark(
        "**You've had a seat at this table**, so you know too much to take this one."
    ),
    "vote-over": mark("**That vote is over.**"),
    "vote-open": mark("**The table is already voting on that.**"),
    "vote-refused-lately": mark("**The table voted that down a short while ago.** Try again {t}."),
    "vote-not-yours": mark("**The others decide this.** You have no vote in it."),
    "vote-about-you": mark(
        "**Only the others can propose that about you.** You can leave the table."
    ),
    "vote-held": mark("**The match is already on hold.**"),
    "vote-held-enough": mark("**The match has been on hold for 28 days.** That's the limit."),
    "vote-not-held": mark("**The match isn't on hold.**"),
    "vote-nothing-due": mark("**No clock is running**, so there's no time to add."),
    "vote-extended-enough": mark("**The table has already added time twice.** That's the limit."),
    "vote-no-such-pace": mark("**There's no such pace.**"),
    "vote-same-pace": mark("**That's already the pace.**"),
    "vote-no-points": mark("**This game counts points only at its end.**"),
    "vote-no-person": mark("**No player sits there who could be replaced.**"),
    "vote-offered": mark("**That seat is already on offer.**"),
    "vote-computer-plays": mark("**A computer player already moves there.**"),
    "vote-not-awaited": mark(
        "**It isn't that player's move right now.** A computer player can move only for a player"
        " whose move it is."
    ),
    "vote-not-away": mark(
        "**That player isn't on holiday for more than three days.** The table can wait that long."
    ),
    "vote-not-late": mark("**That player still has time.** No one who plays in time is voted out."),
    "time-given": mark("**You've already given a day.** You can do that once per move."),
    "time-own": mark("**You can't give time to yourself.** The others can."),
    "time-not-awaited": mark("**It isn't that player's move anymore.**"),
    "digest-too-fast": mark("**A daily digest needs at least 3 days per move**, or no limit."),
    "hint-none": mark("**Hints are off at this table**, as agreed in the lobby."),
    "hint-spent": mark("**You've had your {n} hints** in this match."),
    "hint-nothing": mark("**I don't know how to play this well**, so I have no hint."),
    "review-not-over": mark("**The review comes when the match is over.**"),
    "review-no-result": mark("**This match ended with no result**, so there's nothing to review."),
    "review-none": mark("**I can't review this game yet:** I don't have an expert for it."),
    "follow-own": mark("**You play there:** I ping you anyway."),
    "follow-closed": mark(
        "**I can't write to you.** Allow direct messages from this server and press again."
    ),
    "follow-most": mark("**You follow {n} tables, the most I can tell you of.** Stop one first."),
    "limit-open": mark("**That's a lot of new tables.** Try again {t}."),
    "limit-lobby": mark("**That was a lot of coming and going.** Try again {t}."),
    "limit-invite": mark(
        "**That's enough invitations for now**, so that no one is pinged too often. Try again {t}."
    ),
    "limit-show": mark("**That's a lot of positions at once.** Try again {t}."),
    "limit-undo": mark("**That's a lot of moves taken back.** Try again {t}."),
    "limit-deal": mark("**That's a lot of proposals at once.** Try again {t}."),
    "limit-picture": mark("**That was a lot of pictures.** Try again {t}."),
    "limit-busy": mark("**I'm drawing a lot of boards right now.** Try again in a few seconds."),
    "limit-records": mark("**I've just collected these records.** Try again {t}."),
    "limit-film": mark("**I've just drawn a lot of animations.** Try again {t}."),
}
"""Why something was refused, by the key of the error."""

_OVERLOADED: Final = mark(
    "**My database can't keep up right now.** Moves that were stored are safe; please try again in"
    " a minute."
)
DATABASE: Final = {
    "unreachable": mark(
        "**I can't reach my database right now.** Moves that were stored are safe; please try"
        " again in a minute."
    ),
    "disk-full": mark(
        "**My disk is full: I can't store anything.** Moves that were stored are safe; the bot's"
        " operator has to make room."
    ),
    "read-only": mark(
        "**I can show you everything, but store nothing right now.** Moves that were stored are"
        " safe; please try again later."
    ),
    "slow": _OVERLOADED,
    "locked": _OVERLOADED,
    "overloaded": _OVERLOADED,
}
"""What keeps the database from doing what was asked."""

CLOSED: Final[Mapping[Ending | None, str]] = {
    Ending.AGREED: mark("**The table agreed to end here**, with no result."),
    Ending.TIME_UP: mark("**Time was up, so the match ends here**, with no result, as agreed."),
    Ending.DESERTED: mark("**No one came back, so this table is closed**, with no result."),
    Ending.LEFT: mark("**This table is closed:** everyone has left it."),
    Ending.HOST: mark("**{who} closed this table** as its host."),
    Ending.ADMIN: mark("**The moderators closed this table**, with no result."),
    Ending.EXPIRED: mark("**This table is closed:** no one joined for 48 hours."),
    None: mark("**This table is closed.**"),
}
"""Why a table is closed; None: nobody noted it."""
NOT_PLAYING: Final = {
    Status.LOBBY: mark("**This match hasn't begun yet.**"),
    Status.PAUSED: mark("**This table is locked.** The bot's operator has to look at its record."),
    Status.FINISHED: mark("**Nothing can be played at this table now.**"),
}


def why_closed(ending: Ending | None, closed_by: str | None, words: Words) -> str:
    """Return why a table is closed, and by whom, if a person did it."""
    who = escaped_name(closed_by or words.say("former player"))
    return words.say(CLOSED.get(ending, CLOSED[None]), who=who)


def note(markdown: str, *buttons: Button) -> Screen:
    """Return a grey message with up to five buttons."""
    rows = (Row(buttons),) if buttons else ()
    return Screen((Text(markdown), *rows), GREY)


def stale(match: Match, words: Words) -> Screen:
    """Say that the table has moved on since the board of this button."""
    parts = [
        words.say("**The table has moved on** since that board was drawn. Nothing was sent."),
        words.say("It's {who}'s move now.", who=names_of(match, match.acting))
        if match.acting
        else "",
        newest_link(match, words),
    ]
    return note(" ".join(part for part in parts if part), *since_button(match, words))


def not_your_turn(match: Match, seat: Seat, clock: Clock, words: Words) -> Screen:
    """Say whose move it is."""
    who, waited = names_of(match, match.acting), ago(match, clock, words)
    text = words.say("**It's been {who}'s move** for {t}. I'll ping you.", who=who, t=waited)
    if match.acting == (Seat((seat - 1) % len(match.chairs)),):
        text = words.say(
            "**It's been {who}'s move** for {t}. You're next after that. I'll ping you.",
            who=who,
            t=waited,
        )
    gone = Button(words.say("Replace a missing player"), about_match("absent", match))
    asks = (gone,) if clock.now() - match.changed_at >= LONG else ()
    return note(text, *since_button(match, words), text_button(match, words), *asks)


def watching(match: Match, words: Words) -> Screen:
    """Say that this person only reads along."""
    text = words.say(
        "**You're watching this table.** The seats are taken, but you're welcome to follow along."
    )
    own = Button(words.say("Open my own table"), plain_id("open", match.game), Style.BLUE)
    follow = Button(words.say("Follow"), plain_id("follow", "", base36(match.id)))
    return note(text, text_button(match, words), follow, own)


def over(match: Match, words: Words) -> Screen:
    """Say that the match has ended."""
    text = words.say("**This match is over.** You can't play in it anymore.")
    scores = Button(words.say("Who scored what"), about_match("score", match))
    return note(text, scores, text_button(match, words))


def no_table(words: Words) -> Screen:
    """Say that this channel has no table."""
    text = words.say("**No table here.** `/my-tables` lists yours, `/seismic new` opens one.")
    return note(text, mine_button(words))


def broken(words: Words, code: str) -> Screen:
    """Say that something went wrong on our side, with the id under which it was logged."""
    return note(
        words.say(
            "**Something broke on my side.** Nothing of the match is lost. If you report it, say"
            " `{code}`.",
            code=code,
        )
    )


def refusal(error: HostingError, words: Words) -> Screen:
    """Say what hosting refused."""
    data, key = error.data, error.key
    match error:
        case OldButton():
            text = words.say("**That button is from before an update.**")
            return note(text, mine_button(words))
        case OldCommand():
            text = words.say("**That command is from before an update.** Please type it again.")
            return note(text, mine_button(words))
        case UnknownMatch():
            return note(words.say("**That table is no longer there.**"), mine_button(words))
        case LobbyRefused():
            who = escaped_name(str(data["who"] if "who" in data else data.get("host", "")))
            message = REFUSED.get(key, mark("**This table is no longer open.**"))
            if key == "lobby-not-host" and not who:
                message = mark("Only the host can do that.")
            roles = ", ".join(f"<@&{each}>" for each in data.get("roles", ()))
            until = data.get("until")
            when = words.say("further notice") if until is None else format_dt(until, "f")
            reason = escaped_text(str(data.get("reason", "")))
            facts = {"n": data.get("n", ""), "roles": roles, "t": when, "reason": reason}
            text = words.say(message, who=who, **facts)
        case ModerationRefused():
            text = words.say(REFUSED[key], who=escaped_name(str(data.get("who", ""))))
        case TakeBackRefused():
            text = words.say(REFUSED.get(key, REFUSED["take-back-nothing"]))
        case DealRefused():
            text = words.say(REFUSED.get(key, REFUSED["deal-closed"]), n=data.get("n", ""))
        case NudgeRefused():
            text = refused_words(error, words)
        case PreferenceRefused():
            anew = Button(words.say("Quiet hours"), plain_id("quiet"))
            if key.startswith("holiday"):
                anew = Button(words.say("Plan a holiday"), plain_id("away"))
            return note(refused_words(error, words), anew)
        case VoteRefused():
            until = data.get("until")
            when = format_dt(until, "R") if until is not None else ""
            text = words.say(REFUSED.get(key, REFUSED["vote-over"]), t=when)
        case HintRefused():
            text = words.say(REFUSED.get(key, REFUSED["hint-none"]), n=data.get("n", ""))
        case ReviewRefused():
            text = words.say(REFUSED.get(key, REFUSED["review-none"]))
        case ThinkingFailed():
            text = words.say(
                "**I couldn't think it over this time.** Nothing was counted; try again."
            )
        case Limited():
            when = format_dt(data["until"], "R")
            text = words.say(REFUSED.get(key, REFUSED["limit-open"]), t=when)
        case CannotPost():
            text = cannot_post(error, words)
        case Stale():
            text = words.say("**The table has moved on.** Nothing was sent.")
        case NotSeated():
            text = words.say("**You have no seat at this table.**")
        case NotPlaying():
            text = words.say(NOT_PLAYING.get(data["status"], NOT_PLAYING[Status.FINISHED]))
            if data["status"] is Status.CLOSED:
                text = why_closed(data["ending"], data["closed_by"], words)
        case NewerRules():
            text = words.say(
                "**This table is played by newer rules than I know.** Nothing is lost; I'll be up"
                " to date soon."
            )
        case OutOfReach(key=key) if key == BEING_UPDATED:
            text = words.say(
                "**I'm being updated.** You can look at everything, but change nothing yet; please"
                " try again in a minute."
            )
        case OutOfReach():
            text = words.say(DATABASE.get(data.get("problem", ""), DATABASE["unreachable"]))
        case _:
            text = words.say("**That can't be done here now.**")
    return note(text)


def refused_words(error: NudgeRefused | PreferenceRefused, words: Words) -> str:
    """Say why nobody is reminded, or a setting can't be that."""
    data, key = error.data, error.key
    typed = escaped_text(shortened(str(data.get("typed", "")), LONGEST_TYPED))
    if near := data.get("near"):
        key, near = "zone-near", or_list(words, [escaped_text(each) for each in near])
    until = data.get("until")
    when = "" if until is None else format_dt(until, "R")
    numbers = {"n": data.get("n", ""), "year": data.get("year", "")}
    return words.say(
        REFUSED[key], who=data.get("who", ""), t=when, typed=typed or "?", near=near, **numbers
    )


def cannot_post(error: CannotPost, words: Words) -> str:
    """Say what is missing to post in the channel."""
    missing: tuple[str, ...] = tuple(error.data.get("missing", ()))
    if error.key == "no-answer":
        return words.say("**Discord isn't accepting my messages right now.** I'll try again.")
    if not missing:
        return words.say("**I can't post in this channel anymore.** It may be gone or closed.")
    return words.say(
        "**I'm not allowed to post in this channel.** An admin can give me: {permissions}.",
        permissions=", ".join(words.say(NAMES.get(each, each)) for each in missing),
    )


def newest_link(match: Match, words: Words) -> str:
    """Return a link to the newest table message, or nothing if there is none."""
    if match.table.message is None:
        return ""
    return f"[{words.say('Go to the newest board')}]({message_url(match, match.table.message)})"


def message_url(match: Match, message: int) -> str:
    """Return the address of the lobby message or of a table message."""
    venue = match.venue
    guild: Any = venue.guild or "@me"
    place = venue.channel if message == match.cover.message else match.place
    return f"https://discord.com/channels/{guild}/{place}/{message}"


def table_button(match: Match, words: Words) -> Button:
    """Return the link to a table's newest message, or to its channel."""
    message = match.table.message or match.cover.message
    url = f"https://discord.com/channels/{match.venue.guild or '@me'}/{match.place}"
    if message is not None:
        url = message_url(match, message)
    return Button(words.say("Go to the table"), url=url)


def since_button(match: Match, words: Words) -> tuple[Button, ...]:
    """Return the button that tells what happened; none at a table without aids."""
    since = Button(words.say("Since my turn"), about_match("since", match))
    return (since,) if match.has_aids else ()


def text_button(match: Match, words: Words) -> Button:
    """Return the button that gives the board in words."""
    return Button(words.say("Board as text"), about_match("text", match))


def mine_button(words: Words) -> Button:
    """Return the button that lists a person's tables."""
    return Button(words.say("My tables"), plain_id("mine"))


def next_button(waiting: int, words: Words, after: MatchId | None = None) -> tuple[Button, ...]:
    """Return the button to the next table that waits for a person; none if `waiting` is 0.

    `after` is the match that they have just moved in: it comes last.
    """
    if not waiting:
        return ()
    label = words.say("Play the next one ({n} waiting)", n=waiting)
    draft = () if after is None else (base36(after),)
    return (Button(label, plain_id("next", *draft), Style.BLUE),)
