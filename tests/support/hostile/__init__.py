"""Input that nobody would write, for every door of the project, and a process to try it in."""
