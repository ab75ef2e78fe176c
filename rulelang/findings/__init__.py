"""What is found of a text as a whole: findings of all its instances, each said once."""
