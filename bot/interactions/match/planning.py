"""Moves planned ahead: the wizard before one's turn, the plan, and a note if it came to nothing."""

from dataclasses import replace
from typing import Any

from bot.games.abilities import GivesOrders
from bot.games.custom_ids import CustomId, OldButton
from bot.games.panel import AnyView, ListPreference, Submit
from bot.games.screen import Row, Screen
from bot.interactions.context import Context
from bot.interactions.match.playing import own_seat
from bot.interactions.verbs import answers
from bot.messages.match.planning import ahead_of_time, dropped, key_of, plan_screen
from bot.messages.refusals import note
from bot.table.errors import OutOfReach
from bot.table.ids import MatchId
from bot.table.match.match import Status
from engine.errors import IllegalAction
from engine.game import PUBLIC
from engine.plans import Plan, Planning, added, conditioned, current, planning_of, whole, without
from engine.registry import game


@answers("plan")
async def plan(ctx: Context, control: CustomId) -> None:
    """Show what a player has planned, or ask what to plan; answer the controls of the questions."""
    view = await ctx.view(control.about)
    planning = _planning(view, control)
    if (refused := _refused(ctx, view)) is not None:
        await ctx.answer(refused)
        return
    before = await _find_kept(ctx, view, planning)
    if control.first in ("", "add"):
        screen = None
        if before is None or control.first:
            screen = await ctx.run_in_pool(_asked, ctx, view, planning)
        await ctx.answer(screen or await _plan_screen(ctx, view, before))
        return
    await _press(ctx, view, planning, control)


@answers("planned")
async def changed(ctx: Context, control: CustomId) -> None:
    """Change a plan: a condition, an alternative less, an order, or all of it deleted."""
    view = await ctx.view(control.about)
    planning, panel = _planning(view, control), ctx.panel(view.match)
    if (refused := _refused(ctx, view)) is not None:
        await ctx.answer(refused)
        return
    what, *args = control.args or ("",)
    asked: list[Screen] = []

    def change(kept: Plan[Any] | None) -> Plan[Any] | None:
        if what == "clear":
            return None
        if what == "order" and isinstance(panel, GivesOrders):
            answer = panel.ordered(view, kept, tuple(args))
            if isinstance(answer, Screen):
                asked.append(answer)
                return kept
            return answer
        keys = [] if kept is None else list(map(key_of, kept.alternatives))
        if kept is None or not args or args[0] not in keys:
            # It was played, or changed on another screen, meanwhile.
            return kept
        place = keys.index(args[0])
        if what == "drop":
            return without(kept, planning, place)
        is_same = what == "same"
        return conditioned(kept, planning, view.observation, place, is_same=is_same)

    kept = await ctx.shell.host.plans.change(view.match.id, ctx.player, change)
    await ctx.answer(asked[0] if asked else await _plan_screen(ctx, view, kept))


async def tell_of_dropped(ctx: Context, match_id: MatchId) -> None:
    """Tell a player, before what they asked for is answered, that their plan was dropped; once."""
    plans = ctx.shell.host.plans
    try:
        kept = await plans.of(match_id, ctx.player)
    except OutOfReach:
        return  # What needs no database is answered even now.
    if kept is None or kept.why is None:
        return
    view = await ctx.view(match_id)
    if view.viewer == PUBLIC:
        return
    panel = ctx.panel(view.match)
    screen = await ctx.run_in_pool(dropped, view, panel, kept, can_plan=can_plan(view))
    await ctx.answer_beside(screen)
    await plans.forget(match_id, ctx.player)


def _planning(view: AnyView, control: CustomId) -> Planning[Any, Any]:
    planning = planning_of(game(view.match.game))
    if planning is None:
        raise OldButton("old-button", id=control.verb)
    return planning


def _refused(ctx: Context, view: AnyView) -> Screen | None:
    """Return why nothing can be planned now; raise `NotSeated`, `NotPlaying`."""
    seat, words = own_seat(view), ctx.words
    if seat in view.match.acting:
        return note(words.say("**It's your turn:** you can move now."))
    return None


def _asked(ctx: Context, view: AnyView, planning: Planning[Any, Any]) -> Screen | None:
    """Return the first question as if it were one's turn; None where nobody can say."""
    panel, then = ctx.panel(view.match), as_if_on_turn(view, planning)
    if then is None:
        return None
    screen = Screen((panel.board(then), *panel.post(then, ()).rows))
    opens = ahead_of_time(view, panel, screen)
    if any(isinstance(each, Row) for each in opens.blocks):
        return opens
    question = panel.refreshed(then, min(panel.verbs), ())
    return None if question is None else ahead_of_time(view, panel, question)


def as_if_on_turn(view: AnyView, planning: Planning[Any, Any]) -> AnyView | None:
    """Return the table as if it were the viewer's turn; None where nobody can say."""
    found = planning.ahead(view.observation)
    return None if found is None else replace(view, observation=found[0], legal=found[1])


async def _press(
    ctx: Context, view: AnyView, planning: Planning[Any, Any], control: CustomId
) -> None:
    """Answer a control of the questions: the next one, or the plan with one move more."""
    panel, (verb, *args) = ctx.panel(view.match), control.args
    then = await ctx.run_in_pool(as_if_on_turn, view, planning)
    if verb not in panel.verbs:
        raise OldButton("old-button", id=verb)
    if then is None:
        await ctx.answer(await _plan_screen(ctx, view, await _find_kept(ctx, view, planning)))
        return
    ctx.seen = then
    if control.seen != view.seen:
        again = await ctx.run_in_pool(panel.refreshed, then, verb, tuple(args))
        told = ctx.words.say("The table has moved on; here is the latest board.")
        await ctx.answer(ahead_of_time(view, panel, again or Screen(()), told))
        return
    given = await ctx.run_in_pool(panel.press, then, verb, tuple(args))
    match given:
        case Submit(actions):
            if not whole(actions, then.observation, then.legal, planning):
                raise IllegalAction(game(view.match.game).meta.not_now)

            def more(kept: Plan[Any] | None) -> Plan[Any]:
                # What stands has a price; what is near is for a move on the board.
                is_same = type(actions[0]) not in planning.fallbacks
                return added(kept, planning, view.observation, actions, is_same=is_same)

            try:
                kept = await ctx.shell.host.plans.change(view.match.id, ctx.player, more)
            except IllegalAction as error:
                if error.key != "plan-full":
                    raise
                full = ctx.words.say(
                    "**Three alternatives are already planned.** Delete one first."
                )
                shown = await _plan_screen(ctx, view, await _find_kept(ctx, view, planning), full)
                await ctx.answer(shown)
                return
            told_ = ctx.words.say("**Planned.**")
            await ctx.answer(await _plan_screen(ctx, view, kept, told_))
        case ListPreference(screen, lists):
            if ctx.preferences.lists != lists:
                wish = replace(ctx.preferences, lists=lists)
                await ctx.shell.stores.players.prefer(ctx.player, wish)
            await ctx.answer(ahead_of_time(view, panel, screen))
        case screen:
            await ctx.answer(ahead_of_time(view, panel, screen))


async def _find_kept(ctx: Context, view: AnyView, planning: Planning[Any, Any]) -> Plan[Any] | None:
    kept = await ctx.shell.host.plans.of(view.match.id, ctx.player)
    if kept is None or kept.why is not None:
        return None
    return current(kept.plan, planning, view.observation)


async def _plan_screen(
    ctx: Context, view: AnyView, kept: Plan[Any] | None, first: str = ""
) -> Screen:
    def shown() -> Screen:
        panel, planning = ctx.panel(view.match), planning_of(game(view.match.game))
        assert planning is not None
        can_add = planning.ahead(view.observation) is not None
        text = first
        if not can_add and not text and not isinstance(panel, GivesOrders):
            text = ctx.words.say(
                "I can't tell yet what will be possible on your turn; look again a little later."
            )
        return plan_screen(view, panel, planning, kept, text, can_add=can_add)

    return await ctx.run_in_pool(shown)


def can_plan(view: AnyView) -> bool:
    """Say whether this viewer may plan ahead in this match now."""
    match = view.match
    return (
        planning_of(game(match.game)) is not None
        and view.viewer != PUBLIC
        and match.status is Status.PLAYING
        and view.viewer not in match.acting
    )
