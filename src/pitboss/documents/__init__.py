"""Documents to print and file: sheets drawn from plain data."""
