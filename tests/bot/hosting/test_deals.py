"""Proposals: made, answered, taken back; they bind nobody."""

import asyncio
from dataclasses import replace

import pytest

from bot.hosting.host import Host
from bot.hosting.together.negotiation import Negotiation
from bot.storage.database import Database
from bot.storage.match.matches import MatchStore
from bot.storage.stores import Stores
from bot.storage.together.deals import DealStore
from bot.table.errors import DealRefused, NotPlaying, NotSeated
from bot.table.match.match import LoadedMatch, Match
from bot.table.together.deals import MOST_OPEN, Deal, DealTerms, Reply
from engine.game import Seat
from tests.bot.tables import ANN, BOB, CLEO, DAN, lobby_of, new_request, table_of

TERMS = DealTerms("1", "mark-oakland", "mark-fremont", "  Trust me.  ")


@pytest.fixture
def negotiation(database: Database) -> Negotiation:
    return Negotiation(DealStore(database))


@pytest.fixture
async def match(host: Host) -> Match:
    return await table_of(host, ANN, BOB, CLEO)


async def proposed(negotiation: Negotiation, match: Match, *to: int) -> Deal:
    seats = [Seat(each) for each in to]
    return await negotiation.propose(LoadedMatch(match), ANN.id, seats, TERMS, new_request())


async def test_a_proposal_waits_for_everybody_who_was_asked(
    stores: Stores, negotiation: Negotiation, match: Match
) -> None:
    deal = await proposed(negotiation, match, 2, 1, 1)

    assert deal.of(Reply.WAITED_FOR) == (1, 2)
    assert deal.is_open
    assert deal.promised == ()
    assert deal.terms.words == "Trust me."
    assert await stores.deals.of(match.id) == [deal]


async def test_who_accepts_gives_a_word_and_so_does_the_proposer(
    negotiation: Negotiation, match: Match
) -> None:
    deal = await proposed(negotiation, match, 1, 2)

    await asyncio.gather(
        negotiation.answer(match, BOB.id, deal.id, Reply.ACCEPTED),
        negotiation.answer(match, CLEO.id, deal.id, Reply.DECLINED),
    )

    deal = await negotiation.get(deal.id)
    assert deal.promised == ((0, "mark-oakland"), (1, "mark-fremont"))
    assert not deal.is_open


async def test_a_proposal_that_everybody_declined_promises_nothing(
    negotiation: Negotiation, match: Match
) -> None:
    deal = await proposed(negotiation, match, 1)

    deal = await negotiation.answer(match, BOB.id, deal.id, Reply.DECLINED)

    assert deal.promised == ()


async def test_only_who_was_asked_may_answer(negotiation: Negotiation, match: Match) -> None:
    deal = await proposed(negotiation, match, 1)

    with pytest.raises(DealRefused, match="deal-not-asked"):
        await negotiation.answer(match, CLEO.id, deal.id, Reply.ACCEPTED)
    with pytest.raises(NotSeated):
        await negotiation.answer(match, DAN.id, deal.id, Reply.ACCEPTED)

    assert await negotiation.get(deal.id) == deal


async def test_a_proposal_can_be_taken_back_until_somebody_accepts(
    negotiation: Negotiation, match: Match
) -> None:
    first, second = await proposed(negotiation, match, 1), await proposed(negotiation, match, 2)
    await negotiation.answer(match, CLEO.id, second.id, Reply.ACCEPTED)

    withdrawn = await negotiation.withdraw(match, ANN.id, first.id)
    with pytest.raises(DealRefused, match="deal-accepted"):
        await negotiation.withdraw(match, ANN.id, second.id)
    with pytest.raises(DealRefused, match="deal-not-yours"):
        await negotiation.withdraw(match, BOB.id, second.id)

    assert not withdrawn.is_open
    with pytest.raises(DealRefused, match="deal-closed"):
        await negotiation.answer(match, BOB.id, first.id, Reply.ACCEPTED)


async def test_a_closed_deal_takes_no_more_answers(
    negotiation: Negotiation, database: Database, match: Match
) -> None:
    deal, shelf = await proposed(negotiation, match, 1), DealStore(database)
    await shelf.posted(deal.id, deal.post.done(message=77))

    closed = await shelf.change(deal.id, lambda now: replace(now, is_closed=True))

    assert closed.post.message == 77
    with pytest.raises(DealRefused, match="deal-closed"):
        await negotiation.answer(match, BOB.id, deal.id, Reply.ACCEPTED)
    with pytest.raises(DealRefused, match="deal-closed"):
        await negotiation.withdraw(match, ANN.id, deal.id)


async def test_nobody_floods_the_table(negotiation: Negotiation, match: Match) -> None:
    for _ in range(MOST_OPEN):
        await proposed(negotiation, match, 1)

    with pytest.raises(DealRefused, match="deal-too-many"):
        await proposed(negotiation, match, 2)
    with pytest.raises(DealRefused, match="deal-with-whom"):
        await proposed(negotiation, match, 0, 9)


async def test_a_click_that_arrives_twice_proposes_once(
    stores: Stores, negotiation: Negotiation, match: Match
) -> None:
    first = await negotiation.propose(LoadedMatch(match), ANN.id, [Seat(1)], TERMS, "the same")
    again = await negotiation.propose(LoadedMatch(match), ANN.id, [Seat(1)], TERMS, "the same")

    assert first == again
    assert len(await stores.deals.of(match.id)) == 1


async def test_nothing_is_proposed_before_the_match_begins(
    host: Host, negotiation: Negotiation
) -> None:
    match = await lobby_of(host, ANN, BOB)

    with pytest.raises(NotPlaying):
        await proposed(negotiation, match, 1)


async def test_a_deal_that_is_not_there_is_refused(negotiation: Negotiation, match: Match) -> None:
    deal = await proposed(negotiation, match, 1)

    with pytest.raises(DealRefused, match="deal-unknown"):
        await negotiation.withdraw(match, ANN.id, type(deal.id)(deal.id + 1))


async def test_the_last_proposal_that_fits_can_arrive_twice(
    negotiation: Negotiation, match: Match
) -> None:
    for _ in range(MOST_OPEN - 1):
        await proposed(negotiation, match, 1)
    last = await negotiation.propose(LoadedMatch(match), ANN.id, [Seat(2)], TERMS, "the same")

    again = await negotiation.propose(LoadedMatch(match), ANN.id, [Seat(2)], TERMS, "the same")

    assert again == last


async def test_proposals_made_at_once_keep_to_the_limit(
    stores: Stores, negotiation: Negotiation, match: Match
) -> None:
    made = await asyncio.gather(
        *(proposed(negotiation, match, 1) for _ in range(MOST_OPEN + 2)), return_exceptions=True
    )

    refused = [each for each in made if isinstance(each, DealRefused)]
    assert len(refused) == 2
    assert len(await stores.deals.of(match.id)) == MOST_OPEN


async def test_one_click_that_arrives_twice_at_once_proposes_once(
    negotiation: Negotiation, match: Match
) -> None:
    both = (
        negotiation.propose(LoadedMatch(match), ANN.id, [Seat(1)], TERMS, "the same")
        for _ in range(2)
    )

    first, second = await asyncio.gather(*both)

    assert first == second


async def test_computer_players_are_not_asked(
    host: Host, negotiation: Negotiation, match: Match
) -> None:
    match = await host.lobbies.leave(match.id, BOB.id)

    with pytest.raises(DealRefused, match="deal-with-whom"):
        await proposed(negotiation, match, 1)

    assert (await proposed(negotiation, match, 1, 2)).of(Reply.WAITED_FOR) == (2,)


async def test_nobody_accepts_what_somebody_proposed_who_left(
    host: Host, negotiation: Negotiation, match: Match
) -> None:
    deal = await proposed(negotiation, match, 1)
    match = await host.lobbies.leave(match.id, ANN.id)

    with pytest.raises(DealRefused, match="deal-closed"):
        await negotiation.answer(match, BOB.id, deal.id, Reply.ACCEPTED)


async def test_a_word_given_stands_while_others_are_silent(
    negotiation: Negotiation, match: Match
) -> None:
    deal = await proposed(negotiation, match, 1, 2)
    await negotiation.answer(match, BOB.id, deal.id, Reply.ACCEPTED)
    await negotiation.answer(match, BOB.id, deal.id, Reply.ACCEPTED)

    with pytest.raises(DealRefused, match="deal-word-given"):
        await negotiation.answer(match, BOB.id, deal.id, Reply.DECLINED)

    assert (await negotiation.get(deal.id)).of(Reply.ACCEPTED) == (1,)


async def test_a_refusal_may_become_a_word_while_others_are_silent(
    negotiation: Negotiation, match: Match
) -> None:
    deal = await proposed(negotiation, match, 1, 2)
    await negotiation.answer(match, BOB.id, deal.id, Reply.DECLINED)

    deal = await negotiation.answer(match, BOB.id, deal.id, Reply.ACCEPTED)

    assert deal.of(Reply.ACCEPTED) == (1,)


async def test_a_deal_is_only_known_at_its_own_table(
    negotiation: Negotiation, match: Match, host: Host
) -> None:
    other = await table_of(host, ANN, BOB, CLEO)
    deal = await proposed(negotiation, match, 1)

    for wrong in (
        negotiation.answer(other, BOB.id, deal.id, Reply.ACCEPTED),
        negotiation.answer(other, BOB.id, deal.id, Reply.DECLINED),
        negotiation.withdraw(other, ANN.id, deal.id),
        negotiation.get(deal.id, of=other.id),
    ):
        with pytest.raises(DealRefused, match="deal-unknown"):
            await wrong

    assert await negotiation.get(deal.id, of=match.id) == deal


async def test_a_proposal_is_something_to_tell_until_it_is_told(
    negotiation: Negotiation, database: Database, matches: MatchStore, match: Match
) -> None:
    deal, shelf = await proposed(negotiation, match, 1), DealStore(database)
    assert list(await matches.find_untold()) == [match.id]
    await negotiation.answer(match, BOB.id, deal.id, Reply.DECLINED)
    await shelf.posted(deal.id, deal.post.done(message=77))
    assert list(await matches.find_untold()) == [match.id], "the answer came while it was told"

    now = await negotiation.get(deal.id)
    await shelf.posted(now.id, now.post.done(message=77))

    assert list(await matches.find_untold()) == []


async def test_of_two_who_tell_of_a_proposal_the_second_writes_nothing(
    negotiation: Negotiation, database: Database, match: Match
) -> None:
    deal, shelf = await proposed(negotiation, match, 1), DealStore(database)

    assert await shelf.posted(deal.id, deal.post.done(message=77))
    assert not await shelf.posted(deal.id, deal.post.done(message=78))

    assert (await negotiation.get(deal.id)).post.message == 77
