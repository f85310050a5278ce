"""The cards of a table: decks, seeds and sealed shoes, and the audit of shoes."""
