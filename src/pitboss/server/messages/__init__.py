"""Messages on the wire: what people send, and what the server shows."""
