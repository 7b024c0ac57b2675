"""The phase "playing": found a city, or set an epicenter; those who can do neither pass.

c [tile or space]         a city: which tile, which space, which coin? "l", "k": as list, as keys
c space coin              the same, with this coin only
n space coin              found it
e [tile or space]         an epicenter: which tile, which space, which pawn?
e space pawn              the same, with this pawn only
m space pawn              set it; the last one asks first
b space pawn              set the last one: it starts a quake
z                         pass

A draft is a place, "" or "D1" or "D1c", then a coin or a pawn. Values stand in private screens.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

from bot.games.custom_ids import draft_id
from bot.games.panel import Command, CommandOption, ListPreference, Submit
from bot.games.people import accent
from bot.games.phase import Phase
from bot.games.san_andreas.captions import captions, coin_alt, pawn_alt, spaces_alt
from bot.games.san_andreas.names import (
    free_pawns,
    missing,
    own_coins,
    space_suggestions,
    the_coin,
    the_pawn,
    the_space,
    the_tile,
)
from bot.games.san_andreas.view import Answer, View
from bot.games.san_andreas.words import (
    named_at,
    pawn_name,
    space_described,
    space_named,
    spaces,
    tile_described,
)
from bot.games.screen import (
    Block,
    Button,
    Image,
    Row,
    Screen,
    Select,
    SelectOption,
    Style,
    Suggestion,
    Text,
    keypad,
    text_block,
)
from bot.locale.localisation import mark
from engine.boards.squares import Space
from engine.errors import IllegalAction
from engine.games.san_andreas.actions import Action, Epicenter, Found, Pass
from engine.games.san_andreas.preview import founding, marked, name_at, refused, setting
from engine.games.san_andreas.rules import META
from engine.games.san_andreas.state import Observation
from engine.games.san_andreas.tiles import QUARTERS, Pawn, Quarter, Tile
from render.games.san_andreas import RENDERER
from render.games.san_andreas.captions import Captions
from render.picture import Picture

T = TypeVar("T")
L = TypeVar("L")
"""What is put on a space: a coin, or a pawn."""

NOT_NOW: Final = META.not_now
LIST: Final = "l"
"""In place of a tile: show them as a list."""
KEYS: Final = "k"
"""In place of a tile: show them as buttons."""


class Draw(Protocol):
    """Draws the spaces to choose from, with their labels."""

    def __call__(
        self,
        observation: Observation,
        captions: Captions,
        spaces: Mapping[Space, str],
        /,
        *,
        step: tuple[int, int],
    ) -> Picture:
        """Return the picture of a question, the first, second or third of three."""


@dataclass(frozen=True, slots=True)
class PlacingQuestions(Generic[L]):
    """The questions of a placement: the tile, the space on it, the coin or pawn."""

    verbs: str
    """Ask; do it; do it though it asks first."""
    legal: Callable[[Observation], tuple[Space, ...]]
    move: Callable[[L, Space], Found | Epicenter]
    read: Callable[[View, str], L | None]
    some: Callable[[View], L]
    """Anything that could be put, to ask whether a space is legal."""
    asks_first: Callable[[View, L], bool]
    """Whether this is never sent without being asked about."""
    which: Callable[[View, Space, str, L | None], Screen]
    """The last question; its buttons are the move, or only that with one coin or pawn."""
    draw: Draw
    none_said: str
    tile_asked: str
    tile_gone: str
    space_asked: str
    unknown: str

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        """Answer a button: what its id says must be there."""
        opens, puts = self.verbs[0], self.verbs[1]
        match args:
            case () if verb == opens:
                return self.which_tile(view)
            case (part,) if verb == opens and part in (LIST, KEYS):
                return ListPreference(self.which_tile(view, part=part), part == LIST)
            case (tile,) if verb == opens and len(tile) == 2:
                return self.which_space(view, tile)
            case (label,) if verb == opens:
                space = _there(space_named(view.observation.layout, label))
                return self.which(view, _checked(view, self.move(self.some(view), space)), "", None)
            case (label, text):
                what = _there(self.read(view, text))
                move = self.move(what, _there(space_named(view.observation.layout, label)))
                if verb == opens or (verb == puts and self.asks_first(view, what)):
                    return self.which(view, _checked(view, move), "", what)
                return Submit(move)
            case _:
                raise IllegalAction(NOT_NOW)

    def typed(self, view: View, where: str, text: str) -> Answer:
        """Answer what is typed: the move if it is clear, otherwise the question that is open."""
        space = the_space(view, where)
        if space is None:
            tile = the_tile(view, where)
            return (
                self.which_space(view, tile)
                if tile
                else self.which_tile(view, missing(view, where))
            )
        what = self.read(view, text)
        if what is not None and not self.asks_first(view, what):
            return Submit(self.move(what, space))
        _checked(view, self.move(self.some(view), space))
        is_unknown = bool(text) and what is None
        return self.which(view, space, view.words.say(self.unknown) if is_unknown else "", None)

    def suggested(self, view: View, where: str) -> list[Suggestion]:
        """Offer legal spaces."""
        return space_suggestions(view, self.legal(view.observation), where)

    def which_tile(self, view: View, first: str = "", part: str = "") -> Screen:
        """Ask on which tile, by keys or by a menu; a person's last choice of them is remembered."""
        words, tiles = view.words, by_tile(view, self.legal(view.observation))
        if not tiles:
            return Screen((Text(words.say(self.none_said)),), accent(view))
        title = words.say(self.tile_asked, spaces=spaces(words, sum(map(len, tiles.values()))))
        labels = {space: "" for quarters in tiles.values() for space in quarters.values()}
        drawn = captions(view, words.say("Which tile?"))
        picture = self.draw(view.observation, drawn, labels, step=(1, 3))
        verb = self.verbs[0]
        if part == LIST or (view.preferences.lists and part != KEYS):
            options = tuple(
                SelectOption(laid.tile, laid.tile, tile_described(words, laid, tiles[laid.tile]))
                for laid in view.observation.layout.tiles
                if laid.tile in tiles
            )
            other = Button(words.say("As buttons"), draft_id(view, verb, KEYS))
            menu = Select(draft_id(view, verb), words.say("Which tile?"), options)
            keys: tuple[Block, ...] = (menu, Row((other,)))
        else:
            other = Button(words.say("As a list"), draft_id(view, verb, LIST))
            named_ = (Button(tile, draft_id(view, verb, tile), Style.BLUE) for tile in tiles)
            keys = keypad((*named_, other))
        image = Image(picture, spaces_alt(view, tiles))
        return Screen((*text_block(first), Text(title), image, *keys), accent(view))

    def which_space(self, view: View, tile: Tile, first: str = "") -> Screen:
        """Ask which space of the tile; with one only, the last question comes at once."""
        words, quarters = view.words, by_tile(view, self.legal(view.observation)).get(tile, {})
        if not quarters:
            return self.which_tile(view, words.say(self.tile_gone, tile=tile))
        if len(quarters) == 1:
            return self.which(view, next(iter(quarters.values())), first, None)
        labels: dict[Space, str] = {space: quarter for quarter, space in quarters.items()}
        drawn = captions(view, words.say("Which space?"))
        picture = self.draw(view.observation, drawn, labels, step=(2, 3))
        keys = tuple(
            Button(
                space_described(words, f"{tile}{quarter}"),
                draft_id(view, self.verbs[0], f"{tile}{quarter}"),
                Style.BLUE,
            )
            for quarter in quarters
        )
        title, alt = words.say(self.space_asked, tile=tile), spaces_alt(view, {tile: quarters})
        return self.screen(view, title, Image(picture, alt), keys, first)

    def screen(
        self, view: View, title: str, image: Image, keys: tuple[Button, ...], first: str = ""
    ) -> Screen:
        """Return a question with its picture, its keys and the way back."""
        back = Button(view.words.say("Back to the tiles"), draft_id(view, self.verbs[0]))
        return Screen(
            (*text_block(first), Text(title), image, *keypad((*keys, back))), accent(view)
        )


def which_coin(view: View, space: Space, first: str, only: int | None) -> Screen:
    """Ask with which coin a city is founded, or whether with this one."""
    words, observation = view.words, view.observation
    where = named_at(observation.layout, space)
    title = words.say(
        "### Which coin on {space}?\nOnly you know its value. Nothing is sent yet.",
        space=where,
    )
    drawn = captions(view, words.say("Which coin?"))
    picture = RENDERER.found(observation, drawn, {space: ""}, only, step=(3, 3))
    keys = [
        Button(
            words.say("Lay your {coin} on {space}", space=where, coin=coin),
            draft_id(view, "n", where, coin),
            Style.GREEN,
        )
        for coin in observation.purses[observation.seat].coins
        if only is None or coin == only
    ]
    if only is not None:
        keys.append(Button(words.say("Another coin"), draft_id(view, "c", where)))
    return CITY.screen(view, title, Image(picture, coin_alt(view, space)), tuple(keys), first)


def which_pawn(view: View, space: Space, first: str, only: Pawn | None) -> Screen:
    """Ask which pawn is set, or whether this one; for the last, whether a quake shall begin."""
    words, observation = view.words, view.observation
    pool, where = observation.pool, named_at(observation.layout, space)
    if len(pool) == 1:
        title = words.say(
            "### The last epicenter: {pawn} on {space}\n**It starts a quake:** you roll the four"
            " dice and choose their order. Nothing is sent yet.",
            pawn=pawn_name(words, pool[0]),
            space=where,
        )
        after = marked(observation, Epicenter(pool[0], space))
        picture = RENDERER.draft(after, captions(view, words.say("Quake!")))
        sure = words.say("Set it and start the quake")
        keys = [Button(sure, draft_id(view, "b", where, pool[0]), Style.RED)]
        first = ""
    else:
        title = words.say(
            "### Which pawn on {space}?\nIts die will move this tile. Nothing is sent yet.",
            space=where,
        )
        drawn = captions(view, words.say("Which epicenter?"))
        picture = RENDERER.epicenter(observation, drawn, {space: ""}, only, step=(3, 3))
        keys = [
            Button(
                words.say("Set {pawn} on {space}", pawn=pawn_name(words, pawn), space=where),
                draft_id(view, "m", where, pawn),
                Style.GREEN,
            )
            for pawn in pool
            if only in (None, pawn)
        ]
        if only is not None:
            keys.append(Button(words.say("Another epicenter"), draft_id(view, "e", where)))
    return EPICENTER.screen(view, title, Image(picture, pawn_alt(view, space)), tuple(keys), first)


CITY: Final[PlacingQuestions[int]] = PlacingQuestions(
    verbs="cn",
    legal=founding,
    move=Found,
    read=lambda _view, text: the_coin(text),
    some=lambda view: next(iter(view.observation.purses[view.observation.seat].coins), 0),
    asks_first=lambda _view, _coin: False,
    which=which_coin,
    draw=RENDERER.found,
    none_said=mark("**No city can be founded now.** Set an epicenter instead."),
    tile_asked=mark("### Found a city: which tile?\n{spaces} to choose from."),
    tile_gone=mark("Nothing can be founded on {tile} now."),
    space_asked=mark("### A city on {tile}: where?"),
    unknown=mark("There is no such coin."),
)
EPICENTER: Final[PlacingQuestions[Pawn]] = PlacingQuestions(
    verbs="emb",
    legal=setting,
    move=Epicenter,
    read=lambda view, text: the_pawn(view.words, text),
    some=lambda view: view.observation.pool[0],
    asks_first=lambda view, pawn: (pawn,) == view.observation.pool,
    which=which_pawn,
    draw=RENDERER.epicenter,
    none_said=mark("**No epicenter can be set now.** Found a city instead."),
    tile_asked=mark("### Set an epicenter: which tile?\n{spaces} on coastal tiles."),
    tile_gone=mark("No epicenter can be set on {tile} now."),
    space_asked=mark("### An epicenter on {tile}: where?"),
    unknown=mark("There is no such epicenter."),
)


class Placing(Phase[Observation, Action]):
    """A turn: a city, an epicenter, or nothing."""

    verbs = "cnembz"

    commands = (
        Command(
            "found",
            "Found a city.",
            CITY.typed,
            (
                CommandOption("space", "such as D1c", CITY.suggested),
                CommandOption(
                    "coin", "one of yours; no one else sees this", own_coins, is_needed=False
                ),
            ),
        ),
        Command(
            "epicenter",
            "Set a pawn on a coastal tile.",
            EPICENTER.typed,
            (
                CommandOption("space", "such as D1c", EPICENTER.suggested),
                CommandOption("pawn", "one that is free, such as Sun", free_pawns, is_needed=False),
            ),
        ),
    )

    def wanted(self, view: View, who: str) -> str:
        return view.words.say("{who}, **your move.**", who=who)

    def rows(self, view: View) -> tuple[Row, ...]:
        words, observation = view.words, view.observation
        can_found, can_set = founding(observation), setting(observation)
        if not can_found and not (can_set and observation.pool):
            return (Row((Button(words.say("Pass"), draft_id(view, "z"), Style.GREEN),)),)
        city, epicenter = words.say("Found a city"), words.say("Set an epicenter")
        found = Button(city, draft_id(view, "c"), Style.BLUE, disabled=not can_found)
        set_ = Button(epicenter, draft_id(view, "e"), Style.BLUE, disabled=not can_set)
        return (Row((found, set_)),)

    def ask(self, view: View, first: str = "") -> Screen | None:  # noqa: ARG002
        return None

    def press(self, view: View, verb: str, args: tuple[str, ...]) -> Answer:
        if verb in CITY.verbs:
            return CITY.press(view, verb, args)
        if verb in EPICENTER.verbs:
            return EPICENTER.press(view, verb, args)
        if args:
            raise IllegalAction(NOT_NOW)
        return Submit(Pass())

    def refreshed(self, view: View, verb: str, args: tuple[str, ...]) -> Screen | None:
        """Ask again for what was begun, or the other thing; keeps the tile if it still can be."""
        tile = args[0][:2] if args else ""
        can_found, can_set = founding(view.observation), setting(view.observation)
        if not can_found and not can_set:
            return None
        putting = EPICENTER if can_set and (verb in "emb" or not can_found) else CITY
        return putting.which_space(view, tile) if tile else putting.which_tile(view)


def by_tile(view: View, legal: Iterable[Space]) -> dict[Tile, dict[Quarter, Space]]:
    """Return the legal spaces by the tile that is on top there, in the order of the tiles."""
    found: dict[Tile, dict[Quarter, Space]] = {}
    for space in legal:
        on_top = name_at(view.observation.layout, space)
        if on_top is not None:
            found.setdefault(on_top[0], {})[on_top[1]] = space
    order = list(QUARTERS)
    return {
        tile: dict(sorted(found[tile].items(), key=lambda each: order.index(each[0])))
        for tile in sorted(found)
    }


def _there(found: T | None) -> T:
    """Return what an id names; raise for one that is made by hand or too old."""
    if found is None:
        raise IllegalAction(NOT_NOW)
    return found


def _checked(view: View, action: Found | Epicenter) -> Space:
    """Return the space of a move that is legal now; raise why it isn't."""
    if refusal := refused(view.observation, action):
        raise refusal
    return action.space
