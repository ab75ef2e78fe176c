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
