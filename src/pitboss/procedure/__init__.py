"""What a dealer may do: draw, ask, take a stake, settle, pay, tell.

A procedure is a script that yields one of these and is sent the answer. It touches no clock,
random source, file or database, so the same answers always make the same round. An irregularity
is thrown into the pending `yield`; the verbs here resolve it as its clause says.
"""
