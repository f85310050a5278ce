"""PAR sheets as plain data: of a wager and of a game, with their words and comparisons."""
