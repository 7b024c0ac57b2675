"""The ports of hosting, on SQLAlchemy Core."""
