import { simModel } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import type { CaseStage } from "../../src/bench/case/case-parts.ts";
import { openBench } from "./support.ts";

test("it is told when the work of an agent is graded, and when a judge looks at it", async () => {
  await using bench = await openBench();
  const told: [string, CaseStage][] = [];
  await bench.run({ expect: ["file:done.txt exists", "judge:It is done."] }, "command:touch done.txt", {
    ...{ judgeModel: "sim/judge", modelResolver: () => simModel("judge", { latencyScale: 0 }) },
    onCaseStage: ({ agent, caseId, run }, stage) => void told.push([`${agent}/${caseId}/${run}`, stage]),
  });
  expect(told).toEqual(["grading", "judging", "grading"].map((stage) => ["agent/case/0", stage]));
});
