"""Games once more in plain Python, to hold plays of their rule texts against."""
