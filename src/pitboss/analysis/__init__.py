"""Exact counts: sheets of wagers, their proofs, and what is found in them."""
