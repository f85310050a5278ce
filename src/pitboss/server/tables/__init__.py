"""Tables in play: how they are opened, what people do at them, its one commit, how they close."""
