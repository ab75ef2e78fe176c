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
