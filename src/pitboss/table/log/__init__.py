"""What is kept of a table: the chain, who may see which line, its words, money and replay."""
