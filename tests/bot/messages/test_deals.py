"""Proposals in words, in three languages; a title of its own says what can be promised."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from bot.games.abilities import MakesDeals, PromiseText, PromiseVerdict
from bot.games.panel import View
from bot.games.screen import Text
from bot.hosting.host import Host
from bot.locale.localisation import LANGUAGES, Words, words
from bot.messages.components import layout, message, modal
from bot.messages.together import deals
from bot.table.match.match import Match
from bot.table.together.deals import Answer, Deal, DealId, DealTerms, Reply
from engine.agents.heuristics import DealReason
from engine.game import PUBLIC, Seat, Viewer
from tests.bot.tables import ANN, BOB, CLEO, table_of

ANNS, BOBS, CLEOS = Seat(0), Seat(1), Seat(2)


@dataclass
class Promising:
    """Lets players promise to mark one of three places, in two chapters."""

    now: str = "1"
    marked: Mapping[Seat, str] = field(default_factory=dict)
    chosen: frozenset[Seat] = frozenset()

    def chapter(self, view: View) -> str | None:
        del view
        return self.now

    def has_chosen(self, view: View, seat: Seat) -> bool:
        del view
        return seat in self.chosen

    def promises(self, view: View) -> tuple[str, ...]:
        del view
        return ("north", "south", "west")

    def promised(self, words: Words, promise: str) -> PromiseText:
        del words
        return PromiseText(promise, f"I mark **{promise}**", f"you mark **{promise}**")

    def verdict(self, view: View, chapter: str, seat: Seat, promise: str) -> PromiseVerdict | None:
        if chapter == self.now or view.line < 0:
            return None
        return PromiseVerdict(self.marked[seat] == promise, self.marked[seat])


@pytest.fixture
async def match(host: Host) -> Match:
    return await table_of(host, ANN, BOB, CLEO)


def seen(match: Match, language: str = "en", viewer: Viewer = PUBLIC) -> View:
    return View(match, viewer, None, (), match.line, words(language))


def not_yet(match: Match) -> View:
    """Return the table as it was before the choices opened."""
    return replace(seen(match), line=-1)


def left(match: Match, seat: Seat) -> Match:
    """Return the match with a computer player moving for a player who left."""
    chairs = list(match.chairs)
    chairs[seat] = replace(chairs[seat], agent="uniform")
    return replace(match, chairs=tuple(chairs))


def a_deal(match: Match, *answers: Answer, **changes: Any) -> Deal:
    terms = DealTerms("1", "north", "south", "trust *me*, @everyone")
    deal = Deal(DealId(40), match.id, match.line, ANNS, terms, answers or (Answer(BOBS),))
    return replace(deal, **changes)


def test_a_proposal_pings_whom_it_asks_and_says_that_it_binds_nobody(match: Match) -> None:
    post = deals.post(Promising(), seen(match), a_deal(match, Answer(BOBS), Answer(CLEOS)))

    assert post.pings == (BOB.id, CLEO.id)
    first, quote, last = post.text.splitlines()
    assert first.startswith(f"<@{BOB.id}> <@{CLEO.id}>, **Ann** proposes: ")
    assert first.endswith("**Ann** proposes: I mark **north** if you mark **south**.")
    assert quote == "> trust \\*me\\*, \N{FULLWIDTH COMMERCIAL AT}everyone"
    assert last == "-# A promise, not a contract: nothing is binding."
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
    told = deals.judged(panel, not_yet(match), seen(match), [deal])
    assert told == "Promises: **Ann kept it** (north) · **Bob broke it** (west)."
    assert deals.judged(panel, seen(match), seen(match), [deal]) == ""
    assert deals.tally(panel, seen(match), [deal, deal]) == (
        "All promises: **Ann:** 1 kept, 0 broken · **Bob:** 0 kept, 1 broken."
    )


def test_a_computer_player_that_has_sealed_can_no_longer_be_answered(match: Match) -> None:
    computers = left(match, ANNS)
    chairs = [replace(each, player=None) if each.agent else each for each in computers.chairs]
    there = replace(computers, game="aftershock", chairs=tuple(chairs))
    deal = a_deal(there)

    open_yet = deals.can_be_answered(Promising(), seen(there), deal)
    sealed = deals.can_be_answered(Promising(chosen=frozenset({ANNS})), seen(there), deal)
    person = deals.can_be_answered(Promising(chosen=frozenset({ANNS})), seen(match), deal)

    assert (open_yet, sealed, person) == (True, False, True)


def test_what_nobody_answered_lapses_with_its_chapter(match: Match) -> None:
    deal = a_deal(match)

    before, after = Promising(), Promising("2")

    assert not deals.is_settled(before, seen(match), deal)
    assert deals.is_settled(after, seen(match), deal)
    post = deals.post(after, seen(match), deal)
    assert "**Expired:**" in post.text
    assert not post.rows
    assert deals.judged(after, not_yet(match), seen(match), [deal]) == ""
    assert deals.tally(after, seen(match), [deal]) == ""


def test_what_was_taken_back_says_so(match: Match) -> None:
    deal = a_deal(match, is_withdrawn=True)

    post = deals.post(Promising(), seen(match), deal)

    assert "**Taken back** by Ann." in post.text
    assert not post.rows


@pytest.mark.parametrize(
    ("answers", "labels"),
    [
        ((Answer(BOBS),), ["Take back: Bob", "All proposals"]),
        ((Answer(BOBS, Reply.DECLINED), Answer(CLEOS)), ["Take back: Bob, Cleo", "All proposals"]),
        ((Answer(BOBS, Reply.DECLINED),), ["All proposals"]),
        ((Answer(BOBS, Reply.ACCEPTED), Answer(CLEOS)), ["All proposals"]),
    ],
)
def test_what_nobody_can_answer_or_somebody_accepted_is_not_offered_to_be_taken_back(
    match: Match, answers: tuple[Answer, ...], labels: list[str]
) -> None:
    screen = deals.proposed(match, a_deal(match, *answers), words("en"))

    assert [each.label for each in screen.buttons] == labels


def test_many_promises_are_counted_rather_than_told(match: Match) -> None:
    panel = Promising("2", {ANNS: "north", BOBS: "south"})
    many = [a_deal(match, Answer(BOBS, Reply.ACCEPTED))] * 4

    told = deals.judged(panel, not_yet(match), seen(match), many)
    short = deals.judged(panel, not_yet(match), seen(match), many, 100)

    assert told.count("kept it") == deals.MOST_JUDGED
    assert told.endswith("and 2 more.")
    assert len(short) <= 100
    assert short.endswith("and 5 more.")
    assert deals.judged(panel, not_yet(match), seen(match), many, 20) == ""


def test_the_list_lets_proposers_take_theirs_back(match: Match) -> None:
    every = [a_deal(match), a_deal(match, Answer(BOBS, Reply.ACCEPTED))]

    own = deals.listing(Promising(), seen(match, viewer=ANNS), every, can_propose=True)
    watching = deals.listing(Promising(), seen(match), every, can_propose=False)

    def labels(screen: Any) -> list[str]:
        rows = [block for block in screen.blocks if hasattr(block, "buttons")]
        return [button.label for row in rows for button in row.buttons]

    assert labels(own) == ["Take back: Bob", "Propose a deal"]
    assert labels(watching) == []


def test_who_left_is_neither_called_nor_judged(match: Match) -> None:
    panel = Promising("2", {ANNS: "north", BOBS: "west"})
    without_bob = seen(left(match, BOBS))
    kept = a_deal(match, Answer(BOBS, Reply.ACCEPTED))

    asked = deals.post(Promising(), without_bob, a_deal(match, Answer(BOBS), Answer(CLEOS)))
    nobody = deals.post(Promising(), without_bob, a_deal(match))
    told = deals.judged(panel, not_yet(match), without_bob, [kept])

    assert asked.pings == (CLEO.id,)
    assert nobody.pings == ()
    assert nobody.text.startswith("**Ann** proposes")
    assert told == "Promises: **Ann kept it** (north)."
    assert deals.tally(panel, without_bob, [kept]) == "All promises: **Ann:** 1 kept, 0 broken."


def test_nobody_can_accept_what_somebody_proposed_who_left(match: Match) -> None:
    without_ann = seen(left(match, ANNS))

    post = deals.post(Promising(), without_ann, a_deal(match))

    assert not post.rows


def test_a_word_that_can_not_be_judged_any_more_is_not_waited_for(match: Match) -> None:
    panel = Promising("2", {ANNS: "north", BOBS: "south"})
    nobody = left(left(match, ANNS), BOBS)
    deal = a_deal(match, Answer(BOBS, Reply.ACCEPTED))

    text = deals.post(panel, seen(nobody), deal).text

    assert "note here who kept it" not in text


def test_the_list_says_who_kept_a_word_and_how_many_are_left_out(match: Match) -> None:
    panel = Promising("2", {ANNS: "north", BOBS: "west"})
    named = replace(match, chairs=tuple(replace(each, name="*" * 24) for each in match.chairs))
    deal = a_deal(match, Answer(BOBS, Reply.ACCEPTED), Answer(CLEOS))

    few = deals.listing(panel, seen(match), [deal], can_propose=False)
    many = deals.listing(panel, seen(named), [deal] * 30, can_propose=False)

    assert isinstance(few.blocks[1], Text)
    assert few.blocks[1].markdown.endswith("**Ann kept it** (north)\n**Bob broke it** (west)")
    assert isinstance(many.blocks[1], Text)
    told = many.blocks[1].markdown.count("proposes")
    assert 5 < told < deals.MOST_LISTED
    assert many.blocks[1].markdown.endswith(f"-# {30 - told} older ones are not listed.")
    assert layout(many).view.content_length() < 4000


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


def test_who_proposes_to_a_computer_player_hears_until_when_it_listens(match: Match) -> None:
    chairs = list(match.chairs)
    chairs[BOBS] = replace(chairs[BOBS], player=None, agent="expert")
    beside = replace(match, chairs=tuple(chairs))
    deal = a_deal(match)

    assert "Computer players only accept" not in str(
        deals.proposed(match, deal, words("en")).blocks
    )
    assert "Computer players only accept" in str(deals.proposed(beside, deal, words("en")).blocks)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("why", list(DealReason))
def test_a_computer_player_says_why_it_declines(
    match: Match, language: str, why: DealReason
) -> None:
    deal = a_deal(match, Answer(BOBS, Reply.DECLINED, why, 2), Answer(CLEOS, Reply.DECLINED))

    lines = deals.deal_state(Promising(), seen(match, language), deal)

    assert len(lines) == 2
    assert "Cleo" in lines[0]
    assert "Bob" in lines[1]
    assert "Bob" not in lines[0]


def test_who_broke_promises_is_told_how_many(match: Match) -> None:
    told = [
        deals.deal_state(
            Promising(),
            seen(match),
            a_deal(match, Answer(BOBS, Reply.DECLINED, DealReason.BROKEN, n)),
        )
        for n in (1, 2)
    ]

    assert told == [
        ["**Bob declined:** “You broke a promise.”"],
        ["**Bob declined:** “You broke 2 promises.”"],
    ]
