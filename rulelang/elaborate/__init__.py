"""Surface tree → core tree, for one instance of a game.

Names, types, constants and sugar are settled here; `instance.elaborate` is the public function.
Players and options are constants; a branch that they make dead is not looked at (the instances in
which it lives are). Findings go to the sink; what they concern gets the type `Unknown`, about
which everything later keeps silent.
"""
