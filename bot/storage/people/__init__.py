"""People over many matches: rows."""
