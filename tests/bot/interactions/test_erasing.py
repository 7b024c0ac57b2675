"""**Erase me** by buttons and a form, and what a table's channel shows then."""

from random import Random
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.table.ids import PlayerId
from bot.table.match.match import Status
from bot.table.preferences import Preferences
from tests.bot.world import World, control, controls, played, reply, said

ZOE = "Zoella"


async def asked(world: World, person: MemberActor) -> Any:
    return reply(await person.click(await world.leftover("b.erase"), custom_id="b.erase"))


async def typed(person: MemberActor, question: Any, word: str) -> Any:
    """Press **Go on** and type a word."""
    form = await person.click(question, custom_id="b.erasing")
    return reply(await person.submit_modal(form, {"s.erase.word": word}))


async def shown_anew(world: World) -> None:
    for _ in range(3):
        world.clock.pass_by(minutes=5)
        await world.tick()


async def finished(world: World, *people: MemberActor, **options: Any) -> Any:
    match, chance = await world.begun(*people, **options), Random(3)
    while match.status is Status.PLAYING:
        mover = next(each for each in people if each.id == match.chairs[match.acting[0]].player)
        await played(mover, await world.table(), chance)
        match = await world.match()
    return match


QUESTIONS = {
    "en": ("### Erase me?", "**Goes:**", "(it waits for you)", "Bob becomes host", "Go on"),
    "fr": (
        "### M'effacer\u202f?",
        "**Disparaît\u202f:**",
        "(on t'y attend)",
        "Bob te succède",
        "Continuer",
    ),
    "es": ("### ¿Borrarme?", "**Se va:**", "(te espera)", "pasa a Bob", "Continuar"),
}
DONE = {"en": "**Erased.**", "fr": "**Effacé.**", "es": "**Borrado.**"}
WORDS = {"en": " erase ", "fr": "EFFACER", "es": "Borrar"}


@pytest.mark.parametrize("language", QUESTIONS)
async def test_the_question_says_what_goes_and_a_word_does_it(world: World, language: str) -> None:
    zoe, bob, cleo = (world.person(each) for each in (ZOE, "Bob", "Cleo"))
    players = world.bot.shell.stores.players
    await players.prefer(PlayerId(zoe.id), Preferences(language=language))
    match = await world.begun(zoe, bob, cleo)
    while match.chairs[match.acting[0]].player != zoe.id:
        mover = next(e for e in (bob, cleo) if e.id == match.chairs[match.acting[0]].player)
        await played(mover, await world.table(), Random(1))
        match = await world.match()
    await zoe.slash(world.channel, "seismic new", seats=3, where="here")
    lobby = world.newest
    await bob.click(lobby, custom_id=control(lobby, "join").custom_id)

    question = await asked(world, zoe)
    text, labels = said(question), [each.label for each in controls(question)]
    answer = await typed(zoe, question, WORDS[language])

    for each in QUESTIONS[language][:-1]:
        assert each in text
    assert QUESTIONS[language][-1] in labels
    assert question.ephemeral
    assert DONE[language] in said(answer)
    assert (await world.match(2)).host == bob.id
    assert world.env.errors == []


async def test_a_mistyped_word_erases_nothing_and_may_be_typed_again(world: World) -> None:
    zoe, bob = world.person(ZOE), world.person("Bob")
    await world.begun(zoe, bob)

    wrong = await typed(zoe, await asked(world, zoe), "erased")
    text = said(wrong)
    right = await typed(zoe, wrong, "ERASE")

    assert "**That was not ERASE.** Nothing was erased." in text
    assert "**Erased.**" in said(right)


async def test_twice_or_never_seen_there_is_nothing(world: World) -> None:
    zoe, bob, cleo = (world.person(each) for each in (ZOE, "Bob", "Cleo"))
    await world.begun(zoe, bob)
    await typed(zoe, await asked(world, zoe), "ERASE")

    twice, never = await asked(world, zoe), await asked(world, cleo)

    assert "**I keep nothing about you.**" in said(twice)
    assert said(twice) == said(never)


async def test_a_result_is_drawn_anew_and_older_pictures_go(world: World) -> None:
    zoe, bob = world.person(ZOE), world.person("Bob")
    match = await finished(world, zoe, bob, where="thread")
    thread, newest = world.channel.threads[0], match.table.message
    kept = world.env.backend.messages
    before = [each.id for each in kept[thread.id].values() if each.attachments]

    await typed(zoe, await asked(world, zoe), "ERASE")
    for _ in range(len(before)):
        await shown_anew(world)

    result = world.message(newest)
    assert "former player" in result.content
    assert result.attachments
    older = [kept[thread.id][each] for each in before if each != newest]
    assert older
    assert {each.content for each in older} == {"-# Picture removed: it showed an erased name."}
    assert not any(each.attachments for each in older)
    public = [each for each in kept[thread.id].values() if each.visible_to(None)]
    assert ZOE not in "".join(said(world.message(each.id)) for each in public)
    assert world.env.errors == []


async def test_the_table_hears_that_a_player_left_for_good(world: World) -> None:
    zoe, bob, cleo = (world.person(each) for each in (ZOE, "Bob", "Cleo"))
    match = await world.begun(zoe, bob, cleo)

    await typed(zoe, await asked(world, zoe), "ERASE")
    await shown_anew(world)

    kept = world.env.backend.messages[world.channel.id].values()
    (said_there,) = [each for each in kept if "for good" in each.content]
    assert said_there.content == (
        "**A player left Seismic 1 for good.** A computer player takes over."
    )
    assert "former player" in await in_words(world, bob)
    assert match.status is Status.PLAYING


async def in_words(world: World, person: MemberActor) -> str:
    """Return the newest board in words, as a person reads it."""
    table = await world.table()
    return said(reply(await person.click(table, custom_id=control(table, "text").custom_id)))


@pytest.mark.parametrize(("language", "name"), [("fr", "ancien joueur"), ("es", "exjugador")])
async def test_the_name_is_in_the_language_of_the_reader(
    world: World, language: str, name: str
) -> None:
    zoe, bob = world.person(ZOE), world.person("Bob")
    await finished(world, zoe, bob)
    await typed(zoe, await asked(world, zoe), "ERASE")
    players = world.bot.shell.stores.players
    await players.prefer(PlayerId(bob.id), Preferences(language=language))

    shown = await in_words(world, bob)

    assert name in shown
    assert ZOE not in shown
