"""What a game is worth and how to play it: from its terms to the value of every choice."""
