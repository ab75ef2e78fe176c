"""What `make` writes from the code: the gallery, the film, the notebook, colours of editors."""
