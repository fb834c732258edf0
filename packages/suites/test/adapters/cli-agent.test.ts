import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { BudgetExceededError, createAccount } from "@flow-state-dev/core";
import { describe, expect, test } from "vitest";
import type { AgentCli } from "../../src/adapters/agent-cli.ts";
import { claudeCode } from "../../src/adapters/claude-code/claude-code.ts";
import { codex } from "../../src/adapters/codex/codex.ts";
import { type CliAgentOptions, createCliAgent } from "../../src/adapters/create-cli-agent.ts";
import { gemini } from "../../src/adapters/gemini/gemini.ts";
import { knownClis } from "../../src/adapters/known-clis.ts";
import { pi } from "../../src/adapters/pi/pi.ts";
import type { JobGateway, MeteredFigures } from "../../src/agent/job-gateway.ts";
import type { ModelAccess } from "../../src/agent/model-access.ts";
import { makeJob } from "../agent/support/make-job.ts";
import { agentFacts } from "./support/agent-facts.ts";
import { type FakeCliPlan, fakeCli, type SeenByFake } from "./support/fake-cli.ts";
import { sample, samplePrice } from "./support/read-sample.ts";

const url = "http://127.0.0.1:9/t-4f2a";
const access: ModelAccess = {
  urls: { "anthropic-messages": url, "openai-responses": url, "openai-chat": url, gemini: url },
  key: "dummy-key",
  model: "some-model",
  price: samplePrice,
};

const noCalls: MeteredFigures = {
  ...{ calls: 0, turns: 0, usage: null, costUsd: 0, overBudget: null, refusal: null },
  ...{ refused: 0, retried: 0, failed: 0, unmetered: 0 },
};
const gatewayWith = (figures: MeteredFigures): JobGateway => ({
  ...{ access, url, key: access.key, calls: figures.calls, figures: async () => figures },
});

const prompt = "-Create it.\n'quoted' $HOME";

async function run(
  cli: AgentCli,
  plan: FakeCliPlan,
  more: Parameters<typeof makeJob>[1] = {},
  options: Partial<CliAgentOptions> = {},
) {
  await using fake = await fakeCli(cli.program!, plan);
  await using made = await makeJob({}, { prompt, ...more });
  const agent = createCliAgent(cli, { access, find: { program: fake.path }, ...options });
  const report = await agent.run(made.job);
  const text = await readFile(join(made.workspace, "seen.json"), "utf8").catch(() => "null");
  const seen = JSON.parse(text) as SeenByFake | null;
  return {
    ...{ report, seen, events: made.events, version: await agent.version() },
    left: await readdir(made.workspace),
    scratch: made.scratch,
  };
}

describe.each(knownClis)("$name", (cli) => {
  const { ok, report: written, refused } = agentFacts(cli.name);

  test("is started with a home of its own, given its prompt once, and led to the gateway", async () => {
    const file = written && {
      argument: written.argument,
      text: String(await sample(`${cli.name}/${written.sample}`)),
    };
    const { report, seen, events, version, left, scratch } = await run(cli, {
      output: await sample(`${cli.name}/ok`),
      ...(file && { report: file }),
    });
    const { answer, turns, usage, costUsd } = ok;
    const figuresFrom = usage === null && costUsd === null ? null : "reported";
    expect(report).toMatchObject({ ended: "done", exitCode: 0, answer, figuresFrom });
    expect(report).toMatchObject({ turns, usage, costUsd, reported: { turns, usage, costUsd } });
    expect(version).toBe("7.8.9");
    expect(left.sort()).toEqual(["hello.txt", "seen.json"]);
    const given = [seen!.stdin, ...seen!.argv, ...Object.values(seen!.files)];
    expect(given.filter((text) => text.includes(prompt))).toHaveLength(1);
    expect(seen!.env.HOME).toMatch(/\/home-[\da-f-]{36}$/);
    expect(seen!.env.HOME!.startsWith(scratch)).toBe(true);
    const told = JSON.stringify([seen!.argv, seen!.env, seen!.files]);
    expect(told).toContain("dummy-key");
    expect(told).toContain("some-model");
    expect(told).toContain("t-4f2a");
    expect(events[0]).toMatchObject({ type: "message", role: "user" });
    expect(events.at(-1)).toMatchObject({ type: "end", ended: "done" });
    const results = events.flatMap((event) => (event.type === "tool-result" ? [event.ok] : []));
    expect(results).toEqual(ok.events.flatMap((type) => (type === "tool-result" ? [true] : [])));
    expect(events.some((event) => event.type === "tool-result" && event.tool === "unknown")).toBe(false);
  });

  test.each(cli.wires)("is led to the gateway over %s", async (wire) => {
    const only = { ...access, urls: { [wire]: url } };
    const { seen } = await run(cli, { output: await sample(`${cli.name}/ok`) }, {}, { access: only });
    const told = JSON.stringify([seen!.argv, seen!.env, seen!.files]);
    for (const text of ["dummy-key", "some-model", "t-4f2a"]) expect(told).toContain(text);
    // With more than one, it is told which.
    if (cli.wires.length > 1) expect(/anthropic/i.test(told)).toBe(wire === "anthropic-messages");
  });

  test("that breaks off is no success", async () => {
    const whole = await sample(`${cli.name}/ok`);
    const { report } = await run(cli, {
      output: whole.subarray(0, Math.floor(whole.length / 2)),
      exitCode: 3,
      stderr: "Segmentation fault",
    });
    expect(report).toMatchObject({
      ended: "crashed",
      exitCode: 3,
      detail: expect.stringContaining("Segmentation fault"),
      error: { code: "agent-exit" },
    });
  });

  test("whose provider refuses says nothing about the agent, whatever its exit code", async () => {
    const { exitCode, status } = refused;
    const { report } = await run(cli, { output: await sample(`${cli.name}/${refused.sample}`), exitCode });
    expect(report).toMatchObject({ ended: "infrastructure", error: { code: "agent-api", status } });
  });

  test("that breaks says its last words, wherever it wrote them", async () => {
    const output = Buffer.from("Invalid API key, please log in\n");
    const { report } = await run(cli, { output, exitCode: 1 });
    const message = "The agent exited with code 1: Invalid API key, please log in";
    expect(report).toMatchObject({ ended: "crashed", detail: message, error: { message } });
  });

  test("that says nothing we know but exits well is done, with a warning", async () => {
    const { report, events } = await run(cli, { output: Buffer.from('all new\n{"type":"new"}\n') });
    expect(report).toMatchObject({ ended: "done", usage: null, costUsd: null, figuresFrom: null });
    expect(report.warnings[0]).toContain("without telling of its end");
    expect(events).toContainEqual(expect.objectContaining({ type: "output", text: "all new\n" }));
  });
});

describe("figures", () => {
  test("without a gateway what it says is booked; with one it is not, and stands beside", async () => {
    const output = await sample("claude-code/ok");
    const account = createAccount({ name: "cell" });
    await run(claudeCode, { output }, { account });
    expect(account.spentUsd).toBeCloseTo(0.00945, 9);
    const metered = createAccount({ name: "cell" });
    const figures = { ...noCalls, calls: 3, turns: 3, costUsd: 0.5 };
    const { report, seen } = await run(
      claudeCode,
      { output },
      { account: metered, gateway: gatewayWith(figures) },
    );
    expect(metered.spentUsd).toBe(0);
    expect(report).toMatchObject({
      ...{ turns: 3, usage: null, costUsd: 0.5, figuresFrom: "metered" },
      reported: { turns: 2, costUsd: 0.00945 },
    });
    expect(seen!.argv).not.toContain("--max-budget-usd");
  });

  test("what it says is booked where none of its calls came through the gateway, and that is told", async () => {
    const output = await sample("claude-code/ok");
    const account = createAccount({ name: "cell" });
    const { report } = await run(claudeCode, { output }, { account, gateway: gatewayWith(noCalls) });
    expect(account.spentUsd).toBeCloseTo(0.00945, 9);
    expect(report).toMatchObject({ turns: 2, costUsd: 0.00945, figuresFrom: "reported" });
    expect(report.warnings).toContainEqual(expect.stringContaining("came through the gateway"));
    const silent = await run(
      claudeCode,
      { output: await sample("claude-code/api402"), exitCode: 1 },
      { account, gateway: gatewayWith(noCalls) },
    );
    expect(silent.report).toMatchObject({ turns: 0, costUsd: 0, figuresFrom: "metered", warnings: [] });
  });

  test("one that waits for a login is known by its last words", async () => {
    const plan: FakeCliPlan = {
      output: Buffer.from("Log in at https://example.com/device\n> "),
      stay: { signal: "SIGINT", exitCode: 0 },
    };
    const limits = { budgetUsd: 1, timeoutMs: 1_000 };
    const { report } = await run(claudeCode, plan, { limits, gateway: gatewayWith(noCalls) });
    expect(report).toMatchObject({
      ended: "timed-out",
      warnings: [
        "claude-code made no model call. The last that it wrote: Log in at https://example.com/device",
      ],
    });
  });

  test("the gateway says that a budget is spent, not the agent", async () => {
    const plan = { output: await sample("codex/budget-cut"), exitCode: 1 };
    const overBudget = { account: "cell", detail: "The limit of $0.01 is reached." };
    const figures = { ...noCalls, turns: 7, costUsd: 0.01, overBudget };
    const { report } = await run(codex, plan, { gateway: gatewayWith(figures) });
    expect(report).toMatchObject({ ended: "over-budget", ...overBudget, figuresFrom: "metered" });
    const own = { output: await sample("claude-code/max-budget"), exitCode: 1 };
    expect((await run(claudeCode, own)).report).toMatchObject({ ended: "over-budget", account: null });
  });

  test("the gateway knows why a call was refused", async () => {
    const plan = { output: await sample("codex/api400"), exitCode: 1 };
    const refusal = { name: "MissingKeyError", message: "No key.", code: "missing-key" };
    const figures = { ...noCalls, refusal };
    const { report } = await run(codex, plan, { gateway: gatewayWith(figures) });
    expect(report).toMatchObject({ ended: "infrastructure", detail: "No key.", error: refusal });
  });

  test("limits of turns", async () => {
    const plan = { output: await sample("gemini/max-turns"), exitCode: 53 };
    const limits = { budgetUsd: 1, timeoutMs: 20_000, turns: 2 };
    const { report, seen } = await run(gemini, plan, { limits });
    expect(report.ended).toBe("turn-limit");
    expect(seen!.files[".gemini/settings.json"]).toContain('"maxSessionTurns":2');
  });
});

describe("stopping", () => {
  test("it is asked to end, and what it still says counts", async () => {
    const lines = String(await sample("claude-code/sigint")).split("\n");
    const result = lines.findIndex((line) => line.includes('"type":"result"'));
    const plan: FakeCliPlan = {
      output: Buffer.from(`${lines.slice(0, result).join("\n")}\n`),
      stay: { signal: "SIGINT", output: Buffer.from(`${lines[result]}\n`), exitCode: 0 },
    };
    const limits = { budgetUsd: 1, timeoutMs: 1_500 };
    const { report, events } = await run(claudeCode, plan, { limits }, { graceMs: 10_000 });
    expect(report).toMatchObject({ ended: "timed-out", costUsd: 0.004725, exitCode: 0 });
    expect(events.at(-1)).toMatchObject({ type: "end", ended: "timed-out" });
  });

  test("one that had told of its end and stays is out of time, and that is told", async () => {
    const plan: FakeCliPlan = {
      output: await sample("claude-code/ok"),
      stay: { signal: "SIGINT", exitCode: 0 },
    };
    const limits = { budgetUsd: 1, timeoutMs: 1_500 };
    const { report } = await run(claudeCode, plan, { limits }, { graceMs: 10_000 });
    expect(report.ended).toBe("timed-out");
    expect(report.warnings).toEqual([
      "claude-code had told of its end, but its program did not exit before the time was up.",
    ]);
  });

  test.each([
    [new BudgetExceededError({ account: "cell", limitUsd: 1, spentUsd: 2 }), "over-budget"],
    [new DOMException("", "TimeoutError"), "timed-out"],
    ["a person", "cancelled"],
  ])("by the reason of its signal: %s", async (reason, ended) => {
    const stopping = new AbortController();
    const onEvent = (event: { type: string }) => {
      if (event.type === "tool-call") stopping.abort(reason);
    };
    const plan: FakeCliPlan = {
      output: await sample("codex/ok"),
      stay: { signal: "SIGTERM", exitCode: 143 },
    };
    const { report } = await run(codex, plan, { signal: stopping.signal, onEvent }, { graceMs: 10_000 });
    expect(report.ended).toBe(ended);
    expect(report.exitCode).toBe(143);
  });

  test("a signal that fired before it began starts nothing", async () => {
    const { report, seen } = await run(
      pi,
      { output: await sample("pi/ok") },
      { signal: AbortSignal.abort("no") },
    );
    expect(report.ended).toBe("cancelled");
    expect(seen).toBeNull();
  });
});

describe("what cannot begin", () => {
  test("an agent that is not there", async () => {
    await using made = await makeJob({});
    const find = { env: { PATH: "/nowhere" }, folder: "/nowhere/agents" };
    const agent = createCliAgent(claudeCode, { access, find });
    const line = "npm install --prefix /nowhere/agents/anthropic-ai-claude-code @anthropic-ai/claude-code@";
    expect(await agent.run(made.job)).toMatchObject({
      ended: "infrastructure",
      error: { code: "agent-missing", message: expect.stringContaining(line) },
    });
    await expect(agent.version()).rejects.toThrow("is not installed here");
    expect(existsSync(join(made.workspace, "hello.txt"))).toBe(false);
  });

  test("a model that it cannot speak to", async () => {
    const only = { ...access, urls: { gemini: url } };
    const { report } = await run(codex, { output: Buffer.alloc(0) }, {}, { access: only });
    expect(report).toMatchObject({
      ended: "infrastructure",
      detail:
        "The agent codex speaks openai-responses, but some-model is reached by gemini; name another model with codex@<model>.",
    });
  });
});
