"""Measurements beside the rates: each module has `table`, which measures and returns a table."""
