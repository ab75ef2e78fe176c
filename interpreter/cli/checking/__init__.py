"""Rule texts written, checked, laid out and tested; what is found is explained."""
