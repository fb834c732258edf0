import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { knownClis, type ListedAgent } from "@flow-state-dev/suites";
import { expect, test } from "vitest";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

test("x agents: what is here with its version, and the npm line for the rest", async () => {
  await using folder = await tempFolder();
  const program = join(folder.path, "bin", "claude");
  mkdirSync(dirname(program));
  writeFileSync(program, "#!/bin/sh\necho '9.8.7 (Claude Code)'\n");
  chmodSync(program, 0o755);
  const agents = join(folder.path, "agents");
  const env = { PATH: `${dirname(program)}:/usr/bin:/bin`, X_AGENTS_DIR: agents };
  const { code, stdout } = await runX(["agents"], { env, cwd: folder.path });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^claude-code +Claude Code +9\.8\.7 +\d+\.\d+\.\d+ +anthropic-messages$/m);
  expect(stdout).toMatch(/^codex +Codex +not here/m);
  expect(stdout).toContain(`npm install --prefix ${agents}/openai-codex @openai/codex@`);
  expect(stdout).not.toContain("@anthropic-ai/claude-code@");
  expect(stdout).toContain("Try one: x init, then x bench bench/example-suite.json --agent claude-code\n");
  writeFileSync(join(folder.path, "my suite.json"), '{ "cases": [{ "prompt": "p" }] }');
  const beside = await runX(["agents"], { env, cwd: folder.path });
  expect(beside.stdout).toContain("Try one: x bench 'my suite.json' --agent claude-code\n");
  const json = await runX(["agents", "--json"], { env, cwd: folder.path });
  const listed = JSON.parse(json.stdout) as ListedAgent[];
  expect(listed.find(({ name }) => name === "claude-code")).toMatchObject({
    ...{ version: "9.8.7", installed: { path: program, from: "path" } },
  });
  expect(listed.map(({ name }) => name)).toEqual(knownClis.map(({ name }) => name));
});

test("an agent that is not here is an error before anything runs, with the line that gets it", async () => {
  await using folder = await tempFolder();
  const suite = {
    name: "s",
    model: "gpt-5.4-mini",
    cases: [{ id: "a", prompt: "p", expect: ["file:a exists"] }],
  };
  writeFileSync(join(folder.path, "suite.json"), JSON.stringify(suite));
  const env = { PATH: "/usr/bin:/bin", X_AGENTS_DIR: join(folder.path, "agents"), OPENAI_API_KEY: "k" };
  const { code, stderr } = await runX(["bench", "suite.json", "--agent", "codex"], { env, cwd: folder.path });
  expect(code).toBe(2);
  expect(stderr).toContain("The agent codex is not installed here");
  expect(stderr).toContain("npm install --prefix");
});
