"""Solvers: from the terms of a game to its value, and the value of every choice."""
