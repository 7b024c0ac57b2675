"""What happens in Aftershock and what it refuses: one of each kind, and what reads otherwise."""

from collections.abc import Iterator
from typing import Any

from engine.errors import BadSetup, IllegalAction
from engine.game import Outcome, Seat
from engine.games.aftershock import events as e
from engine.games.aftershock.state import Crossing, Items, Marks, Planned, Purchase, SpaceScore
from tests.games.aftershock.tables import Table

ANN, BOB, CLEO = Seat(0), Seat(1), Seat(2)


WAY = (Crossing("oakland", "hayward", BOB),)


def scored(
    space: str, counts: tuple[int, ...], points: tuple[int, ...], lost: tuple[Seat, ...]
) -> SpaceScore:
    return SpaceScore(space, (1, 1, 0), scores=True, counts=counts, points=points, lost=lost)


HAPPENED: tuple[Any, ...] = (
    e.MatchBegun(ANN),
    e.CardDealt(ANN, "bridge"),
    e.PhaseBegun("keep", 2),
    e.ChoiceSealed(ANN, "keep"),
    e.ChoiceReopened(ANN, "keep", ("bridge",)),
    e.CardsOffered(ANN, 13, ("bridge", "bridge", "oakland-3")),
    e.CardsOffered(ANN, 15, ()),
    *(
        e.CardBought(Purchase(ANN, BOB, "vallejo-3", token, 2, int(token == "tax")))
        for token in ("minus_2", "minus_1", "tax")
    ),
    e.Passed(ANN),
    e.StandingPassLeft(ANN),
    e.StandingPassWithdrawn(ANN),
    e.CardTaken(ANN, "influence", ("bridge", "bridge")),
    e.CardTaken(ANN, "influence", ()),
    e.AreaPopulated(ANN, "oakland-3", "oakland", 2),
    e.CardsRevealed(ANN, ("bridge",), Items(1, 1, ("normal", "big", "mega"), 2)),
    e.CardsRevealed(ANN, (), Items()),
    e.PlanOpened(ANN, (Planned("bridge", "oakland"), Planned("meeple", "oakland")), ("oakland",)),
    e.PlanOpened(ANN, (), ()),
    e.BridgeBuilt(ANN, "oakland", "hayward", 2),
    e.BridgeChosen(ANN, "oakland", "hayward"),
    e.BridgeDismantled(ANN, "oakland", "hayward", 2),
    e.BridgeReplaced(ANN, "vallejo", 1),
    e.BridgeReplaced(ANN, "vallejo", 0),
    e.BridgeGivenUp(ANN, "vallejo"),
    e.AftershockFaded(ANN, "vallejo", "big"),
    e.AftershockChosen(ANN, "vallejo", "big"),
    e.AftershockRolled(ANN, "vallejo", "big", 2, 3),
    e.MeeplesShocked(ANN, "vallejo", (0, 2, 1)),
    e.MeepleMoved(ANN, "oakland", "hayward", WAY, (BOB,)),
    e.MeepleMoved(BOB, "oakland", "hayward", WAY, ()),
    e.MeepleTakenBack(ANN, "oakland"),
    e.MarksOpened(ANN, Marks(("oakland", "most_bridges"), ("oakland",))),
    e.MarksOpened(ANN, Marks(("oakland", "most_bridges"))),
    e.SpaceScored(scored("oakland", (3, 3, 1), (7, 7, 4), (ANN, BOB))),
    e.SpaceScored(scored("most_bridges", (3, 0, 1), (6, 0, 4), ())),
    e.SpaceScored(scored("vallejo", (0, 0, 0), (0, 0, 0), ())),
    e.RoundScored(1, (4, 0, 2), (4, 0, 2)),
    e.BankShared(4, 1),
    e.BankShared(0, 1),
    e.FirstPlayerPassed(BOB),
    e.FreeMarkerGiven(CLEO),
    e.MoneyScored((2, 1, 0)),
    e.MatchEnded(Outcome((9, 4, 0), (1, 2, 3), "aftershock-rounds-played")),
)


REFUSED = (
    IllegalAction("aftershock-not-now"),
    IllegalAction("aftershock-already-open", phase="keep"),
    IllegalAction("aftershock-not-in-hand", card="bridge"),
    IllegalAction("aftershock-unsorted"),
    IllegalAction("aftershock-too-dear", cost=17, money=15),
    IllegalAction("aftershock-own-card", card="bridge"),
    IllegalAction("aftershock-not-for-sale", seller=1, card="a castle"),
    IllegalAction("aftershock-no-such-token", token="plus"),
    IllegalAction("aftershock-token-used", token="minus_2", left=("tax",)),
    IllegalAction("aftershock-price", card="san_jose-6", token="tax", price=6, tax=1, money=5),
    IllegalAction("aftershock-not-unsold", card="bridge"),
    IllegalAction("aftershock-no-such-area", area="Atlantis"),
    IllegalAction("aftershock-no-bridge-planned", area="oakland"),
    IllegalAction("aftershock-no-link", area="oakland", to="san_jose"),
    IllegalAction("aftershock-link-full", area="oakland", to="hayward"),
    IllegalAction("aftershock-own-bridge-there", area="oakland", to="hayward"),
    IllegalAction("aftershock-can-build", area="oakland", to=("hayward", "richmond")),
    IllegalAction("aftershock-nowhere-to-build", area="oakland"),
    IllegalAction(
        "aftershock-pieces-missing", area="hayward", to="san_francisco", sections=4, pieces=1
    ),
    IllegalAction("aftershock-not-your-bridge", area="oakland", to="hayward"),
    IllegalAction("aftershock-no-such-marker", area="oakland", marker="mega"),
    IllegalAction("aftershock-shock-count", count=3, chosen=2),
    IllegalAction("aftershock-shock-nobody-there", seat=1, chosen=2, there=1),
    IllegalAction("aftershock-no-way", area="oakland", to="san_jose"),
    IllegalAction("aftershock-same-area", area="oakland"),
    IllegalAction("aftershock-toll", to="hayward", cost=2, money=1),
    IllegalAction("aftershock-other-payees", to="hayward", ways=((1,),)),
    IllegalAction("aftershock-no-such-space", space="Atlantis"),
    IllegalAction("aftershock-already-marked", space="most_bridges"),
    IllegalAction("aftershock-mark-order", space="oakland", allowed=("fremont", "most_bridges")),
    IllegalAction("aftershock-markers-left", left=1),
    IllegalAction("aftershock-no-score-markers-left"),
)


def refused() -> Iterator[tuple[Any, IllegalAction]]:
    """Yield each refusal with the position in which it comes."""
    return ((Table().state, error) for error in REFUSED)


UNSETTLED = (BadSetup("setup-option", option="first_player", value="5"),)
