"""What answers Discord: slash commands, buttons, menus and forms."""
