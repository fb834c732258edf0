import { expect, test } from "vitest";
import type { AttemptRecord } from "./attempt.ts";
import { unjudgedEvidence, wasSuspect } from "./unjudged-attempt.ts";

const attempt = (more: object) => more as AttemptRecord;
const ended = (kind: string, evidence: object) =>
  attempt({ state: "ended", outcome: { kind }, evidence, suspect: true });
const kept = { output: "kept" };

test.each([
  ["its judge failed", ended("unscored", kept), kept],
  ["something else failed", ended("infrastructure", kept), kept],
  ["it was cut off, after it had kept something", ended("cancelled", { own: 1, progress: kept }), kept],
  ["it was cut off before", ended("cancelled", { own: 1 }), {}],
  ["it has a score", ended("passed", kept), {}],
  [
    "it was lost, after it had kept something",
    attempt({ state: "lost", progress: { evidence: kept } }),
    kept,
  ],
  ["it was lost before", attempt({ state: "lost" }), {}],
])("what is left when %s", (_, record, evidence) => {
  expect(unjudgedEvidence(record)).toEqual(evidence);
});

test("a measurement is as good as it was then", () => {
  expect(wasSuspect(ended("unscored", {}))).toBe(true);
  expect(wasSuspect(attempt({ state: "lost", progress: { evidence: {}, suspect: true } }))).toBe(true);
  expect(wasSuspect(attempt({ state: "lost" }))).toBe(false);
});
