"""Who scores what and why; the cards nobody has seen; the final message."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.games.aftershock.news import gains, sentences, space_scored
from bot.games.aftershock.pictures import captions, cards_alt, result_alt, scores
from bot.games.aftershock.view import View
from bot.games.aftershock.words import TITLE, known_next, money, priced_cards, space_name, tallied
from bot.games.people import (
    accent,
    by_rank,
    days_played,
    name,
    over,
    people,
    player_ids,
    shape,
    verdict,
)
from bot.games.screen import AMBER, Image, Post, Screen, Text
from bot.games.speech import capitalised, clipped, last_lines
from bot.locale.localisation import Words
from engine.game import AS_IT_STANDS, Event, Outcome
from engine.games.aftershock.preview import scored_now
from render.games.aftershock import RENDERER

PAGE: Final = 3400


def score(view: View) -> Screen:
    """Return what every space would bring now; after the end, what every round has brought."""
    words, observation, lines = view.words, view.observation, list[str]()
    if observation.outcome is not None:
        title, image = words.say("Who scored what"), result_image(view)
        for each in observation.scorings:
            gained = gains(view, each.points)
            lines.append(words.say("**Round {n}:** {gains} points.", n=each.round, gains=gained))
            lines += [f"- {space_scored(view, space)}" for space in each.spaces if space.scores]
        lines.append(words.say("**Money:** {gains} points.", gains=gains(view, cash(view))))
    else:
        title, now = words.say("Points if the round were scored now"), scored_now(observation)
        drawn = replace(observation, scorings=(*observation.scorings, now))
        picture = RENDERER.scoring(drawn, captions(view, words.say("Scoring")))
        image = Image(picture, clipped(f"{title}. {scores(view)}"))
        for space in now.spaces:
            won = tallied(view, space.points) or words.say("no one is there")
            area = capitalised(space_name(view, space.space))
            lines.append(words.say("- **{area}**: {won}", area=area, won=won))
        won = tallied(view, [millions // 2 for millions in observation.money]) or "–"
        lines.append(words.say("- **Money**, at the end of the match: {won}", won=won))
        lines.append(
            words.say(
                "-# When an area scores, the player with the most meeples there removes one. Tied"
                " players add the points of their places and split them, rounded down."
            )
        )
    told = "\n".join(last_lines(words, lines, PAGE))
    return Screen((Text(f"### {title}"), Text(told, is_drawn=True), image), accent(view) or AMBER)


def cash(view: View) -> tuple[int, ...]:
    """Return the points for money at the end: what the rounds do not account for."""
    rounds, totals = view.observation.scorings, enumerate(view.observation.scores)
    return tuple(total - sum(each.points[seat] for each in rounds) for seat, total in totals)


def result_image(view: View) -> Image:
    """Return the bars of all rounds."""
    drawn = captions(view, verdict(view, outcome_of(view)))
    return Image(RENDERER.result(view.observation, drawn), result_alt(view))


def outcome_of(view: View) -> Outcome:
    """Return how the match ended."""
    if view.observation.outcome is None:
        raise ValueError(view.observation.phase)
    return view.observation.outcome


def result(view: View, news: Sequence[Event]) -> Post:
    """Return the final message, which pings everybody who played, once."""
    words, observation, outcome = view.words, view.observation, outcome_of(view)
    bridges = sum(len(owners) for owners in observation.bridges)
    figures = [
        words.count("{n} round", "{n} rounds", len(observation.scorings)),
        words.count("{n} bridge", "{n} bridges", bridges),
        *days_played(view),
    ]
    lines = [f"{over(view, TITLE, outcome)} {', '.join(figures)}."]
    for seat in by_rank(outcome):
        # "■ **Ann:** 40 = 12 + 20 + 6 + 2 ($5M)", the last being money.
        parts = [*(each.points[seat] for each in observation.scorings), cash(view)[seat]]
        total = f"{observation.scores[seat]} = {' + '.join(map(str, parts))}"
        purse = money(words, observation.money[seat])
        told = words.say(
            "**{who}:** {points} ({money})", who=name(view, seat), points=total, money=purse
        )
        lines.append(f"{shape(view, seat)} {told}")
    small = [words.say("points of each round + money")]
    if outcome.reason == AS_IT_STANDS:
        small = [words.say("The points count as they were")]
    small.append(words.say("anyone can check the draws now"))
    lines.append(f"-# {' · '.join(small)}")
    return Post(
        "\n".join(lines),
        result_image(view),
        pings=player_ids(view, people(view)),
        happened=tuple(sentences(view, news)),
    )


def unseen_name(words: Words) -> str:
    """Return what the button to `unseen` is called."""
    return words.say("Unseen cards")


def unseen(view: View) -> Screen:
    """Return the cards that the viewer has not seen this round: in the deck or in other hands."""
    words, observation = view.words, view.observation
    known = observation.board
    hidden = Counter({card.code: card.count for card in known.cards})
    for cards in (observation.hand, observation.discards, *observation.market, *observation.gained):
        hidden.subtract(cards)
    left = [code for card in known.cards for code in [card.code] * max(0, hidden[card.code])]
    head = words.say("### Cards you haven't seen this round")
    where = words.count("{n} card in the deck", "{n} cards in the deck", observation.deck)
    others = sum(n for seat, n in enumerate(observation.hands) if seat != view.viewer)
    hands = words.say("{n} in other players' hands", n=others)
    named = priced_cards(view, left)
    lines = [f"- {text}" for text in named] or [words.say("None.")]
    told = Text("\n".join([head, f"{where}, {hands}.", *known_next(view)]))
    picture = RENDERER.unseen(observation, captions(view, unseen_name(words)), tuple(left))
    image = Image(picture, cards_alt(view, named, ()), "cards")
    listed = Text("\n".join(lines), is_drawn=True)
    return Screen((told, listed, image), accent(view) or AMBER)
