"""How people say that all win or lose together."""

from typing import Final

EVERYBODY: Final = (
    r"(?:all(?: of (?:us|them))?(?: the)?(?: players)?|(?:the |both )?players"
    r"|everyone|everybody|every player|we(?: all)?)"
)
"""A pattern of all who play together."""
