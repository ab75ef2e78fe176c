"""Servers, browsers and commands in processes of their own."""
