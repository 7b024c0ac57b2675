"""What stands beside the page of a match in the chat: how it is given, and shown to all."""

from bot.games.custom_ids import about_match
from bot.games.names import escaped_name
from bot.games.panel import AnyPanel
from bot.games.screen import AMBER, Attachment, Button, Post, Row, Screen, Style, Text
from bot.locale.localisation import Words
from bot.messages.page.links import links
from bot.messages.viewing import table_name
from bot.table.match.match import Match
from engine.agents.review import can_be_reviewed


def given(
    match: Match,
    panel: AnyPanel,
    file: Attachment,
    words: Words,
    *more: Button,
    has_review: bool,
) -> Screen:
    """Return the answer with the page as a file; `more` are buttons about its address."""
    head = words.say(
        "**{table} as a page:** the board after every move, in words too, and the proof of the"
        " draws. Download the file and open it in your browser; nothing leaves it.",
        table=table_name(match, panel, words),
    )
    lines, buttons = [head], [_about(match, "page-show", words.say("Show it here"))]
    if not has_review and can_be_reviewed(match.game):
        lines.append(words.say("-# Ask for a review first if you want it in the page, too."))
        buttons.append(_about(match, "review", words.say("Review")))
    return Screen((Text("\n".join(lines)), file, Row((*buttons, *more))), AMBER)


def address(match: Match, url: str, words: Words) -> Screen:
    """Return what a host may choose about the address of a table's page."""
    state = words.say("**This table has no page in the browser.**")
    choice = Button(words.say("Give it a page"), about_match("address", match, "on"), Style.BLUE)
    if url:
        state = words.say("**This table has a page in the browser.**")
        choice = _about(match, "address", words.say("No page for this table"), "off")
    who = words.say(
        "Those who have its address can look at the table without being in this channel. They see"
        " what everyone at the table sees, names too, and nothing that is sealed."
    )
    return Screen((Text(f"{state}\n{who}"), Row((*links(match, url, words), choice))), AMBER)


def shown(match: Match, panel: AnyPanel, by: str, file: Attachment, words: Words) -> Post:
    """Return the public message with which a person shows a page to all; it pings nobody."""
    text = words.say(
        "**{who}** shows {table}, move by move. Download the file and open it in your browser.",
        who=escaped_name(by),
        table=table_name(match, panel, words),
    )
    look = _about(match, "page", words.say("Look through it"))
    return Post(text, rows=(Row((look,)),), files=(file,))


def _about(match: Match, verb: str, label: str, *draft: str) -> Button:
    style = Style.BLUE if verb == "page-show" else Style.GREY
    return Button(label, about_match(verb, match, *draft), style)
