"""The compiled dealers: they know the order of a round, and read every rule from tables.

Nothing here is a constant of a game: a changed rule is another table. Tables lie one behind the
other in few arrays, because counting references to many costs more than the round. A card is a
number from 0 to 51, four times its rank plus its suit, the two of clubs being 0.
"""
