"""A match as a page for a browser: at which address."""
