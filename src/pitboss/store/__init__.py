"""The database of a house: logs, double entry, sealed shoes, meters and people."""
