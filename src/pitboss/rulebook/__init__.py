"""The law as data: sections, wagers, games, pay tables and readings, each with its citation."""
