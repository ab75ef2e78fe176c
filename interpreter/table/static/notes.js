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
  question++;
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
let question = 0; // an answer that comes after another question, or a menu, is not told
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
  const key = `${table().dataset.n} ${query}`, mine = aloud ? ++question : question;
  if (!answers.has(key)) {
    const answer = await ask(`${base}/why?${query}`);
    if (!answer?.ok) return;
    answers.set(key, (await answer.json()).answer);
  }
  const text = answers.get(key);
  if (mine !== question || !thing.isConnected) return;
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
