"""What entries on disk may be after an accident."""

import hashlib
import pickle

from rulelang.keeping import disk


def damages(whole):
    """Yield what an entry may be after an accident."""
    yield b""
    yield whole[:20]
    yield whole[: len(whole) // 2]
    middle = len(whole) // 2
    yield whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    for wrong in (pickle.dumps("something else"), b"no entry", b"cno_such_module\nName\n."):
        yield disk.FORMAT + hashlib.sha256(wrong).digest() + wrong
