import fc from "fast-check";
import {
  type AttemptRecord,
  type CallPayer,
  type CallRecord,
  definitionHash,
  type ImportedAttempt,
  type ImportedCell,
  type JsonObject,
  type Outcome,
  type Run,
} from "../../src/index.ts";
import { used } from "./used.ts";

const text = fc.oneof(fc.string({ maxLength: 12 }), fc.string({ unit: "binary", maxLength: 6 }));
/** Text in columns of their own holds valid Unicode only. */
const name = fc.string({ unit: "grapheme", maxLength: 8 });
const json = fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }) as fc.Arbitrary<JsonObject>;
const number = fc.double({ min: 0, max: 1e6, noNaN: true });
const score = fc.double({ min: 0, max: 1, noNaN: true });
const usd = fc.integer({ min: 0, max: 5_000_000_000 }).map((nano) => nano / 1e9);
const time = fc
  .date({ min: new Date("2020-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());
const error = fc.record({ name: text, message: text, code: text }, { requiredKeys: ["name", "message"] });
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.record({ kind: fc.constantFrom("passed" as const, "failed" as const), score }),
  fc.record({
    kind: fc.constantFrom(
      "errored" as const,
      "over-budget" as const,
      "unscored" as const,
      "infrastructure" as const,
    ),
    error,
  }),
  fc.record({ kind: fc.constant("timed-out" as const), afterMs: number }),
  fc.record({ kind: fc.constant("cancelled" as const), reason: text }),
);
const usage = fc.record({
  inputTokens: fc.nat(),
  outputTokens: fc.nat(),
  cacheReadTokens: fc.nat(),
  cacheWriteTokens: fc.nat(),
  reasoningTokens: fc.nat(),
});
const opening = {
  payer: fc.constantFrom<CallPayer>("subject", "judge", "agent"),
  modelId: name,
  openedAt: time,
};
const worst = { worstCaseUsd: fc.option(usd) };
const call = fc.oneof(
  fc.record({ ...opening, ...worst, state: fc.constantFrom("open" as const, "lost" as const) }),
  fc.record({
    ...opening,
    ...worst,
    state: fc.constant("charged" as const),
    costUsd: fc.option(usd),
    usage,
    details: json,
  }),
);
const artifact = fc.record({
  mediaType: name,
  content: fc.oneof(text, fc.uint8Array({ maxLength: 200 }), fc.constant("long text ".repeat(30))),
});
/** Of any version: the first ones did not tell how long the process was starved. */
const health = fc.record(
  { eventLoopLagMs: number, starvedMs: number, memoryBytes: fc.nat(), openCalls: fc.nat() },
  { requiredKeys: ["eventLoopLagMs", "memoryBytes", "openCalls"] },
);
const counted = fc
  .record({ paidUsd: usd, cachedUsd: usd, unknownCalls: fc.nat(), cachedCalls: fc.nat(), usage })
  .map(({ paidUsd, cachedUsd, ...rest }) => ({
    ...{ costUsd: Math.round((paidUsd + cachedUsd) * 1e9) / 1e9, cachedUsd, ...rest },
  }));
/** Of any version: the first ones did not tell what a result took. */
const ended = fc.record(
  {
    state: fc.constant("ended" as const),
    endedAt: time,
    outcome,
    evidence: json,
    workingMs: number,
    waitingMs: number,
    health: fc.option(health),
    suspect: fc.boolean(),
    counted,
  },
  {
    requiredKeys: [
      ...(["state", "endedAt", "outcome", "evidence"] as const),
      ...(["workingMs", "waitingMs", "health", "suspect"] as const),
    ],
  },
);
const attempt = fc.record({
  begun: fc.record({ taskHash: name, worker: fc.constantFrom("w1", "w2"), startedAt: time }),
  end: fc.oneof(ended, fc.record({ state: fc.constant("lost" as const), endedAt: time })),
  progress: fc.option(fc.record({ evidence: json, suspect: fc.boolean(), artifacts: fc.constant([]) })),
  calls: fc.array(call, { maxLength: 3 }),
  artifacts: fc.array(artifact, { maxLength: 2 }),
});

const nothing = { subject: 0, judge: 0, agent: 0, carried: 0, unknownCalls: 0 };
const unused = used(0, 0);

const cell: fc.Arbitrary<ImportedCell> = fc
  .record({
    id: fc.record({ subject: name, task: name, run: fc.nat(3) }),
    attempts: fc.array(attempt, { minLength: 1, maxLength: 3 }),
    running: fc.boolean(),
  })
  .map(({ id, attempts, running }) => ({
    ...id,
    attempts: attempts.map(({ begun, end, progress, calls, artifacts }, index): ImportedAttempt => {
      const isRunning = running && index === attempts.length - 1;
      const hasEnded = !isRunning && end.state === "ended";
      const number = { ...id, attempt: index + 1 };
      const state = hasEnded
        ? { ...end, artifacts: [] }
        : { ...(isRunning ? { state: "running" } : end), ...(progress && { progress }) };
      const key = `${JSON.stringify(id)} ${index}`;
      return {
        attempt: { ...number, ...begun, ...state, spend: nothing, usage: unused } as AttemptRecord,
        calls: calls.map((one, i) => ({ ...number, callId: `${key} ${i}`, ...one }) as CallRecord),
        artifacts: hasEnded || progress ? artifacts.map((one, i) => ({ name: `a${i}`, ...one })) : [],
      };
    }),
  }));

const run: fc.Arbitrary<Run> = fc
  .record({
    manifest: fc.record({
      kind: name,
      name,
      subjects: fc.array(text, { maxLength: 3 }),
      tasks: fc.dictionary(text, text, { maxKeys: 3 }),
      runs: fc.nat(10_000),
      models: fc.dictionary(text, text, { maxKeys: 2 }),
      conditions: json,
      circumstances: json,
      simulated: fc.boolean(),
    }),
    state: fc.constantFrom("running" as const, "interrupted" as const, "finished" as const),
    plannedCells: fc.nat(10_000_000),
    createdAt: time,
    updatedAt: time,
    warnings: fc.array(text, { maxLength: 2 }),
  })
  .map((rest) => ({ id: "abcdef-0", definition: definitionHash(rest.manifest), ...rest }));

/** Runs of every shape the JSON form can take. */
export const randomRun: fc.Arbitrary<{ run: Run; cells: ImportedCell[] }> = fc.record({
  run,
  cells: fc.uniqueArray(cell, {
    maxLength: 5,
    selector: ({ subject, task, run }) => JSON.stringify([subject, task, run]),
  }),
});
