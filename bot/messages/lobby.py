"""The lobby message, which becomes the cover of the running table and stays when it is over.

The seal of the draws stands in it from the first moment to the last, so that anybody can compare
it with the finished record.
"""

from dataclasses import replace
from typing import Final

from discord.utils import format_dt

from bot.games.custom_ids import about_match, for_match, plain
from bot.games.names import shown
from bot.games.panel import AnyPanel
from bot.games.people import SHAPES
from bot.games.screen import (
    HOUSE,
    IN_PLAY,
    SLIP,
    Block,
    Button,
    Form,
    Question,
    Row,
    Screen,
    Select,
    SelectOption,
    Style,
    Text,
    UserSelect,
)
from bot.hosting.match import Aids, Match, Status
from bot.locale.localisation import Words
from bot.messages import variants
from engine.game import Option
from engine.registry import game
from engine.setups import possible_values

MOST_ASKED: Final = 5
"""So many settings can stand in a form, the house's own among them."""


def table_name(match: Match, panel: AnyPanel, words: Words) -> str:
    """Return what a table is called, such as "Seismic 42"."""
    return f"{panel.title(words)} {match.id}"


def lobby(match: Match, panel: AnyPanel, words: Words) -> Screen:
    """Return the lobby message of an open table."""
    title = words.say("{game} · a new table", game=panel.title(words))
    host = next((each.name for each in match.chairs if each.player == match.host), "")
    lines = [
        panel.invitation(words, shown(host), match.setup),
        *seats(match, words),
        *variants.agreed(match, panel, words),
        *_settings(match, panel, words),
    ]
    blocks: tuple[Block, ...] = (
        Text(f"### {title}"),
        Text("\n".join(lines)),
        _doors(match, words),
        _places(match, words),
        *variants.menu(match, panel, words),
        _more(match, words),
        Text(f"{_closing(match, words)}\n{seal(match, words)}"),
    )
    return Screen(blocks, HOUSE)


def cover(match: Match, panel: AnyPanel, line: str, words: Words) -> Screen:
    """Return what the lobby message is once the match has begun; `line` says how it stands."""
    name = table_name(match, panel, words)
    title = {
        Status.PLAYING: words.say("{table} · in play", table=name),
        Status.FINISHED: words.say("{table} · over", table=name),
    }.get(match.status, words.say("{table} · paused", table=name))
    where = _where(match, words)
    # Only a cover with a thread below it is edited at every move.
    news = line if match.table.place or match.status is not Status.PLAYING else ""
    ways = variants.agreed(match, panel, words) if match.setup.variants else []
    text = "\n".join(part for part in (*seats(match, words), *ways, news, where) if part)
    show = Button(words.say("Show me the board"), about_match("board", match))
    blocks = (Text(f"### {title}"), Text(text), Row((show,)), Text(seal(match, words)))
    return Screen(blocks, IN_PLAY if match.status is Status.PLAYING else SLIP)


def closed(match: Match, panel: AnyPanel, words: Words) -> Screen:
    """Return what is left of a table that nobody came to, that everybody left, or that was closed.

    One that was closed before it began has no chairs any more.
    """
    title = words.say("{game} · table closed", game=panel.title(words))
    text = words.say("Everybody left, so I closed this table. No harm done.")
    if match.has_begun and match.people:
        text = words.say("This table was closed before the end of its match.")
    elif not match.has_begun and match.chairs:
        text = words.say("Nobody joined for 48 hours, so I closed this table. No harm done.")
    elif not match.has_begun:
        text = words.say("This table was closed before its match began. No harm done.")
    again = Button(words.say("Open it again"), about_match("reopen", match), Style.PRIMARY)
    return Screen((Text(f"### {title}"), Text(text), Row((again,))), SLIP)


def seats(match: Match, words: Words) -> list[str]:
    """Return a line for each seat; those that are free count only until the match begins."""
    lines = []
    places = match.places if match.status is Status.LOBBY else 0
    for number in range(max(places, len(match.chairs))):
        shape = SHAPES[number % len(SHAPES)]
        if number >= len(match.chairs):
            lines.append(f"{shape} *{words.say('free')}*")
            continue
        chair = match.chairs[number]
        note = ""
        if chair.agent is not None:
            note = f" ({words.say('computer player')})"
        elif chair.player == match.host:
            note = f" ({words.say('host')})"
        lines.append(f"{shape} **{shown(chair.name)}**{note}")
    return lines


def seal(match: Match, words: Words) -> str:
    """Return the line with the commitment to the draws."""
    return "-# " + words.say("Fair draws, seal (SHA-256): `{seal}`", seal=match.commitment)


def options(match: Match, panel: AnyPanel, words: Words) -> Form | Screen:
    """Return the game's own settings and those of the house: as menus if a form is too small."""
    own = [
        Question(panel.option(words, each.name), _choices(match, panel, each, words))
        for each in game(match.game).meta.options
    ]
    asked = (*own, Question(words.say("Aids"), _aids(match, words)))
    title = words.say("Table options")
    if len(asked) <= MOST_ASKED:
        return Form(for_match("options", match.id, 0), title, asked)
    menus = tuple(_menu(match, each) for each in asked)
    return Screen((Text(f"### {title}"), *(block for pair in menus for block in pair)), HOUSE)


def _menu(match: Match, question: Question) -> tuple[Text, Select]:
    """Return a question of the form as a menu of its own; it answers as the form does."""
    if not isinstance(question.menu, Select):
        raise TypeError(type(question.menu))
    name = question.menu.id.rpartition(".")[2]
    answers = tuple(replace(each, value=f"{name}={each.value}") for each in question.menu.options)
    menu = replace(question.menu, id=for_match("options", match.id, 0, name), options=answers)
    return Text(f"**{question.label}**"), menu


def invitation(match: Match, words: Words) -> Screen:
    """Return the menu of people to invite."""
    free = max(1, match.places - len(match.chairs))
    menu = UserSelect(for_match("invited", match.id, 0), words.say("Who?"), free)
    return Screen((Text(words.say("**Who shall I invite?** Each is pinged once.")), menu), HOUSE)


def _choices(match: Match, panel: AnyPanel, option: Option, words: Words) -> Select:
    """Return the menu of a setting, without what can't be played with so many places."""
    now = match.setup.options.get(option.name, option.values[0])
    possible = possible_values(game(match.game), match.setup, option)
    options = tuple(
        SelectOption(panel.value(words, option.name, each), str(number), chosen=each == now)
        for number, each in enumerate(option.values)
        if each in possible
    )
    return Select(f"options.{option.name}", "", options)


def _aids(match: Match, words: Words) -> Select:
    """Return the menu of the aids, which are the house's and the same for all games."""
    options = (
        SelectOption(
            words.say("All"), Aids.ALL.value, words.say("scores, what is left, dangers, recaps")
        ),
        SelectOption(words.say("None"), Aids.PURE.value, words.say("only what is on the table")),
    )
    chosen = tuple(replace(each, chosen=each.value == match.aids) for each in options)
    return Select("options.aids", "", chosen)


def _settings(match: Match, panel: AnyPanel, words: Words) -> list[str]:
    own = [
        f"**{panel.option(words, name)}** {panel.value(words, name, value)}"
        for name, value in sorted(match.setup.options.items())
    ]
    pure = f"**{words.say('Aids')}** {words.say('none, only what is on the table')}"
    return [*own, pure] if match.aids is Aids.PURE else own


def _doors(match: Match, words: Words) -> Row:
    starting = words.say("Start") if match.is_full else words.say("Start now")
    style = Style.PRIMARY if match.is_full else Style.PLAIN
    return Row(
        (
            Button(words.say("Join"), for_match("join", match.id, 0), Style.GREEN, match.is_full),
            Button(words.say("Leave"), for_match("leave", match.id, 0)),
            Button(starting, for_match("start", match.id, 0), style),
        )
    )


def _places(match: Match, words: Words) -> Select:
    options = tuple(
        SelectOption(
            words.count("{n} seat", "{n} seats", seats_),
            str(seats_),
            chosen=seats_ == match.places,
        )
        for seats_ in game(match.game).meta.seats
    )
    return Select(for_match("places", match.id, 0), words.say("Seats (host)"), options)


def _more(match: Match, words: Words) -> Row:
    buttons = [
        Button(words.say("Invite"), for_match("invite", match.id, 0), disabled=match.is_full),
        Button(
            words.say("Add a computer player"),
            for_match("computer", match.id, 0),
            disabled=match.is_full,
        ),
        Button(words.say("How to play"), plain("rules", match.game, 0)),
        Button(words.say("Table options"), for_match("options", match.id, 0)),
    ]
    if len(match.people) > 1:
        buttons.append(Button(words.say("Somebody has left"), for_match("absent", match.id, 0)))
    return Row(tuple(buttons))


def _closing(match: Match, words: Words) -> str:
    if match.expires_at is None:
        return ""
    when = format_dt(match.expires_at, "R")
    if match.is_full:
        return words.say(
            "**The table is full.** It starts {t}, or when the host presses Start.", t=when
        )
    return "-# " + words.say("Closes {t} if nobody joins.", t=when)


def _where(match: Match, words: Words) -> str:
    if match.table.place is not None:
        return words.say("The table is in the thread below.")
    if match.venue.threaded:
        return words.say(
            "I'm not allowed to open threads here, so the table is right in this channel."
        )
    return words.say("The table is right in this channel.")
