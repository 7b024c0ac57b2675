"""Pictures about people over one match or many: charts, ranking, cards."""
