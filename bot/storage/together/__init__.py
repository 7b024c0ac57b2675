"""What players agree: votes, deals, leaving: rows."""
