"""A server of tables as a process that tests may kill.

    python -m tests.support.processes.table_server DB

It says its port on a line, and serves until it is ended.
"""

from __future__ import annotations

import socket
import sys

from interpreter.table.hall import Hall
from interpreter.table.routes.serving import serve
from interpreter.table.stores.postgres import PostgresStore

if __name__ == "__main__":
    door = socket.socket()
    door.bind(("127.0.0.1", 0))
    hall = Hall(PostgresStore(sys.argv[1]))
    sys.stdout.write(f"{door.getsockname()[1]}\n")
    sys.stdout.flush()
    serve(hall, door)
