"""The IR of what is asked of how spaces lie: what is reached, groups, walks, lines, rays.

| modules | what is there |
|---|---|
| `floods` | what is reached, by shifts of masks |
| `graphs` | groups of edges, spaces within reach, sets joined |
| `regions`, `reaching` | groups of spaces, what lies around them, whether they have a space |
| `trails` | longest trails |
| `lines` | families of sets, such as four in a row |
| `rays`, `slides` | what lies straight on from a place |
| `nearby` | whether anything is found near one place |
"""
