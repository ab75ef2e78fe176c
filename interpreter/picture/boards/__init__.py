"""Where the places of each board lie: geometry alone, from the static document and a look."""
