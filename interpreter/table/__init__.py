"""A table in the browser: plays of many people and bots, kept in a database.

`stores` keeps them; `tokens` are what seats are known by, `texts` the rule files that a play is
pinned to. `live` is a play made of its entries, `hall` all of them with their seats, `bots` who
plays in seats without a person. `showing` makes what a seat sees, `routes` serves it over HTTP.
What others use of these is handed on here.
"""

from typing import TYPE_CHECKING

from rulelang.late import handed_on

if TYPE_CHECKING:
    from interpreter.table.bots.thinking import Thinkers
    from interpreter.table.hall import Hall
    from interpreter.table.opening import Opened
    from interpreter.table.plays import (
        SERVED,
        is_database,
        plays_of,
        reading,
        state_of,
        store_at,
        table_in,
    )
    from interpreter.table.routes.authoring import Author
    from interpreter.table.routes.serving import serve
    from interpreter.table.showing.notices import Notice
    from interpreter.table.stores.rows import TableRow
    from interpreter.table.stores.store import Store, StoreDown
    from interpreter.table.texts import unpacked
    from interpreter.table.trying import Differs
    from interpreter.table.uploads import Reader
else:
    __getattr__ = handed_on(
        __name__,
        {
            "bots.thinking": "Thinkers",
            "hall": "Hall",
            "opening": "Opened",
            "plays": "SERVED is_database plays_of reading state_of store_at table_in",
            "routes.authoring": "Author",
            "routes.serving": "serve",
            "showing.notices": "Notice",
            "stores.rows": "TableRow",
            "stores.store": "Store StoreDown",
            "texts": "unpacked",
            "trying": "Differs",
            "uploads": "Reader",
        },
    )

__all__ = [
    "SERVED",
    "Author",
    "Differs",
    "Hall",
    "Notice",
    "Opened",
    "Reader",
    "Store",
    "StoreDown",
    "TableRow",
    "Thinkers",
    "is_database",
    "plays_of",
    "reading",
    "serve",
    "state_of",
    "store_at",
    "table_in",
    "unpacked",
]
