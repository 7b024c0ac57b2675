"""What players agree: votes, deals, leaving: messages."""
