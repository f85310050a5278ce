"""The compiled dealers: they contain the order of a round, and read every rule from tables.

Nothing here is a constant of a game: a changed rule is another table. Tables follow one another in
a few arrays, because counting references to many arrays costs more than the round. A card is a
number from 0 to 51, four times its rank plus its suit, where the two of clubs is 0.
"""
