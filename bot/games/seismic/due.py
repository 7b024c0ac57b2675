"""What the table waits for: how it is asked, with which picture and which public buttons."""

from bot.games.controls import draft_id
from bot.games.panel import View
from bot.games.people import is_person
from bot.games.screen import Button, Image, Row, Style
from bot.games.seismic.alt_texts import table_alt
from bot.games.seismic.captions import table_captions
from bot.games.seismic.controls import end_button, keep_button, tile_buttons
from bot.games.seismic.ties import line_buttons, tie_image, waiting, which_line
from bot.games.seismic.tile_names import magnitude
from bot.games.seismic.towns import town_buttons, towns_image
from engine.games.seismic.pieces import Quake, Rising
from render.games.seismic import RENDERER


def asked(view: View, who: str) -> str:
    """Return who must do what: "**your move.**" behind the name or ping `who`."""
    words, observation = view.words, view.observation
    if quake := waiting(observation):
        return words.say(
            "{who}, **a {magnitude} quake!** {asked}",
            who=who,
            magnitude=magnitude(quake.tile),
            asked=which_line(view, quake),
        )
    if observation.to_act is not None and not is_person(view, observation.to_act):
        return words.say("Next: {who}.", who=who)
    match observation.phase:
        case "choosing_town":
            return words.say(
                "{who}, **a {magnitude} quake!** It strikes both towns: choose which first.",
                who=who,
                magnitude=magnitude(rising(view).tile),
            )
        case "rotating":
            return words.say(
                "{who}, **after the {magnitude} quake you may turn one tile.**",
                who=who,
                magnitude=magnitude(observation.quakes[-1].tile),
            )
        case "extending":
            return words.say("{who}, **a second tile**, if you like.", who=who)
        case _:
            return words.say("{who}, **your move.**", who=who)


def rising(view: View) -> Rising:
    """Return the quake that waits for the choice of a town."""
    quake: Rising | None = view.observation.rising
    if quake is None:
        raise ValueError(view.observation.phase)
    return quake


def picture(view: View) -> Image:
    """Return the table, with the choice that a quake waits for."""
    quake: Quake | None = waiting(view.observation)
    if quake:
        title = view.words.say("Quake {magnitude}", magnitude=magnitude(quake.tile))
        return tie_image(view, quake, title)
    if view.observation.phase == "choosing_town":
        return towns_image(view, rising(view))
    return board(view)


def board(view: View) -> Image:
    """Return the picture of the table."""
    return Image(RENDERER.board(view.observation, table_captions(view)), table_alt(view))


def buttons(view: View) -> tuple[Row, ...]:
    """Return the public buttons: the first tap of the wizard, and what needs only one."""
    words, observation = view.words, view.observation
    if observation.to_act is None:
        return ()
    if quake := waiting(observation):
        return line_buttons(view, quake)
    match observation.phase:
        case "choosing_town":
            return (Row(town_buttons(view, rising(view))),)
        case "rotating":
            turn = Button(words.say("Turn a tile"), draft_id(view, "r"), Style.PRIMARY)
            return (Row((turn, keep_button(view))),)
        case "extending":
            return Row(tile_buttons(view)), Row((end_button(view),))
        case _:
            offered = tile_buttons(view)
            return (Row(offered),) if offered else ()
