"""Each question has a wait of its own, also where the same seat is asked again and again."""

from dataclasses import replace
from random import Random

from bot.hosting.host import Host
from bot.storage.database import Database
from bot.storage.stores import stores_in
from bot.storage.time import waits
from bot.table.match.pace import PACES
from engine.agents import agent
from engine.game import Decision, Seat
from engine.registry import game
from tests.bot.fakes import KnownEntropy, Listener, StandingClock
from tests.bot.tables import ANN, BOB, HERE, new_request
from tests.engine.toy import TOY, Bid


async def test_who_seals_alone_among_computer_players_is_asked_anew_in_each_phase(
    host: Host, database: Database
) -> None:
    match = await host.lobbies.open(ANN, HERE, "aftershock", 3, new_request())
    for number in (1, 2):
        await host.lobbies.add_agent(
            match.id, ANN.id, "greedy", f"Computer {number}", new_request()
        )
    match = await host.lobbies.start(match.id, ANN.id)
    await host.tick()
    rules, chance = game("aftershock"), Random(5)
    phases: dict[str, set[int]] = {}
    for _ in range(120):
        match, progress = await host.cache.progress(match.id)
        if Seat(0) not in match.acting:
            await host.tick()
            continue
        async with database.asking() as connection:
            found = await connection.run_sync(waits.of_matches, [match.id])
        (wait,) = found[match.id]
        observation = rules.observe(progress.state, Seat(0))
        node = rules.node(progress.state)
        if isinstance(node, Decision) and len(node.all) > 1:
            phases.setdefault(f"{len(observation.scorings)} {observation.phase}", set()).add(
                wait.id
            )
        legal = tuple(rules.legal_actions(progress.state, Seat(0)))
        action = agent("greedy").choose(observation, legal, chance)
        await host.moves.submit(match.id, ANN.id, (action,), match.line, new_request())

    # A player buys more than once in a round, and chooses once in all others.
    assert len(phases) > 8
    assert sum(map(len, phases.values())) == len(set().union(*phases.values()))


async def test_a_stand_in_plays_one_sealed_phase_and_not_the_next(
    database: Database, clock: StandingClock, entropy: KnownEntropy, messenger: Listener
) -> None:
    stores = stores_in(database, {"toy": TOY})
    host = Host(stores, messenger, clock, entropy)
    match = await host.lobbies.open(ANN, HERE, "toy", 2, new_request())
    match = await host.lobbies.join(match.id, BOB, new_request())
    await stores.matches.save(replace(match, pace=PACES["day"]), clock.now())
    match = await host.lobbies.start(match.id, ANN.id)
    await host.moves.submit(match.id, ANN.id, (Bid(0),), match.line, new_request())
    await host.telling.tell(match.id)

    clock.pass_by(hours=25)
    await host.tick()
    await host.tick()

    match, progress = await host.cache.progress(match.id)
    bob = match.chairs[1]
    assert progress.state.round == 2
    assert (bob.lapses, bob.stand_in) == (1, None)
    assert match.acting == (0, 1)
