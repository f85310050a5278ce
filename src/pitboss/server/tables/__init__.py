"""Tables in play: how they open, what people do at them, how commands are committed, how they
close.
"""
