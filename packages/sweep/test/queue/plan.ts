import { planCells } from "../../src/plan/plan-cells.ts";
import { manifestOf, names } from "../support/sweeping.ts";

/** Cells of the run: 2,000 where `X_TEST_CELLS` says so, else fewer, so that the tests take less than a minute. */
export const cellCount = Math.ceil(Number(process.env.X_TEST_CELLS ?? 400) / 20) * 20;

/** Whether everything is to be as large and as long as it is promised. */
export const isFull = cellCount >= 2_000;

/** 4 subjects × as many tasks × 5 runs. */
export const machinesPlan = planCells({
  subjects: names("subject", 4).map((name) => ({ name, provider: "acme" })),
  tasks: names("task", cellCount / 20).map((id) => ({ id, hash: `hash of ${id}` })),
  runs: 5,
});

export const machinesManifest = manifestOf(machinesPlan, "machines");
export const callsPerCell = 2;
/** More than any call costs. */
export const worstCaseUsd = 0.01;
/** A worker that stands still longer than this loses its cells; `X_TEST_LOCK_MS` where that is not enough. */
export const lockMs = Number(process.env.X_TEST_LOCK_MS ?? 2_000);
/** A minute of limits that a test can wait for, and how long a worker that is not heard of keeps its part of them. */
export const sharesOptions = { windowMs: 2_000, leaseMs: 4_000 };
/** More than twice what passes between two signs of life; `X_TEST_SILENCE_MS` where that is not enough. */
export const silenceMs = Number(process.env.X_TEST_SILENCE_MS ?? 5_000);
