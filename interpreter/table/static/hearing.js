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
