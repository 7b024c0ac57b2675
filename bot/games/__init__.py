"""The faces of the games: words, screens, commands."""
