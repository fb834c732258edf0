import { planCells } from "../../src/plan/plan-cells.ts";
import { manifestOf, names } from "../support/sweeping.ts";

/** 5 subjects × 20 tasks × 5 runs = 500 cells. */
export const killPlan = planCells({
  subjects: names("subject", 5),
  tasks: names("task", 20).map((id) => ({ id, hash: `hash of ${id}` })),
  runs: 5,
  baseline: "subject3",
});

export const killManifest = manifestOf(killPlan, "kill");
export const callsPerCell = 3;
/** More than any call costs. */
export const worstCaseUsd = 0.01;
