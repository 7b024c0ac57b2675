"""What the pictures say, in at most 300 characters each."""

from collections.abc import Sequence

from bot.games.aftershock.captions import phase_headline, round_line
from bot.games.aftershock.told_map import built, chosen, shocked
from bot.games.aftershock.waiting import awaited
from bot.games.aftershock.words import board_of, item_name, meeples, space_name, space_names
from bot.games.panel import View
from bot.games.people import short_name, tally
from bot.games.speech import capitalised, clipped, listed, strung, unmarked
from engine.game import Seat
from engine.games.aftershock.events import AftershockChosen, BridgeBuilt, MeeplesShocked
from engine.games.aftershock.state import Planned, RoundScore


def table_alt(view: View) -> str:
    """Return what the map shows: phase, what stands on it and came last, scores."""
    words, observation = view.words, view.observation
    bridges = sum(len(owners) for owners in observation.bridges)
    people = sum(sum(counts) for counts in observation.meeples)
    parts = [
        words.say("Map of the Bay."),
        f"{round_line(view)}, {phase_headline(view)}.",
        f"{meeples(words, people)}, {words.count('{n} bridge', '{n} bridges', bridges)}.",
        unmarked(latest(view)),
        unmarked(capitalised(f"{awaited(view)}.")) if awaited(view) else "",
        scores(view),
        words.say("Details: Board as text."),
    ]
    return clipped(" ".join(part for part in parts if part))


def latest(view: View) -> str:
    """Return the aftershock or the bridge that came last in this round, "" before the first."""
    observation = view.observation
    for shock in observation.aftershocks[-1:]:
        if any(shock.shocked):
            return shocked(view, MeeplesShocked(shock.seat, shock.area, shock.shocked))
        return chosen(view, AftershockChosen(shock.seat, shock.area, shock.marker))
    bridges = [(turn.seat, pair) for turn in observation.builds for pair in turn.built]
    for seat, pair in bridges[-1:]:
        board = board_of(observation)
        sections = board.links[board.link_index[pair.area, pair.to]].sections
        return built(view, BridgeBuilt(seat, pair.area, pair.to, sections))
    return ""


def scores(view: View) -> str:
    """Return "Points: Ann 12, Bob 9."."""
    words, seats = view.words, enumerate(view.observation.scores)
    told = ", ".join(tally(words, short_name(view, Seat(seat)), n) for seat, n in seats)
    return f"{capitalised(words.say('points: {scores}', scores=told))}."


def cards_alt(view: View, cards: Sequence[str], chosen: Sequence[str]) -> str:
    """Return the cards of a hand or a sale in order, and which are chosen."""
    words = view.words
    shown = words.say("Cards: {cards}.", cards=", ".join(cards) or words.named("cards", "none"))
    picked = words.say("Chosen: {cards}.", cards=", ".join(chosen)) if chosen else ""
    return clipped(f"{shown} {picked}".rstrip())


def plan_alt(view: View, items: Sequence[str], areas: Sequence[str | None]) -> str:
    """Return "Your planning map. Bridge: San Francisco; meeple: not placed yet."."""
    words = view.words
    lines = [
        words.say("{item}: {areas}", item=item_name(words, item), areas=placed(view, area))
        for item, area in zip(items, areas, strict=True)
    ]
    return clipped(f"{words.say('Your planning map.')} {capitalised(strung(words, lines))}.")


def placed(view: View, area: str | None) -> str:
    """Return the name of an area, or that nothing is there yet."""
    if area is None:
        return view.words.say("not placed yet")
    return space_name(view.words, view.observation, area)


def planned_alt(view: View, plan: Sequence[Planned]) -> str:
    """Return a whole plan as its map shows it."""
    return plan_alt(view, [each.item for each in plan], [each.area for each in plan])


def marks_alt(view: View, score: Sequence[str], influence: Sequence[str]) -> str:
    """Return which spaces a draft marks."""
    words = view.words
    spaces = listed(words, space_names(words, view.observation, (*score, *influence)))
    return clipped(words.say("Your marks: {spaces}.", spaces=spaces or words.say("none yet")))


def choices_alt(view: View, title: str, choices: Sequence[str]) -> str:
    """Return what a picture asks, and every lettered answer."""
    return clipped(f"{unmarked(title)} {strung(view.words, list(choices))}.")


def scoring_alt(view: View, scoring: RoundScore) -> str:
    """Return which spaces scored for whom first, and the points of the round."""
    words = view.words
    spaces = [_led(view, each.space, each.points) for each in scoring.spaces if each.scores]
    points = enumerate(scoring.points)
    gains = ", ".join(f"{short_name(view, Seat(seat))} +{n}" for seat, n in points)
    head = words.say("Points of round {n}: {gains}.", n=scoring.round, gains=gains)
    return clipped(f"{head} {strung(words, spaces)}.")


def _led(view: View, space: str, points: Sequence[int]) -> str:
    words = view.words
    area = space_name(words, view.observation, space)
    best = max(points)
    leaders = [short_name(view, Seat(seat)) for seat, n in enumerate(points) if n == best and n]
    return f"{area} {listed(words, leaders)}".rstrip()


def result_alt(view: View) -> str:
    """Return the final scores."""
    return clipped(f"{view.words.say('Aftershock, the final scores.')} {scores(view)}")


def since_alt(view: View, told: Sequence[str]) -> str:
    """Return what happened, as the picture of the changes shows it."""
    plain = " ".join(f"{n}. {unmarked(each)}" for n, each in enumerate(told, 1))
    return clipped(view.words.say("Aftershock, what happened: {events}", events=plain))
