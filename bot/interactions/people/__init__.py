"""People over many matches: statistics, ranking."""
