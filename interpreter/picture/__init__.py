"""Pictures of positions, from the static document and a sight and nothing else."""
