"""Many plays: how long, how they end, who is stronger, and that both engines agree."""
