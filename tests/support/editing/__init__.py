"""What editors ask, and how: clients, drafts with a mark in them, protocols."""
