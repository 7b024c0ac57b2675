"""People over many matches: what their results are worth."""
