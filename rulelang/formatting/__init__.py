"""The surface tree as text, piece by piece; `rulelang.format_rules` puts the pieces together."""
