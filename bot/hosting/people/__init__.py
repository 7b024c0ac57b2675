"""What players agree: votes, deals, leaving: services."""
