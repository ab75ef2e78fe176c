"""A table in the browser: plays of many people and bots, kept in a database.

`rows` are what is kept, `store` what every database must do, `sqlite` the one that needs no
server; `tokens` are what seats are known by, `texts` the rule files that a play is pinned to.
`live` is a play made of its entries, `hall` all of them with their seats, `thinking` the bots.
`pages` draws what a seat sees, `web` has the routes, `limits` and `serving` what a server needs.
"""
