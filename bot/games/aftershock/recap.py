"""Looking back: what happened since one's turn, line by line, as a film."""

from collections.abc import Sequence

from bot.games.aftershock.alt_texts import since_alt
from bot.games.aftershock.captions import captions, table_captions
from bot.games.aftershock.news import gathered, sentence
from bot.games.aftershock.words import TITLE, meeples, money, own_seat
from bot.games.panel import Moment, View
from bot.games.people import accent
from bot.games.screen import HOUSE, Block, Image, Screen, Text
from bot.games.speech import fitting, points
from render.games.aftershock import RENDERER

ROOM = 3000
"""Characters of a recap; the history has everything."""


def history(moments: Sequence[Moment]) -> tuple[tuple[int, str], ...]:
    """Return (line, sentence) for each thing that happened."""
    return tuple(
        (each.view.line, sentence(each.view, *group))
        for each in moments
        for group in gathered(each.events)
    )


def since(view: View, moments: Sequence[Moment]) -> Screen:
    """Return numbered sentences, the map with what changed, one line about the reader."""
    words, told = view.words, [text for _, text in history(moments)]
    is_player = isinstance(view.viewer, int)
    title = words.say("Since your last turn") if is_player else words.say("The last round")
    if not told:
        nothing = words.say("Nothing has happened.")
        return Screen((Text(f"### {title}\n{nothing}"),), accent(view) or HOUSE)
    numbered = [f"{number}. {text}" for number, text in enumerate(told, 1)]
    blocks: list[Block] = [
        Text("\n".join([f"### {title}", *fitting(words, numbered, ROOM)])),
        picture(view, moments, told),
    ]
    if is_player:
        blocks.append(Text(about(view, moments)))
    return Screen(tuple(blocks), accent(view) or HOUSE)


def picture(view: View, moments: Sequence[Moment], told: Sequence[str]) -> Image:
    """Return the map with what has changed since the first of these moments."""
    is_player = isinstance(view.viewer, int)
    title = view.words.say("Since your turn") if is_player else view.words.say("The last round")
    drawn = captions(view, title)
    image = RENDERER.since(moments[0].view.observation, view.observation, drawn)
    return Image(image, since_alt(view, told))


def about(view: View, moments: Sequence[Moment]) -> str:
    """Return what has become of the reader."""
    words, seat = view.words, own_seat(view)
    before, now = moments[0].view.observation, view.observation
    gain = now.scores[seat] - before.scores[seat]
    cash = now.money[seat] - before.money[seat]
    there = sum(counts[seat] for counts in now.meeples)
    return words.say(
        "You: {gain}, {money}; {meeples} on the map.",
        gain=f"+{points(words, gain)}",
        money=f"{'−' if cash < 0 else '+'}{money(words, abs(cash))}",
        meeples=meeples(words, there),
    )


def animation(moments: Sequence[Moment]) -> Image:
    """Return the match as a film: a frame for each moment in which something could be seen."""
    shown = [each for each in moments if gathered(each.events)] or list(moments[-1:])
    frames = [each.view.observation for each in shown]
    drawn = [table_captions(each.view) for each in shown]
    last = shown[-1].view
    alt = last.words.say("{game}: replay of the match.", game=TITLE)
    return Image(RENDERER.animation(frames, drawn), alt, "film")
