"""The log of a table: its chain, who may see which line, its words, its money, and its replay."""
