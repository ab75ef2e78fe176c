"""What a game looks like: positions, boards, rulebooks, pieces, and data for other programs."""
