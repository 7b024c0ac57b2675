"""The pictures about people, each a value that another process may draw (`render.drawing`)."""

from typing import Final

from render.drawing import let_others_draw
from render.people import match_chart, ranking, rating_chart
from render.people.match_chart import MatchChart
from render.people.ranking import Ranking
from render.people.rating_chart import RatingChart
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


let_others_draw(PeopleRenderer)

PEOPLE: Final = PeopleRenderer()
