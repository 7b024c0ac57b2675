"""Deals with computer players: answered at once, proposed now and then, kept when they mark."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from sqlalchemy import insert, update

from bot.hosting import computer_players
from bot.hosting.computer_players import choose
from bot.hosting.host import Host
from bot.hosting.match.turns import AgentSeat
from bot.hosting.together.negotiation import Negotiation, can_give_word
from bot.storage import schema
from bot.storage.database import Database
from bot.storage.stores import Stores, stores_in
from bot.storage.together.deals import DealStore
from bot.table.errors import DealRefused
from bot.table.match.match import LoadedMatch, Match, VoteKind
from bot.table.together import deals
from bot.table.together.deals import Deal, DealTerms, Reply
from bot.table.world import Job, R, ThinkUrgency
from engine.agents.heuristics import CHARACTERS, FAITHFUL, Bargain, DealReason, Promise
from engine.agents.review import Judgement, Task
from engine.game import Seat
from engine.games.aftershock.actions import Mark, Reopen, Stand
from engine.games.aftershock.deals import BARGAINING
from engine.registry import game, games
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import ANN, BOB, HERE, new_request

RULES = game("aftershock")
CASE, DOT = Seat(1), Seat(2)
BUILDER = CHARACTERS["builder"]


async def begun(host: Host) -> Match:
    """Begin a match of Ann with two computer players who keep every word."""
    match = await host.lobbies.open(ANN, HERE, "aftershock", 3, new_request())
    for name in ("Case", "Dot"):
        await host.lobbies.add_agent(
            match.id, ANN.id, f"greedy:{BUILDER.name}", name, new_request()
        )
    return await host.lobbies.start(match.id, ANN.id)


async def played(host: Host, match: Match, until: Callable[[Any], bool], number: int = 4) -> Any:
    """Let Ann choose anything until this holds where she is to choose; return the state."""
    chance = Random(number)
    while True:
        await host.tick()
        now, progress = await host.cache.progress(match.id)
        if until(progress.state) or not now.acting:
            return progress.state
        legal = [
            each
            for each in RULES.legal_actions(progress.state, Seat(0))
            if not isinstance(each, Reopen | Stand)
        ]
        await host.moves.submit(match.id, ANN.id, (chance.choice(legal),), now.line, new_request())


def planning(state: Any) -> bool:
    return bool(state.phase == "plan")


def bargain_with(state: Any, seat: Seat) -> Bargain:
    """Return what a computer player accepts from Ann, and costs it something."""
    seen = RULES.observe(state, seat)
    keys = [space.key for space in state.board.spaces]
    bargains = [Bargain(mine, yours) for mine in keys for yours in keys]
    return next(
        each for each in bargains if BARGAINING.objection(seen, Seat(0), each, (), BUILDER) is None
    )


def bargains_against(state: Any, seat: Seat, action: Mark) -> Sequence[Bargain]:
    """Return at most one that a computer player accepts from Ann and can't keep if it marks so."""
    seen, legal = RULES.observe(state, seat), tuple(RULES.legal_actions(state, seat))
    keys = [space.key for space in state.board.spaces]
    found = (
        each
        for each in (Bargain(mine, yours) for mine in keys for yours in keys)
        if action not in BARGAINING.kept(seen, legal, (Promise(seat, each.yours),), FAITHFUL)
        and BARGAINING.objection(seen, Seat(0), each, (), BUILDER) is None
    )
    return tuple(islice(found, 1))


@pytest.fixture
def negotiation(database: Database) -> Negotiation:
    return Negotiation(DealStore(database))


async def proposed(host: Host, negotiation: Negotiation) -> tuple[Match, Bargain, Deal]:
    """Begin a match and, at its first plan, let Ann propose what a computer player accepts."""
    match = await begun(host)
    bargain = bargain_with(await played(host, match, planning), CASE)
    return match, bargain, await asked(host, negotiation, match, bargain)


async def asked(host: Host, negotiation: Negotiation, match: Match, bargain: Bargain) -> Deal:
    loaded, terms = await host.cache.of(match.id), DealTerms("1", *bargain)
    return await negotiation.propose(loaded, ANN.id, [CASE, DOT], terms, new_request())


async def test_a_computer_player_answers_at_once_and_keeps_its_word(
    host: Host, negotiation: Negotiation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deals, "EAGERNESS", 0.0)

    match, bargain, deal = await proposed(host, negotiation)
    state = await played(host, match, lambda state: bool(state.scorings))

    assert CASE in deal.of(Reply.ACCEPTED)
    assert not deal.of(Reply.WAITED_FOR)
    assert not deal.is_open
    marks = state.scorings[0].marks
    for seat in deal.of(Reply.ACCEPTED):
        assert bargain.yours in marks[seat].score


async def test_one_promise_is_paid_for_once(host: Host, negotiation: Negotiation) -> None:
    match = await begun(host)
    state = await played(host, match, marking, number=1)
    keys = [space.key for space in state.board.spaces]
    both_would = next(
        each
        for each in (Bargain(mine, yours) for mine in keys for yours in keys)
        if all(
            BARGAINING.objection(RULES.observe(state, seat), Seat(0), each, (), BUILDER) is None
            for seat in (CASE, DOT)
        )
    )

    deal = await asked(host, negotiation, match, both_would)

    assert deal.of(Reply.ACCEPTED) == (CASE,)
    assert deal.of(Reply.DECLINED) == (DOT,)


async def test_a_word_given_while_a_computer_player_thinks_is_kept(
    host: Host, negotiation: Negotiation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deals, "EAGERNESS", 0.0)
    match = await begun(host)
    made = list[Deal]()

    async def interrupted(rules: Any, loaded: LoadedMatch, agent: AgentSeat, *how: Any) -> Any:
        action = await choose(rules, loaded, agent, *how)
        state: Any = loaded.playing[0].state
        if marking(state) and not made:
            for bargain in bargains_against(state, agent.seat, action):
                terms = DealTerms(str(state.round), *bargain)
                to = [agent.seat]
                made.append(await negotiation.propose(loaded, ANN.id, to, terms, new_request()))
        return action

    monkeypatch.setattr(computer_players, "choose", interrupted)
    state = await played(host, match, lambda _: False)

    (deal,) = made
    (answer,) = deal.answers
    marks = state.scorings[int(deal.terms.chapter) - 1].marks
    assert answer.reply is Reply.ACCEPTED
    assert deal.terms.yours in marks[answer.seat].score


def marking(state: Any) -> bool:
    return bool(state.phase == "mark")


async def has_sealed(host: Host, match: Match) -> list[bool]:
    """Let time do what it asks for; return for each seat whether it has sealed its marks."""
    await host.tick()
    _, progress = await host.cache.progress(match.id)
    return list(progress.state.ready)


async def test_computer_players_mark_last_but_wait_no_longer_than_a_minute(
    host: Host, clock: StandingClock
) -> None:
    match = await begun(host)
    await played(host, match, marking)

    at_first = await has_sealed(host, match)
    clock.pass_by(seconds=59)
    nearly = await has_sealed(host, match)
    clock.pass_by(seconds=1)
    then = await has_sealed(host, match)

    assert at_first == nearly == [False, False, False]
    assert then == [False, True, True]


async def test_they_mark_as_soon_as_nobody_is_left_to_deal(host: Host) -> None:
    match = await begun(host)

    state = await played(host, match, lambda state: bool(state.scorings))

    assert state.scorings


async def test_where_they_wait_the_table_is_told_what_it_waits_for(
    host: Host, messenger: Listener
) -> None:
    match = await begun(host)
    await played(host, match, marking)

    now, progress = await host.cache.progress(match.id)

    assert marking(progress.state)
    assert now.acting == (0, 1, 2)
    assert not now.is_behind
    assert messenger.told


async def test_after_a_restart_the_minute_is_the_same(
    host: Host, database: Database, clock: StandingClock
) -> None:
    match = await begun(host)
    await played(host, match, marking)
    clock.pass_by(seconds=40)

    later = Host(stores_in(database, games()), Listener(), clock, KnownEntropy())
    waiting = await has_sealed(later, match)
    clock.pass_by(seconds=20)
    sealed = await has_sealed(later, match)

    assert waiting == [False, False, False]
    assert sealed == [False, True, True]


async def test_a_refusal_is_stored_with_its_reason(host: Host, negotiation: Negotiation) -> None:
    match = await begun(host)
    await played(host, match, planning)

    deal = await asked(host, negotiation, match, Bargain("-most_bridges", "-oakland"))
    again = await negotiation.get(deal.id)

    assert {each.why for each in again.answers} <= {None, DealReason.LITTLE, DealReason.BOUND}
    assert any(each.why for each in again.answers)
    assert all((each.why is None) is (each.reply is Reply.ACCEPTED) for each in again.answers)


async def test_a_refusal_of_an_older_version_has_no_reason(
    host: Host, database: Database, negotiation: Negotiation
) -> None:
    match = await begun(host)
    await played(host, match, planning)
    deal = await asked(host, negotiation, match, Bargain("-most_bridges", "-oakland"))
    old = update(schema.deals).values(answers='[{"seat":1,"reply":"declined"}]')

    async with database.writing() as connection:
        await connection.execute(old)

    assert (await negotiation.get(deal.id)).answers == (deals.Answer(CASE, Reply.DECLINED),)


async def test_a_reason_that_only_a_later_version_knows_is_none(
    host: Host, database: Database, negotiation: Negotiation
) -> None:
    match = await begun(host)
    await played(host, match, planning)
    deal = await asked(host, negotiation, match, Bargain("-most_bridges", "-oakland"))
    new = '[{"seat":1,"reply":"declined","why":"asleep","broken":0}]'

    async with database.writing() as connection:
        await connection.execute(update(schema.deals).values(answers=new))

    assert (await negotiation.get(deal.id)).answers == (deals.Answer(CASE, Reply.DECLINED),)


@pytest.mark.parametrize(
    ("player", "since", "is_theirs"), [(ANN.id, 1, True), (BOB.id, 1, False), (BOB.id, 0, True)]
)
async def test_a_seat_that_was_handed_on_since_has_promised_nothing(
    host: Host,
    database: Database,
    negotiation: Negotiation,
    player: int,
    since: int,
    is_theirs: bool,  # noqa: FBT001 - a row of the table above
) -> None:
    match, bargain, deal = await proposed(host, negotiation)
    rows = [
        {"seat": 0, "from_line": line, "kind": "person", "player": owner, "match_id": match.id}
        for line, owner in ((0, ANN.id), (deal.line + since, player))
    ]

    async with database.writing() as connection:
        await connection.execute(insert(schema.sitters), rows)

    again = await negotiation.get(deal.id)
    assert ((Seat(0), bargain.mine) in again.promised) is is_theirs
    assert (CASE, bargain.yours) in again.promised


async def test_in_the_place_of_a_person_a_computer_player_keeps_their_word(
    host: Host, negotiation: Negotiation
) -> None:
    match, bargain, deal = await proposed(host, negotiation)
    loaded = await host.cache.of(match.id)
    chairs = (replace(loaded.match.chairs[0], agent="greedy:rival"), *loaded.match.chairs[1:])
    left = replace(loaded, match=replace(loaded.match, chairs=chairs))

    promises = await negotiation.promises_for(left, Seat(0))

    own = [each for each in promises if each.seat == 0]
    assert own == [Promise(Seat(0), bargain.mine, 0.0, deal.terms.chapter)]


async def test_what_brings_it_nothing_is_declined_and_stays_so(
    host: Host, negotiation: Negotiation
) -> None:
    match = await begun(host)
    await played(host, match, planning)

    deal = await asked(host, negotiation, match, Bargain("-most_bridges", "-oakland"))
    again = await negotiation.get(deal.id)

    assert deal.of(Reply.DECLINED)
    assert not deal.of(Reply.WAITED_FOR)
    assert again == deal


async def test_it_proposes_once_a_round_whatever_is_repeated(
    stores: Stores,
    host: Host,
    database: Database,
    negotiation: Negotiation,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deals, "EAGERNESS", 1.0)
    # Whether something would bring both sides more depends on how they play.
    for number in range(20):
        match = await begun(host)
        await played(host, match, lambda state: state.round == 2 and state.phase == "keep", number)
        if made := await stores.deals.of(match.id):
            break

    later = Host(stores_in(database, games()), Listener(), StandingClock(), KnownEntropy())
    for seat in (CASE, DOT):
        await negotiation.let_agent_propose(await later.cache.of(match.id), seat)
    await later.tick()

    assert await stores.deals.of(match.id) == made
    (deal,) = made
    assert deal.proposer in (CASE, DOT)
    assert deal.answers == (deals.Answer(Seat(0)),)
    assert deal.terms.chapter == "1"
    accepted = await negotiation.answer(match, ANN.id, deal.id, Reply.ACCEPTED)
    assert accepted.promised[0] == (deal.proposer, deal.terms.mine)


async def test_a_seat_that_somebody_left_gives_no_word(
    host: Host, negotiation: Negotiation
) -> None:
    match = await host.lobbies.open(ANN, HERE, "aftershock", 3, new_request())
    await host.lobbies.join(match.id, BOB, new_request())
    await host.lobbies.add_agent(match.id, ANN.id, "greedy", "Dot", new_request())
    await host.lobbies.start(match.id, ANN.id)
    match = await host.lobbies.leave(match.id, BOB.id)

    assert [can_give_word(match, Seat(n)) for n in range(4)] == [True, False, True, False]
    with pytest.raises(DealRefused, match="deal-with-whom"):
        await negotiation.propose(
            await host.cache.of(match.id),
            ANN.id,
            [Seat(1)],
            DealTerms("1", "oakland", "oakland"),
            new_request(),
        )


@pytest.mark.parametrize("asked_for", ["let_agent_propose", "promises_for"])
async def test_trouble_with_deals_stops_no_match(
    host: Host, monkeypatch: pytest.MonkeyPatch, asked_for: str
) -> None:
    async def broken(*_: Any) -> Any:
        raise RuntimeError("no words")

    monkeypatch.setattr(Negotiation, asked_for, broken)
    match = await begun(host)

    state = await played(host, match, planning)

    assert state.phase == "plan"


async def test_a_computer_player_of_another_version_deals_without_a_character(
    host: Host, negotiation: Negotiation
) -> None:
    match = await begun(host)
    state = await played(host, match, planning)
    loaded = await host.cache.of(match.id)
    chairs = [
        each if each.agent is None else replace(each, agent="grandmaster:poet")
        for each in loaded.match.chairs
    ]
    other = replace(loaded, match=replace(loaded.match, chairs=tuple(chairs)))

    terms = DealTerms("1", *bargain_with(state, CASE))
    deal = await negotiation.propose(other, ANN.id, [CASE], terms, new_request())

    assert deal.of(Reply.ACCEPTED) == (CASE,)


async def test_a_hint_keeps_the_word_that_the_asker_gave(
    host: Host, negotiation: Negotiation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deals, "EAGERNESS", 0.0)
    match, bargain, deal = await proposed(host, negotiation)
    before = await host.hints.take(match.id, ANN.id)
    await played(host, match, lambda state: bool(state.phase == "mark"))

    given = await host.hints.take(match.id, ANN.id)

    assert (Seat(0), bargain.mine) in deal.promised
    assert 0 < given.left_out < len(given.legal)
    assert (before.observation.phase, before.left_out) == ("plan", 0)
    for hint in given.hints:
        assert Mark(bargain.mine) in hint.actions


class Reviewer:
    """Thinks of moves at once, and notes what is to be reviewed."""

    def __init__(self) -> None:
        self.tasks: list[Task] = []

    async def think(self, urgency: ThinkUrgency, job: Job[R]) -> R:
        if not isinstance(job, Task):
            return job.done()
        assert urgency is ThinkUrgency.REVIEW
        self.tasks.append(job)
        found: Any = Judgement(job.line, Seat(0))
        return found


async def test_a_review_knows_the_words_that_had_been_given(
    stores: Stores, negotiation: Negotiation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deals, "EAGERNESS", 0.0)
    thinkers = Reviewer()
    host = Host(stores, Listener(), StandingClock(), KnownEntropy(), thinkers=thinkers)
    match, _, deal = await proposed(host, negotiation)
    await played(host, match, lambda state: bool(state.scorings))
    await host.agreements.ask(match.id, ANN.id, VoteKind.END_AS_IT_STANDS, "", new_request())

    await host.reviews.ask(match.id)
    await host.reviews.look()

    given = tuple(Promise(*each, chapter="1") for each in deal.promised)
    assert {each.promises for each in thinkers.tasks} == {(), given}
    assert all((each.promises == given) is (deal.line <= each.line) for each in thinkers.tasks)
