"""The real bot in a simulated Discord with a page: no token needed, nothing leaves the machine."""
