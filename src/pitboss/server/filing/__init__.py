"""The house's Rules Submission at work: revisions, and the tables that they file."""
