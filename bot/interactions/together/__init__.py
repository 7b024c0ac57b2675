"""What players agree: votes, deals, leaving: answers."""
