"""How play looks in a terminal: boards, prose and the course of a game. No game is named here."""
