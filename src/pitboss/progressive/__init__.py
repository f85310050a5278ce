"""Progressive meters: pure arithmetic, exact below a cent."""
