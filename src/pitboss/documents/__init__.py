"""What is printed and filed: sheets drawn from plain data."""
