"""A page that steps through a play: one picture a moment, and nothing said twice.

The bodies of pictures are cut where a thing begins; each piece of text is kept once, a region is a
list of pieces, a frame a list of regions. The page's own script puts them together again. Without
script the page shows the end.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping

import attrs

from interpreter.document.model import GameDocument
from interpreter.document.sight import Sight
from interpreter.look_model import Look
from interpreter.picture.draw import Page, page, written
from interpreter.picture.html import head
from interpreter.picture.ink.style import Theme
from interpreter.picture.ink.svg import escaped, num
from interpreter.picture.making import plan_of

_CUT = re.compile(r"(?=<g data-ref=)")
_STYLE = (
    ":root{color-scheme:light dark}"
    "body{margin:0;background:#f3f0e8;color:#1d2227;font:15px 'DejaVu Sans',Verdana,sans-serif}"
    "@media(prefers-color-scheme:dark){body{background:#14181c;color:#f1efe9}}"
    "svg.rl{display:block;margin:0 auto;max-width:100%;height:auto}"
    "nav{position:sticky;top:0;z-index:1;display:flex;gap:8px;align-items:center;padding:8px 14px;"
    "background:inherit}nav{background:#e5dec9;color:#1d2227}nav[hidden]{display:none}"
    "nav input{flex:1;min-width:80px}button{font:inherit;min-width:44px;min-height:36px}"
    "#told{margin:0;padding:8px 14px;min-height:1.3em}"
)
_SCRIPT = """
(function () {
  var play = JSON.parse(document.getElementById("play").textContent);
  var svg = document.querySelector("svg.rl"), body = document.getElementById("body");
  var ground = document.getElementById("ground");
  var slider = document.getElementById("step"), count = document.getElementById("count");
  var told = document.getElementById("told"), last = play.frames.length - 1, at = last;
  document.querySelector("nav").hidden = false;
  slider.max = last;
  function show(step) {
    at = Math.max(0, Math.min(last, step));
    var frame = play.frames[at], text = "";
    frame[2].forEach(function (part) {
      text += '<g transform="translate(' + part[1] + " " + part[2] + ')">';
      play.regions[part[0]].forEach(function (piece) { text += play.pieces[piece]; });
      text += "</g>";
    });
    body.innerHTML = text;
    svg.setAttribute("height", frame[1]);
    svg.setAttribute("viewBox", "0 0 " + play.width + " " + frame[1]);
    svg.setAttribute("aria-label", play.labels[frame[0]]);
    ground.setAttribute("height", frame[1]);
    slider.value = at;
    count.textContent = at + " / " + last;
    told.textContent = frame[3];
  }
  slider.addEventListener("input", function () { show(+slider.value); });
  document.getElementById("back").addEventListener("click", function () { show(at - 1); });
  document.getElementById("on").addEventListener("click", function () { show(at + 1); });
  document.addEventListener("keydown", function (event) {
    var step = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(step);
  });
  show(0);
})();
"""


@attrs.define
class _Kept:
    """Things that are the same, each once: `number` is their place in `items`."""

    items: list[object] = attrs.field(factory=list)
    _places: dict[object, int] = attrs.field(factory=dict)

    def number(self, thing: object) -> int:
        found = self._places.get(thing)
        if found is None:
            found = self._places[thing] = len(self.items)
            self.items.append(thing)
        return found


def replay(
    document: GameDocument,
    moments: Iterable[tuple[Sight, str]],
    look: Look,
    width: int = 1280,
    theme: Theme = "auto",
) -> str:
    """Return a page that steps through moments of a play, each with what is told of it.

    Arrow keys, Home, End, a slider and two buttons go to and fro. The page is all that there is:
    nothing is fetched. It holds what the sights hold and nothing else.

    Args:
        document: the static document of the game.
        moments: sights of one seat or of an onlooker, in order, and what happened before each.
        look: the look of the game.
        width: of the pictures, in pixels.
        theme: see `picture`.

    Raises:
        ValueError: there is no moment.

    >>> from interpreter import load
    >>> from interpreter.look import look_of
    >>> state = load("tic_tac_toe").start().apply(4)
    >>> document = state.game.document()
    >>> moments = [(one.sight(None), one.label) for one in state.path]
    >>> replay(document, moments, look_of(document)).startswith("<!doctype html>")
    True
    """
    pieces, regions, labels = _Kept(), _Kept(), _Kept()
    symbols: dict[str, None] = {}
    frames: list[list[object]] = []
    last: Page | None = None
    for sight, told in moments:
        found = page(plan_of(document, look, width, sight.seat), sight)
        symbols.update(dict.fromkeys(found.symbols))
        parts = [
            [
                regions.number(tuple(pieces.number(part) for part in _CUT.split(region.body))),
                num(region.x),
                num(region.y),
            ]
            for region in found.regions
        ]
        frame: list[object] = [labels.number(found.label), num(found.height), parts, told]
        if last is None or frame != frames[-1]:
            frames.append(frame)
        last = found
    if last is None:
        raise ValueError("a replay needs a moment at least")
    data = {
        "width": num(last.width),
        "labels": labels.items,
        "pieces": pieces.items,
        "regions": regions.items,
        "frames": frames,
    }
    return _page(document.title, data, attrs.evolve(last, symbols=tuple(symbols)), theme)


def _page(title: str, data: Mapping[str, object], last: Page, theme: Theme) -> str:
    """Return the page around the frames: the last one is there without script, too."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    digest = base64.b64encode(hashlib.sha256(_SCRIPT.encode()).digest()).decode()
    svg = written(last, theme, marked=True)
    policy = f"'sha256-{digest}'"
    return (
        head(f"{title}, a play", _STYLE, script=policy)
        + '<nav hidden aria-label="steps"><button id="back" aria-label="one step back">←</button>'
        '<input id="step" type="range" min="0" value="0" aria-label="step">'
        '<button id="on" aria-label="one step on">→</button><span id="count"></span></nav>\n'
        f'<p id="told" role="status">{escaped(str(_told(data)))}</p>\n'
        f"<main>{svg}</main>\n"
        f'<script id="play" type="application/json">{text}</script>\n'
        f"<script>{_SCRIPT}</script>\n</html>\n"
    )


def _told(data: Mapping[str, object]) -> object:
    frames = data["frames"]
    assert isinstance(frames, list), "frames are listed"
    return frames[-1][3]
