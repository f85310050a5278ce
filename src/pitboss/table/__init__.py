"""A table: seats, a shoe, a log that is the state, and the only code that pays."""
