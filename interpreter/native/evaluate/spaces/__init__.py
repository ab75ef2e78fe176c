"""The IR of what is asked of how spaces lie: what is reached, groups, walks, lines, rays."""
