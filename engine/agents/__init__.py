"""Computer players: an observation in, an action out."""
