"""Where cards come from: decks, seeds and sealed shoes, and how shoes are audited."""
