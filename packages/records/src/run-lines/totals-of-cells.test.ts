import { expect, test } from "vitest";
import type { CellRecord } from "../cell.ts";
import { TotalsOfCells } from "./totals-of-cells.ts";

const cell: CellRecord = {
  subject: "s",
  task: "t",
  run: 0,
  taskHash: "h",
  attempts: 2,
  outcome: { kind: "passed", score: 1 },
  running: false,
  spend: { subject: 0.1, judge: 0.2, agent: 0.3, carried: 0.1, unknownCalls: 1 },
  usage: { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4, reasoningTokens: 5 },
  workingMs: 1,
  waitingMs: 1,
  suspect: false,
  endedAt: null,
};

test("cells add up exactly", () => {
  const totals = new TotalsOfCells();
  for (let i = 0; i < 3; i++) totals.add(cell, 2);
  totals.add({ ...cell, outcome: null, running: true }, 1);
  expect(totals.cells).toBe(4);
  expect(totals.totals()).toMatchObject({
    outcomes: { passed: 3, failed: 0, cancelled: 0 },
    running: 1,
    attempts: 7,
    spend: { subject: 0.4, judge: 0.8, agent: 1.2, carried: 0.4, unknownCalls: 4 },
    usage: { inputTokens: 4, reasoningTokens: 20 },
  });
});
