// Looks again when the table has changed, and lets choices be made on the picture: each thing
// that one may point at carries the ids of the actions it belongs to (data-act). A click keeps
// those; when one is left its button is ready. Without this script the forms do the same.
"use strict";

let kept = null;

const all = (selector) => [...document.querySelectorAll(selector)];
const offers = () => all("#offers button[value]");

// The ids of a thing, written as ranges: "3 7-9".
function acts(thing) {
  const ids = [];
  for (const range of (thing.getAttribute("data-act") || "").split(" ").filter(Boolean)) {
    const [low, high] = range.split("-").map(Number);
    for (let id = low; id <= (high ?? low); id++) ids.push(String(id));
  }
  return ids;
}

function show() {
  const left = kept && new Set(kept);
  for (const button of offers()) button.classList.toggle("hidden", !!left && !left.has(button.value));
  for (const drawing of all("svg")) drawing.classList.toggle("choosing", !!left);
  for (const thing of all("[data-act]")) {
    thing.classList.toggle("may", !left || acts(thing).some((id) => left.has(id)));
  }
  const fold = document.querySelector("#offers details");
  if (fold && left) fold.open = true;
  const hint = document.getElementById("hint");
  if (!hint) return;
  const shown = offers().filter((button) => !button.classList.contains("hidden"));
  hint.textContent = !left ? "" : shown.length === 1
    ? `${shown[0].textContent}: press Enter, or Escape to choose anew.`
    : `${shown.length} ways; go on pointing, or press Escape.`;
  if (left && shown.length === 1) shown[0].focus();
}

function point(thing) {
  const here = acts(thing);
  const both = kept ? kept.filter((id) => here.includes(id)) : here;
  kept = both.length ? both : here;
  show();
}

async function look() {
  let answer;
  try {
    answer = await fetch(location.pathname, { cache: "no-store" });
  } catch {
    return say("The connection is lost; trying again.");
  }
  take(await answer.text());
}

function take(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const table = document.getElementById("table");
  const next = page.getElementById("table");
  if (!next) return say(page.querySelector("main")?.textContent.trim() || "That did not work.");
  if (!table) return;
  const typed = document.getElementById("line")?.value;
  const focus = document.activeElement?.id;
  table.replaceWith(document.adoptNode(next));
  kept = null;
  show();
  const line = document.getElementById("line");
  if (line && typed) line.value = typed;
  if (focus) document.getElementById(focus)?.focus();
}

function say(text) {
  const said = document.getElementById("said");
  if (said) said.textContent = text;
}

async function send(form, button) {
  const fields = new URLSearchParams(new FormData(form));
  if (button?.name) fields.set(button.name, button.value);
  for (let tries = 0; tries < 5; tries++) {
    try {
      const answer = await fetch(form.getAttribute("action"), { method: "POST", body: fields });
      return take(await answer.text());
    } catch {
      say("The connection is lost; your choice is sent again.");
      await new Promise((done) => setTimeout(done, 1000 * 2 ** tries));
    }
  }
  say("Your choice could not be sent. Look again when you are connected.");
}

document.addEventListener("click", (event) => {
  const thing = event.target.closest?.("svg [data-act]");
  if (thing) point(thing);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && kept) { kept = null; show(); }
  const thing = event.target.closest?.("svg [data-act]");
  if (thing && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); point(thing); }
  if (event.key === "/" && event.target.tagName !== "INPUT") {
    const line = document.getElementById("line");
    if (line) { event.preventDefault(); line.focus(); }
  }
});

document.addEventListener("submit", (event) => {
  if (!event.target.closest("#choices")) return;
  event.preventDefault();
  send(event.target, event.submitter);
});

function listen() {
  const path = document.body.dataset.stream;
  if (!path) return;
  const stream = new EventSource(path);
  stream.onmessage = (event) => {
    const table = document.getElementById("table");
    if (table && table.dataset.n !== event.data) look();
  };
}

if (location.pathname === "/join" && location.hash.length > 1) {
  const token = document.getElementById("token");
  if (token) {
    token.value = decodeURIComponent(location.hash.slice(1));
    history.replaceState(null, "", "/join");
  }
}
listen();
show();
