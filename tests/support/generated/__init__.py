"""Texts that nobody wrote, drawn so that what fails shrinks."""
