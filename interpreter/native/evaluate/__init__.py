"""The IR of what is asked: expressions, conditions, searches, facts and the sets they go through.

| modules | what is there |
|---|---|
| `unit` | what code is written from and into |
| `scalars`, `sets`, `listed_sets`, `buffers` | values while code is written, and what makes sets |
| `asking`, `lowering` | how modules ask for parts of an expression, and which module answers |
| `drafts` | code written aside, to see whether it may fault and how much it finds |
| `expressions`, `conditions` | where other rooms enter: values, and whether something holds |
| `facts`, `places`, `recalling` | calls of facts, indices of zones and variables, memories |
| `queries`, `collected`, `given` | searches as loops: what they make, collect and give |
| `relaxing` | a quick test ahead of a search |
| `lane`, `bitsets` | conditions over all values of a variable at once, as masks |
| `boards`, `tabled`, `relations`, `tallies` | their parts: by boards, tables, shifts, counters |
| `spaces` | a room: floods, groups, trails, lines, rays |
"""
