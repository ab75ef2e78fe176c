// Starts `rulelang lsp` for rule texts, the tables and looks beside them, `rulelang dap` to debug them, and `rulelang table`
// to play them; all else is theirs.
const { execFile } = require("child_process");
const { mkdtempSync } = require("fs");
const { tmpdir } = require("os");
const { basename, dirname, join } = require("path");
const { promisify } = require("util");
const { DebugAdapterExecutable, ProgressLocation, Uri, commands, debug, env, window, workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");
const { explorer } = require("./testing");

const PAGES = { report: ["--effort", "20000"], rulebook: [] };

let client;

// Writes the page of a rule text that a command of rulelang makes, and opens it in the browser.
async function page(command, what) {
  const document = window.activeTextEditor && window.activeTextEditor.document;
  if (!document || document.languageId !== "rulelang" || !(await document.save())) {
    window.showErrorMessage("Rulelang: open a rule text that is saved in a file.");
    return;
  }
  const made = join(mkdtempSync(join(tmpdir(), "rulelang-")), `${basename(document.fileName, ".rules")}-${what}.html`);
  const options = { location: ProgressLocation.Notification, title: `Rulelang: ${what}` };
  try {
    await window.withProgress(options, () =>
      promisify(execFile)(command, [what, document.fileName, "--html", made, ...PAGES[what]]),
    );
    await env.openExternal(Uri.file(made));
  } catch (error) {
    window.showErrorMessage(`Rulelang: ${error.stderr || error.message}`);
  }
}

// Plays a rule text in the browser, from where a scenario has come to if one is named; closing the terminal ends the table.
async function table(command, address, scenario) {
  const document = window.activeTextEditor && window.activeTextEditor.document;
  const file = typeof address === "string" ? Uri.parse(address).fsPath : document && document.fileName;
  if (!file || !(await workspace.saveAll(false))) {
    window.showErrorMessage("Rulelang: open a rule text that is saved in a file.");
    return;
  }
  const from = typeof scenario === "string" ? [`--scenario=${scenario}`] : [];
  window
    .createTerminal({
      name: `Rulelang: ${scenario || basename(file)}`,
      shellPath: command,
      shellArgs: ["table", "--port=0", "--watch=stay", ...from, "--", file],
      cwd: dirname(file),
    })
    .show();
}

async function activate(context) {
  const command = workspace.getConfiguration("rulelang").get("command", "rulelang");
  const run = { command, args: ["lsp"], transport: TransportKind.stdio };
  context.subscriptions.push(
    debug.registerDebugAdapterDescriptorFactory("rulelang", {
      createDebugAdapterDescriptor: () => new DebugAdapterExecutable(command, ["dap"]),
    }),
    debug.registerDebugConfigurationProvider("rulelang", {
      resolveDebugConfiguration: (_, asked) =>
        asked.type ? asked : { type: "rulelang", request: "launch", name: "Play this text", program: "${file}", seed: 1 },
    }),
  );
  for (const what of Object.keys(PAGES)) {
    context.subscriptions.push(commands.registerCommand(`rulelang.${what}`, () => page(command, what)));
  }
  context.subscriptions.push(
    // From above a scenario: the address of its text, and its name. A menu gives an address alone.
    commands.registerCommand("rulelang.debug", (address, scenario) =>
      debug.startDebugging(
        undefined,
        typeof scenario === "string"
          ? { type: "rulelang", request: "launch", name: scenario, program: Uri.parse(address).fsPath, scenario }
          : { type: "rulelang", request: "launch", name: "Play this text", program: "${file}", seed: 1 },
      ),
    ),
  );
  context.subscriptions.push(
    commands.registerCommand("rulelang.table", (address, scenario) => table(command, address, scenario)),
  );
  client = new LanguageClient("rulelang", "Rulelang", run, {
    documentSelector: [
      { scheme: "file", language: "rulelang" },
      { scheme: "untitled", language: "rulelang" },
      { scheme: "file", pattern: "**/*.csv" },
      { scheme: "file", pattern: "**/*.look.toml" },
    ],
    initializationOptions: { debugLenses: true, tableLenses: true },
  });
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(
      `Rulelang: \`${command} lsp\` could not be started. ` +
        "Install it with pip install 'rulelang[editor]', or set rulelang.command to its path.",
    );
    return;
  }
  context.subscriptions.push(...explorer(command, (text) => client.sendRequest("rulelang/scenarios", text)));
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
