"""Moves planned ahead, as only their owner sees them: the questions, and the plan."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from bot.games.abilities import GivesOrders, NamesMoves
from bot.games.custom_ids import about_match, draft_id
from bot.games.names import shortened
from bot.games.panel import AnyPanel, AnyView
from bot.games.people import accent
from bot.games.screen import AMBER, Block, Button, Post, Row, Screen, Select, Style, Text, keypad
from bot.hosting.match.plans import OwnPlan
from bot.locale.localisation import Words, mark
from bot.messages.notice_view import NoticeView
from bot.messages.refusals import mine_button, newest_link, note
from bot.messages.viewing import Reader, table_name, view_without_choices
from bot.table.match.plans import WhyDropped
from engine.game import Seat
from engine.plans import MOST, Alternative, Plan, Planning, digest, own, read_plan
from engine.registry import game

LONGEST_LABEL: Final = 80
_SENDS: Final = (Style.GREEN, Style.RED)
_ELSEWHERE: Final = frozenset({"desk", "deal"})
"""Controls that lead away from planning."""


def ahead_of_time(view: AnyView, panel: AnyPanel, screen: Screen, first: str = "") -> Screen:
    """Return a title's question for a move that is only planned: its buttons send nothing.

    They are the title's, behind the verb "plan"; the last one says so. `first` stands above all.
    """
    hidden = panel.unplanned if isinstance(panel, NamesMoves) else ""

    def planned(button: Button) -> Button | None:
        verb, *rest = button.id.split(".")
        if verb in _ELSEWHERE or (len(verb) == 1 and verb in hidden):
            return None
        if len(verb) != 1 or button.url:
            return button
        if button.style not in _SENDS:
            return replace(button, id=_behind_plan(verb, *rest))
        label = view.words.say("Plan: {move}", move=button.label)
        return replace(
            button,
            id=_behind_plan(verb, *rest),
            label=shortened(label, LONGEST_LABEL),
            style=Style.GREEN,
        )

    blocks: list[Block] = []
    for block in screen.blocks:
        match block:
            case Row(buttons):
                if kept := tuple(each for each in map(planned, buttons) if each is not None):
                    blocks.append(Row(kept))
            case Select(control):
                blocks.append(replace(block, id=_behind_plan(*control.split("."))))
            case _:
                blocks.append(block)
    head = view.words.say(
        "**Planning ahead.** No one else sees it, and nothing is played before your turn."
    )
    match blocks:
        case [Text(markdown), *others]:
            # In the title's own text: its fullest screens have no room for one more.
            shown = Text("\n".join(filter(None, (first, head, markdown))))
            return Screen((shown, *others), screen.accent)
        case _:
            return Screen((Text("\n".join(filter(None, (first, head)))), *blocks), screen.accent)


def _behind_plan(verb: str, match: str, seen: str, *draft: str) -> str:
    return ".".join(("plan", match, seen, verb, *draft))


def move_in_words(view: AnyView, panel: AnyPanel, actions: tuple[Any, ...]) -> str:
    """Return a planned turn in words."""
    if isinstance(panel, NamesMoves):
        return panel.planned(view, actions)
    return ", ".join(str(each) for each in actions)


def plan_screen(
    view: AnyView,
    panel: AnyPanel,
    planning: Planning[Any, Any],
    plan: Plan[Any] | None,
    first: str = "",
    *,
    can_add: bool = True,
) -> Screen:
    """Return a plan to its owner: the alternatives in order, with what can be changed of each."""
    words, name = view.words, table_name(view.match, panel, view.words)
    title = words.say("### Your plan · {table}", table=name)
    told = words.say(
        "No one else sees it. When it's your turn, I play the first of these that is possible. If"
        " none is, you move as usual."
    )
    lines, rows = [*([first] if first else []), title], []
    places = own(plan, planning) if plan else ()
    if plan is not None and places:
        lines.append(told)
    for number, place in enumerate(places, 1):
        assert plan is not None
        each = plan.alternatives[place]
        move = move_in_words(view, panel, each.actions)
        if each.near is None:
            how = words.say("**{n}** {move}, if it's legal then", n=number, move=move)
            other = words.say("Play {n} only if nothing changes near it", n=number)
            change = draft_id(view, "planned", "same", key_of(each))
        else:
            how = words.say("**{n}** {move}, if nothing has changed near it", n=number, move=move)
            other = words.say("Play {n} whenever it's legal", n=number)
            change = draft_id(view, "planned", "legal", key_of(each))
        lines.append(how)
        gone = draft_id(view, "planned", "drop", key_of(each))
        drop = Button(words.say("Delete {n}", n=number), gone)
        rows.append(Row((Button(other, change), drop)))
    if plan is not None and places and plan.stands:
        fallback = planning.fallbacks[type(plan.alternatives[places[0]].actions[0])]
        otherwise = move_in_words(view, panel, (fallback,))
        lines.append(words.say("Otherwise: {move}", move=otherwise))
    if not places and (can_add or not isinstance(panel, GivesOrders)):
        lines.append(words.say("No move is planned."))
    last = []
    if can_add and len(places) < MOST:
        label = words.say("Add an alternative") if places else words.say("Plan a move")
        last.append(Button(label, draft_id(view, "plan", "add"), Style.BLUE))
    if isinstance(panel, GivesOrders):
        orders = panel.orders(view, plan)
        lines += orders.lines
        rows += keypad(orders.buttons)
    if plan is not None:
        delete = words.say("Delete the plan")
        last.append(Button(delete, draft_id(view, "planned", "clear"), Style.RED))
    return Screen((Text("\n".join(lines)), *rows, *keypad(tuple(last))), accent(view))


def key_of(alternative: Alternative[Any]) -> str:
    """Return what the buttons of an alternative name it by: its place may be another's soon."""
    return digest(alternative.actions)


WHY_DROPPED: Final[Mapping[WhyDropped, str]] = MappingProxyType(
    {
        WhyDropped.IMPOSSIBLE: mark(
            "**Your plan for {table} wasn't played:** when your turn came, none of your planned"
            " moves was possible."
        ),
        WhyDropped.TAKEN_BACK: mark(
            "**Your plan for {table} was dropped:** another player took back a move that was made"
            " before your plan."
        ),
        WhyDropped.COMPUTER: mark(
            "**Your plan for {table} was dropped:** a computer player took your place meanwhile."
        ),
    }
)
"""What the owner of a plan reads that was dropped."""


def plan_dropped(about: NoticeView, words: Words) -> Post:
    """Return the direct message that a plan was dropped; what it was stands in no channel."""
    match, panel = about.match, about.panels[about.match.game]
    lines = [words.say(WHY_DROPPED[WhyDropped(about.fact("why"))], table=about.table(words))]
    plan = read_plan(game(match.game), about.fact("plan"))
    if about.loaded is not None and about.loaded.progress is not None:
        reader = Reader(Seat(about.fact("seat")), words)
        view = view_without_choices(match, about.loaded.progress, reader)
        lines += _planned_lines(view, panel, plan)
    if link := newest_link(match, words):
        lines.append(link)
    return Post("\n".join(lines), rows=(Row((mine_button(words),)),))


def dropped(view: AnyView, panel: AnyPanel, own_plan: OwnPlan, *, can_plan: bool) -> Screen:
    """Return the note that a plan was dropped, and what it was."""
    words, match = view.words, view.match
    why = WHY_DROPPED[own_plan.why or WhyDropped.IMPOSSIBLE]
    lines = [words.say(why, table=table_name(match, panel, words))]
    lines += _planned_lines(view, panel, own_plan.plan)
    again = Button(words.say("Plan my next move"), about_match("plan", match), Style.BLUE)
    return replace(note("\n".join(lines), *([again] if can_plan else [])), accent=AMBER)


def _planned_lines(view: AnyView, panel: AnyPanel, plan: Plan[Any] | None) -> list[str]:
    moves = () if plan is None else plan.alternatives
    return [f"- {move_in_words(view, panel, each.actions)}" for each in moves]
