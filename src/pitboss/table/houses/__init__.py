"""What a house files for a table, checked against the law, and the table that it may open."""
