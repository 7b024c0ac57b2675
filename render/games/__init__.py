"""One folder for each title; the registry finds them."""
