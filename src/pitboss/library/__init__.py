"""The library's front door: open a table, prove a sheet, settle a hand, each in one call."""
