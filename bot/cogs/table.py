"""What one can do at the table of a channel, most of it as a watcher: `/table ...`."""

from typing import Final

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.interactions import suggestions
from bot.interactions.advice import reviews
from bot.interactions.commands import run_at_own, run_here
from bot.interactions.context import Interaction
from bot.interactions.match import aids, history, planning, reading, takebacks
from bot.interactions.notices import news_modes
from bot.interactions.people import following
from bot.interactions.time import reminders
from bot.interactions.together import leaving, votes
from bot.messages.notices.news_modes import AS_SERVER
from bot.messages.people.following import STOP
from bot.table.match.match import NewsMode
from bot.table.people.following import How
from bot.table.time.reminders import Reminding

HOW_OFTEN: Final = [
    Choice(name="same as my other tables", value=reminders.EVERYWHERE),
    Choice(name="standard", value=Reminding.DEFAULT.value),
    Choice(name="sooner", value=Reminding.SOONER.value),
    Choice(name="later", value=Reminding.LATER.value),
    Choice(name="off", value=Reminding.OFF.value),
]
NEWS: Final = [
    Choice(name="a message each turn", value=NewsMode.EACH.value),
    Choice(name="one message, edited", value=NewsMode.ONE.value),
    Choice(name="a daily digest", value=NewsMode.DIGEST.value),
    Choice(name="as set for this server", value=AS_SERVER),
]


FOLLOWING: Final = [
    Choice(name="each turn", value=How.TURN.value),
    Choice(name="daily", value=How.DAY.value),
    Choice(name="off", value=STOP),
]


class TableCog(commands.GroupCog, name="table"):
    """The table of this channel."""

    @app_commands.command()
    @app_commands.describe(move="move number")
    @app_commands.autocomplete(move=suggestions.moves)
    async def board(self, interaction: Interaction, move: int | None = None) -> None:
        """The board, now or after any move."""
        if move is None:
            await run_here(interaction, reading.board)
        else:
            await run_here(interaction, history.history, str(move))

    @app_commands.command()
    @app_commands.describe(part="which part of it")
    @app_commands.autocomplete(part=suggestions.parts)
    async def text(self, interaction: Interaction, part: str = "") -> None:
        """The whole board in words."""
        await run_here(interaction, reading.text, part)

    @app_commands.command()
    async def since(self, interaction: Interaction) -> None:
        """What happened since your last turn."""
        await run_here(interaction, aids.since)

    @app_commands.command()
    async def history(self, interaction: Interaction) -> None:
        """Every move, with its picture."""
        await run_here(interaction, history.history)

    @app_commands.command()
    @app_commands.rename(first="from")
    @app_commands.describe(first="first move to show")
    @app_commands.autocomplete(first=suggestions.moves)
    async def replay(self, interaction: Interaction, first: int | None = None) -> None:
        """The match as an animation."""
        await run_here(interaction, aids.replay, str(first or ""))

    @app_commands.command()
    async def hint(self, interaction: Interaction) -> None:
        """Up to three moves worth a look; only you see them."""
        await run_here(interaction, aids.hint)

    @app_commands.command()
    async def plan(self, interaction: Interaction) -> None:
        """Prepare your next move; no one else sees it."""
        await run_here(interaction, planning.plan)

    @app_commands.command()
    @app_commands.describe(cell="only what would fit there")
    @app_commands.autocomplete(cell=suggestions.places)
    async def unseen(self, interaction: Interaction, cell: str = "") -> None:
        """Tiles or cards that no one has seen yet."""
        await run_here(interaction, aids.unseen, cell)

    @app_commands.command()
    async def danger(self, interaction: Interaction) -> None:
        """What the next quake would take, and how likely one is."""
        await run_here(interaction, aids.danger)

    @app_commands.command()
    @app_commands.describe(cell="in the middle of it")
    @app_commands.autocomplete(cell=suggestions.places)
    async def zoom(self, interaction: Interaction, cell: str = "") -> None:
        """A part of the board, large."""
        await run_here(interaction, aids.zoom, cell)

    @app_commands.command()
    async def score(self, interaction: Interaction) -> None:
        """Who scores what, and why."""
        await run_here(interaction, aids.score)

    @app_commands.command()
    async def nudge(self, interaction: Interaction) -> None:
        """Remind the players the table is waiting for, once a day."""
        await run_here(interaction, reminders.nudge)

    @app_commands.command()
    @app_commands.describe(when="how often I remind you here")
    @app_commands.choices(when=HOW_OFTEN)
    async def reminders(self, interaction: Interaction, when: str = "") -> None:
        """Your reminders at this table."""
        await run_here(interaction, reminders.here, when)

    @app_commands.command()
    async def undo(self, interaction: Interaction) -> None:
        """Take back your last move, or ask to."""
        await run_at_own(interaction, takebacks.undo)

    @app_commands.command()
    @app_commands.describe(what="what to ask the table for")
    @app_commands.autocomplete(what=suggestions.questions)
    async def vote(self, interaction: Interaction, what: str = "") -> None:
        """What the table can agree on: hold, more time, a substitute, the end."""
        await run_here(interaction, votes.votes, what)

    @app_commands.command()
    async def hold(self, interaction: Interaction) -> None:
        """Ask the table to put the match on hold, or to resume it."""
        await run_here(interaction, votes.hold)

    @app_commands.command()
    async def back(self, interaction: Interaction) -> None:
        """You're back: your seat is yours again."""
        await run_here(interaction, votes.back)

    @app_commands.command()
    @app_commands.describe(way="how turns are announced")
    @app_commands.choices(way=NEWS)
    async def messages(self, interaction: Interaction, way: str = "") -> None:
        """How turns are announced here; the host can change it."""
        await run_here(interaction, news_modes.news, way)

    @app_commands.command()
    @app_commands.describe(how="how often I tell you")
    @app_commands.choices(how=FOLLOWING)
    async def follow(self, interaction: Interaction, how: str = "") -> None:
        """Follow a table in private."""
        await run_here(interaction, following.follow, how)

    @app_commands.command()
    async def leave(self, interaction: Interaction) -> None:
        """Leave; a computer player takes over."""
        await run_at_own(interaction, leaving.quit_)

    @app_commands.command()
    async def close(self, interaction: Interaction) -> None:
        """For hosts and admins: close it for everyone."""
        await run_at_own(interaction, leaving.close)

    @app_commands.command()
    async def review(self, interaction: Interaction) -> None:
        """How you played a finished match, and how lucky you were."""
        await run_here(interaction, reviews.review)

    @app_commands.command()
    async def verify(self, interaction: Interaction) -> None:
        """Check every draw of a finished match."""
        await run_here(interaction, reading.verify)

    @app_commands.command()
    async def export(self, interaction: Interaction) -> None:
        """The record of the match as a file."""
        await run_here(interaction, reading.export)


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog."""
    await bot.add_cog(TableCog())
