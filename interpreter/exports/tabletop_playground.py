"""Templates of Tabletop Playground: decks, tiles and boards, with their textures.

Everything flat is a card there, so one sort of template is enough: a sheet of faces, and the list
of the cells that are in the stack. Sizes are centimetres.

Source: github.com/plasticity-studios/tabletop-playground-schemas, `schema.json` and its sources.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Final

from interpreter.exports.faces import Atlas, atlases, back_name, board_size, images
from interpreter.exports.pieces import Pieces
from interpreter.formats import Json
from interpreter.sheets.art import key_of

_FRONT_ON_BACK: Final = -1
_SEPARATE: Final = -2
_SAME_AS_BACK: Final = -3
_BLURRED: Final = -1


def tabletop_playground(pieces: Pieces) -> dict[str, bytes]:
    """Return a folder `Templates`, and a folder `Textures` with what they show.

    Raises:
        UsageError: the extra `print` is not installed.
    """
    found = atlases(pieces)
    files = {f"Textures/{name}": data for name, data in images(pieces, found).items()}
    for atlas in found:
        template = _stack(pieces, atlas)
        files[f"Templates/{atlas.name}.json"] = _written(template)
    for number, placed in enumerate(pieces.boards, 1):
        name = f"board-{number}"
        width, height = board_size(placed)
        body = _template(pieces, name, placed.title or f"Board {number}", (width, height))
        body |= {"Model": "Square", "Indices": [0], "CardNames": {}, "Thickness": 0.2}
        files[f"Templates/{name}.json"] = _written(body)
    return files


def _stack(pieces: Pieces, atlas: Atlas) -> dict[str, Json]:
    first = atlas.items[0]
    body = _template(pieces, atlas.name, first.component, (first.width, first.height))
    back = back_name(first)
    indices: list[Json] = [at for at, item in enumerate(atlas.items) for _ in range(item.copies)]
    names: dict[str, Json] = {str(at): item.label for at, item in enumerate(atlas.items)}
    body |= {
        "NumHorizontal": atlas.columns,
        "NumVertical": atlas.rows,
        "Indices": indices,
        "CardNames": names,
        "Model": "Rounded" if first.sort == "card" else "Square",
        "Thickness": 0.05 if first.sort == "card" else 0.2,
        "HiddenInHand": first.sort == "card",
    }
    if back is not None:
        body |= {"BackTexture": back, "BackIndex": _SEPARATE, "HiddenIndex": _SAME_AS_BACK}
    return body


def _template(
    pieces: Pieces, name: str, called: str, size: tuple[float, float]
) -> dict[str, Json]:
    guid = sha256(f"{pieces.title} {name}".encode()).hexdigest()[:32].upper()
    return {
        "Type": "Card",
        "GUID": guid,
        "Name": f"{pieces.title}: {called}",
        "Metadata": "",
        "CollisionType": "Regular",
        "SurfaceType": "Cardboard",
        "Models": [],
        "Tags": [key_of(called)],
        "FrontTexture": f"{name}.png",
        "BackIndex": _FRONT_ON_BACK,
        "HiddenIndex": _BLURRED,
        "NumHorizontal": 1,
        "NumVertical": 1,
        "Width": round(size[0] / 10, 2),
        "Height": round(size[1] / 10, 2),
        "CardMetadata": {},
        "CardTags": {},
    }


def _written(template: dict[str, Json]) -> bytes:
    return json.dumps(template, indent=1, ensure_ascii=False).encode()
