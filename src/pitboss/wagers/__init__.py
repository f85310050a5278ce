"""A rule read two ways: on real cards, to settle it, and on all cards at once, to prove it."""
