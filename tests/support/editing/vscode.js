// A stand-in for VS Code: has the extension do what users ask for, and writes down what that came to.
// node vscode.js COMMAND RULES BROKEN EXTENSION
const processes = require("child_process");
const { readFileSync } = require("fs");
const Module = require("module");

const [command, rules, broken, extension] = process.argv.slice(2);
const told = { commands: {}, debugged: [], opened: [], errors: [], asked: [], ran: [], runs: {}, killed: [], terminals: [] };
const nothing = { dispose() {} };

class Uri {
  constructor(path) { this.fsPath = path; this.scheme = "file"; }
  static file(path) { return new Uri(path); }
  static parse(text) { return new Uri(decodeURIComponent(new URL(text).pathname)); }
  toString() { return `file://${encodeURI(this.fsPath)}`; }
}

// As in VS Code: names once, and what is taken out belongs to nothing any more.
class Items {
  constructor(parent) { this.parent = parent; this.all = new Map(); }
  get size() { return this.all.size; }
  get(id) { return this.all.get(id); }
  add(item) { this.all.set(item.id, item); item.parent = this.parent; }
  delete(id) { this.all.delete(id); }
  forEach(run) { this.all.forEach((item) => run(item)); }
  replace(items) {
    if (new Set(items.map((item) => item.id)).size < items.length) throw new Error("an id twice");
    this.forEach((item) => { item.parent = undefined; });
    this.all.clear();
    items.forEach((item) => this.add(item));
  }
}

const profiles = {}, heard = {}, controller = {
  items: new Items(undefined),
  createTestItem(id, label, uri) {
    const item = { id, label, uri };
    item.children = new Items(item);
    return item;
  },
  createRunProfile(label, kind, run) { profiles[label] = run; },
  createTestRun() {
    const say = (what) => (item, found) => {
      const name = item.parent ? item.id : item.uri.fsPath;
      now.push([what, name, ...(found === undefined ? [] : [found].flat().map((one) => one.told()))]);
    };
    return {
      started: say("started"), passed: say("passed"), failed: say("failed"), errored: say("errored"),
      end: () => now.push(["ended"]),
    };
  },
};
let now = [];

class TestMessage {
  constructor(text) { this.text = text; }
  told() { return [this.text, this.location.uri.fsPath, this.location.at.line]; }
}

const vscode = {
  DebugAdapterExecutable: class {}, ProgressLocation: {}, TestRunProfileKind: {}, TestMessage, Uri,
  Location: class { constructor(uri, at) { Object.assign(this, { uri, at }); } },
  Position: class { constructor(line, character) { Object.assign(this, { line, character }); } },
  Range: class { constructor(...all) { this.all = all; } },
  commands: {
    registerCommand: (name, run) => { told.commands[name] = run; return nothing; },
    executeCommand: (name, ...words) => told.commands[name](...words),
  },
  debug: {
    registerDebugAdapterDescriptorFactory: () => nothing,
    registerDebugConfigurationProvider: () => nothing,
    startDebugging: (_, how) => told.debugged.push(how),
  },
  env: { openExternal: (made) => told.opened.push(made.fsPath) },
  tests: { createTestController: () => controller },
  window: {
    activeTextEditor: { document: { languageId: "rulelang", fileName: rules, save: async () => true } },
    createTerminal: (how) => {
      told.terminals.push(how);
      return { show: () => { how.shown = true; } };
    },
    showErrorMessage: (text) => told.errors.push(text),
    withProgress: (_, run) => run(),
  },
  workspace: {
    asRelativePath: (uri) => uri.fsPath,
    createFileSystemWatcher: () => ({
      onDidCreate: (run) => { heard.created = run; },
      onDidChange: (run) => { heard.changed = run; },
      onDidDelete: (run) => { heard.deleted = run; },
    }),
    findFiles: async () => [Uri.file(rules), Uri.file(broken)],
    getConfiguration: () => ({ get: () => command }),
    onDidOpenTextDocument: () => nothing,
    saveAll: async () => Boolean(now.push(["saved"])),
    textDocuments: [],
  },
};

class LanguageClient {
  constructor(_, __, ___, options) { told.options = options.initializationOptions; }
  async start() {}
  async sendRequest(name, { uri }) {
    told.asked.push(uri);
    const lines = readFileSync(new URL(uri), "utf-8").split("\n");
    return lines.flatMap((text, line) => {
      const found = text.match(/^scenario "(.*)":$/);
      const range = { start: { line, character: 0 }, end: { line: line + 2, character: 26 } };
      return found ? [{ name: found[1], range }] : [];
    });
  }
}

const load = Module._load;
Module._load = (name, ...rest) =>
  name === "vscode" ? vscode
  : name === "vscode-languageclient/node" ? { LanguageClient, TransportKind: {} }
  : load(name, ...rest);

const { execFile } = processes;
const children = [];
processes.execFile = Object.assign((...words) => {
  const child = execFile(...words);
  children.push(child);
  if (words[1][0] === "test") told.ran.push(words[1].filter((word) => word.startsWith("--scenario")));
  return child;
}, { [require("util").promisify.custom]: require("util").promisify(execFile) });

const listed = (items) => {
  const found = [];
  items.forEach((item) => found.push(item));
  return found;
};
const tree = () => listed(controller.items).map((file) => [file.uri.fsPath, listed(file.children).map((one) => one.id)]);
const goes = { isCancellationRequested: false, onCancellationRequested: () => nothing };

(async () => {
  await require(extension).activate({ subscriptions: [] });
  const run = told.commands;
  await run["rulelang.debug"]({ scheme: "file" });
  await run["rulelang.debug"]("file:///a%20b.rules", "one mark a cell");
  await run["rulelang.rulebook"]();
  await run["rulelang.table"]({ scheme: "file" });
  await run["rulelang.table"]("file:///a%20b.rules", "one mark");
  await controller.resolveHandler(undefined);
  told.shown = tree();
  const [first] = listed(controller.items);
  await controller.resolveHandler(first);
  told.resolved = tree();
  const [one, two] = listed(first.children);
  told.ranges = [one.range.all];
  const runs = async (name, request, token = goes) => {
    now = told.runs[name] = [];
    await profiles.Run(request, token);
  };
  await runs("all", {});
  await runs("one", { include: [one] });
  await runs("without", { include: [first], exclude: [two] });
  const token = {
    isCancellationRequested: false,
    onCancellationRequested(cancel) {
      this.isCancellationRequested = true;
      setImmediate(cancel);
      return nothing;
    },
  };
  await runs("cancelled", { include: [first] }, token);
  told.killed.push(children.at(-1).signalCode);
  await profiles.Debug({ include: [first] });
  require("fs").writeFileSync(rules, readFileSync(rules, "utf-8").replace('scenario "one', '# "one'));
  await heard.changed(Uri.file(rules));
  await heard.deleted(Uri.file(broken));
  told.changed = tree();
  console.log(JSON.stringify(told));
})();
