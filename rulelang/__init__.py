"""The rule language: from text to a checked core tree."""
