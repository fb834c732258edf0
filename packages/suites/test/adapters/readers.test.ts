import { describe, expect, test } from "vitest";
import { acpCli } from "../../src/adapters/acp/acp.ts";
import type { AgentCli } from "../../src/adapters/agent-cli.ts";
import { claudeCode } from "../../src/adapters/claude-code/claude-code.ts";
import { codex } from "../../src/adapters/codex/codex.ts";
import { copilot } from "../../src/adapters/copilot/copilot.ts";
import { gemini } from "../../src/adapters/gemini/gemini.ts";
import { goose } from "../../src/adapters/goose/goose.ts";
import { knownClis } from "../../src/adapters/known-clis.ts";
import { opencode } from "../../src/adapters/opencode/opencode.ts";
import type { CliSummary } from "../../src/adapters/output-reader.ts";
import { pi } from "../../src/adapters/pi/pi.ts";
import { qwen } from "../../src/adapters/qwen/qwen.ts";
import { agentFacts } from "./support/agent-facts.ts";
import { readOutput, type SampleFacts, sample } from "./support/read-sample.ts";

const read = async (cli: AgentCli, path: string, facts?: SampleFacts) =>
  readOutput(cli, [await sample(path)], facts);

/** Two calls of 1,200 tokens in, of which 800 from the cache, and 34 out. */
const twoCalls = {
  inputTokens: 2400,
  outputTokens: 68,
  cacheReadTokens: 1600,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};
const done: Omit<CliSummary, "usage" | "turns" | "costUsd"> = {
  finished: true,
  answer: "Done: hello.txt written.",
  trouble: null,
};
const acp = acpCli("some agent");

describe("runs that went well", () => {
  test.each(knownClis)("$name", async (cli) => {
    const { ok, report: written } = agentFacts(cli.name);
    const report = written && JSON.parse(String(await sample(`${cli.name}/${written.sample}`)));
    const { events, summary } = await read(cli, `${cli.name}/ok`, report && { report });
    const { answer, turns, usage, costUsd } = ok;
    expect(summary).toEqual({ finished: true, trouble: null, answer, turns, usage, costUsd });
    const calls = events.flatMap(([event]) => (event.type === "tool-call" ? [event] : []));
    const results = events.flatMap(([event]) => (event.type === "tool-result" ? [event] : []));
    for (const { input } of calls) expect(JSON.stringify(input)).toContain(ok.toolInput);
    expect(results.map(({ id, ok }) => ({ id, ok }))).toEqual(calls.map(({ id }) => ({ id, ok: true })));
    const types = events.map(([{ type }]) => type).filter((type) => type !== "notice" && type !== "usage");
    expect(types).toEqual(ok.events);
  });

  test("the tokens of copilot are in its report alone", async () => {
    expect((await read(copilot, "copilot/ok")).summary).toMatchObject({ usage: null, turns: 2 });
  });

  test("agents that count by given prices know no cost without them", async () => {
    for (const cli of [pi, opencode]) {
      const { summary } = await read(cli, `${cli.name}/ok`, { price: null });
      expect(summary).toMatchObject({ usage: twoCalls, costUsd: null });
    }
  });

  test("pi told its thoughts in no figure up to 0.74, and says how many tokens they were since", async () => {
    expect((await read(pi, "pi/ok-0.74")).summary).toEqual({
      ...done,
      usage: twoCalls,
      turns: 2,
      costUsd: 0.0039,
    });
    const thought = String(await sample("pi/ok")).replaceAll('"reasoning":0', '"reasoning":7');
    const { summary } = readOutput(pi, [Buffer.from(thought)]);
    expect(summary.usage).toEqual({ ...twoCalls, reasoningTokens: 14 });
  });

  test("a cost that claude only guesses is none", async () => {
    const guessed = String(await sample("claude-code/ok")).replaceAll(
      '"costBasis":"list"',
      '"costBasis":"unknown"',
    );
    const { summary } = readOutput(claudeCode, [Buffer.from(guessed)]);
    expect(summary).toMatchObject({ costUsd: null, usage: { inputTokens: 4200 } });
  });

  test("turns are those of the calls that were answered", async () => {
    const { events } = await read(claudeCode, "claude-code/ok");
    expect(
      events.filter(([{ type }]) => type !== "notice" && type !== "usage").map(([, turn]) => turn),
    ).toEqual([1, 1, 1, 2]);
  });

  test("an answer of goose that breaks off has its error behind it, as a further piece", () => {
    const piece = (text: string) =>
      JSON.stringify({
        type: "message",
        message: { id: "m", role: "assistant", content: [{ type: "text", text }] },
      });
    const lines = [
      piece("This is "),
      piece("Ran into this error: Server error: it broke off..\n\nPlease retry."),
      JSON.stringify({ type: "complete", total_tokens: null }),
    ];
    const { summary } = readOutput(goose, [Buffer.from(lines.join("\n"))]);
    expect(summary.trouble).toMatchObject({ kind: "api", message: expect.stringContaining("it broke off") });
  });

  test("the banner of goose is no JSON and gets lost to nobody", async () => {
    expect((await read(goose, "goose/ok")).others.join("\n")).toContain("goose is ready");
  });
});

describe("runs that did not", () => {
  test.each<[string, AgentCli, string, SampleFacts, Partial<CliSummary>]>([
    [
      "claude says success and is_error",
      claudeCode,
      "claude-code/api402",
      { exitCode: 1 },
      {
        finished: true,
        turns: 0,
        costUsd: 0,
        trouble: { kind: "api", message: "API Error: 402 fake 402: budget exceeded", status: 402 },
      },
    ],
    [
      "claude is stopped while it tries again",
      claudeCode,
      "claude-code/api500-retrying",
      { exitCode: null },
      {
        finished: false,
        usage: null,
        costUsd: null,
        trouble: { kind: "api", message: "The provider failed (500), attempt 7 of 10.", status: 500 },
      },
    ],
    [
      "claude tells its cost after an interrupt",
      claudeCode,
      "claude-code/sigint",
      {},
      {
        finished: true,
        turns: 1,
        costUsd: 0.004725,
        answer: "Writing the file.",
        usage: {
          inputTokens: 2100,
          outputTokens: 34,
          cacheReadTokens: 800,
          cacheWriteTokens: 100,
          reasoningTokens: 0,
        },
        trouble: {
          kind: "interrupted",
          message: expect.stringContaining("ede_diagnostic"),
          status: null,
        },
      },
    ],
    [
      "claude at its budget: the last call is in modelUsage alone",
      claudeCode,
      "claude-code/max-budget",
      { exitCode: 1 },
      {
        costUsd: 0.023625,
        usage: {
          inputTokens: 6000 + 4000 + 500,
          outputTokens: 170,
          cacheReadTokens: 4000,
          cacheWriteTokens: 500,
          reasoningTokens: 0,
        },
        trouble: { kind: "budget", message: "Reached maximum budget ($0.02)", status: null },
      },
    ],
    [
      "claude at its turns",
      claudeCode,
      "claude-code/max-turns",
      { exitCode: 1 },
      { trouble: { kind: "turns", message: "Reached maximum number of turns (2)", status: null } },
    ],
    [
      "codex is refused",
      codex,
      "codex/api400",
      { exitCode: 1 },
      {
        finished: true,
        usage: null,
        trouble: { kind: "api", message: "fake 400: budget exceeded", status: 400 },
      },
    ],
    [
      "codex does not try again",
      codex,
      "codex/api429",
      { exitCode: 1 },
      {
        trouble: {
          kind: "api",
          message: "exceeded retry limit, last status: 429 Too Many Requests",
          status: 429,
        },
      },
    ],
    [
      "codex gives up on a broken provider",
      codex,
      "codex/api500",
      { exitCode: 1 },
      { trouble: { kind: "api", message: expect.stringContaining("high demand"), status: null } },
    ],
    [
      "codex is cut at a budget",
      codex,
      "codex/budget-cut",
      { exitCode: 1 },
      {
        usage: null,
        trouble: {
          kind: "api",
          message: "bench: budget of $0.012 reached ($0.013650 spent)",
          status: null,
        },
      },
    ],
    [
      "opencode",
      opencode,
      "opencode/api402",
      { exitCode: 1 },
      {
        finished: true,
        turns: 0,
        usage: null,
        costUsd: null,
        trouble: { kind: "api", message: "fake 402: budget exceeded", status: 402 },
      },
    ],
    [
      "gemini exits with the status, as far as it fits",
      gemini,
      "gemini/api402",
      { exitCode: 146 },
      { trouble: { kind: "api", message: expect.stringContaining("billing_error"), status: 402 } },
    ],
    [
      "gemini at its turns",
      gemini,
      "gemini/max-turns",
      { exitCode: 53 },
      {
        usage: { ...twoCalls, outputTokens: 82, reasoningTokens: 14 },
        trouble: { kind: "turns", message: expect.stringContaining("max session turns"), status: null },
      },
    ],
    [
      "qwen says success and exits with 0",
      qwen,
      "qwen/api402",
      { exitCode: 0 },
      {
        finished: true,
        turns: 0,
        // It may be what the model said: only who watches the wire can tell.
        answer: "[API Error: 402 fake 402: budget exceeded]",
        trouble: { kind: "api", message: "[API Error: 402 fake 402: budget exceeded]", status: 402 },
      },
    ],
    [
      "copilot",
      copilot,
      "copilot/api402",
      { exitCode: 1 },
      {
        finished: true,
        turns: 0,
        answer: null,
        trouble: { kind: "api", message: "402 fake 402: budget exceeded", status: 402 },
      },
    ],
    [
      "pi exits with 0",
      pi,
      "pi/api402",
      { exitCode: 0 },
      {
        finished: true,
        turns: 0,
        usage: null,
        trouble: { kind: "api", message: "402 fake 402: budget exceeded", status: 402 },
      },
    ],
    [
      "goose exits with 0 and calls it complete",
      goose,
      "goose/api402",
      { exitCode: 0 },
      {
        finished: true,
        turns: 0,
        usage: null,
        trouble: { kind: "api", message: expect.stringContaining("credits"), status: 402 },
      },
    ],
  ])("%s", async (_, cli, path, facts, summary) => {
    expect((await read(cli, path, facts)).summary).toMatchObject(summary);
  });

  test("opencode that goes on after an error has recovered; one that ends on it has not", () => {
    const cli = knownClis.find(({ name }) => name === "opencode")!;
    const error = { type: "error", error: { name: "ContextOverflowError", data: { message: "too long" } } };
    const step = [
      { type: "step_start", part: {} },
      { type: "text", part: { text: "Done." } },
      { type: "step_finish", part: { reason: "stop", tokens: { input: 5, output: 1 }, cost: 0 } },
    ];
    const summaryOf = (lines: readonly object[]) =>
      readOutput(cli, [Buffer.from(lines.map((line) => JSON.stringify(line)).join("\n"))]).summary;
    expect(summaryOf([error, ...step])).toMatchObject({ finished: true, answer: "Done.", trouble: null });
    expect(summaryOf([...step, error]).trouble).toMatchObject({ kind: "api", message: "too long" });
  });

  test("qwen at its turns tells nothing but an exit code", () => {
    const { summary } = readOutput(qwen, [], { exitCode: 53, stderr: "x\nReached max session turns\n" });
    expect(summary).toMatchObject({
      finished: false,
      trouble: { kind: "turns", message: "Reached max session turns" },
    });
  });

  test("qwen that halts a loop of its own is stuck, not broken", () => {
    const error = { message: "Loop detection halted the run (the model repeated the same tool call)." };
    const line = JSON.stringify({ type: "result", subtype: "error", is_error: true, error });
    const { summary } = readOutput(qwen, [Buffer.from(line)], { exitCode: 1 });
    expect(summary.trouble).toEqual({ kind: "stuck", message: error.message, status: null });
  });

  test("output that breaks off is no end", async () => {
    for (const cli of knownClis) {
      const bytes = await sample(`${cli.name}/ok`);
      const half = bytes.subarray(0, Math.floor(bytes.length / 2));
      expect(readOutput(cli, [half], { exitCode: 1 }).summary).toMatchObject({
        finished: false,
        trouble: null,
      });
    }
  });
});

describe("the Agent Client Protocol", () => {
  test.each([
    ["claude", 0.00945, "Write"],
    ["codex", null, "exec_command"],
    ["copilot", null, "edit"],
    ["gemini", null, "edit"],
    ["goose", null, "write"],
    ["opencode", 0.0039, "edit"],
    ["qwen", null, "write_file"],
  ])("%s", async (agent, costUsd, tool) => {
    const { events, summary } = await read(acp, `acp/${agent}`);
    expect(summary).toEqual({ ...done, turns: null, usage: null, costUsd });
    const told = events.map(([event]) => event);
    expect(told.filter(({ type }) => type === "tool-call")).toMatchObject([{ tool }]);
    expect(told.filter(({ type }) => type === "tool-result")).toMatchObject([{ ok: true }]);
    if (agent !== "gemini") {
      expect(JSON.stringify(told.find(({ type }) => type === "tool-call"))).toContain(
        "hello from fake model",
      );
    }
  });

  test("refusals and ends that are none", () => {
    const ended = (line: object) =>
      readOutput(acp, [
        Buffer.from(
          `{"dir":">","id":3,"method":"session/prompt"}\n${JSON.stringify({ dir: "<", id: 3, ...line })}`,
        ),
      ]).summary;
    expect(ended({ result: { stopReason: "cancelled" } })).toMatchObject({
      finished: true,
      trouble: { kind: "interrupted" },
    });
    expect(ended({ result: { stopReason: "max_turn_requests" } })).toMatchObject({
      trouble: { kind: "turns" },
    });
    expect(ended({ result: { stopReason: "refusal" } })).toMatchObject({ trouble: { kind: "refused" } });
    expect(ended({ result: { stopReason: "end_turn" }, error: null })).toMatchObject({
      finished: true,
      trouble: null,
    });
    expect(ended({ error: { code: -32603, message: "402 no money" } })).toMatchObject({
      finished: false,
      trouble: { kind: "api", status: 402 },
    });
    expect(ended({ error: { code: -32000, message: "Log in first" } })).toMatchObject({
      trouble: { kind: "agent", message: "Log in first" },
    });
  });
});
