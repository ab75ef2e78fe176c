"""A real editor without a screen, with the lines of `docs/editors.md` as its settings."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.games import ROOT

SECONDS = 120
SLIP = "is emty else"
ASK = """
local function first(method, params)
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 60000) or {}) do
    return answer.result
  end
end
local text = { uri = vim.uri_from_bufnr(0) }
local function slips()
  return vim.diagnostic.get(0)
end
vim.wait(60000, function() return #slips() > 0 end, 50)
local found = {}
for _, slip in ipairs(slips()) do
  table.insert(found, { line = slip.lnum + 1, message = slip.message })
end
local at = { line = found[1] and found[1].line - 1 or 0, character = 0 }
local here = { start = at, ["end"] = { line = at.line, character = 80 } }
local actions = first("textDocument/codeAction", {
  textDocument = text, range = here, context = { diagnostics = {} },
}) or {}
for _, action in ipairs(actions) do
  if action.edit and action.isPreferred then
    vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
    break
  end
end
local is_mended = vim.wait(60000, function() return #slips() == 0 end, 50)
local name = { line = 5, character = 7 }
local hover = first("textDocument/hover", { textDocument = text, position = name })
io.stdout:write(vim.json.encode({
  found = found,
  mended = is_mended,
  line = vim.api.nvim_buf_get_lines(0, at.line, at.line + 1, false)[1],
  hover = hover and hover.contents,
}))
vim.cmd("qa!")
"""


def settings(version):
    """Return the Lua that the page gives for a version, (major, minor)."""
    page = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
    section = page.split("## Neovim")[1].split("\n## ")[0]
    new, old = re.findall(r"```lua\n(.*?)```", section, re.DOTALL)
    return new if version >= (0, 11) else old


def run(*arguments, **how):
    ours = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(  # noqa: S603 - the editor that is installed, and our own words
        arguments, capture_output=True, text=True, timeout=SECONDS, check=False, env=ours, **how
    )
    return done.stdout or done.stderr


def test_neovim_shows_a_slip_and_mends_it(tmp_path):
    nvim = shutil.which("nvim")
    if nvim is None:
        pytest.skip("Debian's neovim is not installed")
    version = re.match(r"NVIM v(\d+)\.(\d+)", run(nvim, "--version")).groups()
    (tmp_path / "init.lua").write_text(settings(tuple(map(int, version))), encoding="utf-8")
    (tmp_path / "ask.lua").write_text(ASK, encoding="utf-8")
    right = (ROOT / "games" / "tic_tac_toe.rules").read_text(encoding="utf-8")
    text = right.replace("is empty else", SLIP, 1)
    (tmp_path / "mine.rules").write_text(text, encoding="utf-8")
    told = run(
        nvim, "--headless", "--clean", "-u", "init.lua", "mine.rules", "-c", "luafile ask.lua",
        cwd=tmp_path,
    )  # fmt: skip
    answer = json.loads(told)
    number = text[: text.index(SLIP)].count("\n") + 1
    assert [slip["line"] for slip in answer["found"]] == [number]
    assert "emty" in answer["found"][0]["message"]
    assert answer["mended"]
    assert answer["line"] == right.split("\n")[number - 1]
    assert "Mark" in json.dumps(answer["hover"])
