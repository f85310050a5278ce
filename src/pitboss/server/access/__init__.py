"""Who may come in, and how often: sessions, addresses, limits and guards."""
