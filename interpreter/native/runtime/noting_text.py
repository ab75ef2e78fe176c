"""Noting which rules are reached, in LLVM's text: bytes for each site, beside the state."""

from __future__ import annotations

from typing import Final

from interpreter.native.emit.text import PREFIX
from interpreter.native.runtime.runtime_text import slots

_HERE: Final = "ptr noalias nocapture %s, ptr noalias nocapture %c"


def noting(count: int) -> str:
    """Return the functions that note so many sites.

    Each has two bytes: what is noted in looking ahead goes to the second, which nobody reads.
    """
    return f"""
@{PREFIX}noted_bytes = internal global [{2 * count} x i8] zeroinitializer

define i64 @{PREFIX}noted() nounwind {{
  %at = ptrtoint ptr @{PREFIX}noted_bytes to i64
  ret i64 %at
}}

define internal void @{PREFIX}mark({_HERE}, i64 %n) alwaysinline nounwind {{
{slots("aside")}
  %place = add i64 %aside, %n
  %at = getelementptr i8, ptr @{PREFIX}noted_bytes, i64 %place
  store i8 1, ptr %at
  ret void
}}

define internal i64 @{PREFIX}look({_HERE}, i64 %id, i64 %choose) nounwind {{
{slots("aside")}
  store i64 {count}, ptr %aside_at
  %leads = call i64 @{PREFIX}look_unwatched(ptr %s, ptr %c, i64 %id, i64 %choose)
  store i64 %aside, ptr %aside_at
  ret i64 %leads
}}
"""
