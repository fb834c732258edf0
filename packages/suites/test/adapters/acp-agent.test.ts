import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { acpCli } from "../../src/adapters/acp/acp.ts";
import { createCliAgent } from "../../src/adapters/create-cli-agent.ts";
import { knownClis } from "../../src/adapters/known-clis.ts";
import { makeJob, type TestJob } from "../agent/support/make-job.ts";

const fake = join(import.meta.dirname, "support/fake-acp-agent.ts");
const url = "http://127.0.0.1:9/t-4f2a";

function agentOf(mode: string) {
  return createCliAgent(acpCli(`node ${fake} ${mode}`), {
    access: { urls: { "openai-chat": url }, key: "dummy-key", model: "some-model", price: null },
    graceMs: 8_000,
  });
}

const written = ({ workspace }: TestJob, name: string) => readFile(join(workspace, name), "utf8");

test("an agent works, is allowed to, and everything it does is told", async () => {
  await using made = await makeJob({}, { prompt: '-Do "it"\n' });
  const agent = agentOf("work");
  expect(await agent.version()).toMatch(/^line-[\da-f]{12}$/);
  expect(await agent.run(made.job)).toMatchObject({
    ...{ ended: "done", answer: "Done.", exitCode: 0, usage: null, figuresFrom: null },
  });
  expect(await written(made, "prompt.txt")).toBe('-Do "it"\n');
  expect(await written(made, "hello.txt")).toBe("yes");
  expect(await written(made, "mode.txt")).toBe("agent-full-access");
  expect(made.events.map((event) => event.type)).toEqual([
    ...["message", "output", "notice", "tool-call", "tool-result", "message", "end"],
  ]);
  expect(made.events).toContainEqual(
    expect.objectContaining({ type: "tool-call", tool: "edit", input: { path: "hello.txt" } }),
  );
});

test("breaks of lines within a message are no ends of it", async () => {
  await using made = await makeJob({}, { limits: { timeoutMs: 10_000, budgetUsd: null } });
  expect(await agentOf("breaks").run(made.job)).toMatchObject({ ended: "done", answer: "Done." });
  const input = { path: "hello.txt", text: "a\u2028b\u2029c" };
  expect(made.events).toContainEqual(expect.objectContaining({ type: "tool-call", input }));
});

test("a turn is cancelled before anything is killed", async () => {
  await using made = await makeJob({});
  const stopping = new AbortController();
  const onEvent = (event: { type: string }) => {
    // The word that it writes first; the answer comes when the turn is over.
    if (event.type === "notice") setTimeout(() => stopping.abort("enough"), 500);
  };
  const report = await agentOf("hang").run({ ...made.job, onEvent, signal: stopping.signal });
  expect(report).toMatchObject({ ended: "cancelled", answer: "Hm.", exitCode: 0 });
});

test("one that refuses, one that dies", async () => {
  await using made = await makeJob({});
  expect(await agentOf("refuse").run(made.job)).toMatchObject({
    ended: "crashed",
    detail: expect.stringContaining("No more room"),
  });
  expect(await agentOf("crash").run(made.job)).toMatchObject({ ended: "crashed", exitCode: 9 });
});

test("its end is heard behind much that it wrote", async () => {
  await using made = await makeJob({}, { limits: { timeoutMs: 30_000, budgetUsd: null } });
  expect(await agentOf("flood").run(made.job)).toMatchObject({ ended: "done", detail: "" });
});

test("one that wants a login has no result, and is told so", async () => {
  await using made = await makeJob({});
  expect(await agentOf("login").run(made.job)).toMatchObject({
    ...{ ended: "infrastructure", error: { code: "agent-not-started" } },
    detail: expect.stringContaining("wants a login before it begins: Authentication required. Its home"),
  });
});

test("what it writes to a terminal before a message does not hide it", async () => {
  await using made = await makeJob({}, { limits: { timeoutMs: 10_000, budgetUsd: null } });
  expect(await agentOf("progress").run(made.job)).toMatchObject({ ended: "done", answer: "Done." });
});

test("one that speaks another version of the protocol is not waited for", async () => {
  await using made = await makeJob({});
  expect(await agentOf("version-99").run(made.job)).toMatchObject({
    ended: "crashed",
    detail: expect.stringContaining(
      "it speaks version 99 of the Agent Client Protocol, and this client version 1",
    ),
  });
});

test("one that leaves before it has answered is told as it left", async () => {
  await using made = await makeJob({});
  expect(await agentOf("leave").run(made.job)).toMatchObject({
    ...{ ended: "crashed", exitCode: 0 },
    detail: expect.stringContaining("it exited with code 0 before it answered session/prompt"),
  });
  expect(await agentOf("leave-early").run(made.job)).toMatchObject({
    ...{ ended: "crashed", exitCode: 0 },
    detail: expect.stringContaining("it exited with code 0 before it answered initialize"),
  });
});

test("a known program brings its settings along", () => {
  const cli = acpCli("opencode acp", knownClis);
  expect(cli).toMatchObject({ program: "opencode", wires: ["openai-chat", "anthropic-messages"] });
  const launch = cli.launch({
    ...{ program: "/opt/it's/opencode", prompt: "p", model: "m", wire: "openai-chat", url, key: "dummy" },
    ...{
      price: null,
      home: "/h",
      workspace: "/w",
      reportFile: "/r",
      root: false,
      turns: null,
      budgetUsd: null,
    },
  });
  expect(JSON.parse(launch.stdin!)).toEqual({ line: `'/opt/it'\\''s/opencode' acp`, cwd: "/w", prompt: "p" });
  expect(launch.env.OPENCODE_CONFIG_CONTENT).toContain("t-4f2a");
  expect(launch.argv).toEqual(["node", "/h/acp-driver.mts"]);
});
