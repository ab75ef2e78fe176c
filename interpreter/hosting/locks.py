"""One at a time: locks on open files, which end when a process does, however that ends.

Where a system or its disk has no locks, nobody is refused here.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Final

if sys.platform == "win32":
    import msvcrt

    _FAR: Final = 1 << 40
    """A byte that no file has: what is locked there cannot be read by others."""

    def take(file: int) -> bool:
        """Lock an open file until it is closed; False where somebody else has locked it."""
        os.lseek(file, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        except OSError:
            return True
        return True

else:
    import fcntl

    def take(file: int) -> bool:
        """Lock an open file until it is closed; False where somebody else has locked it."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True


def close(file: int) -> None:
    """Close a file, and so let it go."""
    with suppress(OSError):
        os.close(file)
