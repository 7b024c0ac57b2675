"""Every end of a match that isn't its rules' own has a picture, and says why and how it stood."""

from dataclasses import replace
from typing import Any

import pytest

from bot.games.registry import panels
from bot.games.screen import Post
from bot.games.seismic.panel import PANEL
from bot.locale.localisation import words
from bot.messages.match.lobby import closed
from bot.messages.match.posts import post, without_picture
from bot.messages.refusals import CLOSED
from bot.messages.viewing import Reader, view
from bot.table.match.match import Ending, LoadedMatch, Match, Status
from engine.game import PUBLIC, Setup
from engine.registry import game
from engine.replay import Replay
from render.drawing import Drawing, drawing_by
from render.picture import Picture
from tests.bot.messages.test_stand_ins import record_of
from tests.games.views import NAMES, match_of

LANGUAGES = ("en", "fr", "es")
TITLES = {"seismic": 20, "san_andreas": 14, "aftershock": 60}
LOOKING_BACK = {"reopen", "replay", "history", "score", "text"}


def over(title: str, **changes: Any) -> LoadedMatch:
    """Return a match that was ended while it was played."""
    record = record_of(title, TITLES[title])
    match = replace(match_of(game(title), Setup(3), NAMES), line=len(record.entries), **changes)
    return LoadedMatch(match, Replay(game(title), record))


def shown(loaded: LoadedMatch, language: str) -> tuple[Post, Drawing]:
    """Return the last message of a table, and what is drawn for it."""
    drawn = list[Drawing]()

    def kept(drawing: Drawing) -> Picture:
        drawn.append(drawing)
        return Picture(b"", 1, 1)

    progress = loaded.since(loaded.match.line)
    seen = view(loaded.match, progress, Reader(PUBLIC, words(language)))
    with drawing_by(kept):
        last = post(panels()[loaded.match.game], seen, ())
    return last, drawn[-1]


def in_words(loaded: LoadedMatch, language: str) -> str:
    """Return the first page of the board as text."""
    seen = view(loaded.match, loaded.since(loaded.match.line), Reader(PUBLIC, words(language)))
    return panels()[loaded.match.game].text(seen)[0].text


def verbs(shown: Post) -> set[str]:
    return {button.id.partition(".")[0] for row in shown.rows for button in row.buttons}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_where_the_points_count_as_they_were_there_is_a_result(title: str, language: str) -> None:
    loaded = over(title, status=Status.FINISHED, ending=Ending.AS_IT_STANDS)
    standing = game(title).meta.standing
    assert standing is not None
    outcome = standing(game(title).observe(loaded.begun.state, PUBLIC))

    last, drawing = shown(loaded, language)

    assert drawing.method == "result"
    observation, captions = drawing.given[:2]
    assert observation.outcome == outcome
    assert captions.headline == words(language).say("Ended by vote")
    first = outcome.ranks.index(1)
    assert f"{NAMES[first]}" in last.text.splitlines()[0]
    assert all(str(points) in last.text for points in outcome.scores)
    assert words(language).say("The points count as they were") in last.text
    assert last.pings == tuple(each.player for each in loaded.match.chairs)
    assert {"rematch", "replay", "score", "text", "verify", "export"} <= verbs(last)


@pytest.mark.parametrize("title", ["seismic", "aftershock"])
def test_who_scores_what_is_told_as_of_a_match_that_is_over(title: str) -> None:
    loaded = over(title, status=Status.FINISHED, ending=Ending.AS_IT_STANDS)
    seen = view(loaded.match, loaded.since(0), Reader(PUBLIC, words("en")))

    (heading, *_) = panels()[title].score(seen).blocks

    assert "Who scored what" in str(heading)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ending", CLOSED, ids=str)
@pytest.mark.parametrize("title", TITLES)
def test_without_result_the_last_board_is_shown(
    title: str, ending: Ending | None, language: str
) -> None:
    said = words(language)
    loaded = over(title, status=Status.CLOSED, ending=ending, closed_by="D_n")

    last, drawing = shown(loaded, language)

    headline = said.say(CLOSED[ending], who="D\\_n")
    assert last.text.splitlines()[0] == headline
    # Moderators are named to one another alone.
    assert ("D\\_n" in headline) is (ending is Ending.HOST)
    table = f"{panels()[title].title(said)} {loaded.match.id}"
    assert last.text.splitlines()[-1] == said.say(
        "-# {table}: no result, the board as it was.", table=table
    )
    assert drawing.method != "result"
    assert last.image is not None
    if title != "aftershock":
        # There the picture names the phase, and nobody.
        assert drawing.given[1].headline == said.say("No result")
    assert said.say("The match is over.") in last.image.alt
    assert said.say("The match is over.") in in_words(loaded, language)
    assert last.pings == ()
    assert verbs(last) == LOOKING_BACK


@pytest.mark.parametrize("has_begun", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ending", CLOSED, ids=str)
def test_the_first_message_of_a_table_says_why_it_is_closed(
    ending: Ending | None, language: str, *, has_begun: bool
) -> None:
    match = over("seismic", status=Status.CLOSED, ending=ending, closed_by="D_n").match
    told = [
        str(closed(replace(match, has_begun=each, chairs=()), PANEL, words(language)).blocks)
        for each in (has_begun, not has_begun)
    ]

    is_by_person = ending is Ending.HOST
    assert all(("D\\\\_n" in each) is is_by_person for each in told)
    assert (told[0] != told[1]) is (is_by_person or ending is None)


@pytest.mark.parametrize("status", [Status.CLOSED, Status.FINISHED])
def test_without_a_picture_it_says_as_much(status: Status) -> None:
    ending = Ending.TIME_UP if status is Status.CLOSED else Ending.AS_IT_STANDS
    match: Match = over("seismic").match
    loaded = over("seismic", status=status, ending=ending)
    seen = view(loaded.match, loaded.since(match.line), Reader(PUBLIC, words("en")))

    told = without_picture(PANEL, seen)

    wanted = "Time was up" if status is Status.CLOSED else "It ended by vote"
    assert wanted in told.text
    assert "to move" not in told.text.split("\n\n")[0].splitlines()[0]
    assert verbs(told) >= ({"reopen", "history"} if status is Status.CLOSED else {"rematch"})
