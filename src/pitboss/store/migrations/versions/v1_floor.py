"""The first schema: tables, logs, double entry, meters and people. A house that still has it is
brought to the present one from here; a new house gets that at once.
"""

revision = "1"
down_revision: str | None = None
