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
