"""Why an action was refused and what helps now. Refused means: nothing was sent."""

from collections.abc import Mapping
from typing import Any

from bot.games.aftershock.view import View
from bot.games.aftershock.words import (
    TOKENS,
    item_name,
    meeples,
    money,
    phase_name,
    pieces,
    priced,
    space_name,
    space_names,
)
from bot.games.names import escaped_name
from bot.games.people import name
from bot.games.speech import and_list, or_list
from engine.errors import EngineError
from engine.game import Seat


def refusal(view: View, error: EngineError) -> str:
    """Return why an action was refused, as markdown."""
    words, data = view.words, error.data
    say, told = words.say, _worded(view, data)
    match error.key.removeprefix("aftershock-"):
        case "not-now":
            return say("**That can't be done now.** Nothing was sent.")
        case "already-open":
            return say(
                "**Too late ({phase}):** all choices have been revealed. Nothing was sent.", **told
            )
        # The cards.
        case "not-in-hand":
            return say("**You don't have that many {card}.**", **told)
        case "unsorted":
            return say("**That choice got mixed up.** Open your desk and choose the cards again.")
        case "too-dear":
            return say("**That's {cost};** you have {purse}. Leave a card out.", **told)
        case "own-card":
            return say("**{card} is yours:** you can't buy your own cards.", **told)
        case "not-for-sale":
            return say("**{who} isn't selling {card}.** Someone may have been faster.", **told)
        case "no-such-token":
            return say("**There is no Buy token {token}.** There are −2, −1 and tax.", **told)
        case "token-used":
            return say(
                "**Your {token} is used up** for this round. Pay with another token.", **told
            )
        case "price":
            told["cost"] = money(words, data["price"] + data["tax"])
            return say("**{card} takes {cost} with that token;** you have {purse}.", **told)
        case "not-unsold":
            return say("**{card} isn't among your unsold cards.**", **told)
        # Bridges.
        case "no-such-area":
            areas = space_names(view, view.observation.board.areas)
            return say(
                "**{area} isn't an area.** The areas are {areas}.",
                areas=and_list(words, areas),
                **told,
            )
        case "no-bridge-planned":
            return say("**You have no bridge to build in {area}.**", **told)
        case "no-link":
            return say("**No bridge can lead from {a} to {b}.**", **told)
        case "link-full":
            return say("**{link} is full:** every bridge slot is taken.", **told)
        case "own-bridge-there":
            return say(
                "**You already own a bridge there** ({link}), and this table allows only one.",
                **told,
            )
        case "can-build":
            return say(
                "**That bridge has to be built:** from {area} it can lead to {areas}.", **told
            )
        case "nowhere-to-build":
            return say("**Nothing can be built from {area}:** a meeple goes there instead.", **told)
        case "pieces-missing":
            return say(
                "**{link} takes {sections};** you have {pieces}. Take another bridge down first.",
                **told,
            )
        case "not-your-bridge":
            return say("**{link} isn't one of your bridges.**", **told)
        # Aftershocks.
        case "no-such-marker":
            return say("**You have no {marker} in {area}.**", **told)
        case "shock-count":
            return words.count(
                "**Exactly {n} meeple has to be shocked;** you chose {chosen}.",
                "**Exactly {n} meeples have to be shocked;** you chose {chosen}.",
                data["count"],
                **told,
            )
        case "shock-nobody-there":
            return say("**{who} has only {meeples} there;** you chose {chosen}.", **told)
        case "no-way":
            return say("**No bridges lead from {a} to {b}.**", **told)
        case "same-area":
            return say("**A shocked meeple can't stay in {area}.**", **told)
        case "toll":
            return say(
                "**The route to {area} costs {cost};** you have {purse}.", area=told["b"], **told
            )
        case "other-payees":
            return say(
                "**You must take the cheapest route:** it reaches {area} over other bridges.",
                area=told["b"],
            )
        # Marks.
        case "no-such-space":
            return say("**{space} can't be marked:** there is no such space.", **told)
        case "already-marked":
            return say(
                "**{space} already has your Score marker.** One on each space is the limit.",
                **told,
            )
        case "mark-order":
            return say(
                "**{space} can't be marked now:** markers go in the order of the board."
                " Next: {spaces}.",
                **told,
            )
        case "markers-left":
            return words.count(
                "**Place all your markers;** {n} is left.",
                "**Place all your markers;** {n} are left.",
                data["left"],
            )
        case "no-score-markers-left":
            return say("**All your Score markers are placed.** Only Influence markers are left.")
        case _:
            raise KeyError(error.key)


def _worded(view: View, data: Mapping[str, Any]) -> dict[str, str]:
    """Return what an error tells, each thing as it is called; what is unknown as it was typed."""
    words, observation, told = view.words, view.observation, dict[str, str]()

    def space(key: str) -> str:
        known = key in observation.board.index
        return space_name(view, key) if known else escaped_name(str(key))

    for key, value in data.items():
        match key:
            case "area":
                told["area"] = told["a"] = space(value)
            case "to" if isinstance(value, str):
                told["b"] = space(value)
            case "to":
                told["areas"] = or_list(words, [space(each) for each in value])
            case "space":
                told["space"] = space(value)
            case "allowed":
                told["spaces"] = or_list(words, [space(each) for each in value])
            case "card":
                known = value in observation.board.card
                told["card"] = priced(view, value) if known else escaped_name(str(value))
            case "cost":
                told["cost"] = money(words, value)
            case "money":
                told["purse"] = money(words, value)
            case "seller" | "seat":
                told["who"] = name(view, Seat(value))
            case "marker":
                told["marker"] = item_name(words, value)
            case "token":
                told["token"] = TOKENS.get(value, value)
            case "phase":
                told["phase"] = phase_name(words, value)
            case "sections":
                told["sections"] = pieces(words, value)
            case "there":
                told["meeples"] = meeples(words, value)
            case "pieces" | "chosen":
                told[key] = str(value)
            case _:
                pass
    if "a" in told and "b" in told:
        told["link"] = f"{told['a']}–{told['b']}"
    return told
