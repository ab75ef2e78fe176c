"""The bots of all tables, in processes of their own."""
