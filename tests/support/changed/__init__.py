"""Rule texts that are changed in small ways, and what notices; checklists of rulebooks."""
