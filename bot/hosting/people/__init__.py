"""People over many matches: what moderators of a server do, and people who are erased."""
