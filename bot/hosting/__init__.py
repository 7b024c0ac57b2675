"""The asynchronous table: runs matches for people; knows neither Discord nor SQL."""
