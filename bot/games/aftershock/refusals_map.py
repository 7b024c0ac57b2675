"""Why bridges, aftershocks and marks were refused."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from bot.games.aftershock.words import board_of, item_name, meeples, money, pieces, space_name
from bot.games.names import shown
from bot.games.panel import View
from bot.games.people import name
from bot.games.speech import either, listed
from engine.game import Seat

Data: TypeAlias = Mapping[str, Any]


def _space(view: View, key: Any) -> str:
    """Return the name of a space; what was typed if the board has none of that name."""
    known = key in board_of(view.observation).index
    return space_name(view.words, view.observation, key) if known else shown(str(key))


def _spaces(view: View, keys: Any) -> list[str]:
    return [_space(view, key) for key in keys]


def _link(view: View, data: Data) -> str:
    return "–".join(_spaces(view, (data["area"], data["to"])))


def _no_such_area(view: View, data: Data) -> str:
    areas = listed(view.words, _spaces(view, board_of(view.observation).areas))
    return view.words.say(
        "**{area} isn't an area.** The areas are {areas}.",
        area=_space(view, data["area"]),
        areas=areas,
    )


def _no_bridge_planned(view: View, data: Data) -> str:
    return view.words.say(
        "**You have no bridge to build in {area}.**", area=_space(view, data["area"])
    )


def _no_link(view: View, data: Data) -> str:
    return view.words.say("**No bridge space leads from {a} to {b}.**", **_ends(view, data))


def _link_full(view: View, data: Data) -> str:
    link = _link(view, data)
    return view.words.say("**{link} is full:** every bridge space is taken.", link=link)


def _own_bridge_there(view: View, data: Data) -> str:
    return view.words.say(
        "**You own a bridge there already** ({link}), and this table allows only one.",
        link=_link(view, data),
    )


def _can_build(view: View, data: Data) -> str:
    return view.words.say(
        "**That bridge has to be built:** from {area} it can lead to {areas}.",
        area=_space(view, data["area"]),
        areas=either(view.words, _spaces(view, data["to"])),
    )


def _nowhere_to_build(view: View, data: Data) -> str:
    area = _space(view, data["area"])
    return view.words.say(
        "**Nothing can be built from {area}:** a meeple goes there instead.", area=area
    )


def _pieces_missing(view: View, data: Data) -> str:
    words = view.words
    return words.say(
        "**{link} takes {sections};** you have {pieces}. Take another bridge down first.",
        link=_link(view, data),
        sections=pieces(words, data["sections"]),
        pieces=data["pieces"],
    )


def _not_your_bridge(view: View, data: Data) -> str:
    return view.words.say("**{link} isn't one of your bridges.**", link=_link(view, data))


def _no_such_marker(view: View, data: Data) -> str:
    return view.words.say(
        "**You have no {marker} in {area}.**",
        marker=item_name(view.words, data["marker"]),
        area=_space(view, data["area"]),
    )


def _shock_count(view: View, data: Data) -> str:
    return view.words.count(
        "**Exactly {n} meeple has to be shocked;** you chose {chosen}.",
        "**Exactly {n} meeples have to be shocked;** you chose {chosen}.",
        data["count"],
        chosen=data["chosen"],
    )


def _nobody_there(view: View, data: Data) -> str:
    return view.words.say(
        "**{who} has only {meeples} there;** you chose {chosen}.",
        who=name(view, Seat(data["seat"])),
        meeples=meeples(view.words, data["there"]),
        chosen=data["chosen"],
    )


def _ends(view: View, data: Data) -> dict[str, str]:
    return {"a": _space(view, data["area"]), "b": _space(view, data["to"])}


def _no_way(view: View, data: Data) -> str:
    return view.words.say("**No bridges lead from {a} to {b}.**", **_ends(view, data))


def _same_area(view: View, data: Data) -> str:
    area = _space(view, data["area"])
    return view.words.say("**A shocked meeple can't stay in {area}.**", area=area)


def _toll(view: View, data: Data) -> str:
    words = view.words
    return words.say(
        "**The way to {area} costs {cost};** you have {purse}.",
        area=_space(view, data["to"]),
        cost=money(words, data["cost"]),
        purse=money(words, data["money"]),
    )


def _other_payees(view: View, data: Data) -> str:
    return view.words.say(
        "**Only the cheapest way counts,** and to {area} it leads over other bridges.",
        area=_space(view, data["to"]),
    )


def _no_such_space(view: View, data: Data) -> str:
    space = _space(view, data["space"])
    return view.words.say("**{space} can't be marked:** there is no such space.", space=space)


def _already_marked(view: View, data: Data) -> str:
    return view.words.say(
        "**{space} has your Score marker already.** One on each space is the limit.",
        space=_space(view, data["space"]),
    )


def _mark_order(view: View, data: Data) -> str:
    return view.words.say(
        "**{space} can't be marked now:** markers go in the order of the board. Next: {spaces}.",
        space=_space(view, data["space"]),
        spaces=either(view.words, _spaces(view, data["allowed"])),
    )


def _markers_left(view: View, data: Data) -> str:
    return view.words.count(
        "**Place all your markers;** {n} is left.",
        "**Place all your markers;** {n} are left.",
        data["left"],
    )


def _no_score_markers_left(view: View, data: Data) -> str:  # noqa: ARG001
    return view.words.say("**All your Score markers are placed.** Only Influence markers are left.")


# fmt: off
REFUSALS: Final[Mapping[str, Callable[[View, Data], str]]] = {
    "aftershock-no-such-area": _no_such_area,
    "aftershock-no-bridge-planned": _no_bridge_planned,
    "aftershock-no-link": _no_link,
    "aftershock-link-full": _link_full,
    "aftershock-own-bridge-there": _own_bridge_there,
    "aftershock-can-build": _can_build,
    "aftershock-nowhere-to-build": _nowhere_to_build,
    "aftershock-pieces-missing": _pieces_missing,
    "aftershock-not-your-bridge": _not_your_bridge,
    "aftershock-no-such-marker": _no_such_marker,
    "aftershock-shock-count": _shock_count,
    "aftershock-shock-nobody-there": _nobody_there,
    "aftershock-no-way": _no_way,
    "aftershock-same-area": _same_area,
    "aftershock-toll": _toll,
    "aftershock-other-payees": _other_payees,
    "aftershock-no-such-space": _no_such_space,
    "aftershock-already-marked": _already_marked,
    "aftershock-mark-order": _mark_order,
    "aftershock-markers-left": _markers_left,
    "aftershock-no-score-markers-left": _no_score_markers_left,
}
# fmt: on
