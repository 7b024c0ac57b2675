"""How the database came to its present schema, step by step (Alembic)."""
