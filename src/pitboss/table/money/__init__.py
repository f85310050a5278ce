"""Stakes from the moment they are placed until they are paid, taken or returned."""
