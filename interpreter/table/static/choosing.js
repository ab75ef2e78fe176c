// Lets choices be made on the picture, and brings it up to date when the table has changed.
//
// Each thing that one may point at carries the ids of the actions it belongs to (data-act). A
// click keeps those; when one is left it stands ready for Enter. Pages come in pieces: what this
// browser was sent already is named by its number (books.py). Whatever this script marks it marks
// in attributes `data-x`, `tabindex` and `open`, which updates leave alone. Without it the forms
// do the same. Its files are sent as one, this one first (sent.py).
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
