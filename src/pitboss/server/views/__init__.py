"""The views of a table: what each person sees."""
