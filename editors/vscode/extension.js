// Starts `rulelang lsp` for rule texts and the tables beside them, and `rulelang dap` to debug them; all else is theirs.
const { DebugAdapterExecutable, debug, workspace, window } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

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
  const watcher = workspace.createFileSystemWatcher("**/*.csv");
  context.subscriptions.push(watcher);
  client = new LanguageClient("rulelang", "Rulelang", run, {
    documentSelector: [
      { scheme: "file", language: "rulelang" },
      { scheme: "untitled", language: "rulelang" },
      { scheme: "file", pattern: "**/*.csv" },
    ],
    synchronize: { fileEvents: watcher },
  });
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(
      `Rulelang: \`${command} lsp\` could not be started. ` +
        "Install it with pip install 'rulelang[editor]', or set rulelang.command to its path.",
    );
  }
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
