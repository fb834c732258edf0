import type { Run, RunStore } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { checksOfJudge } from "./judge-checks.ts";

const manifest = {
  name: "b",
  models: { judge: "acme/judge" },
  subjects: ["judge"],
  tasks: { canaries: "h", golden: "h" },
};
const run = { createdAt: "2030-01-02", manifest } as unknown as Run;

/** A store with one check of the judge that found this, of each task. */
function storeWith(evidence: Record<string, unknown>): RunStore {
  return {
    async *runs() {
      yield { id: "c", createdAt: "2030-01-01", manifest };
    },
    attempts: async (_: string, { task }: { task: string }) => [
      { state: "ended", evidence: { [task]: evidence[task] } },
    ],
  } as unknown as RunStore;
}

test("what canaries and golden set said of the judge", async () => {
  const found = {
    canaries: { judged: 4, passed: ["empty"] },
    golden: { labels: 9, agreement: 0.8, kappa: null, interval: [0.1, 0.9] },
  };
  expect(await checksOfJudge(storeWith(found), run)).toEqual(found);
});

test.each([
  [{ canaries: {}, golden: {} }],
  [
    {
      canaries: { judged: 1, passed: "all" },
      golden: { labels: 9, agreement: "good", kappa: null, interval: null },
    },
  ],
  [{ canaries: 1, golden: { labels: 9, agreement: 1, kappa: "x", interval: [1] } }],
])("a check that comes from elsewhere and says something else is none: %j", async (found) => {
  expect(await checksOfJudge(storeWith(found), run)).toEqual({ canaries: null, golden: null });
});
