"""Access to the server: sessions, addresses, limits and guards."""
