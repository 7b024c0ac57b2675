"""Who scores what and why; the cards nobody has seen; the final message."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from bot.games.aftershock.alt_texts import result_alt
from bot.games.aftershock.captions import captions, winner_line
from bot.games.aftershock.news import sentences
from bot.games.aftershock.table_post import board, scoring
from bot.games.aftershock.told_scores import space_scored
from bot.games.aftershock.words import (
    TITLE,
    board_of,
    priced_cards,
    space_name,
    tallied,
)
from bot.games.ending import by_rank, days_played, over
from bot.games.panel import View
from bot.games.people import SHAPES, accent, name, people, player_ids
from bot.games.screen import HOUSE, Image, Post, Screen, Text
from bot.games.speech import capitalised, fitting
from engine.game import Event, Outcome, Seat
from engine.games.aftershock.preview import shares
from engine.games.aftershock.state import Observation
from render.games.aftershock import RENDERER

PAGE: Final = 3400


def score(view: View) -> Screen:
    """Return what every space would bring now; after the end, what every round has brought."""
    is_over = view.observation.outcome is not None
    title = (
        view.words.say("Who scored what")
        if is_over
        else view.words.say("Points if the round were scored now")
    )
    lines = _scored(view) if is_over else _worth(view)
    image = result_image(view) if is_over else _latest(view)
    told = "\n".join([f"### {title}", *fitting(view.words, lines, PAGE)])
    return Screen((Text(told), image), accent(view) or HOUSE)


def _latest(view: View) -> Image:
    return scoring(view) if view.observation.scorings else board(view)


def _worth(view: View) -> list[str]:
    """Return a line for each space, and for money."""
    words, observation = view.words, view.observation
    lines = []
    for space in board_of(observation).spaces:
        points = [0] * observation.seats
        for share in shares(observation, space.key):
            points[share.seat] = share.points
        won = tallied(view, points) or words.say("nobody is there")
        area = capitalised(space_name(words, observation, space.key))
        lines.append(words.say("- **{area}**: {won}", area=area, won=won))
    cash = tallied(view, [millions // 2 for millions in observation.money]) or "–"
    lines.append(words.say("- **Money**, at the end of the match: {won}", won=cash))
    lines.append(
        words.say(
            "-# Whoever has the most meeples in an area removes one when it scores. Tied players"
            " add their ranks and split, rounded down."
        )
    )
    return lines


def _scored(view: View) -> list[str]:
    lines = []
    for each in view.observation.scorings:
        gains = ", ".join(f"{name(view, Seat(seat))} +{n}" for seat, n in enumerate(each.points))
        lines.append(view.words.say("**Round {n}:** {gains} points.", n=each.round, gains=gains))
        lines += [f"- {space_scored(view, space)}" for space in each.spaces if space.scores]
    gains = ", ".join(f"{name(view, Seat(seat))} +{n}" for seat, n in enumerate(cash(view)))
    return [*lines, view.words.say("**Money:** {gains} points.", gains=gains)]


def cash(view: View) -> tuple[int, ...]:
    """Return the points for money at the end: what the rounds do not account for."""
    observation: Observation = view.observation
    rounds = [sum(each.points[seat] for each in observation.scorings) for seat in _seats(view)]
    return tuple(total - n for total, n in zip(observation.scores, rounds, strict=True))


def _seats(view: View) -> range:
    return range(view.observation.seats)


def result_image(view: View) -> Image:
    """Return the bars of all rounds."""
    drawn = captions(view, winner_line(view))
    return Image(RENDERER.result(view.observation, drawn), result_alt(view))


def result(view: View, news: Sequence[Event]) -> Post:
    """Return the final message, which pings everybody who played, once."""
    outcome: Outcome = view.observation.outcome
    first = f"{over(view, TITLE, outcome)} {_figures(view)}"
    table = [_row(view, seat) for seat in by_rank(outcome)]
    sums = view.words.say("points of each round + money")
    last = f"-# {sums} · {view.words.say('anybody can check the draws now')}"
    return Post(
        "\n".join([first, *table, last]),
        result_image(view),
        pings=player_ids(view, people(view)),
        happened=tuple(sentences(view, news)),
    )


def _figures(view: View) -> str:
    words, observation = view.words, view.observation
    bridges = sum(len(owners) for owners in observation.bridges)
    parts = [
        words.count("{n} round", "{n} rounds", len(observation.scorings)),
        words.count("{n} bridge", "{n} bridges", bridges),
        *days_played(view),
    ]
    return f"{', '.join(parts)}."


def _row(view: View, seat: Seat) -> str:
    """Return "■ **Ann** 40 = 12 + 20 + 6 + 2", the last being money."""
    observation = view.observation
    parts = [*(each.points[seat] for each in observation.scorings), cash(view)[seat]]
    sum_ = " + ".join(map(str, parts))
    return f"{SHAPES[seat]} **{name(view, seat)}** {observation.scores[seat]} = {sum_}"


def unseen(view: View) -> Screen:
    """Return the cards that the viewer has not seen this round: in the deck or in other hands."""
    words, observation = view.words, view.observation
    known = board_of(observation)
    hidden = Counter({card.code: card.count for card in known.cards})
    for cards in (observation.hand, observation.discards, *observation.market, *observation.gained):
        hidden.subtract(cards)
    left = [code for card in known.cards for code in [card.code] * max(0, hidden[card.code])]
    head = words.say("### Cards you have not seen this round")
    where = words.count("{n} card in the deck", "{n} cards in the deck", observation.deck)
    others = sum(n for seat, n in enumerate(observation.hands) if seat != view.viewer)
    hands = words.say("{n} in other players' hands", n=others)
    lines = [f"- {text}" for text in priced_cards(words, observation, left)] or [words.say("None.")]
    return Screen((Text("\n".join([head, f"{where}, {hands}.", *lines])),), accent(view) or HOUSE)
