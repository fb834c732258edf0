import { expect, test } from "vitest";
import { manifest } from "../../test/support/sample-records.ts";
import { used } from "../../test/support/used.ts";
import type { AttemptRecord, AttemptResult } from "../attempt.ts";
import { createRedactor, redacted } from "../redact.ts";
import type { Run } from "../run.ts";
import { Cleaner } from "./cleaner.ts";

const cleaner = new Cleaner(createRedactor({ env: {} }));
const secret = "sk-proj-abcdefghij1234567890";
const usage = used(1, 1);
const at = "2030-01-01T00:00:00.000Z";
const opening = { callId: "c", payer: "judge" as const, modelId: "m", worstCaseUsd: null, openedAt: at };
const id = { subject: "s", task: "t", run: 0 };
const spend = { subject: 0, judge: 0, agent: 0, carried: 0, unknownCalls: 0 };
const lost: AttemptRecord = {
  ...{ ...id, attempt: 1, taskHash: "h", worker: "w", spend, usage },
  ...{ state: "lost", startedAt: at, endedAt: at },
};
const run: Run = {
  ...{ id: "r", manifest, definition: "d", state: "running", plannedCells: 1 },
  ...{ createdAt: at, updatedAt: at, warnings: [] },
};
const charge = { callId: "c", costUsd: 0.5, usage, details: {} };

test("names are clean and valid Unicode, every time", () => {
  for (let i = 0; i < 2; i++) expect(cleaner.name(`a ${secret}\ud800`)).toBe(`a ${redacted}\ufffd`);
  for (let i = 0; i < 20_005; i++) expect(cleaner.name(`name ${i}`)).toBe(`name ${i}`);
});

test("money becomes billionths and details become clean text", () => {
  expect(cleaner.charge({ ...charge, details: { key: secret } })).toEqual({
    callId: "c",
    costNano: 500_000_000,
    usage,
    details: `{"key":"${redacted}"}`,
  });
});

test.each([
  () => cleaner.cell({ subject: "s", task: "t", run: -1 }),
  () => cleaner.charge({ ...charge, costUsd: -1 }),
  () => cleaner.charge({ ...charge, usage: { ...usage, inputTokens: 1.5 } }),
  () => cleaner.charge({ ...charge, usage: { ...usage, outputTokens: Number.NaN } }),
  () =>
    cleaner.opening({
      callId: "c",
      payer: "me" as "subject",
      modelId: "m",
      worstCaseUsd: null,
      openedAt: "2030-01-01T00:00:00.000Z",
    }),
  () => cleaner.opening({ ...opening, openedAt: "now" }),
  () => cleaner.name(5 as never),
  () => cleaner.charge({ ...charge, details: [] as never }),
  () => cleaner.charge({ ...charge, details: { tokens: 5n } as never }),
  () => cleaner.run({ ...run, createdAt: "" }),
  () => cleaner.run({ ...run, updatedAt: "yesterday" }),
  () =>
    cleaner.imported({
      ...id,
      attempts: [{ attempt: { ...lost, startedAt: "" }, calls: [], artifacts: [] }],
    }),
  () =>
    cleaner.imported({ ...id, attempts: [{ attempt: { ...lost, endedAt: "5" }, calls: [], artifacts: [] }] }),
])("what cannot be stored is refused: %o", (store) => {
  expect(store).toThrow(expect.objectContaining({ code: "invalid-record" }));
});

const result: AttemptResult = {
  ...{ outcome: { kind: "passed", score: 1 }, evidence: {}, workingMs: 1, waitingMs: 0 },
  ...{ health: null, suspect: false, artifacts: [] },
};

const loop: Record<string, unknown> = {};
loop.loop = loop;

test.each<Partial<Record<keyof AttemptResult, unknown>>>(
  [
    ...[null, "passed", { kind: "grand" }, { kind: "passed" }, { kind: "failed", score: "1" }],
    ...[{ kind: "timed-out" }, { kind: "timed-out", afterMs: Number.NaN }],
    ...[{ kind: "cancelled" }, { kind: "cancelled", reason: 5 }],
    ...[{ kind: "errored" }, { kind: "errored", error: "oops" }, { kind: "errored", error: { name: "E" } }],
    { kind: "unscored", error: { name: 5, message: "m" } },
    { kind: "infrastructure", error: { name: "E", message: "m", code: 404 } },
  ].map((outcome) => ({ outcome })),
)("%j ends no attempt", (wrong) => {
  expect(() => cleaner.result({ ...result, ...wrong } as AttemptResult, at)).toThrow(
    expect.objectContaining({ code: "invalid-record" }),
  );
});

test.each([null, "text", ["a"], 5, new Date(0), { a: 5n }, loop, { toJSON: () => undefined }])(
  "%o is no evidence",
  (evidence) => {
    expect(() => cleaner.result({ ...result, evidence: evidence as never }, at)).toThrow(
      expect.objectContaining({ code: "invalid-record" }),
    );
  },
);

test.each([
  [{ name: "a", mediaType: "m", content: 5 }],
  [{ name: "a", mediaType: "m" }],
  [{ name: "a", mediaType: "m", content: new Uint16Array(2) }],
  [{ mediaType: "m", content: "c" }],
  [{ name: "a", content: "c" }],
  [
    { name: secret, mediaType: "m", content: "c" },
    { name: `${secret}1`, mediaType: "m", content: "c" },
  ],
])("%j are no artifacts", (...artifacts) => {
  expect(() => cleaner.artifacts(artifacts as never)).toThrow(
    expect.objectContaining({ code: "invalid-record" }),
  );
});

test("small artifacts are ready at once, large ones later", async () => {
  const small = { name: "a", mediaType: "m", content: secret };
  const large = { name: "b", mediaType: "m", content: "x".repeat(100_000) };
  expect(cleaner.artifacts([small])).toMatchObject([{ name: "a", bytes: redacted.length }]);
  const pending = cleaner.artifacts([small, large]);
  expect(pending).toBeInstanceOf(Promise);
  expect(await pending).toMatchObject([{ name: "a" }, { name: "b", bytes: 100_000, zstd: true }]);
});
