import { expect, test } from "vitest";
import type { Check, SuiteExamination } from "./examination.ts";
import { receiptOf } from "./receipt.ts";
import { receiptFile } from "./receipt-file.ts";

const check: Check = {
  outcome: "errored",
  expectations: [{ expectation: "file:a exists", pass: true, evidence: "seen at /home/somebody/a" }],
  error: "ENOENT /home/somebody/b",
};
const examination: SuiteExamination = {
  ...{ suite: "s", hash: "0".repeat(32), solutionRuns: 1, notices: [], interrupted: false, ok: false },
  cases: [
    {
      ...{ id: "one", hash: "h1", setupMs: 1_260, untouched: [check, check], noop: check },
      solution: { digest: "d", checks: [check] },
      nearMisses: [
        { without: "a.ts:3", check },
        { without: "b.ts", check: { ...check, outcome: "passed" } },
        { without: "c.ts", check: { ...check, outcome: "infrastructure" } },
      ],
    },
    {
      ...{ id: "two", hash: "h2", setupMs: null, untouched: [], noop: null, solution: null, nearMisses: [] },
    },
  ],
  problems: [{ code: "solution-fails", caseId: "one", message: "no, see /home/somebody" }],
  cost: { mostUsd: 1, judged: false, earlier: null },
};
const facts = {
  date: new Date(0),
  versions: { x: "1", node: "24" },
  sandbox: { sandbox: { name: "host" }, version: null } as never,
};

test("a receipt tells what was found, in the order of the suite, and no path of the machine", () => {
  const receipt = receiptOf(examination, facts)!;
  expect(receipt).toMatchObject({ receipt: 1, ok: false, date: "1970-01-01T00:00:00.000Z", solutionRuns: 1 });
  expect(receipt.cases).toEqual([
    {
      ...{ id: "one", hash: "h1", problems: ["solution-fails"], setupSeconds: 1.3 },
      ...{ holdsAlready: ["file:a exists"], untouched: "fails", gradingAgrees: true, noop: "fails" },
      solution: { digest: "d", passed: 0, of: 1, flickers: [] },
      nearMisses: { tried: 2, passesWithout: ["b.ts"] },
    },
    {
      ...{ id: "two", hash: "h2", problems: [], setupSeconds: null, holdsAlready: [] },
      ...{ untouched: null, gradingAgrees: true, noop: null, solution: null },
      nearMisses: { tried: 0, passesWithout: [] },
    },
  ]);
  expect(Object.keys(receipt.versions)).toEqual(["node", "x"]);
  expect(JSON.stringify(receipt)).not.toContain("somebody");
});

test("a part of a suite, or an interrupted examination, has none", () => {
  expect(receiptOf({ ...examination, hash: null }, facts)).toBeNull();
  expect(receiptOf({ ...examination, interrupted: true }, facts)).toBeNull();
});

test.each([
  ["bench/a.json", "bench/a.receipt.json"],
  ["a.jsonc", "a.receipt.json"],
  ["a", "a.receipt.json"],
])("the receipt of %s is %s", (suite, file) => {
  expect(receiptFile(suite)).toBe(file);
});
