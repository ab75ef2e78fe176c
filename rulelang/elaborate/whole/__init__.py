"""What is settled and refused of a whole game, when all of its bodies are elaborated."""
