import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { agentsFolder } from "./agent-folder.ts";
import { claudeCode } from "./claude-code/claude-code.ts";
import { versionIn } from "./cli-version.ts";
import { codex } from "./codex/codex.ts";
import { findCli } from "./find-cli.ts";
import { installLine } from "./install-line.ts";
import { knownClis } from "./known-clis.ts";
import { installedAgents, listAgents } from "./list-agents.ts";

let top: string;
beforeAll(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), "find-cli-")));
});
afterAll(() => rm(top, { recursive: true }));

async function put(
  path: string,
  text = "#!/bin/sh\necho 'it is 1.2.3-beta.4, built today'\n",
): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  await chmod(path, 0o755);
  return path;
}

describe("finding programs", () => {
  test("on the PATH before the folder for agents, and a folder is no program", async () => {
    const folder = join(top, "agents");
    const modules = join(folder, "anthropic-ai-claude-code/node_modules");
    const entry = await put(join(modules, "@anthropic-ai/claude-code/bin/claude.exe"));
    await mkdir(join(modules, ".bin"));
    await symlink("../@anthropic-ai/claude-code/bin/claude.exe", join(modules, ".bin/claude"));
    await mkdir(join(top, "first/claude"), { recursive: true });
    const env = { PATH: `${join(top, "first")}:relative:${join(top, "bin")}` };
    expect(await findCli(claudeCode, { env, folder })).toEqual({
      ...{ path: entry, from: "folder", readable: [modules] },
    });
    const own = await put(join(top, "bin/claude"));
    expect(await findCli(claudeCode, { env, folder })).toEqual({
      ...{ path: own, from: "path", readable: [join(top, "bin")] },
    });
    expect(await findCli(claudeCode, { env, folder, program: entry })).toMatchObject({ from: "given" });
    expect(await findCli(codex, { env, folder })).toBeNull();
  });

  test("of a program right in the home nothing beside it can be read", async () => {
    const home = join(top, "home/ann");
    const path = await put(join(home, "codex"));
    const above = await put(join(top, "home/claude"));
    vi.stubEnv("HOME", home);
    try {
      expect(await findCli(codex, { program: path })).toMatchObject({ readable: [path] });
      expect(await findCli(claudeCode, { program: above })).toMatchObject({ readable: [above] });
      const deeper = await put(join(home, "bin/codex"));
      expect(await findCli(codex, { program: deeper })).toMatchObject({ readable: [join(home, "bin")] });
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test("what is here is listed with its own word for its version, the rest with the line to get it", async () => {
    const folder = join(top, "other agents");
    const path = await put(join(top, "listed/codex"));
    const listed = await listAgents({ env: { PATH: dirname(path) }, folder });
    expect(listed.map(({ name }) => name)).toEqual(knownClis.map(({ name }) => name));
    const named = (wanted: string) => listed.find(({ name }) => name === wanted);
    expect(await installedAgents({ env: { PATH: dirname(path) }, folder })).toEqual(["codex"]);
    expect(named("codex")).toMatchObject({
      installed: { path },
      version: "1.2.3-beta.4",
      wires: ["openai-responses"],
    });
    // Its package has a number of its own.
    expect(named("goose")).toMatchObject({
      ...{ triedVersion: "1.34.0", install: expect.stringContaining("@aaif/goose@0.20.1") },
    });
    expect(named("claude-code")).toMatchObject({
      ...{ installed: null, version: null, keyVariable: "ANTHROPIC_API_KEY" },
      install: `npm install --prefix '${folder}/anthropic-ai-claude-code' @anthropic-ai/claude-code@2.1.325`,
    });
  });
});

test("the folder for agents", () => {
  expect(agentsFolder({}, "/home/ann")).toBe("/home/ann/.cache/flow-state-dev/agents");
  expect(agentsFolder({ XDG_CACHE_HOME: "/c" }, "/home/ann")).toBe("/c/flow-state-dev/agents");
  expect(agentsFolder({ X_AGENTS_DIR: "/a", XDG_CACHE_HOME: "/c" }, "/h")).toBe("/a");
  expect(agentsFolder({ X_AGENTS_DIR: "a" }, "/h")).toBe("/h/.cache/flow-state-dev/agents");
  expect(installLine(codex, "/a")).toBe("npm install --prefix /a/openai-codex @openai/codex@0.166.0");
});

test.each([
  ["2.1.325 (Claude Code)", "2.1.325"],
  ["codex-cli 0.166.0\n", "0.166.0"],
  ["GitHub Copilot CLI 1.0.102.\nRun it", "1.0.102"],
  [" 1.34.0", "1.34.0"],
  ["nightly\u001b[0m build\n", "nightly build"],
  ["", null],
])("the version in %j", (said, version) => {
  expect(versionIn(said)).toBe(version);
});
