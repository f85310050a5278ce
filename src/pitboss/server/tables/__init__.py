"""Tables in play: how they open and close, what people do at them, how commands are committed."""
