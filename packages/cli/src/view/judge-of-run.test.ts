import type { CellRecord, Run, RunStore } from "@flow-state-dev/records";
import type { Label, LabelBook } from "@flow-state-dev/viewer";
import { expect, test } from "vitest";
import { judgeOfRun } from "./judge-of-run.ts";

test("agreement that is not whole is never 100 % in words either", async () => {
  const criteria = Array.from({ length: 200 }, (_, at) => `criterion ${at}`);
  const run = {
    id: "r",
    manifest: { kind: "compare", subjects: ["s"], tasks: { t: "h" }, models: {}, conditions: {} },
  } as unknown as Run;
  const cell = {
    ...{ subject: "s", task: "t", run: 0, taskHash: "h", endedAt: "now" },
    outcome: { kind: "passed", score: 1 },
  } as unknown as CellRecord;
  const findings = criteria.map((criterion) => ({ criterion, weight: 1, verdict: "met", evidence: "" }));
  const store = {
    async *cells() {
      yield cell;
    },
    cell: async () => cell,
    attempts: async () => [{ state: "ended", evidence: { findings } }],
    async *runs() {},
  } as unknown as RunStore;
  const label: Label = {
    ...{ run: "r", subject: "s", task: "t", repetition: 0, at: "", made: "now", criteria },
    labels: criteria.map((_, at) => at > 0),
  };
  const book = { of: () => [label] } as unknown as LabelBook;
  const { sentences } = await judgeOfRun(store, run, book);
  expect(sentences).toEqual(["Judge and labels agree on 99.5 % of the criteria."]);
});
