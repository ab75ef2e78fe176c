"""Write a file anew, whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path


def replace(path: Path, text: str) -> None:
    """Write all of `text` or nothing: whoever reads the file meanwhile sees the old one."""
    target = path.resolve()
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        shutil.copymode(target, name)
        Path(name).replace(target)
    except OSError as error:  # a full disk names no file
        Path(name).unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
