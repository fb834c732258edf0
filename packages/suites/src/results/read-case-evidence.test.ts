import type { JsonObject } from "@flow-state-dev/records";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type CaseEvidence, toCaseEvidence } from "./case-evidence.ts";
import { fromCaseEvidence } from "./read-case-evidence.ts";

const whole: CaseEvidence = {
  agent: { name: "x", version: "1", model: null },
  ...{ ended: "done", detail: "", turns: 3, costUsd: null, tokens: { input: 5, output: 0 }, exitCode: 0 },
  expectations: [
    { expectation: "file:a exists", pass: true, evidence: "it is there" },
    { expectation: "test:b passes", pass: false, evidence: "it failed", output: "no" },
    { expectation: "judge:c", pass: null, evidence: "no answer" },
  ],
  reported: { turns: null, tokens: null, costUsd: 0.5 },
  wire: { calls: 4, retried: 1, failed: 0 },
  ...{ agentMs: 1.5, setupMs: 0, gradingMs: 2, putBack: ["a"], kept: "/kept", warnings: ["b"] },
};

test("what was kept comes back as it was", () => {
  expect(fromCaseEvidence(toCaseEvidence(whole))).toEqual(whole);
  expect(fromCaseEvidence({})).toEqual({});
});

test("what is unknown stays so, and is not taken for nothing", () => {
  expect(fromCaseEvidence({ costUsd: "1", turns: -1, tokens: { input: 1e308, output: 0 } })).toEqual({
    ...{ costUsd: null, turns: null, tokens: null },
  });
});

test("whatever stands in a field, the others are read, and all of them have their kind", () => {
  const names = Object.keys(whole) as (keyof CaseEvidence)[];
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 3 }), (name, value) => {
      const spoilt = { ...toCaseEvidence(whole), [name]: value } as JsonObject;
      const found = fromCaseEvidence(spoilt);
      for (const other of names) if (other !== name) expect(found[other]).toEqual(whole[other]);
      // Reading it again changes nothing: it has the kind that it should have.
      expect(fromCaseEvidence(JSON.parse(JSON.stringify(found)))).toEqual(JSON.parse(JSON.stringify(found)));
      expect(Array.isArray(found.expectations ?? [])).toBe(true);
      expect(
        [...(found.warnings ?? []), ...(found.putBack ?? [])].every((each) => typeof each === "string"),
      ).toBe(true);
    }),
    { numRuns: 500 },
  );
});
