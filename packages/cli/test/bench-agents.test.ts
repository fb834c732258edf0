import { chmodSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { startRawServer } from "../../suites/test/gateway/support/raw-server.ts";
import { benchFolder, put } from "./bench-folder.ts";
import { runProgram } from "./run-program.ts";
import { runX, x } from "./run-x.ts";

/** An answer of a model: $0.0045 at the price of the model below. */
const answer = JSON.stringify({
  ...{ id: "msg_1", type: "message", role: "assistant", model: "claude-sonnet-4-5" },
  ...{ content: [{ type: "text", text: "ok" }], stop_reason: "end_turn" },
  usage: { input_tokens: 1_000, output_tokens: 100 },
});

/** What a program that stands in for Claude Code has at hand. */
const prelude = `#!/usr/bin/env node
const fs = require("fs");
if (process.argv.includes("--version")) { console.log("9.9.9"); process.exit(0); }
fs.readFileSync(0);
const out = (line) => fs.writeSync(1, JSON.stringify(line) + "\\n");
const body = JSON.stringify({ model: "m", max_tokens: 9, messages: [{ role: "user", content: "hi" }] });
const ask = () => fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", {
  ...{ method: "POST", body },
  headers: { "content-type": "application/json", "x-api-key": process.env.ANTHROPIC_API_KEY },
});
const told = { type: "result", subtype: "success", is_error: false, result: "All is done.", total_cost_usd: 0.5,
  usage: { input_tokens: 7, output_tokens: 3 } };
`;

interface Provider {
  status?: number;
  type?: string;
  body: string;
}

/** Runs a suite of one case with a program in the place of Claude Code, on a provider that always answers the same. */
async function benchClaude(
  program: string,
  { status = 200, type = "application/json", body }: Provider = { body: answer },
  it: Record<string, unknown> = {},
) {
  await using server = await startRawServer((_, response) => {
    response.writeHead(status, { "content-type": type }).end(body);
  });
  await using folder = await benchFolder([{ id: "a", ...it }]);
  put(folder.path, "bin/claude", `${prelude}(async () => {\n${program}\n})();\n`);
  chmodSync(folder.file("bin/claude"), 0o755);
  const env = {
    PATH: `${folder.file("bin")}:${dirname(process.execPath)}:${process.env.PATH}`,
    ...server.env,
  };
  const args = ["--agent", "claude-code", "--model", "claude-sonnet-4-5"];
  const ended = await folder.bench(args, { env });
  return { ...ended, run: ended.results.cases[0]!.runs[0]!, requests: server.requests.length };
}

test("an agent that breaks is told by its last words, not by the end of a trace", async () => {
  const { code, stdout } = await benchClaude('await ask(); throw new TypeError("no such setting");');
  expect(code).toBe(1);
  expect(stdout).toContain("the agent broke: The agent exited with code 1: TypeError: no such setting\n");
});

test("orders to a terminal do not hide what an agent says", async () => {
  const { code, run } = await benchClaude(
    'await ask(); fs.writeFileSync("done.txt", ""); fs.writeSync(1, "\\x1b[?25l"); out(told);',
  );
  expect(code).toBe(0);
  expect(run).toMatchObject({ cost: 0.0045, turns: 1, reported: { costUsd: 0.5 }, warnings: [] });
});

test("money that did not go through the gateway is in the books, and that is told", async () => {
  const { code, run, results, stdout, requests } = await benchClaude(
    'fs.writeFileSync("done.txt", ""); out(told);',
  );
  expect({ code, requests }).toEqual({ code: 0, requests: 0 });
  expect(run).toMatchObject({ cost: 0.5, tokens: { input: 7, output: 3 } });
  expect(results.totalCost).toBe(0.5);
  expect(stdout).toContain("note: None of the model calls of claude-code came through the gateway");
  const dear = await benchClaude('out({ ...told, total_cost_usd: 3 }); fs.writeFileSync("done.txt", "");');
  expect(dear.run).toMatchObject({ outcome: "over-budget", cost: 3 });
});

test("the page of a proxy is no answer of a model: nothing is paid, and who sent it is told", async () => {
  const page = { type: "text/html", body: "<!doctype html><title>Captive portal</title>Please log in" };
  const { code, run, stdout } = await benchClaude(
    "const { status } = await ask(); process.exitCode = status === 200 ? 0 : 1;",
    page,
  );
  expect(code).toBe(1);
  expect(run).toMatchObject({ outcome: "infrastructure", cost: 0, tokens: { input: 0, output: 0 } });
  expect(stdout).toContain("Captive portal");
  expect(stdout).toContain("127.0.0.1:");
});

test("tokens that nobody told are unknown, never none", async () => {
  await using folder = await benchFolder([{ id: "a" }]);
  const { results } = await folder.bench(["--agent", "command:touch done.txt"]);
  expect(results.cases[0]).toMatchObject({ pass: true, cost: null, tokens: null });
  expect((await runX(["show", "last", "a"], { cwd: folder.path })).stdout).toMatch(/^tokens +unknown$/m);
});

test("what an agent cost that cost nothing is the agent's too", async () => {
  await using folder = await benchFolder([{ id: "a" }]);
  await folder.bench(["--agent", "noop"]);
  expect((await runX(["show", "last", "a"], { cwd: folder.path })).stdout).toMatch(
    /^cost +\$0\.0000 agent$/m,
  );
});

test("an agent that cannot be started is told once in one place, with how often, and in each of two", async () => {
  await using folder = await benchFolder([{ id: "a" }, { id: "b", runs: 4 }]);
  const args = ["bench", "suite.json", "--agent", "command:./missing.sh"];
  const sentence = /The agent could not be started/g;
  const [apart, together] = await Promise.all([
    runX(args, { cwd: folder.path }),
    runProgram("sh", ["-c", 'exec "$@" 2>&1', "sh", process.execPath, x, ...args], { cwd: folder.path }),
  ]);
  expect(apart.code).toBe(2);
  expect(apart.stdout.match(sentence)).toHaveLength(1);
  expect(apart.stdout.match(/the setup failed, as for a$/gm)).toHaveLength(2);
  expect(apart.stderr.match(sentence)).toHaveLength(1);
  expect(together.stdout.match(sentence)).toHaveLength(1);
  expect(together.stdout).toMatch(
    /\nStopped: 3 cells of command:\.\/missing\.sh in a row .*\(agent-not-started\), as told above\.\n/,
  );
  const shown = await runX(["show", "last"], { cwd: folder.path });
  expect(shown.stdout.match(sentence)).toHaveLength(1);
});
