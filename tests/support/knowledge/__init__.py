"""Plays that look alike to a seat, all that it can get at, and all plays with their weights."""
