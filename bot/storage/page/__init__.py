"""A match as a page for a browser: rows."""
