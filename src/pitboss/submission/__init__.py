"""The Rules Submission: one TOML file in which a house states what it offers at every table."""
