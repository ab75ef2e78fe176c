"""What a seat is shown: pages, what has changed in them, the log, reasons, and who sits where."""
