import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Artifact,
  type CellId,
  type JsonObject,
  type Outcome,
  openStore,
  type RunManifest,
  type RunStore,
} from "@flow-state-dev/records";

/** A folder with a store of its own, gone at the end of the block. */
export async function sampleFolder(): Promise<{ path: string; store: RunStore } & AsyncDisposable> {
  const path = mkdtempSync(join(tmpdir(), "x-view-"));
  const store = openStore(path);
  await store.registerWorker({ id: "sample", host: "sample", pid: 1 });
  return {
    path,
    store,
    async [Symbol.asyncDispose]() {
      await store.close();
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** What one cell of a sample came to. */
export interface SampleCell {
  outcome: Outcome;
  evidence?: JsonObject;
  artifacts?: Artifact[];
}

/** Writes the result of one cell, by its first attempt or another. */
export async function endCell(
  store: RunStore,
  run: { id: string; manifest: RunManifest },
  cell: CellId,
  sample: SampleCell,
  attempt = 1,
) {
  await store.claim(run.id, "sample", { ...cell, taskHash: run.manifest.tasks[cell.task]! });
  const callId = JSON.stringify([run.id, cell, attempt]);
  const openedAt = "2030-01-01T00:00:00.000Z";
  await store.openCall(run.id, cell, attempt, {
    callId,
    payer: "subject",
    modelId: "acme/one",
    worstCaseUsd: 1,
    openedAt,
  });
  const usage = {
    inputTokens: 100,
    outputTokens: 20,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  };
  store.chargeCall(run.id, {
    callId,
    costUsd: 0.002 * (1 + run.manifest.subjects.indexOf(cell.subject)),
    usage,
    details: {},
  });
  await store.endAttempt(run.id, cell, attempt, {
    ...{ evidence: {}, artifacts: [], workingMs: 1200, waitingMs: 100, suspect: false },
    health: { eventLoopLagMs: 4, memoryBytes: 1e8, openCalls: 2 },
    ...sample,
  });
}

const taskNames = [
  "ferry",
  "clocks",
  "knights",
  "refund-mail",
  "sql-review",
  "order-total",
  "can-ship",
  "headline",
];
const subjectNames = ["single-generator", "supervisor", "debate"];

/** The manifest of a comparison of three patterns on eight tasks. */
export function compareManifest(more: Partial<RunManifest> = {}): RunManifest {
  return {
    ...{ kind: "compare", name: "sample", subjects: subjectNames, runs: 2, simulated: true, conditions: {} },
    tasks: Object.fromEntries(taskNames.map((id) => [id, `hash of ${id}`])),
    models: { executor: "acme/one", judge: "acme/judge" },
    circumstances: {
      git: { commit: "3ac91f7000", dirty: true },
      benchmark: {
        subjects: subjectNames.map((name, at) => ({ name, kind: at === 0 ? "baseline" : "pattern" })),
        tasks: taskNames.map((id, at) => ({
          id,
          category: at % 2 === 0 ? "reasoning" : "tool-use",
          prompt: `Do ${id}.`,
        })),
        primaryBaseline: "single-generator",
      },
    },
    ...more,
  };
}

/**
 * A finished comparison: supervisor passes everything, the baseline fails three tasks in four, debate one run in three.
 */
export async function sampleComparison(store: RunStore, more: Partial<RunManifest> = {}, shift = 0) {
  const manifest = compareManifest(more);
  const run = await store.createRun(manifest, 48);
  for (const [task, id] of taskNames.entries())
    for (const [at, subject] of subjectNames.entries())
      for (const repetition of [0, 1]) {
        const fine =
          at === 1 || (at === 0 ? (task + shift) % 4 === 0 : (task + repetition + shift) % 3 !== 0);
        await endCell(store, run, { subject, task: id, run: repetition }, judgedCell(fine, id));
      }
  await store.updateRun(run.id, { state: "finished" });
  return run;
}

/** A cell with two criteria, of which the second is met only when it is fine; its evidence quotes the output. */
export function judgedCell(fine: boolean, task: string): SampleCell {
  const quote = fine ? `The answer to ${task} is complete.` : `The answer to ${task} stops here.`;
  const finding = (criterion: string, met: boolean) => ({
    ...{ criterion, weight: 1, verdict: met ? "met" : "unmet", score: met ? 1 : 0, evidence: quote },
    votes: [
      { judge: "acme/judge", repeat: 0, verdict: met ? "met" : "unmet", evidence: quote, score: met ? 1 : 0 },
    ],
  });
  const at = 1_900_000_000_000;
  const transcript = [
    { type: "block.started", id: "b1", at, name: "whole", kind: "sequencer", path: "whole" },
    {
      type: "block.started",
      id: "b2",
      parentId: "b1",
      at: at + 1,
      name: "worker",
      kind: "generator",
      path: "w",
      input: { goal: `Do ${task}.` },
    },
    {
      type: "tool.called",
      id: "b2",
      at: at + 2,
      toolCallId: "t",
      toolName: "look_up",
      input: { what: task },
    },
    {
      type: "tool.finished",
      id: "b2",
      at: at + 5,
      toolCallId: "t",
      toolName: "look_up",
      result: { ok: true, output: "what was looked up" },
    },
    {
      type: "block.finished",
      id: "b2",
      at: at + 9,
      name: "worker",
      path: "w",
      output: quote,
      durationMs: 8,
      costUsd: 0.002,
      calls: 1,
    },
    {
      type: "block.finished",
      id: "b1",
      at: at + 10,
      name: "whole",
      path: "whole",
      output: quote,
      durationMs: 10,
      costUsd: 0.002,
      calls: 1,
    },
  ];
  return {
    outcome: fine ? { kind: "passed", score: 1 } : { kind: "failed", score: 0.5 },
    evidence: {
      latencyMs: 900,
      findings: [finding(`Answers ${task}`, true), finding(`Completes ${task}`, fine)],
      codeScores: { closeTo: 1 },
    },
    artifacts: [
      { name: "output", mediaType: "text/plain", content: `Here it is. ${quote}` },
      {
        name: "transcript",
        mediaType: "application/jsonl",
        content: transcript.map((line) => JSON.stringify(line)).join("\n"),
      },
    ],
  };
}

/**
 * A finished run of one agent on two tagged cases, with expectations, of which one is judged, a patch and a transcript.
 */
export async function sampleSuite(store: RunStore, renaming = "rename") {
  const run = await store.createRun(
    {
      ...{ kind: "bench", name: "chores", subjects: ["x"], runs: 2, simulated: false, conditions: {} },
      tasks: { "add-tests": "h1", [renaming]: "h2" },
      models: { "acme/one": "acme/one" },
      circumstances: {
        benchmark: {
          tasks: [
            { id: "add-tests", tags: ["tests", "quick"] },
            { id: renaming, tags: ["quick"] },
          ],
        },
      },
    },
    4,
  );
  for (const [task, repetition, fine] of [
    ["add-tests", 0, true],
    ["add-tests", 1, false],
    [renaming, 0, true],
    [renaming, 1, true],
  ] as const) {
    const transcript = [
      {
        transcript: 1,
        agent: "x",
        agentVersion: "1",
        model: "acme/one",
        startedAt: "2030-01-01T00:00:00.000Z",
      },
      { type: "message", role: "user", text: `Please do ${task}`, atMs: 1, turn: null },
      { type: "tool-call", id: "c1", tool: "shell", input: { command: "npm test" }, atMs: 5, turn: 1 },
      {
        type: "usage",
        model: "openrouter/anthropic/claude-opus-4.6",
        usage: {
          inputTokens: 123456,
          outputTokens: 2345,
          cacheReadTokens: 0,
          cacheWriteTokens: 0,
          reasoningTokens: 0,
        },
        costUsd: 0.675,
        durationMs: 12345,
        atMs: 4,
        turn: 1,
      },
      {
        type: "tool-result",
        id: "c1",
        tool: "shell",
        ok: fine,
        text: "1 test ran",
        durationMs: 30,
        atMs: 35,
        turn: 1,
      },
    ];
    await endCell(
      store,
      run,
      { subject: "x", task, run: repetition },
      {
        outcome: fine ? { kind: "passed", score: 1 } : { kind: "failed", score: 0 },
        evidence: {
          agent: { name: "x", version: "1", model: "acme/one" },
          ...{
            ended: "done",
            detail: "",
            turns: 3,
            costUsd: 0.002,
            tokens: { input: 1, output: 1 },
            exitCode: null,
          },
          ...{ agentMs: 700, setupMs: 100, gradingMs: 400, putBack: [], warnings: [] },
          expectations: [
            {
              expectation: "file:test/a.test.ts exists",
              pass: fine,
              evidence: fine ? "it is there" : "test/ holds: b.test.ts",
            },
            { expectation: "test:npm test passes", pass: true, evidence: "exit code 0" },
            { expectation: "judge:The names are clear", pass: fine, evidence: `the judge: ${task} says so` },
          ],
        },
        artifacts: [
          {
            name: "transcript",
            mediaType: "application/jsonl",
            content: transcript.map((line) => JSON.stringify(line)).join("\n"),
          },
          {
            name: "patch",
            mediaType: "text/x-diff",
            content: "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old line\n+new line\n",
          },
          { name: "answer", mediaType: "text/plain", content: "All done." },
        ],
      },
    );
  }
  await store.updateRun(run.id, { state: "finished" });
  return run;
}
