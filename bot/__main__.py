"""`python -m bot`: everything begins here, and settings are read by the command that runs."""

from bot.command_line.main import main

if __name__ == "__main__":
    main(prog_name="python -m bot")
