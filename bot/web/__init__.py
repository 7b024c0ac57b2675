"""Pages of matches over HTTP."""
