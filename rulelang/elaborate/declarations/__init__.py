"""What a text declares: components, zones and variables, tables, facts, standings.

Each file takes one sort of declaration apart; `elaborate.instance` has their order.
"""
