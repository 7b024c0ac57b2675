"""The page of a match: one file with a board after every move."""
