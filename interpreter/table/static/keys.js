// ---------------------------------------------------------------- keys

const regionOf = (thing) => thing.closest('g[id^="r-"]');

// One thing of each region can be reached by Tab: where one was last, else the first to choose.
function rove() {
  for (const region of all('#drawing g[id^="r-"]')) {
    const inside = all("[data-ref][role]", region).filter((thing) => !thing.closest('[aria-hidden="true"]'));
    const now = inside.find((thing) => thing === document.activeElement)
      || inside.find((thing) => thing.getAttribute("tabindex") === "0")
      || inside.find((thing) => thing.hasAttribute("data-act")) || inside[0];
    for (const thing of inside) thing.setAttribute("tabindex", thing === now ? "0" : "-1");
  }
}

function go(thing, how) {
  for (const other of all('[tabindex="0"]', regionOf(thing))) other.setAttribute("tabindex", "-1");
  thing.setAttribute("tabindex", "0");
  thing.focus({ focusVisible: true, ...how });
}

const middle = (thing) => {
  const { left: x, top: y, width: w, height: h } = thing.getBoundingClientRect();
  return [x + w / 2, y + h / 2];
};

// The nearest thing in a direction: in the region first, then anywhere in the picture.
function step(from, dx, dy) {
  const [x, y] = middle(from);
  let best = null, least = Infinity;
  for (const thing of all("#drawing [tabindex]")) {
    if (thing === from) continue;
    const [tx, ty] = middle(thing);
    const along = (tx - x) * dx + (ty - y) * dy, across = Math.abs((tx - x) * dy) + Math.abs((ty - y) * dx);
    if (along < 2) continue;
    const far = along + 2.5 * across + (regionOf(thing) === regionOf(from) ? 0 : 4000) + (across > along ? 2000 : 0);
    if (far < least) [best, least] = [thing, far];
  }
  if (best) go(best);
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function key(event) {
  if (event.key === "Escape") {
    settle();
    const isNote = id("tip")?.role === "tooltip";
    if (isNote) hush(); else if (kept.length) back();
    return false;
  }
  const line = event.target.id === "line" && event.target;
  if (line && event.key === "/" && line.selectionEnd - line.selectionStart === line.value.length) return true; // one is there
  if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return false;
  const thing = event.target.closest?.("#drawing [tabindex]");
  if (thing && ARROWS[event.key]) { step(thing, ...ARROWS[event.key]); return true; }
  if (thing && (event.key === "Enter" || event.key === " ")) {
    const what = meant(thing);
    if (what.hasAttribute("data-act")) point(what); else why(thing, true);
    return true;
  }
  const does = {
    "/": () => id("line")?.focus(),
    "?": () => thing ? why(thing, true) : id("what")?.focus(),
    u: () => id("undo")?.requestSubmit(id("undo").querySelector("button")),
    n: () => {
      const open = all("#drawing [tabindex][data-act]").filter((one) => one.getAttribute("data-x") !== "out");
      if (open.length) go(open[(open.indexOf(thing) + 1) % open.length]);
    },
  }[event.key];
  if (does) { does(); return true; }
  const arm = document.querySelector(`#drawing [data-key="${quoted(event.key)}"]`);
  if (arm) { go(arm); point(arm); }
  return !!arm;
}

document.addEventListener("keydown", (event) => { if (key(event)) event.preventDefault(); });
