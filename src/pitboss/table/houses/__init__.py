"""Houses: what is filed for a table, checked against the law, and the table it may open."""
