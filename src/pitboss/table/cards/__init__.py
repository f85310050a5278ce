"""Where cards come from: decks, seeds, sealed shoes, and their audit."""
