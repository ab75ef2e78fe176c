"""A table in the browser: plays of many people and bots, kept in a database.

`stores` keeps them; `tokens` are what seats are known by, `texts` the rule files that a play is
pinned to. `live` is a play made of its entries, `hall` all of them with their seats, `bots` who
plays in seats without a person. `showing` makes what a seat sees, `routes` serves it over HTTP.
"""
