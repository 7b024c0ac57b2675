"""The pictures about people, each a value that another process may draw (`render.drawing`)."""

from typing import Final

from render.drawing import let_others_draw
from render.people import distribution, match_chart, ranking, rating_chart, stats_card
from render.people.distribution import Distribution
from render.people.match_chart import MatchChart
from render.people.ranking import Ranking
from render.people.rating_chart import RatingChart
from render.people.stats_card import StatsCard
from render.picture import Picture


class PeopleRenderer:
    """Draws people's figures: what it is given is all that a picture shows."""

    def match(self, chart: MatchChart) -> Picture:
        """Draw the points of every seat over a match."""
        return Picture.packed(match_chart.match_chart(chart).picture)

    def ranking(self, shown: Ranking) -> Picture:
        """Draw a ranking."""
        return Picture.packed(ranking.ranking(shown).picture)

    def rating(self, chart: RatingChart) -> Picture:
        """Draw a rating over time."""
        return Picture.packed(rating_chart.rating_chart(chart).picture)

    def card(self, card: StatsCard) -> Picture:
        """Draw what a person has played."""
        return Picture.packed(stats_card.stats_card(card).picture)

    def distribution(self, shown: Distribution) -> Picture:
        """Draw the points of all players of a title."""
        return Picture.packed(distribution.distribution(shown).picture)


let_others_draw(PeopleRenderer)

PEOPLE: Final = PeopleRenderer()
