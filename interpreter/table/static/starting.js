// ---------------------------------------------------------------- what a page begins with

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
