"""Pages of matches at an address: a server for browsers."""
