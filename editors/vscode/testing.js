// The scenarios of rule texts as tests: the server names them, `rulelang test` runs them, `rulelang.debug` goes through them.
const { execFile } = require("child_process");
const { Location, Position, Range, TestMessage, TestRunProfileKind, Uri, commands, tests, workspace } = require("vscode");

const TEXTS = "**/*.rules";

// Returns what shows the scenarios of all texts. `ask` gives those of a text: `{uri}` → `[{name, range}]`.
function explorer(command, ask) {
  const shown = tests.createTestController("rulelang", "Rulelang");

  function add(uri) {
    const known = shown.items.get(uri.toString());
    if (known) return known;
    const file = shown.createTestItem(uri.toString(), workspace.asRelativePath(uri), uri);
    file.canResolveChildren = true;
    shown.items.add(file);
    return file;
  }

  // Items that stay are the same objects: a run may be about to tell what came of them.
  async function resolve(file) {
    const found = new Map();
    for (const { name, range } of await ask({ uri: file.id })) {
      const scenario = found.get(name) || file.children.get(name) || shown.createTestItem(name, name, file.uri);
      const { start, end } = range;
      scenario.range = new Range(start.line, start.character, end.line, end.character);
      found.set(name, scenario);
    }
    file.children.replace([...found.values()]);
  }

  async function find() {
    for (const uri of await workspace.findFiles(TEXTS)) add(uri);
  }

  // Yields the texts that are meant, each with those of its scenarios as they are now.
  async function* meant({ include, exclude = [] }) {
    const without = new Set(exclude.map(key));
    const wanted = new Map();
    for (const item of include || listed(shown.items)) {
      const file = item.parent || item;
      if (without.has(key(file))) continue;
      wanted.set(file, [...(wanted.get(file) || []), item]);
    }
    for (const [file, items] of wanted) {
      await resolve(file);
      const keys = new Set(items.map(key));
      const chosen = listed(file.children).filter((one) => keys.has(key(one)) || keys.has(key(file)));
      yield [file, chosen.filter((one) => !without.has(key(one)))];
    }
  }

  async function run(request, token) {
    const run = shown.createTestRun(request);
    await workspace.saveAll(false);
    for await (const [file, chosen] of meant(request)) {
      if (token.isCancellationRequested) break;
      if (chosen.length) await runIn(run, file, chosen, token);
    }
    run.end();
  }

  async function runIn(run, file, chosen, token) {
    chosen.forEach((one) => run.started(one));
    const some = chosen.length < file.children.size ? chosen.map((one) => `--scenario=${one.id}`) : [];
    const done = await output(command, ["test", "--json", ...some, "--", file.uri.fsPath], token);
    if (token.isCancellationRequested) return;
    let told;
    try {
      [told] = JSON.parse(done.stdout);
    } catch {
      run.errored(file, new TestMessage(done.stderr || String(done.error)));
      return;
    }
    const errors = told.findings.filter((one) => one.severity === "error");
    if (errors.length) {
      run.errored(file, errors.map((one) => message(one.title, Uri.file(one.file), one)));
      return;
    }
    for (const one of chosen) {
      const failures = told.scenarios.filter(({ name }) => name === one.id).flatMap((result) => result.failures);
      if (failures.length) run.failed(one, failures.map((failure) => message(failure.message, file.uri, failure)));
      else run.passed(one);
    }
  }

  async function debug(request) {
    for await (const [file, [scenario]] of meant(request)) {
      if (scenario) return commands.executeCommand("rulelang.debug", file.id, scenario.id);
    }
  }

  shown.resolveHandler = (item) => (item ? resolve(item) : find());
  shown.refreshHandler = find;
  shown.createRunProfile("Run", TestRunProfileKind.Run, run, true);
  shown.createRunProfile("Debug", TestRunProfileKind.Debug, debug, true);
  const watcher = workspace.createFileSystemWatcher(TEXTS);
  watcher.onDidCreate(add);
  watcher.onDidChange((uri) => resolve(add(uri)));
  watcher.onDidDelete((uri) => shown.items.delete(uri.toString()));
  const opened = ({ uri, languageId }) => languageId === "rulelang" && uri.scheme === "file" && resolve(add(uri));
  workspace.textDocuments.forEach(opened);
  return [shown, watcher, workspace.onDidOpenTextDocument(opened)];
}

const key = (item) => JSON.stringify([item.parent && item.parent.id, item.id]);

function listed(items) {
  const found = [];
  items.forEach((item) => found.push(item));
  return found;
}

// Returns what a command writes; it ends when it is cancelled.
function output(command, words, token) {
  return new Promise((done) => {
    const child = execFile(command, words, { maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      cancelling.dispose();
      done({ error, stdout, stderr });
    });
    const cancelling = token.onCancellationRequested(() => child.kill());
  });
}

function message(text, uri, { line, column }) {
  const told = new TestMessage(text);
  told.location = new Location(uri, new Position(Math.max(0, line - 1), Math.max(0, column - 1)));
  return told;
}

module.exports = { explorer };
