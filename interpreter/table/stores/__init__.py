"""The databases of tables: what is kept, what each must do, and the two there are.

`rows` are what is kept, `store` what every database must do; `sql` does it in statements that
databases of SQL share, `columns` reads and writes their rows. `sqlite` needs no server,
`postgres` lets many servers of tables share one database.
"""
