"""Proposals in words, in three languages; a title of its own says what can be promised."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from bot.games.abilities import MakesDeals, Promised, Verdict
from bot.games.panel import View
from bot.hosting.deals import Answer, Deal, DealId, Reply, Terms
from bot.hosting.host import Host
from bot.hosting.match import Match
from bot.locale.localisation import LANGUAGES, Words, words
from bot.views import deals
from bot.views.build import layout, message, modal
from bot.views.screen import Text
from engine.seat import PUBLIC, Seat, Viewer
from tests.bot.tables import ANN, BOB, CLEO, table_of

ANNS, BOBS, CLEOS = Seat(0), Seat(1), Seat(2)


@dataclass
class Promising:
    """Lets players promise to mark one of three places, in two chapters."""

    now: str = "1"
    marked: Mapping[Seat, str] = field(default_factory=dict)

    def chapter(self, view: View) -> str | None:
        del view
        return self.now

    def promises(self, view: View) -> tuple[str, ...]:
        del view
        return ("north", "south", "west")

    def promised(self, words: Words, promise: str) -> Promised:
        del words
        return Promised(promise, f"I mark **{promise}**", f"you mark **{promise}**")

    def verdict(self, view: View, chapter: str, seat: Seat, promise: str) -> Verdict | None:
        del view
        if chapter == self.now:
            return None
        return Verdict(self.marked[seat] == promise, self.marked[seat])


@pytest.fixture
async def match(host: Host) -> Match:
    return await table_of(host, ANN, BOB, CLEO)


def seen(match: Match, language: str = "en", viewer: Viewer = PUBLIC) -> View:
    return View(match, viewer, None, (), match.line, words(language))


def a_deal(match: Match, *answers: Answer, **changes: Any) -> Deal:
    terms = Terms("1", "north", "south", "trust *me*, @everyone")
    deal = Deal(DealId(40), match.id, match.line, ANNS, terms, answers or (Answer(BOBS),))
    return replace(deal, **changes)


def test_a_proposal_pings_whom_it_asks_and_says_that_it_binds_nobody(match: Match) -> None:
    post = deals.post(Promising(), seen(match), a_deal(match, Answer(BOBS), Answer(CLEOS)))

    assert post.pings == (BOB.id, CLEO.id)
    first, quote, last = post.text.splitlines()
    assert first.endswith("**Ann** proposes: I mark **north** if you mark **south**.")
    assert quote == "> trust \\*me\\*, @\N{ZERO WIDTH SPACE}everyone"
    assert last == "-# A word, not a contract: nothing binds anybody."
    labels = [button.label for button in post.rows[0].buttons]
    assert labels == ["Accept", "Decline", "Answer with another"]


def test_an_answer_stands_in_the_message_and_ends_the_question(match: Match) -> None:
    half = a_deal(match, Answer(BOBS, Reply.ACCEPTED), Answer(CLEOS))
    whole = a_deal(match, Answer(BOBS, Reply.ACCEPTED), Answer(CLEOS, Reply.DECLINED))

    first = deals.post(Promising(), seen(match), half)
    second = deals.post(Promising(), seen(match), whole)

    assert "**Accepted:** Bob." in first.text
    assert first.rows
    assert "**Declined:** Cleo." in second.text
    assert not second.rows
    assert "note here who kept it" in second.text


def test_the_reveal_shows_who_kept_a_word(match: Match) -> None:
    panel = Promising("2", {ANNS: "north", BOBS: "west"})
    deal = a_deal(match, Answer(BOBS, Reply.ACCEPTED))

    post = deals.post(panel, seen(match), deal)

    assert "**Ann kept it** (north) · **Bob broke it** (west)" in post.text
    assert not post.rows
    assert deals.is_settled(panel, seen(match), deal)
    assert deals.judged(panel, seen(match), [deal]).startswith("Promises: **Ann kept it**")
    assert deals.tally(panel, seen(match), [deal, deal]) == (
        "Promises: **Ann** 2 kept, 0 broken · **Bob** 0 kept, 2 broken."
    )


def test_what_nobody_answered_lapses_with_its_chapter(match: Match) -> None:
    deal = a_deal(match)

    before, after = Promising(), Promising("2")

    assert not deals.is_settled(before, seen(match), deal)
    assert deals.is_settled(after, seen(match), deal)
    post = deals.post(after, seen(match), deal)
    assert "**Lapsed:**" in post.text
    assert not post.rows
    assert deals.judged(after, seen(match), [deal]) == ""
    assert deals.tally(after, seen(match), [deal]) == ""


def test_what_was_taken_back_says_so(match: Match) -> None:
    deal = a_deal(match, is_withdrawn=True)

    post = deals.post(Promising(), seen(match), deal)

    assert "**Taken back** by Ann." in post.text
    assert not post.rows


def test_many_promises_are_counted_rather_than_told(match: Match) -> None:
    panel = Promising("2", {ANNS: "north", BOBS: "south"})
    many = [a_deal(match, Answer(BOBS, Reply.ACCEPTED))] * 4

    told = deals.judged(panel, seen(match), many)

    assert told.count("kept it") == deals.MOST_JUDGED
    assert told.endswith("and 2 more.")


def test_the_list_lets_proposers_take_theirs_back(match: Match) -> None:
    every = [a_deal(match), a_deal(match, Answer(BOBS, Reply.ACCEPTED))]

    own = deals.listing(Promising(), seen(match, viewer=ANNS), every, can_propose=True)
    watching = deals.listing(Promising(), seen(match), every, can_propose=False)

    def labels(screen: Any) -> list[str]:
        rows = [block for block in screen.blocks if hasattr(block, "buttons")]
        return [button.label for row in rows for button in row.buttons]

    assert labels(own) == ["Take back: Bob", "Propose a deal"]
    assert labels(watching) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_keeps_within_discords_limits(match: Match, language: str) -> None:
    panel: MakesDeals = Promising()
    view = seen(match, language, ANNS)
    every = [replace(a_deal(match), id=DealId(10**9 + n)) for n in range(20)]

    listed = deals.listing(panel, view, every, can_propose=True)

    assert layout(listed).view.total_children_count <= 40
    assert message(deals.post(panel, view, every[0])).view.children
    assert modal(deals.form(panel, view, deals.players_asked(match, ANNS))).children
    assert layout(deals.proposed(match, every[0], view.words)).view.total_children_count > 2
    assert isinstance(listed.blocks[0], Text)
