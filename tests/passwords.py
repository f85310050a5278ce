"""What tests of many folders need of passwords."""

from typing import Final

from argon2 import PasswordHasher

QUICK: Final = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Argon2 at its cheapest: it is slow on purpose, and nobody guesses at these passwords."""
