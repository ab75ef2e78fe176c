// Lets choices be made on the picture, and brings it up to date when the table has changed.
//
// Each thing that one may point at carries the ids of the actions it belongs to (data-act). A
// click keeps those; when one is left it stands ready for Enter. Pages come in pieces: what this
// browser was sent already is named by its number (books.py). Whatever this script marks it marks
// in attributes `data-x`, `tabindex` and `open`, which updates leave alone. Without it the forms
// do the same.
"use strict";

const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const id = (name) => document.getElementById(name);
const table = () => id("table");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const fingers = matchMedia("(hover: none)");
const base = document.body.dataset.base;
const me = crypto.getRandomValues(new Uint32Array(3)).join("-");

// ---------------------------------------------------------------- what is chosen so far

let kept = []; // the ids left after each click, last one last
const left = () => kept.at(-1);
const offers = () => all("#offers button[value]");
const things = () => all("#drawing [data-ref][role], #drawing [data-act]");
const mark = (element, word) => word ? element.setAttribute("data-x", word) : element.removeAttribute("data-x");

// The ids of a thing, written as ranges: "3 7-9".
function acts(thing) {
  const ids = [];
  for (const range of (thing.getAttribute("data-act") || "").split(" ").filter(Boolean)) {
    const [low, high] = range.split("-").map(Number);
    for (let one = low; one <= (high ?? low); one++) ids.push(String(one));
  }
  return ids;
}

const title = document.title;

function show() {
  document.title = id("why") ? `● ${title}` : title; // whoever has other tabs open sees when it is his choice
  const now = left() && new Set(left());
  for (const button of offers()) mark(button, now && !now.has(button.value) ? "out" : "");
  for (const thing of all("#drawing [data-act]")) {
    mark(thing, !now ? "" : acts(thing).some((one) => now.has(one)) ? "may" : "out");
  }
  id("drawing")?.toggleAttribute("data-x", !!now);
  const fold = id("all");
  if (fold && now) fold.open = true;
  const hint = id("hint");
  if (!hint) return;
  const shown = offers().filter((button) => !now || now.has(button.value));
  const [one, more] = fingers.matches ? ["", " or go back"] : [": press Enter, or Escape to choose anew", " or press Escape"];
  hint.textContent = !now ? "" : shown.length === 1
    ? `${shown[0].textContent}${one}.`
    : `${shown.length} ways; go on pointing,${more}.`;
  const isOpen = { do: now && shown.length === 1, back: now, where: !now || shown.length > 1 };
  for (const button of all("#ways button")) mark(button, isOpen[button.value] ? "" : "out");
}

// The buttons of a narrow page, which stay in sight while what they are about may not.
const ways = {
  do: () => send(id("offers"), offers().find((button) => button.value === left()?.[0])),
  back: () => back(),
  where: () => {
    const among = new Set(left() || offers().map((button) => button.value));
    const open = all("#drawing [tabindex][data-act]").filter((thing) => among.size === 1 || apart(thing, among).length);
    sought = open[(open.indexOf(sought) + 1) % open.length];
    if (!sought) return;
    go(sought, { preventScroll: true });
    sought.scrollIntoView({ block: "center", behavior: calm.matches ? "auto" : "smooth" });
  },
};
let sought = null;

// Whether a thing is to be seen, and not below what stays at the lower edge of a narrow page.
function inSight(thing) {
  const { top, bottom } = thing.getBoundingClientRect(), bar = id("prompt");
  const edge = bar && getComputedStyle(bar).position === "sticky" ? bar.getBoundingClientRect().top : innerHeight;
  return top >= 0 && bottom <= edge;
}

// Those of some ids that a thing tells apart from others, or none.
function apart(thing, among) {
  const here = acts(thing).filter((one) => among.has(one));
  return here.length < among.size ? here : [];
}

// What is meant by a thing: itself where it may be chosen, else what it lies in or on, where that may be.
function meant(thing, { clientX, clientY } = {}) {
  if (thing.hasAttribute("data-act")) return thing;
  const lies = (thing.getAttribute("data-ref") || "").split("/")[0];
  const below = clientX === undefined ? [] : document.elementsFromPoint(clientX, clientY);
  return all("#drawing [data-act]").find((other) => other.getAttribute("data-ref") === lies)
    || below.map((one) => one.closest("#drawing [data-act]")).find(Boolean) || thing;
}

// Keeps what belongs to a thing; what no further click in sight could tell apart is asked as a menu.
function point(thing) {
  const here = acts(thing);
  const both = left() ? left().filter((one) => here.includes(one)) : here;
  if (both.length) { if (both.length !== left()?.length) kept.push(both); } else kept = [here];
  show();
  const now = left();
  const among = new Set(now), further = all("#drawing [data-act]").filter((other) => apart(other, among).length);
  const buttons = offers().filter((button) => now.includes(button.value));
  const isClear = further.length > 0 && further.every(inSight);
  if (buttons.length && buttons.length <= 6 && !isClear) menu(thing, buttons); else hush();
}

function back() {
  hush();
  kept.pop();
  show();
}

// ---------------------------------------------------------------- a note beside a thing

let noted = null;

function hush() {
  clearTimeout(waiting);
  const tip = id("tip");
  if (!tip) return;
  const inside = tip.contains(document.activeElement);
  tip.remove();
  if (inside) (noted?.isConnected ? noted : id("asked"))?.focus({ preventScroll: true });
}

function tip(thing, fill) {
  hush();
  noted = thing;
  const box = document.createElement("div");
  box.id = "tip";
  fill(box);
  document.body.append(box);
  const at = thing.getBoundingClientRect(), own = box.getBoundingClientRect();
  const below = at.bottom + own.height + 6 < innerHeight;
  const x = Math.max(4, Math.min(at.left, innerWidth - own.width - 4));
  const y = below ? at.bottom + 4 : Math.max(4, at.top - own.height - 4);
  box.style.left = `${x + scrollX}px`;
  box.style.top = `${y + scrollY}px`;
  return box;
}

function note(thing, text) {
  tip(thing, (box) => {
    box.role = "tooltip";
    box.textContent = text;
  });
}

function menu(thing, buttons) {
  const box = tip(thing, (box) => {
    box.role = "group";
    box.setAttribute("aria-label", "which one");
    for (const button of buttons) {
      const copy = document.createElement("button");
      copy.textContent = button.textContent;
      copy.dataset.value = button.value;
      copy.addEventListener("click", () => send(id("offers"), button));
      box.append(copy);
    }
  });
  box.firstChild.focus({ preventScroll: true });
}

// ---------------------------------------------------------------- why not

let waiting = 0;
const answers = new Map();

function refs(thing) {
  const found = [];
  for (let at = thing; at && at.id !== "drawing"; at = at.parentElement) {
    const ref = at.getAttribute("data-ref");
    if (ref) found.push(ref);
  }
  return found.slice(0, 4);
}

async function why(thing, aloud) {
  if (!base || base.endsWith("/watch") || table().dataset.step) return;
  const query = thing.dataset.ref === undefined
    ? new URLSearchParams({ about: thing.value })
    : new URLSearchParams(refs(thing).map((ref) => ["thing", ref]));
  const key = `${table().dataset.n} ${query}`;
  if (!answers.has(key)) {
    const answer = await ask(`${base}/why?${query}`);
    if (!answer?.ok) return;
    answers.set(key, (await answer.json()).answer);
  }
  const text = answers.get(key);
  if (!thing.isConnected) return;
  const label = thing.closest("[data-ref][aria-label]")?.getAttribute("aria-label");
  note(thing, label ? `${label}\n${text}` : text);
  if (aloud) say(text);
}

// On hover or focus: the sentence at once, the reason after a while.
function describe(thing) {
  clearTimeout(waiting);
  if (id("tip")?.role === "group") return;
  const ids = acts(meant(thing));
  const label = thing.getAttribute("aria-label");
  if (ids.length) {
    const buttons = offers().filter((button) => ids.includes(button.value));
    const more = buttons.length === 1 ? buttons[0].textContent : `${ids.length} ways`;
    waiting = setTimeout(() => note(thing, label && label !== more ? `${label}\n${more}` : more), 350);
  } else waiting = setTimeout(() => why(thing, false), 600);
}

// ---------------------------------------------------------------- what has changed

let book = "", pieces = [], page = 0, order = [], width = Number(document.body.dataset.width), looking = false, pending = null;

const ask = (address, more) =>
  fetch(address, { cache: "no-store", headers: { Accept: "application/json" }, ...more }).catch(() => null);

function room() {
  const wide = Math.round(id("picture")?.clientWidth || innerWidth);
  document.cookie = `width=${wide}; path=/; max-age=31536000; SameSite=Lax`;
  return wide;
}

// Updates are packed against those before them (packing.py); `sent` is the end of these.
let sent = new Uint8Array(), unpacks = false;
try { unpacks = !!new DecompressionStream("deflate-raw"); } catch { /* they come as JSON */ }

const have = (more) => ({
  client: me, release: document.body.dataset.release, book, page, known: pieces.length, width: room(), told: table().dataset.told,
  ...(unpacks && { packed: 1 }), ...more,
});

// Another release serves the table by now: this script and what it sends may not fit. Where several
// serve it for a while, not again and again.
function anew() {
  if (Date.now() - Number(sessionStorage.getItem("anew")) < 10000) return;
  sessionStorage.setItem("anew", String(Date.now()));
  location.reload();
}

// Answers may overtake each other: an update is for the page that was here when it was asked for.
const here = () => ({ at: `${book} ${page}`, sent });

// Returns what an answer holds, and what will have been sent when it is shown.
async function read(answer, then) {
  if (!answer.headers.get("content-type")?.startsWith("application/octet-stream")) {
    return { told: await answer.json().catch(() => null), end: then.sent };
  }
  try {
    const body = new Uint8Array(await answer.arrayBuffer());
    const known = body[0] ? then.sent : new Uint8Array(), size = known.length;
    const stored = Uint8Array.of(0, size & 255, size >> 8, ~size & 255, ~size >> 8 & 255);
    const stream = new Blob([stored, known, body.subarray(1)]).stream();
    const whole = await new Response(stream.pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();
    const told = new TextDecoder().decode(new Uint8Array(whole, size));
    return { told: JSON.parse(told), end: new Uint8Array(whole.slice(-32000)) };
  } catch {
    unpacks = false; // never again: the next one comes as JSON
    return { told: null, end: then.sent };
  }
}

async function look(more = {}) {
  if (looking) { pending = more; return; }
  looking = true;
  const then = here();
  const answer = await ask(`${base}/update?${new URLSearchParams(have(more))}`);
  if (!answer) say("The connection is lost; trying again.");
  else {
    const { told, end } = await read(answer, then);
    if (told?.reload) anew();
    if (!answer.ok) say(told?.reason || "That did not work.");
    else if (told) take(told, then, end);
    else pending ??= more;
  }
  looking = false;
  if (pending) { const next = pending; pending = null; look(next); }
}

function take(update, then, end) {
  if (then.at !== here().at) {
    if (update.book !== book || update.page > page) look();
    return;
  }
  if (update.from === 0) pieces = [];
  book = update.book;
  page = update.page;
  sent = end;
  update.pieces.forEach((piece, at) => { pieces[update.from + at] = piece; });
  const before = order;
  order = [];
  let place = 0, after = 0;
  for (const run of update.order.split(" ")) {
    const isPlace = run.includes(":");
    const [skip, length = 1] = run.split(isPlace ? ":" : "x").map(Number);
    const start = skip + (isPlace ? place : after), end = start + length;
    for (let at = start; at < end; at++) order.push(isPlace ? before[at] : at);
    if (isPlace) place = end; else after = end;
  }
  const made = document.createElement("template");
  made.innerHTML = order.map((number) => pieces[number]).join("");
  const old = table(), next = made.content.firstChild;
  const isNew = old.dataset.n !== next.dataset.n;
  const from = boxes(update.moved || []);
  const focus = document.activeElement, ref = focus?.getAttribute("data-ref");
  if (isNew) { kept = []; hush(); }
  morph(old, next);
  show();
  rove();
  if (focus && focus !== document.body && focus !== document.activeElement) {
    const same = focus.isConnected ? focus : ref && things().find((thing) => thing.getAttribute("data-ref") === ref);
    (same || id("asked"))?.focus({ preventScroll: true });
  }
  if (update.news && id("news")) id("news").textContent = update.news;
  if (isNew) animate(from);
}

const nameOf = (node) => node.nodeType === 1
  ? node.id || node.getAttribute("data-ref") || (node.tagName === "BUTTON" && node.value) || "" : "";

// Makes an element like another one; what has the same name or place stays the same element.
function morph(old, next) {
  if (old.isEqualNode(next)) return;
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !["data-x", "tabindex", "open"].includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.type === "range" && old !== document.activeElement) old.value = next.value;
  const named = new Map();
  for (const child of old.childNodes) if (nameOf(child)) named.set(nameOf(child), child);
  const wanted = new Set([...next.childNodes].map(nameOf));
  let at = old.firstChild;
  for (const child of [...next.childNodes]) {
    const name = nameOf(child);
    while (at && nameOf(at) && !wanted.has(nameOf(at))) { // what is gone: nothing is moved over it
      const gone = at;
      at = at.nextSibling;
      gone.remove();
    }
    let match = name ? named.get(name) : at;
    if (match && (match.nodeName !== child.nodeName || nameOf(match) !== name)) match = null;
    if (!match) { old.insertBefore(child, at); continue; }
    if (match === at) at = at.nextSibling; else old.insertBefore(match, at);
    if (match.nodeType !== 1) match.nodeValue = child.nodeValue; else morph(match, child);
  }
  while (at) { const gone = at; at = at.nextSibling; gone.remove(); }
}

// ---------------------------------------------------------------- what moves

const quoted = (text) => CSS.escape(text);

// Where something lies: its own element, that of its zone, or the place of a board it is on.
function spot(zone, kind) {
  const index = zone.slice(zone.indexOf("("));
  return (kind && document.querySelector(`#drawing [data-ref="${quoted(`${zone}/${kind}`)}"]`))
    || document.querySelector(`#drawing [data-ref="${quoted(zone)}"]`)
    || (index.length > 1 && zone.includes("(")
      ? document.querySelector(`#drawing [id^="r-board"] [data-ref$="${quoted(index)}"]`) : null);
}

function boxes(moves) {
  if (calm.matches || document.hidden) return [];
  return moves.map(([from, to, kinds]) => {
    const kind = kinds?.length === 1 ? kinds[0] : kinds?.[0];
    return { to, kind, box: spot(from, kind)?.getBoundingClientRect() };
  }).filter((move) => move.box);
}

function animate(moves) {
  const each = Math.min(250, 1200 / Math.max(1, moves.length));
  moves.forEach(({ to, kind, box }, at) => {
    const target = spot(to, kind);
    const svg = id("drawing");
    if (!target || !svg?.viewBox.baseVal) return;
    const now = target.getBoundingClientRect();
    const scale = 1 / svg.getScreenCTM().a;
    const x = (box.left + box.width / 2 - now.left - now.width / 2) * scale;
    const y = (box.top + box.height / 2 - now.top - now.height / 2) * scale;
    const isThing = kind && target.getAttribute("data-ref") === `${to}/${kind}`;
    const frames = isThing
      ? [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }]
      : [{ opacity: 0.2 }, { opacity: 1 }];
    target.animate(frames, { duration: each + 100, delay: at * each, easing: "ease-out", fill: "backwards" });
  });
}

// Ends what slides; true where something did.
function settle() {
  const sliding = document.getAnimations?.() ?? [];
  for (const one of sliding) one.finish();
  return sliding.length > 0;
}

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

// ---------------------------------------------------------------- pointing

// A note may lie over what somebody wants to point at: it goes, and the click goes on.
function through({ clientX, clientY }) {
  hush();
  const found = document.elementFromPoint(clientX, clientY);
  found?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX, clientY }));
}

// What a click means: where something slid past, what lies there now.
function clicked({ target, detail, clientX, clientY }) {
  const hasPassed = settle() && detail && target.closest?.("#drawing");
  return (hasPassed && document.elementFromPoint(clientX, clientY)) || target;
}

document.addEventListener("click", (event) => {
  const target = clicked(event);
  const tip = target.closest?.("#tip");
  if (tip) {
    if (tip.role === "tooltip") through(event);
    return;
  }
  const way = target.closest?.("#ways button");
  if (way) { ways[way.value](); return; }
  if (target.id === "now") { event.preventDefault(); look(); return; }
  const barred = target.closest?.('button[aria-disabled="true"]');
  if (barred) { event.preventDefault(); why(barred, true); return; }
  const thing = target.closest?.("#drawing [data-act]") || target.closest?.("#drawing [data-ref]");
  const what = thing && meant(thing, event);
  if (what?.hasAttribute("data-act")) point(what);
  else if (thing) why(thing, true);
  else if (target.closest?.("#drawing")) { if (kept.length) back(); else hush(); }
  else hush();
});

// A note is for whoever moves there: none where the page moved below the mouse, or where a click left the focus.
let mouse = "";

function heed(event) {
  if (event.target.closest?.("#tip")) { clearTimeout(waiting); return; }
  const thing = event.target.closest?.('#drawing [data-act], #drawing [data-ref], button[aria-disabled="true"]');
  if (thing) describe(thing);
  else if (id("tip")?.role === "tooltip") { clearTimeout(waiting); waiting = setTimeout(hush, 300); }
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "touch" && mouse !== `${event.clientX} ${event.clientY}`) heed(event);
});
document.addEventListener("pointermove", ({ clientX, clientY }) => { mouse = `${clientX} ${clientY}`; });
document.addEventListener("focusin", (event) => { if (event.target.matches(":focus-visible")) heed(event); });

document.addEventListener("input", (event) => {
  if (event.target.id !== "step") return;
  const isNow = event.target.value === event.target.max;
  look(isNow ? {} : { step: event.target.value });
});

// ---------------------------------------------------------------- sending

function say(text) {
  const said = id("said");
  if (said) said.textContent = text;
}

async function send(form, button) {
  const fields = new URLSearchParams(new FormData(form));
  if (button?.name) fields.set(button.name, button.value);
  fields.set("revision", table().dataset.revision);
  fields.set("key", crypto.getRandomValues(new Uint32Array(4)).join("-"));
  const typed = form.contains(id("line")) ? id("line").value : "";
  if (typed) id("line").value = ""; // the answer may be late, and the next line be there before it
  const again = () => {
    const line = id("line");
    if (typed && line && !line.value) { line.value = typed; line.select(); }
  };
  hush();
  for (let tries = 0; tries < 8; tries++) {
    for (const [name, value] of Object.entries(have())) fields.set(name, value);
    const then = here(), slow = setTimeout(() => say("Your choice is being sent."), 2000);
    const answer = await ask(form.getAttribute("action"), { method: "POST", body: fields });
    clearTimeout(slow);
    const { told, end } = answer ? await read(answer, then) : {};
    if (told && answer.status !== 503) {
      if (told.update) take(told.update, then, end);
      say(told.reason || "");
      if (told.reload) anew();
      if (!answer.ok) again();
      return;
    }
    say(`${answer ? "The server cannot keep what you choose for now" : "The connection is lost"}; your choice is sent again.`);
    await new Promise((done) => setTimeout(done, Math.min(8000, 500 * 2 ** tries)));
  }
  say("Your choice could not be made. Choose again when the server is there.");
  again();
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!base) return;
  if (form.id === "past") event.preventDefault();
  else if (form.id === "why") {
    event.preventDefault();
    const answer = await ask(`${base}/why?${new URLSearchParams(new FormData(form))}`);
    if (answer?.ok) say((await answer.json()).answer);
  } else if (form.method === "post" && form.closest("#choices, #author")) {
    event.preventDefault();
    send(form, event.submitter);
  }
});

// ---------------------------------------------------------------- hearing

let stream = null, heard = false, polling = false;

const changed = (n) => { if (table().dataset.n !== String(n) && !table().dataset.step) look(); };

function listen() {
  if (stream) return;
  heard = false;
  stream = new EventSource(`${base}/stream`);
  stream.onmessage = (event) => {
    heard = true;
    polling = false;
    if (/^(The connection is lost|The server cannot keep|the database cannot)/.test(id("said")?.textContent)) say("");
    changed(event.data);
  };
  stream.addEventListener("again", () => { if (!table().dataset.step) look(); });
  stream.onerror = () => {
    if (stream?.readyState === EventSource.CLOSED) { deaf(); setTimeout(listen, 3000); }
  };
  setTimeout(() => { if (!heard) poll(); }, 5000);
}

function deaf() {
  stream?.close();
  stream = null;
}

// Where somebody between us holds the stream back: ask, and be answered when there is something.
async function poll() {
  if (polling) return;
  polling = true;
  while (polling) {
    const then = here();
    const answer = await ask(`${base}/update?${new URLSearchParams(have({ n: table().dataset.n, wait: 25 }))}`);
    if (!polling) return;
    const { told, end } = answer ? await read(answer, then) : {};
    if (told?.reload) anew();
    if (answer?.ok && told) { if (!table().dataset.step) take(told, then, end); }
    else await new Promise((done) => setTimeout(done, 2000));
  }
}

// A tab that nobody looks at gives its connection back: browsers have six for each server.
let hidden = 0;
document.addEventListener("visibilitychange", () => {
  clearTimeout(hidden);
  if (document.hidden) hidden = setTimeout(() => { polling = false; deaf(); }, 20000);
  else if (base) { listen(); look(); }
});
addEventListener("online", () => { if (base) look(); });

let resizing = 0;
addEventListener("resize", () => {
  clearTimeout(resizing);
  resizing = setTimeout(() => { if (base && fits()) look(); }, 300);
});

// Whether the picture should be drawn anew: there is clearly more or less room than it was made for.
function fits() {
  const wide = id("picture")?.clientWidth || 0;
  const made = id("drawing")?.viewBox.baseVal.width || wide;
  return wide < made * 0.97 || wide > made * 1.35;
}

if (location.pathname === "/join" && location.hash.length > 1) {
  const token = id("token");
  if (token) {
    token.value = decodeURIComponent(location.hash.slice(1));
    history.replaceState(null, "", "/join");
  }
}
// The page of seats: looks again when somebody sat down, and goes to the table when play begins.
const lobby = document.body.dataset.lobby;
if (lobby) {
  const link = id("link");
  if (link) { link.focus(); link.select(); }
  new EventSource(`${lobby}/stream`).onmessage = async () => {
    const answer = await ask(`${lobby}/lobby`, { headers: {} });
    if (!answer?.ok) return;
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    const wasOpen = id("start-note"), isOpen = next.getElementById("start-note");
    if (wasOpen && !isOpen) location.assign(lobby);
    else morph(id("seats"), next.getElementById("seats"));
  };
}

// The findings of a text that somebody mends: looks again until they have changed.
if (document.body.dataset.front !== undefined) {
  const told = document.querySelector("main").textContent;
  setInterval(async () => {
    const answer = await ask("/", { headers: {} });
    if (!answer?.ok) return;
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (next.querySelector("main").textContent !== told) location.reload();
  }, 2000);
}

if (base) {
  document.documentElement.dataset.x = "live";
  show();
  rove();
  listen();
  if (fits()) look();
}
