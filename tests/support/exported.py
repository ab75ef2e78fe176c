"""What other programs ask of the files that we export, in our words.

Tabletop Playground: facts of the public `schema.json` of plasticity-studios
(tabletop-playground-schemas, templates of cards): names, types, bounds, what is required.
Tabletop Simulator: facts of its knowledge base ("Save File Format", "Custom Content") and of saves
that others publish; it has no schema of its own.
playingcards.io: what programs in public repositories write into its packages and read from them.
"""

TEXT, FLAG, NUMBER, WHOLE = ({"type": t} for t in ("string", "boolean", "number", "integer"))


def thing(required, **known):
    """Return the schema of an object; what is no key of it is refused."""
    return {
        "type": "object",
        "required": required.split(),
        "properties": known,
        "additionalProperties": False,
    }


def many(of, least=0):
    """Return the schema of a list."""
    return {"type": "array", "items": of, "minItems": least}


def by_index(of):
    """Return the schema of an object whose keys are numbers of cells."""
    return {"type": "object", "patternProperties": {"^[0-9]+$": of}, "additionalProperties": False}


_ATLAS = {"type": "integer", "minimum": 1, "maximum": 128}
_LENGTH = {"type": "number", "minimum": 0.1}

TTPG_CARD = thing(
    "Type GUID Name Metadata CollisionType SurfaceType Models Tags FrontTexture BackIndex"
    " HiddenIndex Indices CardNames CardMetadata CardTags",
    Type={"const": "Card"},
    GUID={"type": "string", "pattern": "^[0-9A-F]{32}$"},
    Name=TEXT,
    Metadata=TEXT,
    CollisionType={"enum": ["Regular", "Ground", "Penetrable", "Static"]},
    SurfaceType={"enum": ["Plastic", "Wood", "Metal", "Cardboard", "Cloth", "Glass", "Silent"]},
    Models=many({}),
    Tags=many(TEXT),
    FrontTexture=TEXT,
    BackTexture=TEXT,
    BackIndex={"type": "integer", "minimum": -3},
    HiddenIndex={"type": "integer", "minimum": -3},
    NumHorizontal=_ATLAS,
    NumVertical=_ATLAS,
    Width=_LENGTH,
    Height=_LENGTH,
    Indices=many({"type": "integer", "minimum": 0}, least=1),
    CardNames=by_index(TEXT),
    CardMetadata=by_index(TEXT),
    CardTags=by_index(many(TEXT)),
    HiddenInHand=FLAG,
    Thickness={"type": "number", "minimum": 0.01},
    Model={"enum": ["Rounded", "Square", "Round", "Hexagonal"]},
)

_DECK = thing(
    "FaceURL BackURL NumWidth NumHeight BackIsHidden UniqueBack",
    FaceURL={"type": "string", "pattern": "^(https?|file)://"},
    BackURL={"type": "string", "pattern": "^(https?|file)://"},
    NumWidth={"type": "integer", "minimum": 1, "maximum": 10},
    NumHeight={"type": "integer", "minimum": 1, "maximum": 7},
    BackIsHidden=FLAG,
    UniqueBack=FLAG,
    Type=WHOLE,
)
_OBJECT = {
    "GUID": {"type": "string", "pattern": "^[0-9a-f]{6}$"},
    "Name": TEXT,
    "Transform": thing(
        "posX posY posZ rotX rotY rotZ scaleX scaleY scaleZ",
        **dict.fromkeys(
            ("posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ"), NUMBER
        ),
    ),
    "Nickname": TEXT,
    "Description": TEXT,
    "ColorDiffuse": thing("r g b", r=NUMBER, g=NUMBER, b=NUMBER),
    **dict.fromkeys(("Locked", "Grid", "Snap", "Autoraise", "Sticky", "Tooltip"), FLAG),
    "LuaScript": {"const": ""},
    "LuaScriptState": {"const": ""},
}
_NEEDED = "GUID Name Transform Nickname"
_CARD = thing(
    f"{_NEEDED} CardID CustomDeck",
    **{**_OBJECT, "Name": {"const": "Card"}},
    CardID={"type": "integer", "minimum": 100},
    SidewaysCard=FLAG,
    CustomDeck=by_index(_DECK),
)
_CARDS = thing(
    f"{_NEEDED} DeckIDs CustomDeck ContainedObjects",
    **{**_OBJECT, "Name": {"const": "DeckCustom"}},
    SidewaysCard=FLAG,
    DeckIDs=many({"type": "integer", "minimum": 100}, least=2),
    CustomDeck=by_index(_DECK),
    ContainedObjects=many(_CARD, least=2),
)
_TILE = thing(
    f"{_NEEDED} CustomImage",
    **{**_OBJECT, "Name": {"enum": ["Custom_Tile", "Custom_Tile_Stack"]}},
    CustomImage=thing(
        "ImageURL ImageSecondaryURL ImageScalar WidthScale CustomTile",
        ImageURL={"type": "string", "pattern": "^(https?|file)://"},
        ImageSecondaryURL={"type": "string", "pattern": "^(https?|file)://"},
        ImageScalar=NUMBER,
        WidthScale=NUMBER,
        CustomTile=thing(
            "Type Thickness Stackable Stretch",
            Type={"enum": [0, 1, 2, 3]},
            Thickness=NUMBER,
            Stackable=FLAG,
            Stretch=FLAG,
        ),
    ),
    Number={"type": "integer", "minimum": 2},
)
_DICE = [f"Die_{sides}" for sides in (4, 6, 8, 10, 12, 20)]
_DIE = thing(_NEEDED, **{**_OBJECT, "Name": {"enum": _DICE}})
TTS_SAVE = thing(
    "SaveName GameMode Date Table Sky Note Rules LuaScript LuaScriptState ObjectStates",
    **dict.fromkeys(
        ("SaveName", "GameMode", "Date", "Table", "Sky", "Note", "Rules", "PlayerTurn"), TEXT
    ),
    LuaScript={"const": ""},
    LuaScriptState={"const": ""},
    ObjectStates=many({"anyOf": [_CARD, _CARDS, _TILE, _DIE]}),
)

_AT = {"id": TEXT, "type": TEXT, "x": WHOLE, "y": WHOLE, "z": WHOLE}
_LYING = "id type x y z"
_IMAGE = {"type": "string", "pattern": "^package://userassets/[a-z0-9-]+\\.png$"}
_PIXELS = {"type": "integer", "minimum": 1}
_PARENT = {"type": ["string", "null"]}
_SIDE = thing(
    "objects",
    includeBorder=FLAG,
    includeRadius=FLAG,
    objects=many(
        thing(
            "type value valueType x y w h",
            type={"const": "image"},
            value={"enum": ["face", "back"]},
            valueType={"const": "dynamic"},
            color=TEXT,
            x=WHOLE,
            y=WHOLE,
            w=_PIXELS,
            h=_PIXELS,
        ),
        least=1,
    ),
)
_SORTS = {
    "hand": thing(_LYING, **_AT),
    "board": thing(
        f"{_LYING} width height boardImage",
        **_AT,
        width=_PIXELS,
        height=_PIXELS,
        boardImage=_IMAGE,
    ),
    "cardPile": thing(
        f"{_LYING} label width height", **_AT, label=TEXT, width=_PIXELS, height=_PIXELS
    ),
    "cardDeck": thing(
        f"{_LYING} parent cardWidth cardHeight cardTypes faceTemplate backTemplate",
        **_AT,
        parent=_PARENT,
        cardWidth=_PIXELS,
        cardHeight=_PIXELS,
        cardTypes={
            "type": "object",
            "additionalProperties": thing("label face back", label=TEXT, face=_IMAGE, back=_IMAGE),
        },
        faceTemplate=_SIDE,
        backTemplate=_SIDE,
    ),
    "card": thing(
        f"{_LYING} parent deck cardType faceup",
        **_AT,
        parent=_PARENT,
        deck=TEXT,
        cardType=TEXT,
        faceup=FLAG,
    ),
    "spinner": thing(f"{_LYING} options value", **_AT, options=many(WHOLE, least=2), value=WHOLE),
}
PCIO_WIDGETS = many(
    {
        "type": "object",
        "properties": {"type": {"enum": list(_SORTS)}},
        "allOf": [
            {"if": {"properties": {"type": {"const": sort}}}, "then": form}
            for sort, form in _SORTS.items()
        ],
    },
    least=1,
)
