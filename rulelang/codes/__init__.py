"""Every code of a finding, with the paragraph that `rulelang explain CODE` shows.

Codes are words; none is renamed or used again for something else.
"""

from __future__ import annotations

from rulelang.codes.flow import FLOW
from rulelang.codes.names import NAMES
from rulelang.codes.syntax import SYNTAX
from rulelang.codes.tables import FILES, TABLES
from rulelang.codes.types import TYPES

CODES: dict[str, str] = {
    code: " ".join(paragraph.split())
    for code, paragraph in (FILES | SYNTAX | NAMES | TYPES | FLOW | TABLES).items()
}
"""The paragraph behind each code."""
