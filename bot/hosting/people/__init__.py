"""People over many matches: what moderators of a server do."""
