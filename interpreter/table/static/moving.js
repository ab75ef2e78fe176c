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
